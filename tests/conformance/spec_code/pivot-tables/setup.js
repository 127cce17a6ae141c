// scope: sheet:Data, sheet:Report, table:Orders
async function execute() {
  await general.addSheet("Data");
  await general.addSheet("Report");
  await sheet.setRange("Data!A1:E1", [["Date", "Region", "Product", "Units", "Revenue"]]);
  await sheet.setRange("Data!A2:E9", [
    [45306, "North", "Bolts", 10, 1000],
    [45320, "South", "Bolts", 20, 2100],
    [45337, "North", "Nuts", 5, 250],
    [45352, "East", "Nuts", 8, 420],
    [45370, "South", "Gears", 2, 900],
    [45383, "East", "Bolts", 12, 1250],
    [45400, "North", "Gears", 3, 1400],
    [45420, "South", "Nuts", 9, 430],
  ]);
  await sheet.formatRange("Data!A2:A9", { numberFormat: "yyyy-mm-dd" });
  const data = context.workbook.worksheets.getItem("Data");
  data.tables.add("Data!A1:E9", true).name = "Orders";
  await context.sync();
}
