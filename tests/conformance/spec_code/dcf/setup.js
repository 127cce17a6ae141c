// scope: Sheet1!A1:G17
async function execute() {
  await sheet.setRange("Sheet1!A1:C12", [
    ["Inputs", "", "Source"],
    ["Valuation date", 46387, "31 Dec 2026"],
    ["WACC", 0.09, "Build-up"],
    ["Terminal growth", 0.02, "Long-run inflation"],
    ["Exit multiple, EBITDA", 8, "Peers, median"],
    ["Net debt", 150, "Q4 report"],
    ["Minorities and pensions, less associates", 20, "Q4 report"],
    ["Shares, m", 50, "Cover page"],
    ["Options, m", 4, "Note 21"],
    ["Strike", 12, "Note 21"],
    ["Price", 16, "31 Dec 2026"],
    ["", "", ""],
  ]);
  await sheet.formatRange("Sheet1!B2", { numberFormat: "dd/mm/yyyy" });
  await sheet.setRange("Sheet1!A15:G17", [
    ["Year", "", 2027, 2028, 2029, 2030, 2031],
    ["UFCF, USD m", "", 60, 66, 72, 77, 80],
    ["EBITDA, USD m", "", 120, 130, 138, 145, 150],
  ]);
}
