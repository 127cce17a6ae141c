// find the cells with errors in formulas
const sheet = context.workbook.worksheets.getActiveWorksheet();
sheet.getRange("A1:A3").formulas = [["=1/0"], ["=1+1"], ["text"]];
const found = sheet.getUsedRange().getSpecialCellsOrNullObject("Formulas", "Errors");
found.load("address");
await context.sync();
return found.isNullObject ? "none" : found.address;
