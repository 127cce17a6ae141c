import assert from "node:assert/strict";
import { test } from "node:test";

import { Run } from "../../taskpane_static/js/sandbox_run.js";

/** @type {import("../../taskpane_static/js/sandbox_port.js").RunFrame} */
const FRAME = {
  run_id: "r",
  code: "return 1",
  requirement_sets: {},
  wall: 60,
  between_syncs: 30,
  messages: 10,
  message_bytes: 1000,
  returned_bytes: 2000,
};

/** @param {Partial<import("../../taskpane_static/js/sandbox_port.js").SandboxServices>} [services] */
function started(services = {}) {
  /** @type {any[]} */
  const sent = [];
  const run = new Run(FRAME, {
    sync: async () => ({ body: {} }),
    call: async () => ({ value: null }),
    ...services,
  });
  const done = run.start((message) => sent.push(message));
  return { run, sent, done };
}

test("questions are answered in the order they were asked", async () => {
  /** @type {(() => void)[]} */
  const release = [];
  const { run, sent, done } = started({
    sync: () => new Promise((resolve) => release.push(() => resolve({ body: { first: true } }))),
    call: async (name) => ({ value: name }),
  });
  run.hear({ type: "sync", run_id: "r", sync_id: 1, flags: 1, body: {} });
  run.hear({ type: "call", run_id: "r", call_id: 2, name: "read", arguments: null });
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(sent.length, 1, "only the run itself");
  release[0]?.();
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(sent.slice(1).map(({ text }) => JSON.parse(text)), [
    { type: "sync_result", sync_id: 1, body: { first: true } },
    { type: "call_result", call_id: 2, value: "read" },
  ]);
  run.hear({ type: "done", run_id: "r", end: "returned", value: 3 });
  assert.equal((await done).value, 3);
});

test("messages of another run, and after the end, change nothing", async () => {
  const { run, sent, done } = started();
  run.hear({ type: "done", run_id: "other", end: "returned", value: 1 });
  run.hear({ type: "done", run_id: "r", end: "returned", value: 2 });
  run.hear({ type: "sync", run_id: "r", sync_id: 1, body: {} });
  run.hear({ type: "done", run_id: "r", end: "returned", value: 3 });
  assert.equal((await done).value, 2);
  assert.equal(sent.length, 1);
});

test("a run cancelled before it started never starts", async () => {
  /** @type {any[]} */
  const sent = [];
  const run = new Run(FRAME, { sync: async () => ({ body: {} }), call: async () => ({ value: null }) });
  run.kill("cancelled", "it was cancelled");
  const done = await run.start((message) => sent.push(message));
  assert.deepEqual([done.end, done.reason, sent], ["killed", "cancelled", []]);
});

test("what the sandbox says is cut and typed again", async () => {
  const { run, done } = started();
  run.hear({ type: "console", run_id: "r", console: [{ level: "log", text: "a" }, { level: "evil", text: "b" }, 3] });
  run.hear({ type: "console", run_id: "r", console: [{ level: "log", text: "x".repeat(5000) }] });
  run.hear({ type: "done", run_id: "r", end: "returned", value: "y".repeat(5000) });
  const { value, console } = await done;
  assert.equal(value, "[the returned value was too large]");
  assert.deepEqual(console, [{ level: "log", text: "a" }]);
});

test("a pane that can't answer ends the run", async () => {
  const { run, done } = started({ sync: () => Promise.reject(new Error("socket closed")) });
  run.hear({ type: "sync", run_id: "r", sync_id: 1, body: {} });
  const { end, reason, detail } = await done;
  assert.deepEqual([end, reason], ["killed", "crashed"]);
  assert.match(detail, /socket closed/);
});
