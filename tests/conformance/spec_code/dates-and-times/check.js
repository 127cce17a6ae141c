async function execute() {
  const expect = (what, actual, wanted) => {
    if (JSON.stringify(actual) !== JSON.stringify(wanted)) {
      throw new Error(what + ": " + JSON.stringify(actual) + " instead of " + JSON.stringify(wanted));
    }
  };
  const model = context.workbook.worksheets.getItem("Model");
  const data = context.workbook.worksheets.getItem("Data");
  const line = model.getRange("B4:H9").load("values, text, formulas");
  const start = model.getRange("B1").load("values, text");
  const days = model.getRange("B11:B16").load("values, text");
  const paid = model.getRange("B18:H18").load("values");
  const tie = model.getRange("B19").load("values");
  const dates = data.getRange("A2:A6").load("values, valueTypes, numberFormat, text");
  const stamps = data.getRange("D2:E4").load("values, text");
  const undone = model.getRange("K1:K3").load("values");
  await context.sync();
  expect("start", [start.values[0][0], start.text[0][0]], [46037, "15.01.2026"]);
  expect("ends", line.text[1], ["31.01.2026", "28.02.2026", "31.03.2026", "30.04.2026", "31.05.2026", "30.06.2026", "31.07.2026"]);
  expect("starts", [line.text[0][0], line.text[0][2], line.text[0][6]], ["01.01.2026", "01.03.2026", "01.07.2026"]);
  expect("live", [line.formulas[1][0], line.formulas[1][1], line.formulas[0][6]], ["=EOMONTH($B$1,0)", "=EOMONTH(B5,1)", "=EOMONTH(H5,-1)+1"]);
  expect("days", line.values[2], [31, 28, 31, 30, 31, 30, 31]);
  expect("quarters", line.values[3], ["Q1 2026", "Q1 2026", "Q1 2026", "Q2 2026", "Q2 2026", "Q2 2026", "Q3 2026"]);
  expect("fiscal years", line.text[4], ["FY2026", "FY2026", "FY2026", "FY2027", "FY2027", "FY2027", "FY2027"]);
  expect("fiscal quarters", line.values[5], [4, 4, 4, 1, 1, 1, 2]);
  expect("business days", days.text.map((row) => row[0]), ["20", "2026-04-10", "2026-04-07", "0.5000", "0.4959", "8"]);
  expect("dates", dates.values.map((row) => row[0]), [46053, 46068, 46081, 46082, 46112]);
  expect("types", [...new Set(dates.valueTypes.flat())], ["Double"]);
  expect("format", [dates.numberFormat[0][0], dates.text[4][0]], ["dd.mm.yyyy", "31.03.2026"]);
  expect("stamps", stamps.text, [["2026-02-28 23:30", "2026-03-01"], ["2026-03-01 08:15", "2026-03-01"], ["2026-03-31 22:00", "2026-03-31"]]);
  expect("stamp", Math.round(stamps.values[0][0] * 1440), Math.round((46081 + 23.5 / 24) * 1440));
  expect("sums", paid.values[0], [100, 290, 135, 0, 0, 0, 0]);
  expect("tie", tie.values[0][0], 0);
  expect("what was taken back", undone.values, [[""], [""], [""]]);

  // every formula of the tables of the text
  const formulas = [
    ["=EOMONTH(DATE(2026,5,20),-1)+1", 46143], ["=EOMONTH(DATE(2026,5,20),MOD(3-MONTH(DATE(2026,5,20)),3))", 46203], ["=DATE(2026,14,0)", 46418],
    ['=YEAR(46053)&"-"&RIGHT("0"&MONTH(46053),2)', "2026-01"], ["=WEEKDAY(46053,2)", 6], ["=ISOWEEKNUM(46053)", 5], ["=YEAR(46023-WEEKDAY(46023,2)+4)", 2026],
    ['=DATEDIF(DATE(2026,1,15),DATE(2026,7,14),"m")', 5], ["=DATE(RIGHT(\"31.01.2026\",4),MID(\"31.01.2026\",4,2),LEFT(\"31.01.2026\",2))", 46053],
    ['=DATEVALUE("2026-03-31")', 46112], ["=WORKDAY(DATE(2026,1,31)+1,-1)", 46052], ["=INT(46053.75)", 46053], ["=MOD(46053.75,1)", 0.75], ["=DAYS360(DATE(2026,1,31),DATE(2026,7,31))", 180],
    ["=DATE(9999,12,31)", 2958465], ["=DATE(1900,3,1)", 61],
  ];
  const cells = model.getRange("M1:M" + formulas.length);
  cells.formulas = formulas.map((row) => [row[0]]);
  cells.load("values");
  await context.sync();
  formulas.forEach(([formula, wanted], index) => expect(formula, cells.values[index][0], wanted));
}
