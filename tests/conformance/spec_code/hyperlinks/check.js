async function execute() {
  const home = context.workbook.worksheets.getItem("Sheet1");
  const notes = context.workbook.worksheets.getItem("Notes");
  const links = [home.getRange("A2"), home.getRange("A3"), notes.getRange("A1"), notes.getRange("A2"), notes.getRange("A3"), notes.getRange("A4"), notes.getRange("B1")];
  for (const cell of links) cell.load("hyperlink,values,format/font/underline,format/font/color");
  const formulas = notes.getRange("B1:B2").load("formulas,values");
  await context.sync();
  const same = (actual, wanted, what) => {
    if (JSON.stringify(actual) !== JSON.stringify(wanted)) throw new Error(`${what}: ${JSON.stringify(actual)}`);
  };
  same(links.map((cell) => cell.hyperlink?.documentReference ?? null), ["'P&L 2026'!A1", "'Notes'!A1", null, "TaxRate", null, null, null], "the places");
  same(links.map((cell) => cell.values[0][0]), ["P&L 2026", "Notes", "See P&L", "Tax rate used", "Plain", "https://example.org/report", "Tax: 25%"], "the texts");
  same([links[0].hyperlink.screenTip, links[0].format.font.underline], ["Go to P&L 2026", "Single"], "the look");
  same([links[2].format.font.underline, links[2].format.font.color], ["None", "#000000"], "the look of the removed link");
  same(formulas.values, [["Tax: 25%"], ["to the rate"]], "the function");
  // What the text says of formulas, renamed sheets and written values.
  const cell = notes.getRange("D1");
  cell.formulas = [["=1+1"]];
  cell.hyperlink = { documentReference: "'P&L 2026'!A1" };
  context.workbook.worksheets.getItem("P&L 2026").name = "P&L";
  cell.load("formulas,hyperlink");
  const named = context.workbook.names.getItem("TaxRate").load("formula");
  await context.sync();
  same([cell.formulas[0][0], cell.hyperlink.documentReference], ["=1+1", "'P&L 2026'!A1"], "a formula with a link");
  same(named.formula, "='P&L'!$B$2", "the name");
  cell.values = [["written"]];
  cell.load("hyperlink");
  await context.sync();
  same(cell.hyperlink.textToDisplay, "written", "the text of the link");
}
