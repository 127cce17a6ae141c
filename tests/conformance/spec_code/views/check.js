async function execute() {
  const sheets = context.workbook.worksheets.load("items/name,items/visibility,items/showGridlines,items/showHeadings,items/tabColor");
  const active = context.workbook.worksheets.getActiveWorksheet().load("name");
  const selected = context.workbook.getSelectedRange().load("address");
  const { freezePanes } = context.workbook.worksheets.getItem("Sheet1");
  const frozen = freezePanes.getLocation().load("address");
  await context.sync();
  const same = (actual, wanted, what) => {
    if (JSON.stringify(actual) !== JSON.stringify(wanted)) throw new Error(`${what}: ${JSON.stringify(actual)}`);
  };
  same(sheets.items.map((ws) => [ws.name, ws.visibility]), [["Summary", "Visible"], ["Sheet1", "Visible"], ["Calc", "Hidden"]], "the sheets");
  same(sheets.items.map((ws) => ws.showGridlines), [false, true, true], "gridlines");
  same([sheets.items[0].showHeadings, sheets.items[0].tabColor], [true, "#1F3864"], "the summary");
  same([active.name, selected.address, frozen.address], ["Summary", "Summary!A2", "Sheet1!A1:A2"], "what shows");
  const where = async (change) => {
    change();
    const found = freezePanes.getLocationOrNullObject().load("address");
    await context.sync();
    return found.isNullObject ? null : found.address;
  };
  same(await where(() => freezePanes.freezeRows(2)), "Sheet1!1:2", "rows");
  same(await where(() => freezePanes.freezeColumns(1)), "Sheet1!A:A", "columns replace rows");
  same(await where(() => freezePanes.freezeAt(null)), null, "nothing");
}
