// a picture of a range as base64
// lacks: Range.getImage
const sheet = context.workbook.worksheets.getActiveWorksheet();
sheet.getRange("A1:C5").values = [["Month", "Units", "Margin"], ["Jan", 120, 0.31], ["Feb", 150, 0.28], ["Mar", 90, 0.35], ["Apr", 200, 0.3]];
const picture = sheet.getRange("A1:C5").getImage();
await context.sync();
return picture.value.length > 0;
