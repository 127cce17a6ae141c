// scope: sheet:Sheet1, sheet:Notes
async function execute() {
  await general.addSheet("Notes");
  const rows = [];
  for (let row = 3; row <= 120; row++) rows.push([`Account ${row}`, row * 10, row * 11, row * 12, row * 13, row * 14, row * 15, row * 16]);
  await sheet.setRange("Sheet1!A1:H1", [["Cash flow plan", "", "", "", "", "", "", ""]]);
  await sheet.setRange("Sheet1!A2:H2", [["Account", "Q1", "Q2", "Q3", "Q4", "Q5", "Q6", "Q7"]]);
  await sheet.setRange("Sheet1!A3:H120", rows);
  await sheet.setRange("Notes!A1:A2", [["Notes"], ["Plan of March"]]);
}
