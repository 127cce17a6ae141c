// hide a sheet from everybody
const sheet = context.workbook.worksheets.add("Lists");
sheet.visibility = "VeryHidden";
sheet.load("visibility");
await context.sync();
return sheet.visibility;
