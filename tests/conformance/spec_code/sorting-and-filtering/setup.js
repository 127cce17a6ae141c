// scope: sheet:Sheet1, sheet:Orders
async function execute() {
  await general.addSheet("Orders");
  const rows = [
    ["Date", "Region", "Units", "Margin", "Order"],
    [46023, "North", 120, 0.31, "10"], [46054, "South", 90, 0.28, "9"], [46082, "East", 150, 0.35, "100"],
    [46113, "North", 60, 0.3, "12"], [46143, "West", 30, 0.22, "7"], [46388, "South", 45, 0.27, "8"],
    [46419, "East", 80, 0.33, "11"], [46447, "", 10, 0.2, "6"],
  ];
  const formats = ["yyyy-mm-dd", "General", "#,##0", "0%", "@"];
  for (const [name, end] of [["Sheet1", "E9"], ["Orders", "E9"]]) {
    const ws = context.workbook.worksheets.getItem(name);
    ws.getRange(`A2:${end}`).numberFormat = rows.slice(1).map(() => formats);
    ws.getRange(`A1:${end}`).values = rows;
  }
  const ws = context.workbook.worksheets.getItem("Sheet1");
  ws.getRange("F1:F9").formulas = [["Value"], ...[2, 3, 4, 5, 6, 7, 8, 9].map((row) => [`=C${row}*D${row}`])];
  ws.getRange("B11:C11").formulas = [["Shown", "=SUBTOTAL(109,C2:C9)"]];
  ws.getRange("B4").format.fill.color = "#FFFF00";
  const table = context.workbook.worksheets.getItem("Orders").tables.add("A1:E9", true);
  table.name = "Orders";
  await context.sync();
}
