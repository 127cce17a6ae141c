// sort by two columns with a header row
const sheet = context.workbook.worksheets.getActiveWorksheet();
sheet.getRange("A1:C5").values = [["Month", "Units", "Margin"], ["Jan", 120, 0.31], ["Feb", 150, 0.28], ["Mar", 90, 0.35], ["Apr", 200, 0.3]];
sheet.getRange("A1:C5").sort.apply([{ key: 1, ascending: false }, { key: 2, ascending: true }], false, true);
const first = sheet.getRange("A2");
first.load("values");
await context.sync();
return first.values[0][0];
