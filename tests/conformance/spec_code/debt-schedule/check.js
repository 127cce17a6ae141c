async function execute() {
  const ws = context.workbook.worksheets.getItem("Sheet1");
  const read = ws.getRange("C1:F38").load("values");
  await context.sync();
  const at = (row, period) => read.values[row - 1][period];
  const near = (actual, wanted, what) => {
    if (!(Math.abs(actual - wanted) < 1e-9)) throw new Error(`${what}: ${actual}, not ${wanted}`);
  };
  let cash = 8;
  let revolver = 0;
  let loan = 100;
  [24, 4, 42].forEach((cfads, index) => {
    const period = index + 1;
    const scheduled = Math.min(loan, 10);
    const interest = revolver * 0.05 + loan * 0.06;
    const before = cash + cfads - interest - scheduled;
    const draw = Math.max(-revolver, Math.min(30 - revolver, 5 - before));
    const sweep = Math.max(0, Math.min(loan - scheduled, (before + draw - 5) * 0.5));
    cash = before + draw - sweep;
    revolver += draw;
    loan -= scheduled + sweep;
    near(at(17, period), draw, `draw ${period}`);
    near(at(24, period), -sweep, `sweep ${period}`);
    near(at(13, period), cash, `cash ${period}`);
    near(at(18, period), revolver, `revolver ${period}`);
    near(at(25, period), loan, `loan ${period}`);
    near(at(30, period), -interest, `interest ${period}`);
    near(at(31, period), cfads / (interest + scheduled), `cover ${period}`);
    [35, 36, 37, 38].forEach((row) => near(at(row, period), 0, `check ${row} of ${period}`));
  });
  if (!(at(17, 2) > 0) || !(at(17, 3) < 0)) throw new Error("the example draws in 2028 and repays in 2029");
  if (JSON.stringify([1, 2, 3].map((period) => at(32, period))) !== '["ok","BREACH","ok"]') throw new Error("the covenant");
}
