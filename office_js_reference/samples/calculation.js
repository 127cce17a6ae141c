// recalculate and read the new value
const sheet = context.workbook.worksheets.getActiveWorksheet();
sheet.getRange("A1:A2").formulas = [[2], ["=A1*21"]];
context.workbook.application.calculate("Full");
const answer = sheet.getRange("A2");
answer.load("values");
await context.sync();
return answer.values[0][0];
