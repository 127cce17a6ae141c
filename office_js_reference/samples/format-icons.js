// three traffic lights
const sheet = context.workbook.worksheets.getActiveWorksheet();
const area = sheet.getRange("B2:B4");
area.values = [[1], [5], [9]];
const format = area.conditionalFormats.add("IconSet");
format.iconSet.style = "ThreeTrafficLights1";
format.iconSet.criteria = [
  {},
  { type: "Percent", operator: "GreaterThanOrEqual", formula: "33" },
  { type: "Percent", operator: "GreaterThanOrEqual", formula: "67" },
];
await context.sync();
