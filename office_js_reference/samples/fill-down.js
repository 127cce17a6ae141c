// fill a formula down
const sheet = context.workbook.worksheets.getActiveWorksheet();
sheet.getRange("A1:C5").values = [["Month", "Units", "Margin"], ["Jan", 120, 0.31], ["Feb", 150, 0.28], ["Mar", 90, 0.35], ["Apr", 200, 0.3]];
sheet.getRange("D2").formulas = [["=B2*C2"]];
sheet.getRange("D2").autoFill("D2:D5", "FillDefault");
const filled = sheet.getRange("D2:D5");
filled.load("formulas");
await context.sync();
return filled.formulas;
