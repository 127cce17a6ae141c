async function execute() {
  const ws = context.workbook.worksheets.getItem("Sheet1");
  const block = ws.getRange("E5:F9").load("values,formulasR1C1,numberFormat");
  const checks = ws.getRange("E11:F13").load("values");
  const all = ws.getRange("D14").load("values");
  const input = context.workbook.worksheets.getItem("Inputs").getRange("C3").load("values,format/font/color,numberFormat");
  const rules = ws.getRange("E11:F13").conditionalFormats.load("items/type");
  await context.sync();
  const same = (actual, wanted, what) => {
    if (JSON.stringify(actual) !== JSON.stringify(wanted)) throw new Error(`${what}: ${JSON.stringify(actual)}`);
  };
  const near = (actual, wanted, what) => {
    if (Math.abs(actual - wanted) > 1e-9) throw new Error(`${what}: ${actual}`);
  };
  near(block.values[0][1], 1325, "revenue 2027");
  near(block.values[2][1], 371, "EBITDA 2027");
  near(block.values[4][1], 278.25, "net 2027");
  for (const [one, other] of block.formulasR1C1) same(other, one, "one formula a row");
  same(checks.values, [[0, 0], [0, 0], [0, 0]], "the checks");
  same(all.values, [["OK"]], "all checks");
  same([input.values[0][0], input.format.font.color, input.numberFormat[0][0]], [0.06, "#0000FF", "0.0%"], "the input is as it was");
  same(rules.items.map((item) => item.type), ["CellValue"], "the rule");
}
