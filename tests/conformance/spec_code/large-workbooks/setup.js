// scope: sheet:Sheet1, sheet:Data
async function execute() {
  await general.addSheet("Data");
  await sheet.setRange("Sheet1!A1:B2", [["Price factor", 1.1], ["Total", "=SUM(Data!F:F)"]]);
}
