import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { createContext, runInContext } from "node:vm";

const FOLDER = new URL("../../taskpane_static/sandbox/", import.meta.url);

/**
 * The parts of the sandbox program that need no Office.js, in a realm of their own.
 *
 * @returns {any}
 */
function parts() {
  const realm = createContext({});
  const list = JSON.parse(readFileSync(new URL("scripts.json", FOLDER), "utf8"));
  const pure = ["api/console.js", "api/address.js", "api/cells.js", "api/format.js", "outcome.js"];
  for (const name of [...list.before_office, ...pure]) {
    runInContext(readFileSync(new URL(name, FOLDER), "utf8"), realm);
  }
  return runInContext("TieoutSandbox", realm);
}

const { address, cells, console: lines, outcome } = parts();

test("addresses are split into sheet, cells and shape", () => {
  const cases = {
    A1: [null, "A1", 1, 1],
    "Sheet1!B2:D10": ["Sheet1", "B2:D10", 9, 3],
    "'My ''big'' Sheet'!$B$2:$D$10": ["My 'big' Sheet", "$B$2:$D$10", 9, 3],
    "D10:B2": [null, "D10:B2", 9, 3],
    "B:D": [null, "B:D", null, null],
    "2:5": [null, "2:5", null, null],
    Total_2024: [null, "Total_2024", null, null],
    "Sales[Amount]": [null, "Sales[Amount]", null, null],
    "XFD1048576": [null, "XFD1048576", 1, 1],
  };
  for (const [text, [sheet, local, rows, columns]] of Object.entries(cases)) {
    const parsed = address.parse("call", text);
    assert.deepEqual([parsed.sheet, parsed.local, parsed.rows, parsed.columns], [sheet, local, rows, columns], text);
  }
});

test("what is no address is refused with the call's name", () => {
  for (const text of ["", "1A", "A0", "XFE1", "A1048577", "'Sheet!A1", "A1,B2", "[Book]Sheet!A1", 7, null, "A1:"]) {
    assert.throws(() => address.parse("sheet.setCell", text), /^Error: sheet\.setCell: .* is not an address/, String(text));
  }
});

test("sheet names are quoted where a formula would need it", () => {
  assert.equal(address.quote("Sheet1"), "Sheet1");
  assert.equal(address.quote("Bob's sums"), "'Bob''s sums'");
  assert.equal(address.quote("A1"), "'A1'");
  assert.equal(address.quote("2024"), "'2024'");
});

test("column letters count like Excel's", () => {
  assert.deepEqual([1, 26, 27, 702, 703, 16384].map(address.column), ["A", "Z", "AA", "ZZ", "AAA", "XFD"]);
});

test("cell values that JSON would bend are refused by cell", () => {
  const where = address.parse("c", "B2:C3");
  assert.throws(() => cells.grid("c", where, [[1, 2], [3, Infinity]]), /cell C3: Infinity/);
  assert.throws(() => cells.grid("c", where, [[1, undefined], [3, 4]]), /cell C2: undefined/);
  assert.throws(() => cells.one("c", 10n), /10n is not a cell value/);
  assert.equal(JSON.stringify(cells.grid("c", where, [[null, ""], [true, "=A1"]])), '[[null,""],[true,"=A1"]]');
});

test("console text shows structure, ends cycles and never throws", () => {
  const cycle = /** @type {any} */ ({ a: 1 });
  cycle.self = cycle;
  assert.equal(lines.show(cycle), "{ a: 1, self: [circular] }");
  assert.equal(lines.show([1, "x", [null, undefined]]), '[1, "x", [null, undefined]]');
  const hostile = new Proxy({}, { ownKeys: () => { throw new Error("no"); } });
  assert.equal(lines.show(hostile), "[can't be shown]");
});

test("a returned value is cut by bytes, not by characters", () => {
  assert.equal(outcome.returned("é".repeat(40), 82), "é".repeat(40));
  assert.match(outcome.returned("é".repeat(41), 82), /at most 82 bytes/);
});
