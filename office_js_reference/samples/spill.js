// a dynamic array and its spill range
const sheet = context.workbook.worksheets.getActiveWorksheet();
sheet.getRange("A1:C5").values = [["Month", "Units", "Margin"], ["Jan", 120, 0.31], ["Feb", 150, 0.28], ["Mar", 90, 0.35], ["Apr", 200, 0.3]];
const anchor = sheet.getRange("E1");
anchor.formulas = [["=SORT(B2:B5)"]];
await context.sync();
const spilled = anchor.getSpillingToRangeOrNullObject();
spilled.load("address");
await context.sync();
return spilled.isNullObject ? "nothing spilled" : spilled.address;
