// scope: Sheet1!A1:F8
async function execute() {
  await sheet.setRange("Sheet1!A1:F8", [
    ["Plan", "2026", "2027", "2028", "2029", "2030"],
    ["Price", 10, "=B2*1.02", "=C2*1.02", "=D2*1.02", "=E2*1.02"],
    ["Units", 100, "=B3+5", "=C3+5", 115, "=E3+5"],
    ["Revenue", "=B2*B3", "=C2*C3", "=D2*C3", "=E2*E3", "=F2*F3"],
    ["Costs", "=-B4*0.6", "=-C4*0.6", "=-D4*0.6", "=-E4*0.6", "=-F4*0.6"],
    ["Profit", "=SUM(B4:B5)", "=SUM(C4:C5)", "=SUM(D4:D5)", "=SUM(E4:E5)", "=SUM(F4:F5)"],
    ["Profit by margin", "=B4*0.4", "=C4*0.4", "=D4*0.4", "=E4*0.4", 508.8],
    ["Check", "=ROUND(B6-B7,2)", "=ROUND(C6-C7,2)", "=ROUND(D6-D7,2)", "=ROUND(E6-E7,2)", "=ROUND(F6-F7,0)"],
  ]);
}
