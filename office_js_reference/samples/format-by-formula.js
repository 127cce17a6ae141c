// highlight rows by a formula
const sheet = context.workbook.worksheets.getActiveWorksheet();
sheet.getRange("A1:C5").values = [["Month", "Units", "Margin"], ["Jan", 120, 0.31], ["Feb", 150, 0.28], ["Mar", 90, 0.35], ["Apr", 200, 0.3]];
const format = sheet.getRange("A2:C5").conditionalFormats.add("Custom");
format.custom.rule.formula = "=$B2>130";
format.custom.format.fill.color = "#FFF2CC";
format.custom.format.font.bold = true;
await context.sync();
