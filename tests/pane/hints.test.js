import assert from "node:assert/strict";
import { test } from "node:test";

import { createHints } from "../../taskpane_static/js/hints.js";

function collected() {
  /** @type {any[]} */
  const sent = [];
  /** @type {(() => void)[]} */
  const timers = [];
  const hints = createHints((frame) => sent.push(frame), (work) => timers.push(work));
  return { sent, hints, flush: () => timers.splice(0).forEach((work) => work()) };
}

const event = { worksheetId: "{1}", address: "B2", source: "Local", changeType: "RangeEdited", triggerSource: "Unknown" };

test("edits of others are sent together, each once, with where they come from", () => {
  const { sent, hints, flush } = collected();
  hints.changed(event);
  hints.changed(event);
  hints.changed({ ...event, address: "C3:C9", source: "Remote" });
  flush();
  assert.deepEqual(sent, [
    {
      type: "workbook.hint",
      edits: [
        { sheet: "{1}", address: "B2", source: "local", change: "RangeEdited" },
        { sheet: "{1}", address: "C3:C9", source: "remote", change: "RangeEdited" },
      ],
    },
  ]);
  flush();
  assert.equal(sent.length, 1);
});

test("what this add-in did itself is no hint", () => {
  const { sent, hints, flush } = collected();
  hints.changed({ ...event, triggerSource: "ThisLocalAddin" });
  flush();
  assert.deepEqual(sent, []);
});

test("too many edits are said as edits somewhere on their sheets", () => {
  const { sent, hints, flush } = collected();
  for (let row = 1; row <= 200; row += 1) hints.changed({ ...event, address: `A${row}` });
  flush();
  assert.deepEqual(sent[0].edits, [{ sheet: "{1}", address: "", source: "local", change: "" }]);
});
