async function execute() {
  const expect = (what, actual, wanted) => {
    if (JSON.stringify(actual) !== JSON.stringify(wanted)) {
      throw new Error(what + ": " + JSON.stringify(actual) + " instead of " + JSON.stringify(wanted));
    }
  };
  const names = context.workbook.names;
  names.load("items/name, items/formula, items/type, items/value, items/scope, items/visible, items/comment");
  const inputs = context.workbook.worksheets.getItem("Inputs");
  inputs.names.load("items/name, items/formula, items/scope");
  const model = context.workbook.worksheets.getItem("Model");
  const cells = model.getRange("A1:D10").load("values, formulas");
  const own = inputs.getRange("B6").load("values, formulas");
  const revenue = names.getItem("Revenue").getRange().load("address");
  const growing = names.getItem("Gross").getRangeOrNullObject();
  growing.load("address");
  await context.sync();
  expect("names", names.items.map((item) => [item.name, item.formula]), [
    ["Actuals", "=Model!$B$2:INDEX(Model!$2:$2,COUNT(Model!$1:$1)+1)"],
    ["Gross", "=LAMBDA(net,net/(1-TaxRate))"],
    ["NetMargin", "=SUM(Model!$B$4:$D$4)/SUM(Revenue)"],
    ["Revenue", "=Model!$B$2:$D$2"],
    ["RevenueGrowth", "=Inputs!$B$2"],
    ["Rounding", "=0.0005"],
    ["TaxRate", "=Inputs!$B$1"],
  ]);
  const by = Object.fromEntries(names.items.map((item) => [item.name, item]));
  expect("types", ["Revenue", "RevenueGrowth", "TaxRate", "Rounding"].map((name) => by[name].type), ["Range", "Range", "Range", "Double"]);
  expect("value", Math.round(by.NetMargin.value * 1e6) / 1e6, 0.75);
  expect("scopes", names.items.map((item) => item.scope + item.visible), Array(7).fill("Workbooktrue"));
  expect("comments", [by.TaxRate.comment, by.Rounding.comment], ["Corporate tax, Inputs", "Tolerance of checks"]);
  expect("names of the sheet", inputs.names.items.map((item) => [item.name, item.formula, item.scope]), [["Days", "=Inputs!$B$3", "Worksheet"]]);
  expect("range", [revenue.address, growing.isNullObject], ["Model!B2:D2", true]);
  expect("growth", cells.formulas[1].slice(2), ["=B2*(1+RevenueGrowth)", "=C2*(1+RevenueGrowth)"]);
  expect("tax", cells.formulas[2].slice(1), ["=B2*TaxRate", "=C2*TaxRate", "=D2*TaxRate"]);
  expect("revenue", cells.values[1].slice(1).map((value) => Math.round(value * 10) / 10), [1000, 1040, 1081.6]);
  expect("a day", [cells.formulas[5][1], Math.round(cells.values[5][1] * 1000) / 1000], ["=B2/Inputs!Days", 2.74]);
  expect("results", cells.values.slice(6).map((row) => Math.round(row[1] * 1e6) / 1e6), [0.75, 3121.6, 100, 0]);
  expect("own name", [own.formulas[0][0], own.values[0][0]], ["=Days*2", 730]);
}
