import assert from "node:assert/strict";
import { test } from "node:test";

import { CALCULATING, troubleOf } from "../../taskpane_static/js/excel_trouble.js";
import { capabilitiesOf, tooOld } from "../../taskpane_static/js/excel_version.js";

/** @param {Record<string, number>} minors highest minor version of each set */
const requirements = (minors) => ({
  isSetSupported(/** @type {string} */ name, /** @type {unknown} */ version) {
    assert.equal(typeof version, "string", "a number would take 1.10 for 1.1");
    return Number(String(version).split(".")[1]) <= (minors[name] ?? 0);
  },
});

/** @param {any} body */
const answering = (body) => async () => ({ body });
const LOADED = { Error: null, Results: [{ ActionId: 20, Value: { ValuesAsJson: [[{}]] } }] };
const UNKNOWN = { Error: { Code: "ApiNotFound" }, Results: [] };

test("the highest version of each set is found, whatever its number of digits", async () => {
  const found = await capabilitiesOf(requirements({ ExcelApi: 10, SharedRuntime: 1 }), answering(UNKNOWN));
  assert.deepEqual(found, { ExcelApi: "1.10", SharedRuntime: "1.1" });
});

test("a version whose members aren't there doesn't count", async () => {
  const claims = requirements({ ExcelApi: 17 });
  assert.deepEqual(await capabilitiesOf(claims, answering(LOADED)), { ExcelApi: "1.17" });
  assert.deepEqual(await capabilitiesOf(claims, answering(UNKNOWN)), { ExcelApi: "1.15" });
  const silent = { Error: null, Results: [{ ActionId: 20, Value: {} }] };
  assert.deepEqual(await capabilitiesOf(claims, answering(silent)), { ExcelApi: "1.15" });
  const failed = async () => ({ failure: "No.", code: "GeneralException" });
  assert.deepEqual(await capabilitiesOf(claims, failed), { ExcelApi: "1.15" });
});

test("an Excel below the floor is told what it lacks", () => {
  assert.match(tooOld(requirements({ ExcelApi: 11 })), /needs ExcelApi 1\.12/);
  assert.equal(tooOld(requirements({ ExcelApi: 12 })), "");
});

test("what a user can change about Excel is a sentence, the rest is silence", () => {
  assert.match(troubleOf({ failure: "", code: "InvalidOperationInCellEditMode" }), /Press Enter or Esc/);
  assert.match(troubleOf({ body: { Error: { Code: "AccessDenied" } } }), /protected/);
  assert.equal(troubleOf({ body: { Error: { Code: "InvalidArgument" } } }), "");
  assert.equal(troubleOf({ body: { Error: null } }), "");
});

test("a calculation that goes on is worth a word, one that the user starts isn't", () => {
  const state = (/** @type {string} */ CalculationMode, /** @type {string} */ CalculationState) =>
    troubleOf({ body: { Error: null, Results: [{ ActionId: 1, Value: {} }, { ActionId: 2, Value: { CalculationMode, CalculationState } }] } });
  assert.equal(state("Automatic", "Calculating"), CALCULATING);
  assert.equal(state("Automatic", "Done"), "");
  assert.equal(state("Manual", "Pending"), "");
});
