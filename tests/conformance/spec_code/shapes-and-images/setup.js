// scope: sheet:Sheet1, sheet:Cover
async function execute() {
  await general.addSheet("Cover");
  await sheet.setRange("Sheet1!A1:C4", [["Region", "2025", "2026"], ["North", 10, 12], ["South", 8, 9], ["Total", "=SUM(B2:B3)", "=SUM(C2:C3)"]]);
  await sheet.setRange("Sheet1!F1:F4", [["Assumptions"], ["Growth"], ["Prices"], ["Costs"]]);
}
