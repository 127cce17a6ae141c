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
  expect("charts on Data", data.charts.items.map((c) => c.name), ["Margin", "Demand"]);
  expect("charts on Report", report.charts.items.map((c) => c.name), ["Bridge"]);

  const [margin, demand, bridge] = [...data.charts.items, ...report.charts.items];
  for (const chart of [margin, demand, bridge]) {
    chart.load("left, top, width, height");
    chart.title.load("text");
    chart.series.load("items/name, items/chartType, items/axisGroup, items/hasDataLabels, items/gapWidth");
  }
  const trend = demand.series.getItemAt(0).trendlines.getItem(0).load("type, name, forwardPeriod, showEquation, showRSquared");
  const bars = demand.series.getItemAt(0).yErrorBars.load("visible, type, include");
  const entry = bridge.legend.legendEntries.getItemAt(0).load("visible");
  const place = report.getRange("B3:I20").load("left, top, width, height");
  await context.sync();

  expect("combination", margin.series.items.map((s) => [s.name, s.chartType, s.axisGroup]), [
    ["Revenue", "ColumnClustered", "Primary"], ["Costs", "ColumnClustered", "Primary"], ["Margin", "LineMarkers", "Secondary"],
  ]);
  expect("trend line", [trend.type, trend.name, trend.forwardPeriod, trend.showEquation, trend.showRSquared], ["Linear", "Linear fit", 2, true, true]);
  expect("error bars", [bars.visible, bars.type, bars.include], [true, "StError", "Both"]);
  expect("bridge", bridge.series.items.map((s) => [s.name, s.chartType, s.gapWidth]), [
    ["Base", "ColumnStacked", 50], ["Total", "ColumnStacked", 50], ["Up", "ColumnStacked", 50], ["Down", "ColumnStacked", 50],
  ]);
  expect("legend of the bridge", entry.visible, false);
  expect("place of the bridge", [bridge.left, bridge.top, bridge.width, bridge.height], [place.left, place.top, place.width, place.height]);

  const sources = [
    [margin, 2, "Values", "Data!$D$4:$D$8"], [demand, 0, "XValues", "Data!$G$4:$G$7"],
    [demand, 0, "YValues", "Data!$H$4:$H$7"], [bridge, 3, "Values", "Data!$O$4:$O$8"], [bridge, 3, "Categories", "Data!$J$4:$J$8"],
  ].map(([chart, index, dimension, wanted]) => [chart.series.getItemAt(index).getDimensionDataSourceString(dimension), wanted]);
  const down = bridge.series.getItemAt(3).getDimensionValues("Values");
  const level = data.getRange("P7:P8").load("values");
  await context.sync();
  for (const [source, wanted] of sources) expect("source", source.value, wanted);
  expect("falls of the bridge", down.value, [0, 0, 0, 150, 0]);
  expect("bridge ties", level.values, [[550], [550]]);
}
