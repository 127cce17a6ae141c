// scope: sheet:Sheet1, sheet:Notes
async function execute() {
  await general.addSheet("Notes");
  await sheet.setRange("Sheet1!A1:C6", [
    ["Entity", "Code", "Amount"],
    ["Alfa GmbH", "'0012", 2024],
    ["Beta gmbh", "'0120", 500],
    ["Alfa GmbH & Co", "'0012", 12],
    ["5* Hotel", "'0077", "=C2+C3"],
    ["Total", "", "=SUM(C2:C4)"],
  ]);
  await sheet.setRange("Notes!A1:A3", [["Alfa GmbH moved"], ["2024 plan"], ["=Sheet1!C2*2"]]);
}
