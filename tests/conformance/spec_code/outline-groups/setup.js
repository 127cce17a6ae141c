// scope: sheet:Sheet1
async function execute() {
  await sheet.setRange("Sheet1!A1:H1", [["Line", "Jan", "Feb", "Mar", "Q1", "Apr", "May", "Jun"]]);
  const lines = ["Product A", "Product B", "Revenue", "Wages", "Rent", "Power", "Costs", "Profit", "Memo 1", "Memo 2"];
  await sheet.setRange("Sheet1!A2:A11", lines.map((line) => [line]));
  for (const row of [2, 3, 5, 6, 7, 10, 11]) await sheet.setRange(`Sheet1!B${row}:D${row}`, [[row, row * 2, row * 3]]);
  await sheet.setRange("Sheet1!B4:D4", "=SUBTOTAL(9,B2:B3)");
  await sheet.setRange("Sheet1!B8:D8", "=SUBTOTAL(9,B5:B7)");
  await sheet.setRange("Sheet1!B9:D9", "=B4-B8");
  await sheet.setRange("Sheet1!E2:E9", "=SUM(B2:D2)");
}
