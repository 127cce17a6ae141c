async function execute() {
  const expect = (what, actual, wanted) => {
    if (JSON.stringify(actual) !== JSON.stringify(wanted)) {
      throw new Error(what + ": " + JSON.stringify(actual) + " instead of " + JSON.stringify(wanted));
    }
  };
  const data = context.workbook.worksheets.getItem("Data");
  const report = context.workbook.worksheets.getItem("Report");
  data.charts.load("items/name");
  report.charts.load("items/name");
  await context.sync();
  expect("charts on Data", data.charts.items.map((c) => c.name), ["Revenue and costs", "Margin", "Growth", "Demand"]);
  expect("charts on Report", report.charts.items.map((c) => c.name), ["Bridge"]);

  const [revenue, margin, growth, demand, bridge] = [...data.charts.items, ...report.charts.items];
  for (const chart of [revenue, margin, growth, demand, bridge]) {
    chart.load("left, top, width, height");
    chart.title.load("text");
    chart.series.load("items/name, items/chartType, items/axisGroup, items/hasDataLabels, items/gapWidth");
  }
  revenue.legend.load("position");
  const axis = revenue.axes.valueAxis.load("numberFormat, minimum");
  const axisTitle = revenue.axes.valueAxis.title.load("text");
  const categories = revenue.axes.categoryAxis.load("tickLabelPosition");
  const grid = revenue.axes.valueAxis.majorGridlines.format.line.load("color");
  const font = revenue.title.format.font.load("size, bold");
  const percent = margin.axes.getItem("Value", "Secondary").load("numberFormat, minimum, maximum");
  const log = growth.axes.getItem("Value", "Secondary").load("scaleType, logBase, minimum");
  const third = growth.series.getItemAt(2).load("markerStyle, markerSize, markerBackgroundColor");
  const thirdLine = growth.series.getItemAt(2).format.line.load("color");
  const labels = revenue.series.getItemAt(0).dataLabels.load("position, showValue, numberFormat");
  const last = margin.series.getItemAt(2).points.getItemAt(4).load("hasDataLabel");
  const trend = demand.series.getItemAt(0).trendlines.getItem(0).load("type, name, forwardPeriod, showEquation, showRSquared");
  const bars = demand.series.getItemAt(0).yErrorBars.load("visible, type, include");
  const entry = bridge.legend.legendEntries.getItemAt(0).load("visible");
  const place = report.getRange("B3:I20").load("left, top, width, height");
  await context.sync();

  expect("title linked", revenue.title.text, "Revenue and costs, Jan to Jun");
  expect("title font", [font.size, font.bold], [14, true]);
  expect("legend", revenue.legend.position, "Top");
  expect("axis", [axis.numberFormat, axis.minimum, axisTitle.text], ["#,##0,", 0, "EUR thousand"]);
  expect("labels of categories", categories.tickLabelPosition, "Low");
  expect("grid", grid.color, "#D9D9D9");
  expect("combination", margin.series.items.map((s) => [s.name, s.chartType, s.axisGroup]), [
    ["Revenue", "ColumnClustered", "Primary"], ["Costs", "ColumnClustered", "Primary"], ["Margin", "LineMarkers", "Secondary"],
  ]);
  expect("second axis", [percent.numberFormat, percent.minimum, percent.maximum], ["0%", 0, 0.5]);
  expect("title", margin.title.text, "Margin rises to 33%");
  expect("log axis", [log.scaleType, log.logBase, log.minimum], ["Logarithmic", 10, 100]);
  expect("third series", [third.markerStyle, third.markerSize, third.markerBackgroundColor, thirdLine.color], ["Circle", 7, "#C00000", "#C00000"]);
  expect("data labels", [labels.position, labels.showValue, labels.numberFormat], ["OutsideEnd", true, "#,##0,"]);
  expect("label of one point", last.hasDataLabel, true);
  expect("trend line", [trend.type, trend.name, trend.forwardPeriod, trend.showEquation, trend.showRSquared], ["Linear", "Linear fit", 2, true, true]);
  expect("error bars", [bars.visible, bars.type, bars.include], [true, "StError", "Both"]);
  expect("bridge", bridge.series.items.map((s) => [s.name, s.chartType, s.gapWidth]), [
    ["Base", "ColumnStacked", 50], ["Total", "ColumnStacked", 50], ["Up", "ColumnStacked", 50], ["Down", "ColumnStacked", 50],
  ]);
  expect("legend of the bridge", entry.visible, false);
  expect("place of the bridge", [bridge.left, bridge.top, bridge.width, bridge.height], [place.left, place.top, place.width, place.height]);

  const sources = [
    [margin, 2, "Values", "Data!$D$4:$D$8"], [growth, 2, "Values", "Data!$E$4:$E$9"], [demand, 0, "XValues", "Data!$G$4:$G$7"],
    [demand, 0, "YValues", "Data!$H$4:$H$7"], [bridge, 3, "Values", "Data!$O$4:$O$8"], [bridge, 3, "Categories", "Data!$J$4:$J$8"],
  ].map(([chart, index, dimension, wanted]) => [chart.series.getItemAt(index).getDimensionDataSourceString(dimension), wanted]);
  const down = bridge.series.getItemAt(3).getDimensionValues("Values");
  const level = data.getRange("P7:P8").load("values");
  await context.sync();
  for (const [source, wanted] of sources) expect("source", source.value, wanted);
  expect("falls of the bridge", down.value, [0, 0, 0, 150, 0]);
  expect("bridge ties", level.values, [[550], [550]]);
}
