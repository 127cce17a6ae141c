async function execute() {
  const ws = context.workbook.worksheets.getItem("Sheet1");
  const closed = context.workbook.worksheets.getItem("Closed");
  ws.protection.load("protected,options");
  closed.protection.load("protected,options");
  context.workbook.protection.load("protected");
  const inputs = ws.getRange("B2:C4").load("format/protection/locked");
  const results = ws.getRange("D2:D4").load("format/protection/locked,formulas,values");
  const open = closed.getRange("B1:B2").load("values");
  ws.autoFilter.load("enabled");
  await context.sync();
  const same = (actual, wanted, what) => {
    if (JSON.stringify(actual) !== JSON.stringify(wanted)) throw new Error(`${what}: ${JSON.stringify(actual)}`);
  };
  const allowed = (options) => Object.keys(options).filter((name) => options[name] === true).sort();
  same([ws.protection.protected, closed.protection.protected, context.workbook.protection.protected], [true, true, true], "protection");
  same(allowed(ws.protection.options), ["allowAutoFilter", "allowFormatColumns", "allowSort"], "the options");
  same(allowed(closed.protection.options), ["allowFormatCells"], "the other sheet's options");
  same([inputs.format.protection.locked, results.format.protection.locked], [false, true], "locked cells");
  same(results.formulas, [["=B2*C2"], ["=B3*C3"], ["=B4*C4"]], "the formulas");
  same(results.values.map(([value]) => Math.round(value * 100)), [1000, 1000, 2400], "the results");
  same(open.values, [[0.25], [5]], "the open cell");
  same(ws.autoFilter.enabled, true, "the filter");
  const refused = async (attempt) => {
    try {
      attempt();
      await context.sync();
      return "done";
    } catch (error) {
      return error.code;
    }
  };
  same(await refused(() => context.workbook.worksheets.add("New")), "AccessDenied", "a new sheet");
  same(await refused(() => ws.tables.add("A1:D4", true)), "AccessDenied", "a table");
  same(await refused(() => ws.protection.protect()), "AccessDenied", "protecting twice");
  same(await refused(() => ws.autoFilter.remove()), "AccessDenied", "removing the filter");
}
