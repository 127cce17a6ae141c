async function execute() {
  const expect = (what, actual, wanted) => {
    if (JSON.stringify(actual) !== JSON.stringify(wanted)) {
      throw new Error(what + ": " + JSON.stringify(actual) + " instead of " + JSON.stringify(wanted));
    }
  };
  const tables = context.workbook.tables;
  tables.load("items/name, items/style, items/showTotals, items/showBandedRows");
  await context.sync();
  expect("tables", tables.items.map((table) => [table.name, table.style, table.showTotals, table.showBandedRows]), [["Sales", "TableStyleLight9", true, true]]);
  const sales = tables.items[0];
  const range = sales.getRange().load("address, values, formulas");
  const body = sales.getDataBodyRange().load("address");
  const formats = sales.columns.getItem("Revenue").getDataBodyRange().load("numberFormat, text");
  const totals = sales.getTotalRowRange().load("formulas, text");
  const data = context.workbook.worksheets.getItem("Data");
  const below = data.getRange("A11:A14").load("values");
  const copied = data.getRange("J1:K3").load("values");
  const report = context.workbook.worksheets.getItem("Report").getRange("A1:B5").load("values, formulas");
  sales.autoFilter.load("isDataFiltered");
  await context.sync();
  expect("range", [range.address, body.address], ["Data!A1:F10", "Data!A2:F9"]);
  expect("header", range.values[0], ["Region", "Product", "Units", "Price", "Revenue", "Channel"]);
  expect("order", range.values.slice(1, 9).map((row) => row[0] + " " + row[1]), [
    "East Bolts", "East Nuts", "North Gears", "North Bolts", "South Gears", "South Nuts", "West Bolts", "West Nuts",
  ]);
  expect("formulas", range.formulas.slice(1, 9).map((row) => row[4]), Array(8).fill("=[@Units]*[@Price]"));
  expect("values", range.values.slice(7, 9).map((row) => row.slice(2).map((value, index) => (index === 2 ? Math.round(value * 100) / 100 : value))), [[8, 4.6, 36.8, "Web"], [12, 1.15, 13.8, "Shop"]]);
  expect("formats", [formats.numberFormat[0][0], formats.text[2][0]], ["#,##0.00", "240.00"]);
  expect("totals", totals.formulas[0], [
    "Total", "", "=SUBTOTAL(109,Sales[Units])", "=SUBTOTAL(109,Sales[Revenue])/SUBTOTAL(109,Sales[Units])", "=SUBTOTAL(109,Sales[Revenue])", "",
  ]);
  expect("totals as shown", totals.text[0], ["Total", "", "104", "6.00", "624.20", ""]);
  expect("what stood below", below.values.flat().filter((value) => value !== ""), ["Source: order book"]);
  expect("filter", sales.autoFilter.isDataFiltered, false);
  expect("report", report.values.slice(0, 3).map((row) => Math.round(row[1] * 100) / 100), [624.2, 624.2, 285]);
  expect("references", [report.formulas[0][1], report.formulas[4][1]], ["=Sales[[#Totals],[Revenue]]", "=SUM(Data!$K$2:$K$3)"]);
  expect("converted", [copied.values[0], copied.values[2], report.values[4][1]], [["Key", "Value"], ["b", 2], 3]);
}
