// remove duplicate rows and count them
const sheet = context.workbook.worksheets.getActiveWorksheet();
const area = sheet.getRange("A1:B4");
area.values = [["Id", "Name"], [1, "x"], [1, "x"], [2, "y"]];
const result = area.removeDuplicates([0, 1], true);
result.load("removed, uniqueRemaining");
await context.sync();
return [result.removed, result.uniqueRemaining];
