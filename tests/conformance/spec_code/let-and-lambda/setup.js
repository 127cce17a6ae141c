// scope: Sheet1!A1:I9
async function execute() {
  await sheet.setRange("Sheet1!A1:C6", [
    ["Region", "Revenue", "Cost"],
    ["North", 1200, 900],
    ["South", 800, 900],
    ["East", 2000, 1500],
    ["West", 0, 0],
    ["Export", 1000, 600],
  ]);
  await sheet.setRange("Sheet1!G1:I5", [
    ["Year", "Cash flow", "Note"],
    [2026, -100, "from the plan"],
    [2027, 40, "from the plan"],
    [2028, 50, "from the plan"],
    [2029, 60, "from the plan"],
  ]);
  await sheet.setRange("Sheet1!G7:H8", [["Tax rate", 0.25], ["Growth cap", 0.5]]);
}
