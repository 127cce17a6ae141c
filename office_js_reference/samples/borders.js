// a thin line above totals, a double one below
const sheet = context.workbook.worksheets.getActiveWorksheet();
const total = sheet.getRange("A10:D10");
const above = total.format.borders.getItem("EdgeTop");
above.style = "Continuous";
above.weight = "Thin";
total.format.borders.getItem("EdgeBottom").style = "Double";
total.format.font.bold = true;
await context.sync();
