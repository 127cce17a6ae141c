import assert from "node:assert/strict";
import { test } from "node:test";

import { counted, groupCells, headline, rankFindings, ruleTitle, scopeOf } from "../../taskpane_static/js/change_card.js";
import { takeSentences } from "../../taskpane_static/js/sentences.js";

/** @typedef {import("../../taskpane_static/js/change_card.js").ExecutionFinished} ExecutionFinished */

/** @type {ExecutionFinished} */
const EMPTY = { execution_id: "e", outcome: "applied", error: "", console: [], cells: [], objects: [], findings: [], notes: [], counts: {}, undo_id: "", seconds: 0 };

/**
 * @param {string} sheet
 * @param {string} address
 * @param {import("../../taskpane_static/js/change_card.js").ChangeKind} kind
 */
const cell = (sheet, address, kind) => ({ sheet, address, kind, before: "", before_formula: "", after: "1", after_formula: "" });

test("the headline counts what the server counted, not what it listed", () => {
  const finished = { ...EMPTY, cells: [cell("S", "D2", "written")], counts: { written: 1199, recalculated: 12, collateral: 0 } };
  assert.deepEqual(headline(finished).map((part) => part.text), ["1,199 cells written", "12 recalculated", "0 outside the scope"]);
});

test("an execution that changed nothing says so, and a rolled back one says that nothing was kept", () => {
  assert.equal(headline(EMPTY)[0]?.text, "Nothing changed");
  assert.equal(headline({ ...EMPTY, outcome: "rolled_back" })[0]?.text, "No change was kept");
  assert.equal(headline({ ...EMPTY, outcome: "unknown" })[0]?.text, "No change was read back");
});

test("cells group by sheet in order of appearance, collateral before recalculated", () => {
  const groups = groupCells([cell("B", "A1", "recalculated"), cell("A", "A1", "written"), cell("B", "F2", "collateral"), cell("B", "D2", "written")]);
  assert.deepEqual(groups.map((group) => group.sheet), ["B", "A"]);
  assert.deepEqual(groups[0]?.kinds.map((group) => group.kind), ["written", "collateral", "recalculated"]);
});

test("findings that must be fixed come first and order is kept otherwise", () => {
  /** @param {"must_fix" | "review"} severity @param {string} code */
  const finding = (severity, code) => ({ severity, code, cells: [], why: "", fix: "" });
  const ranked = rankFindings([finding("review", "A"), finding("must_fix", "B"), finding("review", "C"), finding("must_fix", "D")]);
  assert.equal(ranked.map((one) => one.code).join(""), "BDAC");
});

test("small texts", () => {
  assert.equal(counted(1, "cell"), "1 cell");
  assert.equal(ruleTitle("INVALID_FORMULA"), "Invalid formula");
  assert.equal(scopeOf("// scope: Sheet1!D2:D9\nasync function execute() {}"), "Sheet1!D2:D9");
  assert.equal(scopeOf("async function execute() {}"), "");
});

test("streamed text is announced by the sentence, numbers with a point stay whole", () => {
  const { said, rest } = takeSentences("Revenue grew **3.5 %** in `D2`. Costs fell! And then");
  assert.deepEqual(said, ["Revenue grew 3.5 % in D2 .", "Costs fell!"]);
  assert.equal(rest, " And then");
});
