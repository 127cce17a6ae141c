async function execute() {
  const expect = (what, actual, wanted) => {
    if (JSON.stringify(actual) !== JSON.stringify(wanted)) {
      throw new Error(what + ": " + JSON.stringify(actual) + " instead of " + JSON.stringify(wanted));
    }
  };
  const inputs = context.workbook.worksheets.getItem("Inputs");
  const columns = ["A", "B", "C", "D", "E", "F", "G", "H"];
  const rules = columns.map((column) => {
    const validation = inputs.getRange(column + "2:" + column + "20").dataValidation;
    validation.load("type, rule, errorAlert, prompt, ignoreBlanks");
    const wrong = validation.getInvalidCellsOrNullObject();
    wrong.load("address");
    return { validation, wrong };
  });
  const below = inputs.getRange("A21:H21").dataValidation.load("type");
  const header = inputs.getRange("A1:H1").dataValidation.load("type");
  const name = context.workbook.names.getItem("RegionList").load("formula");
  const cells = inputs.getRange("A2:C5").load("values");
  const marks = inputs.getRange("A2:A20").conditionalFormats;
  marks.load("items/type");
  await context.sync();
  const rule = (index) => rules[index].validation.rule;
  expect("kinds", rules.map((one) => one.validation.type), ["List", "List", "List", "WholeNumber", "Decimal", "Custom", "Date", "Custom"]);
  expect("regions", rule(0), { list: { inCellDropDown: true, source: "=RegionList" } });
  expect("cities", rule(1).list.source, "=INDEX(Lists!$C$2:$E$3,0,MATCH($A2,Lists!$C$1:$E$1,0))");
  expect("status", rule(2).list.source, "Open,Closed,On hold");
  expect("units", rule(3).wholeNumber, { formula1: "=0", operator: "GreaterThanOrEqualTo" });
  expect("rate", [rule(4).decimal.formula1, rule(4).decimal.formula2, rule(4).decimal.operator], ["=0", "=1", "Between"]);
  expect("start", rule(5).custom.formula, "=AND(ISNUMBER(F2),F2>=DATE(2026,1,1),WEEKDAY(F2,2)<6)");
  expect("end", rule(6).date, { formula1: "=F2", operator: "GreaterThan" });
  expect("code", rule(7).custom.formula, '=AND(COUNTIF($H$2:$H$20,H2)=1,LEFT(H2,3)="AB-",LEN(H2)=4)');
  const alerts = [0, 3, 4, 7].map((index) => rules[index].validation.errorAlert);
  expect("alerts", alerts.map((alert) => [alert.style, alert.title, alert.showAlert]), [
    ["Stop", "Region", true], ["Stop", "Units", true], ["Warning", "Rate", true], ["Stop", "Code", true],
  ]);
  expect("prompt", rules[0].validation.prompt, { message: "Regions are kept on the sheet Lists.", showPrompt: true, title: "Region" });
  expect("wrong cells", rules.map((one) => (one.wrong.isNullObject ? "" : one.wrong.address)), [
    "Inputs!A3", "Inputs!B3", "Inputs!C3", "Inputs!D3:D4", "Inputs!E3", "Inputs!F3:F4", "Inputs!G3:G4", "Inputs!H2,Inputs!H4",
  ]);
  expect("outside", [below.type, header.type], ["None", "None"]);
  expect("name", name.formula, "=Regions[Region]");
  expect("cells", cells.values, [["North", "Oslo", "Open"], ["Nrth", "Rome", "open"], ["South", "", "Closed"], ["East", "Riga", "Open"]]);
  expect("marks", marks.items.map((mark) => mark.type), ["Custom"]);
}
