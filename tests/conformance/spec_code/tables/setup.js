// scope: sheet:Data, sheet:Report
async function execute() {
  await general.addSheet("Data");
  await general.addSheet("Report");
  await sheet.setRange("Data!A1:D7", [
    ["Region", "Product", "Units", "Price"],
    ["North", "Bolts", 10, 4.5], ["South", "Nuts", 25, 1.2], ["North", "Gears", 3, 80],
    ["East", "Bolts", 14, 4.4], ["South", "Gears", 2, 82], ["East", "Nuts", 30, 1.1],
  ]);
  await sheet.setCell("Data!A10", "Source: order book");
}
