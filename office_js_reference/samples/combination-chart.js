// columns and a line in one chart
const sheet = context.workbook.worksheets.getActiveWorksheet();
sheet.getRange("A1:C5").values = [["Month", "Units", "Margin"], ["Jan", 120, 0.31], ["Feb", 150, 0.28], ["Mar", 90, 0.35], ["Apr", 200, 0.3]];
const chart = sheet.charts.add("ColumnClustered", sheet.getRange("A1:C5"), "Columns");
chart.title.text = "Units and margin";
const line = chart.series.getItemAt(1);
line.chartType = "Line";
line.axisGroup = "Secondary";
chart.setPosition("E2", "L16");
await context.sync();
