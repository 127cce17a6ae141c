async function execute() {
  const expect = (what, actual, wanted) => {
    if (JSON.stringify(actual) !== JSON.stringify(wanted)) {
      throw new Error(what + ": " + JSON.stringify(actual) + " instead of " + JSON.stringify(wanted));
    }
  };
  const fin = context.workbook.worksheets.getItem("Fin");
  const range = fin.getRange("A1:D10").load("text, numberFormat, values");
  const list = fin.getRange("A13:B15").load("text, values, valueTypes, numberFormat");
  const spread = fin.getRange("B10:D10").load("formulas");
  await context.sync();
  expect("as shown", range.text.map((row) => row.slice(1)), [
    ["2025A", "2026E", "2027E"], ["1,234.6 ", "1,345.7 ", "1,456.8 "], ["250.0 ", "(40.0)", "- "], ["12.3% ", "13.0% ", "(2.1%)"],
    ["8.3x ", "11.4x ", "n.m. "], ["1.25% ", "1.45% ", "1.50% "], ["+5.0%", "-2.0%", "0.0%"], ["€ 41.50", "€ 39.26", "€ 44.00"],
    ["OK", "OK", "ERROR"], ["125 bps", "145 bps", "150 bps"],
  ]);
  expect("values are whole", [range.values[1][1], range.values[0][2], range.values[8][3]], [1234567890, 2026, 0.4]);
  expect("codes", range.numberFormat.map((row) => row[3]), [
    '0"E"', '#,##0.0,,_);(#,##0.0,,);"-"_)', '#,##0.0,,_);(#,##0.0,,);"-"_)', '0.0%_);(0.0%);"-"_)', '0.0"x"_);"n.m."_)', "0.00%_);(0.00%)",
    "+0.0%;-0.0%;0.0%", "[$€-407] #,##0.00", '[=0]"OK";[Red]"ERROR"', '0" bps"',
  ]);
  expect("spread", spread.formulas[0], ["=B6*10000", "=C6*10000", "=D6*10000"]);
  expect("numbers", list.values.map((row) => row[1]), [1250, -300, 75.5]);
  expect("types", list.valueTypes, [["String", "Double"], ["String", "Double"], ["String", "Double"]]);
  expect("codes of the list", list.text.map((row) => row.join(" ")), ["007 1,250.00", "042 -300.00", "113 75.50"]);

  // every other code of the text, on what it is for
  const codes = [
    ['#,##0,_);(#,##0,);"-"_)', -1234567, "(1,235)"], ['#,##0_);(#,##0);"-"_);@_)', -1234.5, "(1,235)"], ['#,##0_);(#,##0);"-"_);@_)', "total", "total "],
    ['[>=1000000]0.0,,"m";[>=1000]0.0,"k";0', 2500000, "2.5m"], ['[>=1000000]0.0,,"m";[>=1000]0.0,"k";0', 2500, "2.5k"], ['[>=1000000]0.0,,"m";[>=1000]0.0,"k";0', 25, "25"],
    ['_($* #,##0_);_($* (#,##0);_($* "-"_);_(@_)', -5, null], ['#,##0.00 "CHF"', 5.5, "5.50 CHF"], ["$#,##0.00_);($#,##0.00)", -5.5, "($5.50)"],
    ['"FY"0', 2026, "FY2026"], ['"Q"0', 3, "Q3"], ["[$-409]mmm yyyy", 46023, "Jan 2026"], ["[h]:mm", 1.5, "36:00"], ["h:mm", 1.5, "12:00"], ["0000", 42, "0042"],
    [";;;", 5, ""], ["#,##0;-#,##0;", 0, ""], ["0;;;@", -5, ""], ["0%", 5, "500%"], ['0 "days"', 3, "3 days"],
  ];
  for (const [code, value, wanted] of codes) {
    const cell = fin.getRange("H1");
    cell.numberFormat = code;
    cell.values = [[value]];
    cell.load("text, numberFormat");
    await context.sync();
    expect("kept " + code, cell.numberFormat[0][0], code);
    if (wanted !== null) expect(code + " of " + value, cell.text[0][0], wanted);
  }
}
