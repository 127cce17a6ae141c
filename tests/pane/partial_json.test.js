import assert from "node:assert/strict";
import { test } from "node:test";

import { partialMember } from "../../taskpane_static/js/partial_json.js";

const CODE = 'async function execute() {\n  await sheet.setCell("A1", "é\\\\ \\"q\\" 😀\\t/");\n}\n';

test("every cut of the input gives a beginning of the code", () => {
  const json = JSON.stringify({ note: 'a "code": trap', n: [1, { code: "no" }], code: CODE, after: true });
  let last = "";
  for (let length = 0; length <= json.length; length += 1) {
    const code = partialMember(json.slice(0, length), "code") ?? "";
    assert.ok(CODE.startsWith(code), JSON.stringify(code));
    assert.ok(code.length >= last.length);
    last = code;
  }
  assert.equal(last, CODE);
});

test("unicode escapes are decoded, and half of one is held back", () => {
  assert.equal(partialMember('{"code":"\\u00e9\\u20', "code"), "é");
  assert.equal(partialMember('{"code": "x\\', "code"), "x");
});

test("a missing or non-text member is null", () => {
  assert.equal(partialMember("", "code"), null);
  assert.equal(partialMember('{"cod', "code"), null);
  assert.equal(partialMember('{"code": 12, "x": "y"}', "code"), null);
  assert.equal(partialMember('{"other": "code"}', "code"), null);
  assert.equal(partialMember("not json at all", "code"), null);
});
