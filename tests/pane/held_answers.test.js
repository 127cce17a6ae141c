import assert from "node:assert/strict";
import { test } from "node:test";

import { digestOf, leaveOut } from "../../taskpane_static/js/held_answers.js";
import { createHostPort } from "../../taskpane_static/js/host_port.js";

const cells = (/** @type {number} */ first) => ({ Values: Array.from({ length: 200 }, (_, row) => [row + first, "text"]) });
const answer = () => ({ Error: null, Results: [{ ActionId: 1, Value: null }, { ActionId: 4, Value: cells(0) }, { ActionId: 6, Value: cells(9) }] });

test("an answer whose digest the server holds is named instead of sent, the others are sent with theirs", async () => {
  const [first, other] = [await digestOf(JSON.stringify(cells(0))), await digestOf(JSON.stringify(cells(9)))];
  assert.match(String(first), /^\d+-[0-9a-f]{64}$/);
  const found = await leaveOut(answer(), { 4: String(first), 6: "" });
  assert.deepEqual(found.same, [4]);
  assert.deepEqual(found.digests, { 6: other });
  assert.deepEqual(found.body, { Error: null, Results: [{ ActionId: 1, Value: null }, { ActionId: 4 }, { ActionId: 6, Value: cells(9) }] });
});

test("another digest, no digest and answers that weren't asked about are sent whole", async () => {
  const found = await leaveOut(answer(), { 4: "1-00" });
  assert.deepEqual(found.body, answer());
  assert.deepEqual(found.same, []);
  assert.deepEqual(Object.keys(found.digests), ["4"]);
  assert.deepEqual(await leaveOut(answer(), { 4: "" }, async () => null), { body: answer(), same: [], digests: {} });
});

test("whatever goes wrong with digests, and every answer with an error, is sent whole", async () => {
  const broken = async () => {
    throw new Error("no digest");
  };
  assert.deepEqual(await leaveOut(answer(), { 4: "" }, broken), { body: answer(), same: [], digests: {} });
  const refused = { Error: { Code: "x" }, Results: answer().Results };
  assert.deepEqual((await leaveOut(refused, { 4: "" })).body, refused);
});

test("the port leaves out only when the server says that it holds answers", async () => {
  /** @type {any[]} */
  const sent = [];
  const watch = { onAnswer: () => {}, onSlow: () => {} };
  const port = createHostPort(async () => ({ body: answer() }), (frame) => sent.push(frame), watch);
  const first = String(await digestOf(JSON.stringify(cells(0))));
  for (const held of [undefined, {}, { 4: first }]) {
    const before = sent.length;
    port.receive({ type: "host.batch", batch_id: before, flags: 0, body: {}, held });
    while (sent.length === before) await new Promise((resolve) => setTimeout(resolve, 1));
  }
  assert.deepEqual(sent.map((frame) => [frame.type, frame.same]), [
    ["host.result", undefined],
    ["host.result", undefined],
    ["host.result", [4]],
  ]);
});
