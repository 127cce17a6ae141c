import assert from "node:assert/strict";
import { test } from "node:test";

import {
  columnIndex,
  columnLetters,
  findAddresses,
  formatAddress,
  parseAddress,
  quoteSheet,
} from "../../taskpane_static/js/addresses.js";

/** @param {string} text */
const linked = (text) => findAddresses(text, { inlineCode: false }).map((found) => found.text);

test("columns translate both ways up to the last one", () => {
  for (const [letters, index] of /** @type {[string, number][]} */ ([["A", 0], ["Z", 25], ["AA", 26], ["ZZ", 701], ["AAA", 702], ["XFD", 16383]])) {
    assert.equal(columnLetters(index), letters);
    assert.equal(columnIndex(letters.toLowerCase()), index);
  }
});

test("an address survives parsing and formatting", () => {
  for (const text of ["A1", "B2:D9", "A:C", "3:7", "Sheet1!D2:D9", "'My Sheet'!A1", "'O''Neil'!B2", "'Q1'!A1"]) {
    const address = parseAddress(text);
    assert.ok(address, text);
    assert.equal(formatAddress(address), text);
  }
});

test("absolute marks and reversed corners read as the same range", () => {
  assert.deepEqual(parseAddress("$D$9:$B$2"), parseAddress("B2:D9"));
});

test("what is no address is refused", () => {
  for (const text of ["", "A0", "XFE1", "A1048577", "A1:B", "hello", "'broken!A1", "Sheet1!", "A1 B2", "1e5"]) {
    assert.equal(parseAddress(text), null, text);
  }
});

test("sheet names are quoted where Excel needs it", () => {
  assert.equal(quoteSheet("Sheet1"), "Sheet1");
  assert.equal(quoteSheet("P&L (2024)"), "'P&L (2024)'");
  assert.equal(quoteSheet("R1C1"), "'R1C1'");
  assert.equal(quoteSheet("Bücher"), "Bücher");
});

test("prose links addresses with a sheet and ranges, not periods and sizes", () => {
  assert.deepEqual(linked("Filled Sheet1!D2:D9 and 'My Sheet'!A1, see B2:C4."), ["Sheet1!D2:D9", "'My Sheet'!A1", "B2:C4"]);
  assert.deepEqual(linked("Q1 and FY24 grew; A4 paper; at 10:30 we met; ratio 3:1"), []);
  assert.deepEqual(linked("Whole columns: Data!A:C and Data!3:7"), ["Data!A:C", "Data!3:7"]);
});

test("an address ends where the word ends", () => {
  assert.deepEqual(linked("[x]Sheet1!A1 Sheet1!A1b SUM(A1:B2) LOG10(A1:B2)"), ["A1:B2", "A1:B2"]);
  assert.deepEqual(linked("Sheet1!A1."), ["Sheet1!A1"]);
});

test("inline code may be a bare cell, and only as a whole", () => {
  assert.equal(findAddresses("D2", { inlineCode: true })[0]?.address.top, 1);
  assert.deepEqual(findAddresses("=B2*C2", { inlineCode: true }), []);
});
