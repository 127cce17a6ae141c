async function execute() {
  const ws = context.workbook.worksheets.getItem("Sheet1");
  const lines = ws.getRange("D2:E6").load("values,formulas");
  const arrays = ws.getRange("J2:K6").load("values");
  const counted = ws.getRange("L2:L4").load("values");
  const halvings = ws.getRange("H10").load("values");
  const trial = ws.getRange("M1").load("valueTypes");
  const names = context.workbook.names.load("items/name,items/formula,items/comment");
  await context.sync();
  const same = (actual, wanted, what) => {
    if (JSON.stringify(actual) !== JSON.stringify(wanted)) throw new Error(`${what}: ${JSON.stringify(actual)}`);
  };
  same(lines.values, [[0.25, 225], [-0.125, -100], [0.25, 375], [0, 0], [0.4, 300]], "margins");
  same(lines.formulas[4], ["=MarginOf(B6,C6)", "=LET(profit,B6-C6,tax,MAX(profit,0)*$H$7,profit-tax)"], "the last line");
  same(arrays.values, [[-100, 1200], [-60, 900], [-10, 2000], [50, 0], ["", 1000]], "arrays");
  same(counted.values, [[3], [""], [3]], "counts");
  same(halvings.values, [[10]], "the recursion");
  same(trial.valueTypes, [["Empty"]], "the trial cell");
  same(names.items.map((item) => item.name).sort(), ["Halvings", "MarginOf"], "the names");
  same(names.items.find((item) => item.name === "MarginOf").formula.includes("<=0"), true, "the repair");
  same(names.items.every((item) => item.comment.includes("(")), true, "the comments");
}
