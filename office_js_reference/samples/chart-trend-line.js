// trend line with its equation
const sheet = context.workbook.worksheets.getActiveWorksheet();
sheet.getRange("A1:C5").values = [["Month", "Units", "Margin"], ["Jan", 120, 0.31], ["Feb", 150, 0.28], ["Mar", 90, 0.35], ["Apr", 200, 0.3]];
const chart = sheet.charts.add("XYScatter", sheet.getRange("B1:C5"), "Columns");
const trend = chart.series.getItemAt(0).trendlines.add("Linear");
trend.showEquation = true;
trend.showRSquared = true;
await context.sync();
