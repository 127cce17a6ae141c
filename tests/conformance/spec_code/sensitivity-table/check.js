async function execute() {
  const ws = context.workbook.worksheets.getItem("Sheet1");
  const inputs = ws.getRange("B2:B5").load("values,formulas");
  const across = ws.getRange("B14:F14").load("values");
  const down = ws.getRange("A15:A19").load("values");
  const body = ws.getRange("B15:F19").load("values,formulasR1C1");
  const tie = ws.getRange("B21").load("values");
  const shot = ws.getRange("A24:E27").load("values,formulas");
  await context.sync();
  const near = (actual, wanted, what) => {
    if (!(Math.abs(actual - wanted) < 1e-6)) throw new Error(`${what}: ${actual}, not ${wanted}`);
  };
  if (JSON.stringify(inputs.formulas) !== '[[0.08],[0.02],[120],["=B4*(1+B3)/(B2-B3)"]]') throw new Error(`the inputs: ${JSON.stringify(inputs.formulas)}`);
  for (let row = 0; row < 5; row++) {
    for (let column = 0; column < 5; column++) {
      const wacc = 0.08 + (row - 2) * 0.005;
      const growth = 0.02 + (column - 2) * 0.0025;
      near(down.values[row][0], wacc, "the WACC axis");
      near(across.values[0][column], growth, "the growth axis");
      near(body.values[row][column], (120 * (1 + growth)) / (wacc - growth), `body ${row},${column}`);
      if (body.formulasR1C1[row][column] !== body.formulasR1C1[0][0]) throw new Error("one formula for the whole body");
    }
  }
  near(tie.values[0][0], 0, "the middle ties");
  near(body.values[2][2], inputs.values[3][0], "the middle");
  const value = (wacc, growth, cash) => (cash * (1 + growth)) / (wacc - growth);
  const wanted = [
    [value(0.072, 0.02, 120), value(0.088, 0.02, 120)],
    [value(0.08, 0.018, 120), value(0.08, 0.022, 120)],
    [value(0.08, 0.02, 108), value(0.08, 0.02, 132)],
  ];
  wanted.forEach(([low, high], row) => {
    near(shot.values[row + 1][1], low, `down ${row}`);
    near(shot.values[row + 1][2], high, `up ${row}`);
    near(shot.values[row + 1][3], Math.abs(high - low), `spread ${row}`);
  });
}
