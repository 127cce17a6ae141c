// scope: sheet:Sheet1, sheet:Summary, sheet:Calc
async function execute() {
  await general.addSheet("Summary");
  await general.addSheet("Calc");
  await sheet.setRange("Sheet1!A1:D3", [["Plan", "", "", ""], ["Line", "2025", "2026", "2027"], ["Sales", 1, 2, 3]]);
  await sheet.setRange("Summary!A1:A2", [["Summary"], ["=Sheet1!D3"]]);
  await sheet.setRange("Calc!A1", [["Helper"]]);
}
