// scope: sheet:Inputs, sheet:Lists, table:Regions
async function execute() {
  await general.addSheet("Inputs");
  await general.addSheet("Lists");
  await sheet.setRange("Lists!A1:A4", [["Region"], ["North"], ["South"], ["East"]]);
  await sheet.setRange("Lists!C1:E3", [["North", "South", "East"], ["Oslo", "Rome", "Riga"], ["Bergen", "Bari", "Minsk"]]);
  context.workbook.tables.add("Lists!A1:A4", true).name = "Regions";
  await context.sync();
  await sheet.setRange("Inputs!A1:H1", [["Region", "City", "Status", "Units", "Rate", "Start", "End", "Code"]]);
  await sheet.setRange("Inputs!A2:H4", [
    ["North", "Oslo", "Open", 10, 0.05, 46023, 46053, "AB-1"],
    ["Nrth", "Rome", "open", 10.5, 1.2, 46060, 46050, "AB-2"],
    ["South", "", "Closed", -4, 0.1, "2026-03-01 ?", 46100, "AB-1"],
  ]);
  await sheet.formatRange("Inputs!F2:G20", { numberFormat: "yyyy-mm-dd" });
}
