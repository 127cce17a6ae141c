import assert from "node:assert/strict";
import { test } from "node:test";

import { runPublicly } from "../../taskpane_static/js/public_door.js";

/** A workbook with one sheet, as far as a batch of the server's own asks. */
function workbook() {
  const range = {
    values: [[1, "=2"]], address: "Sheet1!A1:B1", format: { font: { bold: true } }, loads: /** @type {any[]} */ ([]),
    load(/** @type {any} */ names) { this.loads.push(names); },
    getCellProperties: () => ({ value: [[{ style: "Normal" }]] }),
  };
  const sheet = { name: "Sheet1", id: "{1}", isNullObject: false, showGridlines: true, getRange: () => range, load() {} };
  const gone = { isNullObject: true, load() {} };
  const worksheets = {
    items: [sheet], count: 1, load() {},
    getItem: () => sheet, getItemOrNullObject: (/** @type {string} */ name) => (name === "Sheet1" ? sheet : gone),
  };
  return { range, sheet, context: { workbook: { worksheets, name: "Book1.xlsx", load() {} }, sync: async () => {} } };
}

const SHEETS = { 1: { Id: 1, ObjectPathType: 1, Name: "" }, 2: { Id: 2, ObjectPathType: 4, Name: "Worksheets", ParentObjectPathId: 1 } };
const item = (/** @type {string} */ name) => ({ Id: 3, ObjectPathType: 3, Name: "GetItemOrNullObject", ParentObjectPathId: 2, ArgumentInfo: { Arguments: [name] } });
const RANGE = { Id: 4, ObjectPathType: 3, Name: "GetRange", ParentObjectPathId: 3, ArgumentInfo: { Arguments: ["A1:B1"] } };

/** @param {any} context @param {any} body @returns {Promise<any>} */
const run = async (context, body) => /** @type {any} */ (await runPublicly((batch) => batch(context), body)).body;

test("properties of objects, of what is below them, and of items come under their wire names", async () => {
  const { context, range } = workbook();
  const body = await run(context, {
    ObjectPaths: { ...SHEETS, 3: item("Sheet1"), 4: RANGE },
    Actions: [
      { Id: 10, ActionType: 1, ObjectPathId: 4 },
      { Id: 11, ActionType: 2, ObjectPathId: 4, QueryInfo: { Select: ["Values", "Format/Font/Bold"] } },
      { Id: 12, ActionType: 2, ObjectPathId: 2, QueryInfo: { Select: ["Name", "Id"] } },
    ],
  });
  assert.deepEqual(range.loads, [["values", "format/font/bold"]]);
  assert.deepEqual(body, {
    Error: null,
    Results: [
      { ActionId: 10, Value: {} },
      { ActionId: 11, Value: { Values: [[1, "=2"]], Format: { Font: { Bold: true } } } },
      { ActionId: 12, Value: { _Items: [{ Name: "Sheet1", Id: "{1}" }] } },
    ],
  });
});

test("what isn't there is null, with what was asked of it", async () => {
  const { context } = workbook();
  const { Results } = await run(context, {
    ObjectPaths: { ...SHEETS, 3: item("Other") },
    Actions: [
      { Id: 10, ActionType: 1, ObjectPathId: 3 },
      { Id: 11, ActionType: 2, ObjectPathId: 3, QueryInfo: { Select: ["Name"] } },
    ],
  });
  assert.deepEqual(Results.map((/** @type {any} */ one) => one.Value), [null, null]);
});

test("setters and methods are called by their public names", async () => {
  const { context, range, sheet } = workbook();
  const { Error: error, Results } = await run(context, {
    ObjectPaths: { ...SHEETS, 3: item("Sheet1"), 4: RANGE },
    Actions: [
      { Id: 10, ActionType: 4, Name: "Values", ObjectPathId: 4, ArgumentInfo: { Arguments: [[[5, 6]]] } },
      { Id: 11, ActionType: 4, Name: "Gridlines", ObjectPathId: 3, ArgumentInfo: { Arguments: [false] } },
      { Id: 12, ActionType: 3, Name: "GetCellProperties", ObjectPathId: 4, ArgumentInfo: { Arguments: [{}, null] } },
    ],
  });
  assert.equal(error, null);
  assert.deepEqual([range.values, sheet.showGridlines], [[[5, 6]], false]);
  assert.deepEqual(Results[2].Value, [[{ style: "Normal" }]]);
});

test("Excel's error and a name that isn't public are answers", async () => {
  const { context } = workbook();
  context.sync = async () => {
    throw Object.assign(new Error("No."), { code: "AccessDenied", debugInfo: { errorLocation: "Range.values" } });
  };
  const body = { ObjectPaths: SHEETS, Actions: [{ Id: 10, ActionType: 1, ObjectPathId: 1 }] };
  assert.deepEqual((await run(context, body)).Error, { Code: "AccessDenied", Message: "No.", Location: "Range.values" });
  const hidden = { ObjectPaths: SHEETS, Actions: [{ Id: 10, ActionType: 3, Name: "_KeepReference", ObjectPathId: 1 }] };
  assert.equal((await run(context, hidden)).Error.Code, "ApiNotFound");
});
