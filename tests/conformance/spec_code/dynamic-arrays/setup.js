// scope: Sheet1!A1:D9, Report!A1:M40
async function execute() {
  await general.addSheet("Report");
  await sheet.setRange("Sheet1!A1:D9", [
    ["Region", "Product", "Units", "Revenue"],
    ["North", "A", 120, 1200],
    ["South", "A", 90, 900],
    ["East", "B", 150, 2250],
    ["North", "B", 60, 900],
    ["West", "A", 30, 300],
    ["South", "B", 45, 675],
    ["East", "A", 80, 800],
    ["North", "A", 10, 100],
  ]);
}
