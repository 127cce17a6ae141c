async function execute() {
  const expect = (what, actual, wanted) => {
    if (JSON.stringify(actual) !== JSON.stringify(wanted)) {
      throw new Error(what + ": " + JSON.stringify(actual) + " instead of " + JSON.stringify(wanted));
    }
  };
  const data = context.workbook.worksheets.getItem("Data");
  data.charts.load("items/name");
  await context.sync();
  expect("charts on Data", data.charts.items.map((c) => c.name), ["Revenue and costs", "Margin", "Growth"]);

  const [revenue, margin, growth] = data.charts.items;
  for (const chart of [revenue, margin, growth]) {
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
  const last = margin.series.getItemAt(2).points.getItemAt(5).load("hasDataLabel");
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

  const sources = [
    [margin, 2, "Values", "Data!$D$4:$D$9"], [growth, 2, "Values", "Data!$E$4:$E$9"],
  ].map(([chart, index, dimension, wanted]) => [chart.series.getItemAt(index).getDimensionDataSourceString(dimension), wanted]);
  await context.sync();
  for (const [source, wanted] of sources) expect("source", source.value, wanted);
}
