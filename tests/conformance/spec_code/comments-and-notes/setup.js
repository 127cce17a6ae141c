// scope: sheet:Sheet1, sheet:P&L
async function execute() {
  await general.addSheet("P&L");
  await sheet.setRange("'P&L'!A1:B5", [["Line", "2026"], ["Revenue", 1200], ["Cost", 900], ["Profit", "=B2-B3"], ["Old remark", 1]]);
  context.workbook.comments.add("'P&L'!B5", "wrong?");
  await context.sync();
}
