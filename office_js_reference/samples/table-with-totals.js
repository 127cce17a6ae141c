// a table with a total row
const sheet = context.workbook.worksheets.getActiveWorksheet();
sheet.getRange("A1:C5").values = [["Month", "Units", "Margin"], ["Jan", 120, 0.31], ["Feb", 150, 0.28], ["Mar", 90, 0.35], ["Apr", 200, 0.3]];
const table = sheet.tables.add("A1:C5", true);
table.name = "Months";
table.style = "TableStyleMedium2";
table.showTotals = true;
const total = table.columns.getItem("Units").getTotalRowRange();
total.formulas = [["=SUBTOTAL(109,[Units])"]];
total.load("values");
await context.sync();
return total.values[0][0];
