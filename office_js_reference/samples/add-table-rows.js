// append rows to a table in one call
const sheet = context.workbook.worksheets.getActiveWorksheet();
sheet.getRange("A1:C5").values = [["Month", "Units", "Margin"], ["Jan", 120, 0.31], ["Feb", 150, 0.28], ["Mar", 90, 0.35], ["Apr", 200, 0.3]];
const table = sheet.tables.add("A1:C5", true);
table.rows.add(null, [["May", 170, 0.29], ["Jun", 180, 0.33]]);
const body = table.getDataBodyRange();
body.load("rowCount");
await context.sync();
return body.rowCount;
