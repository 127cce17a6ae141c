// freeze the first row and two columns
const sheet = context.workbook.worksheets.getActiveWorksheet();
sheet.freezePanes.freezeAt(sheet.getRange("A1:B1"));
await context.sync();
