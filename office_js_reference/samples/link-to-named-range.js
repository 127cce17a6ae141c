// hyperlink to a named range
const sheet = context.workbook.worksheets.getActiveWorksheet();
sheet.getRange("B2").values = [[0.21]];
context.workbook.names.add("TaxRate", sheet.getRange("B2"));
const cell = sheet.getRange("A1");
cell.hyperlink = { documentReference: "TaxRate", textToDisplay: "Tax rate", screenTip: "Go to the tax rate" };
cell.load("values");
await context.sync();
return cell.values[0][0];
