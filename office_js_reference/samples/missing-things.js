// work with a sheet that may be missing
const sheet = context.workbook.worksheets.getItemOrNullObject("Inputs");
sheet.load("name");
await context.sync();
const inputs = sheet.isNullObject ? context.workbook.worksheets.add("Inputs") : sheet;
inputs.tabColor = "#1F4E79";
inputs.load("name");
await context.sync();
return inputs.name;
