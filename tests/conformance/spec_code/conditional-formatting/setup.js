// scope: sheet:Report
async function execute() {
  await general.addSheet("Report");
  await sheet.setRange("Report!A3:G3", [["Item", "Status", "Actual", "Budget", "Variance", "Growth", "Due"]]);
  const rows = [
    ["Rent", "Paid", 120, 100, 0.05, 45300], ["Wages", "Open", 480, 500, -0.02, 45330], ["Travel", "Delayed", 60, 40, 0.31, 45360],
    ["IT", "Paid", 90, 90, 0.12, 45390], ["Legal", "Open", 0, 30, -0.18, 45420], ["Rent", "Delayed", 75, 70, 0.02, 45450],
  ];
  await sheet.setRange("Report!A4:G9", rows.map((row, index) => [
    row[0], row[1], row[2], row[3], "=C" + (index + 4) + "-D" + (index + 4), row[4], row[5],
  ]));
  await sheet.formatRange("Report!G4:G9", { numberFormat: "yyyy-mm-dd" });
  await sheet.formatRange("Report!F4:F9", { numberFormat: "0.0%" });
  await sheet.setRange("Report!I3:I4", [["Tolerance"], [15]]);
}
