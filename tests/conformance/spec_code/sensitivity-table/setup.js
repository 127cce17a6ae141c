// scope: Sheet1!A1:C5
async function execute() {
  await sheet.setRange("Sheet1!A1:C5", [
    ["Valuation", "", ""],
    ["WACC", 0.08, "Input, from the user"],
    ["Growth", 0.02, "Input, from the user"],
    ["Free cash flow, USD m", 120, "Sheet History"],
    ["Value, USD m", "=B4*(1+B3)/(B2-B3)", ""],
  ]);
  await sheet.formatRange("Sheet1!B2:B3", { numberFormat: "0.0%" });
}
