// scope: Sheet1!A1:E5
async function execute() {
  await sheet.setRange("Sheet1!A1:E5", [
    ["Product", "Budget units", "Budget price", "Actual units", "Actual price"],
    ["Alpha", 100, 10, 90, 11],
    ["Beta", 50, 20, 70, 19],
    ["Gamma", 50, 40, 25, 42],
    ["Total", "=SUM(B2:B4)", "", "=SUM(D2:D4)", ""],
  ]);
}
