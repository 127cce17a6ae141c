async function execute() {
  const ws = context.workbook.worksheets.getItem("Sheet1");
  const table = ws.getRange("A10:F14").load("values,text");
  const statistics = ws.getRange("J10:K14").load("values");
  const check = ws.getRange("J16").load("values");
  await context.sync();
  const near = (actual, wanted, what) => {
    if (!(Math.abs(actual - wanted) < 1e-9)) throw new Error(`${what}: ${actual}, not ${wanted}`);
  };
  const peers = [[20, 100, 500, 0, 250, 270, 12, 100], [50, 40, -100, 20, 150, 180, 6, 80], [10, 300, 900, 50, -20, 40, 12, -60], [30, 60, 300, 0, 200, 210, 9, 20], [12, 200, 600, 100, 260, 280, 3, 120]];
  const counted = { ev: [], pe: [] };
  peers.forEach(([price, shares, debt, other, now, next, month, income], row) => {
    const equity = price * shares;
    const ebitda = (month / 12) * now + ((12 - month) / 12) * next;
    near(table.values[row][1], equity, "equity value");
    near(table.values[row][2], equity + debt + other, "enterprise value");
    near(table.values[row][3], ebitda, "EBITDA of the calendar year");
    const multiples = [ebitda > 0 ? (equity + debt + other) / ebitda : null, income > 0 ? equity / income : null];
    multiples.forEach((multiple, column) => {
      const wanted = multiple !== null && multiple <= [50, 75][column] ? multiple : "n.m.";
      const actual = table.values[row][4 + column];
      if (wanted === "n.m." ? actual !== wanted : Math.abs(actual - wanted) > 1e-9) throw new Error(`multiple ${row},${column}: ${actual}`);
      if (wanted !== "n.m.") [counted.ev, counted.pe][column].push(wanted);
    });
  });
  const at = (sorted, share) => {
    const place = (sorted.length - 1) * share;
    const low = Math.floor(place);
    return sorted[low] + (place - low) * ((sorted[low + 1] ?? sorted[low]) - sorted[low]);
  };
  [counted.ev, counted.pe].forEach((multiples, column) => {
    const sorted = [...multiples].sort((a, b) => a - b);
    near(statistics.values[0][column], sorted.length, "count");
    [0.5, 0.25, 0.75].forEach((share, row) => near(statistics.values[row + 1][column], at(sorted, share), `quantile ${share}`));
  });
  near(check.values[0][0], 0, "the check");
  if (counted.ev.length !== 4 || counted.pe.length !== 3 + (1800 / 20 <= 75 ? 1 : 0)) throw new Error("the example has peers without meaning");
}
