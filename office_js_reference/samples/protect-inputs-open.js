// protect a sheet, inputs stay open, sorting allowed
const sheet = context.workbook.worksheets.getActiveWorksheet();
sheet.getRange("B2:B10").format.protection.locked = false;
sheet.protection.load("protected");
await context.sync();
if (!sheet.protection.protected) sheet.protection.protect({ allowSort: true, allowAutoFilter: true });
await context.sync();
