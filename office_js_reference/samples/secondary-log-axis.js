// secondary axis with a logarithmic scale, third series in another colour
const sheet = context.workbook.worksheets.getActiveWorksheet();
sheet.getRange("A1:D4").values = [["Year", "Sales", "Cost", "Users"], ["2023", 10, 8, 100], ["2024", 12, 9, 2000], ["2025", 15, 11, 40000]];
const chart = sheet.charts.add("Line", sheet.getRange("A1:D4"), "Columns");
const third = chart.series.getItemAt(2);
third.axisGroup = "Secondary";
third.format.line.color = "#C00000";
await context.sync();
const axis = chart.axes.getItem("Value", "Secondary");
axis.scaleType = "Logarithmic";
axis.logBase = 10;
axis.load("scaleType, logBase");
await context.sync();
return [axis.scaleType, axis.logBase];
