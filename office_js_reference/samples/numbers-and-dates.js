// number formats for thousands and dates
const sheet = context.workbook.worksheets.getActiveWorksheet();
const area = sheet.getRange("A1:B1");
area.values = [[1234567.8, 45658]];
area.numberFormat = [["#,##0.0,;[Red](#,##0.0,)", "yyyy-mm-dd"]];
area.load("text");
await context.sync();
return area.text[0];
