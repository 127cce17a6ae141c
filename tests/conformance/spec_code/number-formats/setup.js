// scope: sheet:Fin
async function execute() {
  await general.addSheet("Fin");
  await sheet.setRange("Fin!A1:D9", [
    ["EUR million", 2025, 2026, 2027],
    ["Revenue", 1234567890, 1345678901, 1456789012],
    ["Net debt", 250000000, -40000000, 0],
    ["Margin", 0.1234, 0.1301, -0.021],
    ["EV/EBITDA", 8.25, 11.4, -3],
    ["Spread", 0.0125, 0.0145, 0.015],
    ["Change", 0.05, -0.02, 0],
    ["Share price", 41.5, 39.256, 44],
    ["Check", 0, 0, 0.4],
  ]);
  await sheet.setRange("Fin!A12:C15", [["Code", "Amount", "Paid"], ["'007", "'1,250", "Y"], ["'042", "'-300", "N"], ["'113", "'75.5", "Y"]]);
}
