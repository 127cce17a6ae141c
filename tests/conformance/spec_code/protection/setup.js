// scope: sheet:Sheet1, sheet:Closed
async function execute() {
  await general.addSheet("Closed");
  await sheet.setRange("Sheet1!A1:D1", [["Account", "Input", "Rate", "Result"]]);
  await sheet.setRange("Sheet1!A2:C4", [["Sales", 100, 0.1], ["Rent", 50, 0.2], ["Wages", 80, 0.3]]);
  await sheet.setRange("Sheet1!D2:D4", "=B2*C2");
  await sheet.setRange("Closed!A1:B2", [["Rate", 0.25], ["Open", 1]]);
  const closed = context.workbook.worksheets.getItem("Closed");
  closed.getRange("B2").format.protection.locked = false;
  closed.protection.protect({ allowFormatCells: true }, "theirs");
  await context.sync();
}
