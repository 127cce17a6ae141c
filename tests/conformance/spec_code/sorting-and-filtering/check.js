async function execute() {
  const ws = context.workbook.worksheets.getItem("Sheet1");
  const all = ws.getRange("A2:F9").load("values,formulas");
  const shown = ws.getRange("A2:C9").getVisibleView().load("values");
  const total = ws.getRange("C11").load("values");
  const italic = [2, 3, 4, 5, 6, 7, 8, 9].map((row) => ws.getRange(`D${row}`).load("format/font/italic,rowHidden"));
  const table = context.workbook.tables.getItem("Orders");
  const body = table.getDataBodyRange().load("values");
  const visible = table.getDataBodyRange().getVisibleView().load("values");
  ws.autoFilter.load("criteria");
  await context.sync();
  const same = (actual, wanted, what) => {
    if (JSON.stringify(actual) !== JSON.stringify(wanted)) throw new Error(`${what}: ${JSON.stringify(actual)}`);
  };
  const order = [["East", 150], ["East", 80], ["North", 120], ["North", 60], ["South", 90], ["South", 45], ["West", 30], ["", 10]];
  same(all.values.map((row) => [row[1], row[2]]), order, "the order of the range");
  same(all.formulas.map((row) => row[5]), [2, 3, 4, 5, 6, 7, 8, 9].map((row) => `=C${row}*D${row}`), "the formulas");
  same(shown.values.map((row) => [row[1], row[2]]), [["East", 80], ["North", 120], ["North", 60]], "what shows");
  same(total.values, [[260]], "the subtotal");
  same(italic.map((cell) => cell.format.font.italic), italic.map((cell) => !cell.rowHidden), "italics");
  same(italic.filter((cell) => !cell.rowHidden).length, 3, "rows that show");
  same(ws.autoFilter.criteria[1].values, ["North", "East"], "the criteria");
  same(body.values.map((row) => row[4]), ["6", "7", "8", "9", "10", "11", "12", "100"], "the table's order");
  same(visible.values.map((row) => [row[1], row[2]]), [["South", 90], ["North", 120], ["East", 150]], "what the table shows");
}
