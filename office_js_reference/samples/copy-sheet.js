// copy a sheet behind itself and name it
const sheet = context.workbook.worksheets.getActiveWorksheet();
const copy = sheet.copy("After", sheet);
copy.name = "Scenario";
copy.load("position");
await context.sync();
return copy.position;
