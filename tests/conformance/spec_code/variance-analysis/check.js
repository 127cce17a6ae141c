async function execute() {
  const ws = context.workbook.worksheets.getItem("Sheet1");
  const effects = ws.getRange("F2:I5").load("values");
  const check = ws.getRange("F8").load("values");
  const bridge = ws.getRange("B12:E16").load("values");
  await context.sync();
  const near = (actual, wanted, what) => {
    if (!(Math.abs(actual - wanted) < 1e-6)) throw new Error(`${what}: ${actual}, not ${wanted}`);
  };
  const rows = [[100, 10, 90, 11], [50, 20, 70, 19], [50, 40, 25, 42]];
  const totals = [0, 0, 0, 0];
  rows.forEach(([q0, p0, q1, p1], row) => {
    const wanted = [q1 * p1 - q0 * p0, (p1 - p0) * q1, (185 - 200) * (q0 / 200) * p0, (q1 - (185 * q0) / 200) * p0];
    wanted.forEach((amount, column) => {
      near(effects.values[row][column], amount, `row ${row}, effect ${column}`);
      totals[column] += amount;
    });
  });
  totals.forEach((amount, column) => near(effects.values[3][column], amount, `total ${column}`));
  near(totals[0], totals[1] + totals[2] + totals[3], "the effects");
  near(check.values[0][0], 0, "the check");
  near(bridge.values[0][0], 4000, "budget");
  near(bridge.values[4][0], 3370, "actual");
  near(bridge.values[3][1], 3370, "the bridge arrives");
  near(bridge.values[4][2], 0, "its check");
  bridge.values.slice(1, 4).forEach(([step, running, base, bar]) => {
    near(bar, Math.abs(step), "a bar's height");
    near(base, Math.min(running, running - step), "a bar's base");
  });
}
