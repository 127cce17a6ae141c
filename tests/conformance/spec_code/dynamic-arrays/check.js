async function execute() {
  const report = context.workbook.worksheets.getItem("Report");
  const list = report.getRange("A3:C6").load("values,formulas,numberFormat");
  const below = report.getRange("A7:C7").load("valueTypes");
  const parents = report.getRange("B5").getSpillParent().load("address");
  const count = report.getRange("F2").load("values");
  const fixed = report.getRange("H3:K4").load("values,formulas");
  const spilled = report.getRange("H3").getSpillingToRangeOrNullObject().load("address");
  const best = report.getRange("M3").load("values");
  const name = context.workbook.names.getItem("Regions").load("formula");
  const list3 = report.getRange("F3").dataValidation.load("rule,valid");
  await context.sync();
  const same = (actual, wanted, what) => {
    if (JSON.stringify(actual) !== JSON.stringify(wanted)) throw new Error(`${what}: ${JSON.stringify(actual)}`);
  };
  const units = [["East", 230], ["North", 190], ["South", 135], ["West", 30]];
  same(list.values.map((row) => row.slice(0, 2)), units, "the regions");
  same(list.values.map((row) => row[2].toFixed(6)), units.map(([, n]) => (n / 585).toFixed(6)), "the shares");
  same(list.formulas[0], ["=SORT(UNIQUE(Sheet1!A2:A9))", "=SUMIFS(Sheet1!C2:C9,Sheet1!A2:A9,A3#)", "=B3#/SUM(B3#)"], "the anchors");
  same(list.numberFormat[3].slice(1), ["#,##0", "0.0%"], "the formats");
  same(below.valueTypes[0], ["Empty", "Empty", "Empty"], "the cells below");
  same(parents.address, "Report!B3", "the parent");
  same(count.values[0][0], 4, "the count");
  same(fixed.formulas, [["North", "A", 120, 1200], ["North", "B", 60, 900]], "the fixed rows");
  same(spilled.isNullObject, true, "no spill is left");
  same(name.formula, "=Report!$A$3#", "the name");
  same(list3.rule.list.source, "=Report!$A$3#", "the drop-down");
  same(list3.valid, true, "the choice is in the list");
  same(best.values[0][0], "East", "the best region");
}
