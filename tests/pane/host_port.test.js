import assert from "node:assert/strict";
import { test } from "node:test";

import { waitBefore } from "../../taskpane_static/js/channel.js";
import { createHostPort, liveDoor, runBatch, selfTest, throughDoor } from "../../taskpane_static/js/host_port.js";

/** @typedef {import("../../taskpane_static/js/host_port.js").RichApiResult} RichApiResult */

/**
 * A door that keeps requests and answers when told to.
 *
 * @param {(request: any[]) => RichApiResult | null} answer
 */
function door(answer) {
  /** @type {any[][]} */
  const requests = [];
  /** @type {((result: RichApiResult) => void)[]} */
  const open = [];
  return {
    requests,
    open,
    /** @param {any[]} request @param {(result: RichApiResult) => void} callback */
    execute(request, callback) {
      requests.push(request);
      const result = answer(request);
      if (result) callback(result);
      else open.push(callback);
    },
  };
}

/** @param {unknown} body @returns {RichApiResult} */
const succeeded = (body) => ({ status: "succeeded", value: { data: [200, [], JSON.stringify(body)] } });

test("a batch goes out in the form that Office.js itself uses", async () => {
  const { execute, requests } = door(() => succeeded({ Results: [] }));
  assert.deepEqual(await runBatch(execute, { Actions: [1] }, 17), { body: { Results: [] } });
  assert.deepEqual(requests, [
    ["IterativeExecutor", "POST", "ProcessQuery", ["SdkVersion", "officejs"], '{"Actions":[1]}', 0, 17, "", "", "", "", "", ""],
  ]);
});

test("an answer in pieces is put together", async () => {
  const { execute } = door(() => ({ status: "succeeded", value: { data: [200, [], ['{"Resu', 'lts":[]}']] } }));
  assert.deepEqual(await runBatch(execute, {}, 0), { body: { Results: [] } });
});

test("Excel's numbers become its error codes", async () => {
  for (const [number, code] of /** @type {[number, string][]} */ ([
    [5004, "InvalidOperationInCellEditMode"],
    [7000, "AccessDenied"],
    [12345, "GeneralException"],
  ])) {
    const { execute } = door(() => ({ status: "failed", error: { code: number, message: "No." } }));
    assert.deepEqual(await runBatch(execute, {}, 0), { failure: "No.", code });
  }
});

test("what is no answer at all is a failure, never an exception", async () => {
  const broken = door(() => ({ status: "succeeded", value: { data: [200, [], "<html>"] } }));
  assert.equal(/** @type {any} */ (await runBatch(broken.execute, {}, 0)).code, "GeneralException");
  const thrown = await runBatch(
    () => {
      throw new Error("gone");
    },
    {},
    0,
  );
  assert.deepEqual(thrown, { failure: "Error: gone", code: "GeneralException" });
});

test("every batch is answered when its answer comes, and a newer one doesn't wait for it", async () => {
  const { execute, requests, open } = door(() => null);
  /** @type {any[]} */
  const sent = [];
  /** @type {any[]} */
  const answers = [];
  const watch = { onAnswer: (/** @type {any} */ answer) => answers.push(answer), onSlow: () => answers.push("slow") };
  const port = createHostPort(throughDoor(execute, false), (frame) => sent.push(frame), watch);
  assert.equal(port.receive({ type: "host.batch", batch_id: 1, flags: 0, body: { n: 1 } }), true);
  assert.equal(port.receive({ type: "host.batch", batch_id: 2, flags: 1, body: { n: 2 } }), true);
  assert.equal(port.receive({ type: "agent.text" }), false);
  await turn();
  assert.equal(requests.length, 2);
  open[1]?.({ status: "failed", error: { code: 5102, message: "Busy." } });
  open[0]?.(succeeded({ n: "one" }));
  await turn();
  assert.deepEqual(sent, [
    { type: "host.result", batch_id: 2, failure: "Busy.", code: "ActivityLimitReached" },
    { type: "host.result", batch_id: 1, body: { n: "one" } },
  ]);
  assert.deepEqual(answers, [{ failure: "Busy.", code: "ActivityLimitReached" }, { body: { n: "one" } }]);
});

test("an answer that is late is announced, and one that comes in time isn't", async () => {
  const { execute, open } = door(() => null);
  let slow = 0;
  const watch = { onAnswer() {}, onSlow: () => (slow += 1), slow: 1 };
  const port = createHostPort(throughDoor(execute, false), () => {}, watch);
  port.receive({ type: "host.batch", batch_id: 1, flags: 0, body: {} });
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(slow, 1);
  open.shift()?.(succeeded({}));
  const quick = createHostPort(throughDoor(door(() => succeeded({})).execute, false), () => {}, { ...watch, slow: 10 });
  quick.receive({ type: "host.batch", batch_id: 2, flags: 0, body: {} });
  await new Promise((resolve) => setTimeout(resolve, 30));
  assert.equal(slow, 1);
});

test("requests may wait for a cell edit where Excel knows that", async () => {
  const { execute, requests } = door(() => succeeded({}));
  await throughDoor(execute, true)({}, 1);
  await throughDoor(execute, false)({}, 1);
  assert.deepEqual(requests.map((request) => request[6]), [65, 1]);
});

test("the self-test asks for the workbook's name and names what is wrong", async () => {
  const named = door(() => succeeded({ Error: null, Results: [{ ActionId: 3, Value: { Name: "Book1.xlsx" } }] }));
  assert.equal(await selfTest(throughDoor(named.execute, false)), "");
  const sent = JSON.parse(named.requests[0]?.[4]);
  assert.deepEqual(sent.Actions[1].QueryInfo, { Select: ["name"] });

  const other = door(() => succeeded({ Error: null, Results: [] }));
  assert.match(await selfTest(throughDoor(other.execute, false)), /another form/);
  const refused = door(() => succeeded({ Error: { Code: "AccessDenied", Message: "Not you." }, Results: [] }));
  assert.match(await selfTest(throughDoor(refused.execute, false)), /Not you/);
  const failed = door(() => ({ status: "failed", error: { code: 1, message: "Broken." } }));
  assert.match(await selfTest(throughDoor(failed.execute, false)), /Broken/);
  const silent = door(() => null);
  assert.match(await selfTest(throughDoor(silent.execute, false), 1), /did not answer/);
});

test("without Excel there is no door", () => {
  assert.equal(liveDoor(), null);
});

test("waits grow, are spread, and end at fifteen seconds", () => {
  assert.deepEqual([0, 1, 2].map((attempt) => waitBefore(attempt, 0)), [500, 1000, 2000]);
  assert.equal(waitBefore(1, 0.5), 750);
  assert.equal(waitBefore(1000, 0), 15_000);
});

/** Lets everything that is ready run. */
const turn = () => new Promise((resolve) => setImmediate(resolve));
