// chart title that follows a cell
const sheet = context.workbook.worksheets.getActiveWorksheet();
sheet.getRange("A1:C5").values = [["Month", "Units", "Margin"], ["Jan", 120, 0.31], ["Feb", 150, 0.28], ["Mar", 90, 0.35], ["Apr", 200, 0.3]];
sheet.getRange("E1").values = [["Units per month"]];
const chart = sheet.charts.add("ColumnClustered", sheet.getRange("A1:B5"), "Columns");
chart.title.setFormula("=" + "Sheet1!$E$1");
await context.sync();
