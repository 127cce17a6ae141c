async function execute() {
  const ws = context.workbook.worksheets.getItem("Sheet1");
  const notes = context.workbook.worksheets.getItem("Notes");
  const page = ws.pageLayout.load();
  const all = page.headersFooters.defaultForAllPages.load();
  const first = page.headersFooters.firstPage.load();
  page.headersFooters.load("state");
  const area = page.getPrintArea().load("address");
  const rows = page.getPrintTitleRows().load("address");
  const columns = page.getPrintTitleColumns().load("address");
  ws.horizontalPageBreaks.load("items/rowIndex");
  ws.verticalPageBreaks.load("items");
  notes.pageLayout.load("paperSize,orientation");
  notes.pageLayout.headersFooters.defaultForAllPages.load("centerFooter");
  await context.sync();
  const same = (actual, wanted, what) => {
    if (JSON.stringify(actual) !== JSON.stringify(wanted)) throw new Error(`${what}: ${JSON.stringify(actual)}`);
  };
  same([page.paperSize, page.orientation, page.centerHorizontally, page.zoom], ["A4", "Landscape", true, { scale: 65 }], "the page");
  same([page.leftMargin, page.topMargin, page.headerMargin].map(Math.round), [43, 57, 28], "the margins");
  same([area.address, rows.address, columns.address], ["Sheet1!A1:H120", "Sheet1!1:2", "Sheet1!A:A"], "area and titles");
  same([all.leftFooter, all.centerFooter, all.rightFooter, all.centerHeader], ["&F / &A", "Page &P of &N", "&D &T", "Cash flow plan"], "the texts");
  same([page.headersFooters.state, first.centerHeader, first.rightFooter], ["FirstAndDefault", '&"Arial,Bold"&14Cash flow plan, R&&D included', "&D"], "the first page");
  same(ws.horizontalPageBreaks.items.map((item) => item.rowIndex), [40, 80], "the breaks");
  same(ws.verticalPageBreaks.items.length, 0, "no breaks between columns");
  same([notes.pageLayout.paperSize, notes.pageLayout.orientation], ["A4", "Portrait"], "the other sheet");
  same(notes.pageLayout.headersFooters.defaultForAllPages.centerFooter, "Page &P of &N", "the other sheet's footer");
}
