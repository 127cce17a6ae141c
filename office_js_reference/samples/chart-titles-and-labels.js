// axis titles, number format and data labels of a chart
const sheet = context.workbook.worksheets.getActiveWorksheet();
sheet.getRange("A1:C5").values = [["Month", "Units", "Margin"], ["Jan", 120, 0.31], ["Feb", 150, 0.28], ["Mar", 90, 0.35], ["Apr", 200, 0.3]];
const chart = sheet.charts.add("ColumnClustered", sheet.getRange("A1:B5"), "Columns");
chart.legend.position = "Bottom";
const axis = chart.axes.valueAxis;
axis.title.text = "Units";
axis.numberFormat = "#,##0";
axis.minimum = 0;
const series = chart.series.getItemAt(0);
series.hasDataLabels = true;
series.dataLabels.position = "OutsideEnd";
await context.sync();
