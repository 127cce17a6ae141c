async function execute() {
  const ws = context.workbook.worksheets.getItem("Sheet1");
  const read = ws.getRange("A1:I42").load("values");
  await context.sync();
  const at = (row, column) => read.values[row - 1][column];
  const near = (actual, wanted, what, tolerance = 1e-7) => {
    if (!(Math.abs(actual - wanted) < tolerance)) throw new Error(`${what}: ${actual}, not ${wanted}`);
  };
  const equity = 900 * 1.02 + 10 - 400;
  near(at(3, 8), equity, "sponsor equity");
  near(at(6, 8), 0, "sources and uses");
  let ebitda = 100;
  let debt = 400;
  let cash = 10;
  let proceeds = 0;
  for (let year = 1; year <= 5; year++) {
    ebitda *= 1.06;
    const interest = debt * 0.08;
    const paid = Math.max(0, Math.min(debt, cash + ebitda * 0.6 - interest - 10));
    cash += ebitda * 0.6 - interest - paid;
    debt -= paid;
    proceeds = ebitda * 9 - debt + cash;
    const column = 2 + year;
    near(at(18, column), debt, `debt ${year}`);
    near(at(19, column), cash, `cash ${year}`);
    near(at(25, column), proceeds, `proceeds ${year}`);
    near(at(26, column), proceeds / equity, `multiple ${year}`);
    near(at(27, column), (proceeds / equity) ** (1 / year) - 1, `IRR ${year}`);
    near(at(28, column), 0, `IRR check ${year}`);
  }
  near(at(32, 1) + at(33, 1) + at(34, 1) + at(35, 1), proceeds - equity, "the parts of the gain");
  near(at(36, 1), 0, "their check");
  const flows = [-equity, 60, proceeds - 60 * 1.08 ** 2];
  const days = [0, 1096, 1826];
  const rate = at(42, 1);
  near(flows.reduce((sum, flow, index) => sum + flow / (1 + rate) ** (days[index] / 365), 0), 0, "XIRR", 1e-4);
}
