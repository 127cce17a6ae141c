// scope: sheet:Model, sheet:Data
async function execute() {
  await general.addSheet("Model");
  await general.addSheet("Data");
  await sheet.setRange("Model!A1:B2", [["Model start", ""], ["Year ends in month", 3]]);
  await sheet.setRange("Data!A1:B6", [
    ["Paid", "Amount"], ["'31.01.2026", 100], ["'15.02.2026", 250], ["'28.02.2026", 40], ["'01.03.2026", 75], ["'2026-03-31", 60],
  ]);
  await sheet.setRange("Data!D1:D4", [["Stamp (UTC)"], ["'2026-02-28T23:30:00Z"], ["'2026-03-01T08:15:00Z"], ["'2026-03-31T22:00:00Z"]]);
  await sheet.setRange("Data!F1:F3", [["Holiday"], [46115], [46118]]);
  await sheet.formatRange("Data!F2:F3", { numberFormat: "yyyy-mm-dd" });
}
