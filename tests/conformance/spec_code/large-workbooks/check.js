async function execute() {
  const ws = context.workbook.worksheets.getItem("Data");
  const used = ws.getUsedRange(true).load("address");
  const body = ws.getRange("A2:F1701").load("values,formulas,numberFormat");
  const column = ws.getRange("D:D").load("values");
  const total = context.workbook.worksheets.getItem("Sheet1").getRange("B2").load("values");
  await context.sync();
  const same = (actual, wanted, what) => {
    if (JSON.stringify(actual) !== JSON.stringify(wanted)) throw new Error(`${what}: ${JSON.stringify(actual)}`);
  };
  same(used.address, "Data!A1:F1701", "the filled range");
  const ids = Array.from({ length: 2000 }, (_, at) => at + 1).filter((id) => (id < 501 || id > 750) && id <= 1950);
  same(body.values.map((row) => row[0]), ids, "the rows that stayed");
  same(body.formulas.every((row, at) => row[5] === `=D${at + 2}*E${at + 2}*Sheet1!$B$1`), true, "the formulas");
  same(body.values.every((row) => row[4] === 2), true, "the prices");
  same([body.numberFormat[0][1], body.numberFormat.at(-1)[1]], ["yyyy-mm-dd", "yyyy-mm-dd"], "the formats");
  same(column.values, null, "a whole column");
  const sum = ids.reduce((all, id) => all + ((id - 1) % 100) * 2 * 1.1, 0);
  same(Math.abs(total.values[0][0] - sum) < 1e-3, true, "the total");
}
