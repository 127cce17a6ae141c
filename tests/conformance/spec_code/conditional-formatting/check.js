async function execute() {
  const expect = (what, actual, wanted) => {
    if (JSON.stringify(actual) !== JSON.stringify(wanted)) {
      throw new Error(what + ": " + JSON.stringify(actual) + " instead of " + JSON.stringify(wanted));
    }
  };
  const report = context.workbook.worksheets.getItem("Report");
  const rules = report.getRange().conditionalFormats;
  rules.load("items/type, items/priority, items/stopIfTrue");
  await context.sync();
  const areas = rules.items.map((rule) => rule.getRange().load("address"));
  await context.sync();
  expect("rules", rules.items.map((rule, index) => [rule.type, areas[index].address, rule.stopIfTrue]), [
    ["Custom", "Report!E4:E9", true], ["IconSet", "Report!E4:E9", null], ["DataBar", "Report!D4:D9", null],
    ["ColorScale", "Report!F4:F9", null], ["Custom", "Report!C4:D9", false], ["Custom", "Report!A4:G9", false],
    ["TopBottom", "Report!C4:C9", false], ["ContainsText", "Report!B4:B9", false], ["CellValue", "Report!E4:E9", false],
  ]);
  expect("priorities", rules.items.map((rule) => rule.priority), [0, 1, 2, 3, 4, 5, 6, 7, 8]);

  const [paid, icons, bar, heat, zero, row, top, late, over] = rules.items;
  const formulas = [paid, zero, row].map((rule) => rule.custom.rule.load("formula, formulaR1C1"));
  const fills = [row.custom, over.cellValue].map((part) => part.format.fill.load("color"));
  const fonts = [paid.custom, zero.custom, over.cellValue, late.textComparison].map((part) => part.format.font.load("color, bold"));
  const edge = top.topBottom.format.borders.getItem("EdgeBottom").load("style, color");
  icons.iconSet.load("style, reverseIconOrder, showIconOnly, criteria");
  bar.dataBar.load("lowerBoundRule, upperBoundRule, barDirection, showDataBarOnly");
  bar.dataBar.positiveFormat.load("fillColor, gradientFill");
  heat.colorScale.load("criteria, threeColorScale");
  top.topBottom.load("rule");
  late.textComparison.load("rule");
  over.cellValue.load("rule");
  await context.sync();
  expect("formulas", formulas.map((rule) => rule.formula), ['=$B4="Paid"', "=C4=0", '=AND($B4="Open",$G4<DATE(2024,5,1))']);
  expect("relative to the first cell", formulas[1].formulaR1C1, "=RC=0");
  expect("fills", fills.map((fill) => fill.color), ["#DDEBF7", "#FFC7CE"]);
  expect("fonts", fonts.map((font) => font.color), ["#7F7F7F", "#A6A6A6", "#9C0006", ""]);
  expect("bold", fonts[3].bold, true);
  expect("border", [edge.style, edge.color], ["Continuous", "#006100"]);
  expect("icons", [icons.iconSet.style, icons.iconSet.reverseIconOrder, icons.iconSet.showIconOnly], ["ThreeTrafficLights1", true, false]);
  expect("limits", icons.iconSet.criteria.slice(1).map((one) => [one.type, one.operator, one.formula]), [
    ["Number", "GreaterThanOrEqual", "=0"], ["Number", "GreaterThan", "=$I$4"],
  ]);
  expect("bar", [bar.dataBar.lowerBoundRule.formula, bar.dataBar.upperBoundRule.type, bar.dataBar.barDirection, bar.dataBar.showDataBarOnly], ["0", "HighestValue", "LeftToRight", false]);
  expect("bar's fill", [bar.dataBar.positiveFormat.fillColor, bar.dataBar.positiveFormat.gradientFill], ["#5B9BD5", false]);
  expect("scale", [heat.colorScale.threeColorScale, heat.colorScale.criteria.midpoint.formula, heat.colorScale.criteria.maximum.color], [true, "0", "#63BE7B"]);
  expect("top", top.topBottom.rule, { rank: 2, type: "TopItems" });
  expect("text", late.textComparison.rule, { operator: "Contains", text: "Delayed" });
  expect("value", [over.cellValue.rule.formula1, over.cellValue.rule.operator], ["=$I$4", "GreaterThan"]);
}
