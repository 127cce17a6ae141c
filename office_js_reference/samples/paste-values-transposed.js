// paste values only, transposed
const sheet = context.workbook.worksheets.getActiveWorksheet();
sheet.getRange("A1:C5").values = [["Month", "Units", "Margin"], ["Jan", 120, 0.31], ["Feb", 150, 0.28], ["Mar", 90, 0.35], ["Apr", 200, 0.3]];
sheet.getRange("F1").copyFrom("A1:C5", "Values", false, true);
const target = sheet.getRange("F1:J3");
target.load("values");
await context.sync();
return target.values[0];
