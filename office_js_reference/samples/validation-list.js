// drop-down list from cells
const sheet = context.workbook.worksheets.getActiveWorksheet();
sheet.getRange("F1:F3").values = [["Base"], ["High"], ["Low"]];
const cell = sheet.getRange("B2");
cell.dataValidation.rule = { list: { inCellDropDown: true, source: "=$F$1:$F$3" } };
cell.values = [["Base"]];
await context.sync();
