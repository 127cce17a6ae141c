// scope: sheet:Inputs, sheet:Model
async function execute() {
  await general.addSheet("Inputs");
  await general.addSheet("Model");
  await sheet.setRange("Inputs!A1:B4", [["Tax rate", 0.25], ["Growth", 0.04], ["Days in year", 365], ["Currency", "EUR"]]);
  await sheet.setRange("Model!A1:D4", [
    ["", 2025, 2026, 2027], ["Revenue", 1000, "=B2*(1+Inputs!$B$2)", "=C2*(1+Inputs!$B$2)"],
    ["Tax", "=B2*Inputs!$B$1", "=C2*Inputs!$B$1", "=D2*Inputs!$B$1"], ["Net", "=B2-B3", "=C2-C3", "=D2-D3"],
  ]);
}
