// scope: sheet:Sheet1, sheet:P&L 2026, sheet:Notes, name:TaxRate
async function execute() {
  await general.addSheet("P&L 2026");
  await general.addSheet("Notes");
  await sheet.setRange("Sheet1!A1:A2", [["Contents"], ["x"]]);
  await sheet.setRange("'P&L 2026'!A1:B2", [["Line", "Amount"], ["Tax", 0.25]]);
  await sheet.setRange("Notes!A1:A4", [["See P&L"], ["Rate"], ["Plain"], ["https://example.org/report"]]);
  context.workbook.names.add("TaxRate", "='P&L 2026'!$B$2");
  await context.sync();
}
