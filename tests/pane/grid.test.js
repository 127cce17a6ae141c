import assert from "node:assert/strict";
import { test } from "node:test";

import { contrast, lightenFor } from "../../taskpane_static/js/grid/colours.js";
import { tabSeparated } from "../../taskpane_static/js/grid/copy.js";
import { Axis, cutAtFrozen, growOverMerges, pixels, visibleMerges } from "../../taskpane_static/js/grid/geometry.js";

/** @param {number[]} hidden @param {Record<string, number>} sizes */
const axis = (hidden, sizes = {}) => new Axis({ count: 10, hidden, sizes, defaultSize: 15 });

test("points become whole pixels", () => {
  assert.equal(pixels(15), 20);
  assert.equal(pixels(48), 64);
});

test("positions skip hidden rows and those without height", () => {
  const rows = axis([1, 2], { 5: 0, 6: 30 });
  assert.deepEqual(rows.indexes, [0, 3, 4, 6, 7, 8, 9]);
  assert.equal(rows.positionOf(3), 1);
  assert.equal(rows.positionOf(1), 1);
  assert.equal(rows.positionOf(99), 6);
  assert.equal(rows.countBefore(2), 1);
  assert.equal(rows.countBefore(10), 7);
  assert.equal(rows.pixelsAt(3), 40);
  assert.equal(rows.pixelsAt(0), 20);
});

test("merged areas shrink by what is hidden and vanish when nothing is left to merge", () => {
  const rows = axis([2]);
  const columns = axis([]);
  assert.deepEqual(visibleMerges([[1, 0, 3, 1]], rows, columns), [[1, 0, 2, 1]]);
  assert.deepEqual(visibleMerges([[2, 0, 2, 3]], rows, columns), []);
  assert.deepEqual(visibleMerges([[1, 4, 2, 4]], rows, columns), []);
});

test("a merged area is cut at a frozen edge and only there", () => {
  assert.deepEqual(cutAtFrozen([0, 0, 0, 4], 2, 1), [[0, 0, 0, 0], [0, 1, 0, 4]]);
  assert.deepEqual(cutAtFrozen([1, 0, 3, 4], 2, 1), [[1, 0, 1, 0], [1, 1, 1, 4], [2, 0, 3, 0], [2, 1, 3, 4]]);
  assert.deepEqual(cutAtFrozen([2, 1, 3, 4], 2, 1), [[2, 1, 3, 4]]);
});

test("a selection grows over merged areas until it cuts none, one leading to the next", () => {
  assert.deepEqual(growOverMerges([0, 0, 0, 0], [[0, 0, 1, 1], [1, 1, 1, 1], [1, 1, 3, 2]]), [0, 0, 3, 2]);
  assert.deepEqual(growOverMerges([5, 5, 6, 6], [[0, 0, 1, 1]]), [5, 5, 6, 6]);
});

test("colours for white paper can be read on a dark sheet, readable ones stay", () => {
  for (const colour of ["#0000ff", "#000000", "#800000", "#006100"]) {
    assert.ok(contrast(lightenFor(colour, "#1b1b1b"), "#1b1b1b") >= 4.5, colour);
  }
  assert.equal(lightenFor("#ffcc00", "#1b1b1b"), "#ffcc00");
});

test("copied text quotes what would break rows and columns", () => {
  assert.equal(tabSeparated([["a", 'say "b"'], ["x\ty", "1,204"]]), 'a\t"say ""b"""\n"x\ty"\t1,204');
});
