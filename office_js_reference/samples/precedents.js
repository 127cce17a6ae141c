// cells a formula reads directly
const sheet = context.workbook.worksheets.getActiveWorksheet();
sheet.getRange("A1:C5").values = [["Month", "Units", "Margin"], ["Jan", 120, 0.31], ["Feb", 150, 0.28], ["Mar", 90, 0.35], ["Apr", 200, 0.3]];
const cell = sheet.getRange("E2");
cell.formulas = [["=B2*C2"]];
await context.sync();
const read = cell.getDirectPrecedents();
read.areas.load("items/address");
await context.sync();
return read.areas.items.map((area) => area.address);
