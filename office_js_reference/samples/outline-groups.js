// group rows and show one level
const sheet = context.workbook.worksheets.getActiveWorksheet();
sheet.getRange("3:8").group("ByRows");
sheet.showOutlineLevels(1, 0);
await context.sync();
