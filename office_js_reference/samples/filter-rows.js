// filter rows by a condition
const sheet = context.workbook.worksheets.getActiveWorksheet();
sheet.getRange("A1:C5").values = [["Month", "Units", "Margin"], ["Jan", 120, 0.31], ["Feb", 150, 0.28], ["Mar", 90, 0.35], ["Apr", 200, 0.3]];
sheet.autoFilter.apply(sheet.getRange("A1:C5"), 1, { filterOn: "Custom", criterion1: ">100" });
await context.sync();
