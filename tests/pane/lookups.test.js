import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { createContext, runInContext } from "node:vm";

const FOLDER = new URL("../../taskpane_static/sandbox/", import.meta.url);
const LIST = JSON.parse(readFileSync(new URL("scripts.json", FOLDER), "utf8"));

/** @returns {any} The questions of `general`; what they refuse, they refuse before a call is made. */
function lookups() {
  const realm = createContext({});
  const before = ["api/console.js", "api/address.js", "api/cells.js", "api/format.js", "api/lookups.js"];
  for (const name of [...LIST.before_office, ...before]) {
    runInContext(readFileSync(new URL(name, FOLDER), "utf8"), realm);
  }
  return runInContext("TieoutSandbox", realm).lookups;
}

const { searchWorkbook, trace, impact } = lookups();

test("a question without words is refused before anything is asked", () => {
  for (const query of ["", "  ", 7, null, undefined, "x".repeat(4_001)]) {
    assert.throws(() => searchWorkbook(query), /general\.searchWorkbook\(.*\): give words, names or addresses/);
  }
});

test("options of a search are its limit alone, from 1 to 50", () => {
  for (const options of [{ limit: 0 }, { limit: 51 }, { limit: "many" }, { most: 3 }]) {
    assert.throws(() => searchWorkbook("rate", options), /the option is \{ limit \}, a number from 1 to 50/);
  }
});

test("a trace needs a direction and a whole number of hops", () => {
  assert.throws(() => trace("", "precedents"), /give one area/);
  assert.throws(() => trace("Sheet1!A1", "up"), /"precedents" or "dependents"/);
  for (const depth of [0, 9, 1.5, "2", Number.NaN]) {
    assert.throws(() => trace("Sheet1!A1", "dependents", depth), /hops from 1 to 8/);
  }
});

test("an impact needs a place", () => {
  for (const scope of ["", 7, {}, null]) {
    assert.throws(() => impact(scope), /general\.impact\(.*\): give addresses, a name or a sheet/);
  }
});

test("every function that the model is told of is there, after the scripts it needs", () => {
  const index = JSON.parse(readFileSync(new URL("api/index.json", FOLDER), "utf8"));
  const told = index.map((/** @type {{name: string}} */ entry) => entry.name);
  for (const name of ["searchWorkbook", "trace", "impact"]) {
    assert.ok(told.includes(`general.${name}`));
  }
  const order = LIST.after_office;
  assert.ok(order.indexOf("api/lookups.js") > order.indexOf("api/calls.js"));
  assert.ok(order.indexOf("api/lookups.js") < order.indexOf("api/general.js"));
});
