// a slicer for a table
// lacks: Worksheet.slicers
const sheet = context.workbook.worksheets.getActiveWorksheet();
sheet.getRange("A1:C5").values = [["Month", "Units", "Margin"], ["Jan", 120, 0.31], ["Feb", 150, 0.28], ["Mar", 90, 0.35], ["Apr", 200, 0.3]];
const table = sheet.tables.add("A1:C5", true);
table.name = "Months";
const slicer = sheet.slicers.add("Months", "Month", sheet);
slicer.left = 300;
slicer.top = 20;
slicer.sortBy = "Descending";
await context.sync();
