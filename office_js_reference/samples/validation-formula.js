// validation by a formula that only warns
const sheet = context.workbook.worksheets.getActiveWorksheet();
const area = sheet.getRange("C2:C20");
area.dataValidation.rule = { custom: { formula: "=C2<=B2" } };
area.dataValidation.errorAlert = { showAlert: true, style: "Warning", title: "Check", message: "More than budget." };
await context.sync();
