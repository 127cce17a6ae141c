// find an input by bisection, there is no goal seek
const sheet = context.workbook.worksheets.getActiveWorksheet();
sheet.getRange("A1:A2").formulas = [[0], ["=A1*A1*A1"]];
let low = 0;
let high = 10;
for (let step = 0; step < 30; step++) {
  const middle = (low + high) / 2;
  sheet.getRange("A1").values = [[middle]];
  const result = sheet.getRange("A2").load("values");
  await context.sync();
  if (result.values[0][0] < 27) low = middle;
  else high = middle;
}
return Math.round(low * 1000) / 1000;
