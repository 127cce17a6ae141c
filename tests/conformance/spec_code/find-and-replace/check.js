async function execute() {
  const ws = context.workbook.worksheets.getItem("Sheet1");
  const all = ws.getRange("A1:C6").load("formulas,valueTypes");
  const notes = context.workbook.worksheets.getItem("Notes").getRange("A1:A3").load("formulas");
  await context.sync();
  const same = (actual, wanted, what) => {
    if (JSON.stringify(actual) !== JSON.stringify(wanted)) throw new Error(`${what}: ${JSON.stringify(actual)}`);
  };
  same(all.formulas.slice(1).map((row) => row[0]), ["Alfa AG", "Beta gmbh", "Alfa AG & Co", "5* Hotel", "Total"], "the names");
  same(all.formulas.slice(1, 5).map((row) => row[1].replace("'", "")), ["0013", "0120", "0013", "0077"], "the codes");
  same(all.valueTypes.slice(1, 5).map((row) => row[1]), ["String", "String", "String", "String"], "the codes' types");
  same(all.formulas.slice(1).map((row) => row[2]), [2024, 500, 12, "=C2+C3", "=SUM(C2:C4)"], "the amounts");
  same(notes.formulas.flat(), ["Alfa GmbH moved", "2024 plan", "=Sheet1!C2*2"], "the other sheet");
  // What the text says a replace does: formulas edited, codes turned into numbers, stars escaped.
  const scratch = ws.getRange("F1:F4");
  scratch.formulas = [["=C2+2024"], ["'0012"], ["a*b"], ["Draft"]];
  const counts = [
    scratch.replaceAll("2024", "2025", {}),
    scratch.replaceAll("001", "1", {}),
    scratch.replaceAll("a~*b", "ab", { completeMatch: true }),
    scratch.replaceAll("draft", "x", { matchCase: true }),
  ];
  scratch.load("formulas");
  await context.sync();
  same(counts.map((count) => count.value), [1, 1, 1, 0], "the counts");
  same(scratch.formulas.flat(), ["=C2+2025", 12, "ab", "Draft"], "what is left");
}
