// scope: Sheet1!A1:I6
async function execute() {
  await sheet.setRange("Sheet1!A1:I6", [
    ["Company", "Price", "Shares, m", "Net debt", "Other bridge", "EBITDA FY", "EBITDA next FY", "Year end, month", "Net income"],
    ["Alpha", 20, 100, 500, 0, 250, 270, 12, 100],
    ["Beta", 50, 40, -100, 20, 150, 180, 6, 80],
    ["Gamma", 10, 300, 900, 50, -20, 40, 12, -60],
    ["Delta", 30, 60, 300, 0, 200, 210, 9, 20],
    ["Epsilon", 12, 200, 600, 100, 260, 280, 3, 120],
  ]);
}
