async function execute() {
  const ws = context.workbook.worksheets.getItem("Sheet1");
  const read = ws.getRange("C15:E49").load("values,formulasR1C1");
  await context.sync();
  const at = (row, period) => read.values[row - 15][period];
  const near = (actual, wanted, what) => {
    if (!(Math.abs(actual - wanted) < 1e-7)) throw new Error(`${what}: ${actual}, not ${wanted}`);
  };
  let before = { revenue: 1000, cash: 80, receivables: 120, assets: 500, payables: 65, debt: 200, equity: 435 };
  [[0.08, 1], [0.06, 2]].forEach(([growth, period]) => {
    const revenue = before.revenue * (1 + growth);
    const depreciation = before.assets * 0.1;
    const ebit = revenue * (1 - 0.6 - 0.22) - depreciation;
    const taxed = ebit - before.debt * 0.05;
    const net = taxed - Math.max(0, taxed) * 0.25;
    const now = {
      revenue,
      receivables: (revenue * 45) / 365,
      payables: (revenue * 0.6 * 40) / 365,
      assets: before.assets + 60 - depreciation,
      debt: before.debt - 20,
      equity: before.equity + net * 0.6,
      cash: 0,
    };
    now.cash = now.payables + now.debt + now.equity - now.receivables - now.assets;
    near(at(22, period), net, `net income ${period}`);
    near(at(38, period), now.cash, `cash ${period}`);
    near(at(40, period), now.assets, `fixed assets ${period}`);
    near(at(44, period), now.equity, `equity ${period}`);
    before = now;
  });
  [0, 1, 2].forEach((period) => near(at(47, period), 0, `balance ${period}`));
  [1, 2].forEach((period) => [48, 49].forEach((row) => near(at(row, period), 0, `check ${row}`)));
  read.formulasR1C1.forEach((row, index) => {
    if (typeof row[1] === "string" && row[1].startsWith("=") && row[1] !== row[2]) throw new Error(`row ${index + 15} holds two formulas`);
  });
}
