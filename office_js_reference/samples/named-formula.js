// a named constant and a named formula
const names = context.workbook.names;
names.add("Growth", "=0.03", "yearly");
const factor = names.add("Factor", "=1+Growth");
factor.load("formula");
await context.sync();
return factor.formula;
