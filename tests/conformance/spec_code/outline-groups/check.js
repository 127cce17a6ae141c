async function execute() {
  const ws = context.workbook.worksheets.getItem("Sheet1");
  const same = (actual, wanted, what) => {
    if (JSON.stringify(actual) !== JSON.stringify(wanted)) throw new Error(`${what}: ${JSON.stringify(actual)}`);
  };
  const shown = async () => {
    const rows = Array.from({ length: 10 }, (_, at) => ws.getRange(`${at + 2}:${at + 2}`).load("rowHidden"));
    const columns = ["A", "B", "C", "D", "E", "F"].map((name) => ws.getRange(`${name}:${name}`).load("columnHidden"));
    const figures = ws.getRange("E4:E9").load("values");
    await context.sync();
    same([figures.values[0][0], figures.values[4][0], figures.values[5][0]], [30, 108, -78], "the totals");
    return [rows.flatMap((row, at) => (row.rowHidden ? [] : [at + 2])), columns.map((column) => column.columnHidden)];
  };
  same(await shown(), [[4, 8, 9, 10, 11], [false, true, true, true, false, false]], "as it was left");
  ws.showOutlineLevels(1, 2);
  same(await shown(), [[9, 10, 11], [false, false, false, false, false, false]], "one level");
  ws.showOutlineLevels(3, 0);
  same((await shown())[0], [2, 3, 4, 5, 6, 7, 8, 9, 10, 11], "all levels");
  // Neighbours become one group: folding one part folds both.
  ws.getRange("20:21").group("ByRows");
  ws.getRange("22:23").group("ByRows");
  ws.getRange("20:21").hideGroupDetails("ByRows");
  const neighbour = ws.getRange("22:23").load("rowHidden");
  await context.sync();
  same(neighbour.rowHidden, true, "the neighbour");
}
