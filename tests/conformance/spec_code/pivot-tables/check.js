async function execute() {
  const expect = (what, actual, wanted) => {
    if (JSON.stringify(actual) !== JSON.stringify(wanted)) {
      throw new Error(what + ": " + JSON.stringify(actual) + " instead of " + JSON.stringify(wanted));
    }
  };
  const report = context.workbook.worksheets.getItem("Report");
  report.pivotTables.load("items/name, items/refreshOnOpen");
  await context.sync();
  expect("pivots", report.pivotTables.items.map((item) => item.name), ["Sales", "By month"]);
  const [sales, months] = report.pivotTables.items;
  expect("refresh on opening", [sales.refreshOnOpen, months.refreshOnOpen], [true, false]);
  for (const pivot of [sales, months]) {
    for (const axis of ["rowHierarchies", "columnHierarchies", "filterHierarchies"]) pivot[axis].load("items/name");
    pivot.dataHierarchies.load("items/name, items/summarizeBy, items/numberFormat, items/showAs");
    pivot.layout.load("layoutType, subtotalLocation, autoFormat, preserveFormatting, fillEmptyCells, emptyCellText, showRowGrandTotals");
  }
  const salesRange = sales.layout.getRange().load("address, values, numberFormat");
  const monthsRange = months.layout.getRange().load("address, values");
  const filterRange = months.layout.getFilterAxisRange().load("address");
  const filters = ["Region", "Product"].map((name) => months.hierarchies.getItem(name).fields.getItem(name).getFilters());
  const sources = [sales, months].map((pivot) => pivot.getDataSourceString());
  const checks = report.getRange("F1:F2").load("values");
  const table = context.workbook.tables.getItem("Orders").getRange().load("address");
  await context.sync();

  const names = (collection) => collection.items.map((item) => item.name);
  expect("axes of Sales", [names(sales.rowHierarchies), names(sales.columnHierarchies), names(sales.filterHierarchies)], [["Region"], [], []]);
  expect("values of Sales", sales.dataHierarchies.items.map((item) => [item.name, item.summarizeBy, item.numberFormat, item.showAs.calculation]), [
    ["Total revenue", "Sum", "#,##0", "None"], ["Share", "Sum", "0.0%", "PercentOfColumnTotal"], ["Gap to North", "Sum", "#,##0;(#,##0)", "DifferenceFrom"],
  ]);
  expect("layout of Sales", [sales.layout.layoutType, sales.layout.subtotalLocation, sales.layout.autoFormat, sales.layout.preserveFormatting], ["Tabular", "AtBottom", false, true]);
  expect("cells of Sales", [salesRange.address, salesRange.values.map((row) => [row[0], row[1], row[3]])], ["Report!A3:D8", [
    ["Region", "Total revenue", "Gap to North"], ["South", 3430, 780], ["West", 3000, 350], ["North", 2650, ""], ["East", 1670, -980], ["Grand Total", 10750, ""],
  ]]);
  expect("formats of Sales", salesRange.numberFormat[1].slice(1), ["#,##0", "0.0%", "#,##0;(#,##0)"]);
  expect("axes of By month", [names(months.rowHierarchies), names(months.columnHierarchies), names(months.filterHierarchies)], [["Month"], ["Product"], ["Region"]]);
  expect("layout of By month", [months.layout.fillEmptyCells, months.layout.emptyCellText, months.layout.showRowGrandTotals], [true, "-", false]);
  expect("filters", filters.map((filter) => Object.keys(filter.value)), [["manualFilter"], ["valueFilter"]]);
  expect("top", [filters[1].value.valueFilter.condition, filters[1].value.valueFilter.threshold], ["TopN", 2]);
  expect("filter area", filterRange.address, "Report!H1:I1");
  expect("cells of By month", monthsRange.values[1], ["Row Labels", "Bolts", "Nuts"]);
  expect("total of By month", monthsRange.values[monthsRange.values.length - 1], ["Grand Total", 30, 14]);
  expect("sources", sources.map((source) => source.value), ["Orders", "Orders"]);
  expect("check cells", checks.values, [[2650], [0]]);
  expect("source table", table.address, "Data!A1:F10");
}
