// heat map: three-colour scale
const sheet = context.workbook.worksheets.getActiveWorksheet();
sheet.getRange("A1:C5").values = [["Month", "Units", "Margin"], ["Jan", 120, 0.31], ["Feb", 150, 0.28], ["Mar", 90, 0.35], ["Apr", 200, 0.3]];
const scale = sheet.getRange("B2:B5").conditionalFormats.add("ColorScale");
scale.colorScale.criteria = {
  minimum: { type: "LowestValue", color: "#F8696B" },
  midpoint: { type: "Percentile", formula: "50", color: "#FFEB84" },
  maximum: { type: "HighestValue", color: "#63BE7B" },
};
await context.sync();
