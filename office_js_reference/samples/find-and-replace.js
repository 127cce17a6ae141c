// find a text, replace it everywhere
const sheet = context.workbook.worksheets.getActiveWorksheet();
const area = sheet.getRange("A1:A3");
area.values = [["Draft 2024"], ["Final"], ["Draft 2025"]];
const count = area.replaceAll("Draft", "Plan", { matchCase: true });
const hit = area.findOrNullObject("2025", { completeMatch: false });
hit.load("address");
await context.sync();
return [count.value, hit.isNullObject ? "" : hit.address];
