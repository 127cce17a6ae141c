import assert from "node:assert/strict";
import { test } from "node:test";

import { createSandboxRelay } from "../../taskpane_static/js/sandbox_relay.js";

/** @typedef {import("../../taskpane_static/js/sandbox_relay.js").Frame} Frame */

const turns = () => new Promise((resolve) => setImmediate(resolve));

/**
 * A port whose code is a function of the services.
 *
 * @param {(services: import("../../taskpane_static/js/sandbox_port.js").SandboxServices) => Promise<unknown>} code
 */
function relayWith(code) {
  /** @type {Frame[]} */
  const sent = [];
  /** @type {string[]} */
  const cancelled = [];
  const relay = createSandboxRelay(
    /** @type {any} */ ({
      run: async (/** @type {Frame} */ frame, /** @type {any} */ services) => ({
        run_id: frame["run_id"],
        end: "returned",
        value: await code(services),
      }),
      cancel: (/** @type {string} */ id) => cancelled.push(id),
    }),
    (frame) => sent.push(frame),
  );
  return { relay, sent, cancelled };
}

test("a sync and a call cross as frames and their answers come back to the code", async () => {
  const { relay, sent } = relayWith(async (services) => [
    await services.sync({ Actions: [] }, 1),
    await services.call("getChartInfo", { a: 1 }),
    await services.sync({ Actions: [] }, 0),
    await services.call("nothing", undefined),
  ]);
  assert.equal(relay.receive({ type: "sandbox.run", run_id: "r" }), true);
  await turns();
  assert.deepEqual(sent[0], { type: "sandbox.sync", run_id: "r", sync_id: 1, flags: 1, body: { Actions: [] } });
  relay.receive({ type: "sandbox.sync_result", run_id: "r", sync_id: 1, body: { Results: [] }, refusal: "" });
  await turns();
  assert.deepEqual(sent[1], { type: "sandbox.call", run_id: "r", call_id: 2, name: "getChartInfo", arguments: { a: 1 } });
  relay.receive({ type: "sandbox.call_result", run_id: "r", call_id: 2, value: 7, error: "" });
  await turns();
  relay.receive({ type: "sandbox.sync_result", run_id: "r", sync_id: 3, body: null, refusal: "No." });
  await turns();
  relay.receive({ type: "sandbox.call_result", run_id: "r", call_id: 4, value: null, error: "Unknown." });
  await turns();
  const done = sent.at(-1);
  assert.equal(done?.type, "sandbox.done");
  assert.deepEqual(done?.["value"], [{ body: { Results: [] } }, { value: 7 }, { refusal: "No." }, { error: "Unknown." }]);
});

test("a port that fails ends the run as crashed, with the reason", async () => {
  const { relay, sent } = relayWith(() => Promise.reject(new Error("The sandbox can't start.")));
  relay.receive({ type: "sandbox.run", run_id: "r" });
  await turns();
  assert.equal(sent[0]?.["end"], "killed");
  assert.equal(sent[0]?.["reason"], "crashed");
  assert.match(String(sent[0]?.["detail"]), /can't start/);
});

test("cancel reaches the port, a lost line cancels what runs, and other frames are not taken", async () => {
  const { relay, cancelled } = relayWith(() => new Promise(() => {}));
  relay.receive({ type: "sandbox.cancel", run_id: "x" });
  relay.receive({ type: "sandbox.run", run_id: "r" });
  relay.abandon();
  assert.deepEqual(cancelled, ["x", "r"]);
  assert.equal(relay.receive({ type: "agent.text", text: "" }), false);
});
