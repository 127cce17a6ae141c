// The audit changed nothing.
async function execute() {
  const ws = context.workbook.worksheets.getItem("Sheet1");
  const model = ws.getRange("B2:F8").load("formulas");
  context.workbook.worksheets.load("items/name");
  await context.sync();
  if (model.formulas[0][0] !== 10 || model.formulas[1][3] !== 115 || model.formulas[2][2] !== "=D2*C3") throw new Error("the audit changed the model");
  if (context.workbook.worksheets.items.length !== 1) throw new Error("the audit left a sheet");
}
