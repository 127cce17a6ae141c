async function execute() {
  const ws = context.workbook.worksheets.getItem("Sheet1");
  const read = ws.getRange("B21:G43").load("values");
  await context.sync();
  const at = (row, column) => read.values[row - 21][column];
  const near = (actual, wanted, what) => {
    if (!(Math.abs(actual - wanted) < 1e-6 * Math.max(1, Math.abs(wanted)))) throw new Error(`${what}: ${actual}, not ${wanted}`);
  };
  const serial = (year) => Math.round((Date.UTC(year, 11, 31) - Date.UTC(1899, 11, 30)) / 864e5);
  const flows = [60, 66, 72, 77, 80];
  let sum = 0;
  let last = 0;
  let end = 0;
  flows.forEach((flow, index) => {
    end = (serial(2027 + index) - 46387) / 365;
    last = 1 / 1.09 ** (end - 0.5 * Math.min(1, end));
    sum += flow * last;
    near(at(23, index + 1), last, `factor ${index}`);
  });
  const growth = (80 * 1.02) / 0.07;
  const multiple = 1200;
  const enterprise = [sum + growth * last, sum + multiple / 1.09 ** end];
  near(at(28, 0), growth, "terminal value by growth");
  near(at(28, 1), multiple, "terminal value by multiple");
  enterprise.forEach((value, method) => {
    near(at(30, method), value, `enterprise value ${method}`);
    near(at(33, method), value - 170, `equity ${method}`);
    near(at(34, method), 51, `shares ${method}`);
    near(at(35, method), (value - 170) / 51, `per share ${method}`);
  });
  // The implied growth, put into the growth method, gives the multiple's value again.
  const implied = at(38, 1);
  near(((80 * (1 + implied)) / (0.09 - implied)) * 1.09 ** 0.5, multiple, "implied growth");
  near(at(38, 0), (growth * 1.09 ** 0.5) / 150, "implied multiple");
  [41, 42, 43].forEach((row) => near(at(row, 0), 0, `check ${row}`));
}
