// hide columns and set widths
const sheet = context.workbook.worksheets.getActiveWorksheet();
sheet.getRange("D:E").columnHidden = true;
sheet.getRange("A:A").format.columnWidth = 140;
sheet.getRange("B:C").format.autofitColumns();
await context.sync();
