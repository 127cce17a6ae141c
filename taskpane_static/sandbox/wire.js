/// <reference path="./types.d.ts" />
// The only way out: every `context.sync()` and every call that the server answers is one JSON text.
"use strict";

(() => {
  const parts = TieoutSandbox;
  const { parse, stringify } = JSON;
  /** @type {Map<string, {resolve: (value: any) => void, reject: (reason: unknown) => void}>} */
  const waiting = new Map();
  /** @type {(text: string) => void} */
  let send = () => {};
  /** @type {(message: RunMessage) => void} */
  let run = () => {};
  let runId = "";
  let lastId = 0;

  /** @param {Record<string, unknown>} message */
  function post(message) {
    const lines = parts.console?.take() ?? [];
    send(stringify({ ...message, run_id: runId, ...(lines.length ? { console: lines } : {}) }));
  }

  /**
   * @param {string} kind
   * @param {number} id
   * @returns {Promise<any>}
   */
  function answerTo(kind, id) {
    return new Promise((resolve, reject) => waiting.set(`${kind}:${id}`, { resolve, reject }));
  }

  /** @param {string} key */
  function settle(key) {
    const waiter = waiting.get(key);
    waiting.delete(key);
    return waiter;
  }

  /** @param {string} text */
  function receive(text) {
    const message = parse(text);
    if (message.type === "run") {
      runId = message.run_id;
      run(message);
    } else if (message.type === "sync_result") {
      const body = message.body ?? {
        Error: { Code: "GateRefused", Message: message.refusal, Location: "", HttpStatusCode: 403 },
        Results: [],
      };
      settle(`sync:${message.sync_id}`)?.resolve(body);
    } else if (message.type === "call_result") {
      const waiter = settle(`call:${message.call_id}`);
      if (message.error) waiter?.reject(new Error(message.error));
      else waiter?.resolve(message.value ?? null);
    }
  }

  /**
   * Whether a batch only names the workbook. Office.js puts that in front of every context's first
   * batch; alone it asks nothing of Excel, and its answer is always the empty identity.
   *
   * @param {any} body
   */
  function onlyNamesTheWorkbook(body) {
    return body.Actions.every(
      (/** @type {any} */ action) =>
        action.ActionType === 1 && body.ObjectPaths[action.ObjectPathId]?.ObjectPathType === 1,
    );
  }

  /**
   * @param {any} envelope
   * @returns {Promise<any>}
   */
  function exchange(envelope) {
    const { body: sent } = envelope.message;
    const body = typeof sent === "string" ? parse(sent) : sent;
    if (onlyNamesTheWorkbook(body)) {
      const results = body.Actions.map((/** @type {any} */ { Id }) => ({ ActionId: Id, Value: {} }));
      return Promise.resolve({ Error: null, Results: results });
    }
    const id = ++lastId;
    const answer = answerTo("sync", id);
    post({ type: "sync", sync_id: id, flags: envelope.flags, body });
    return answer;
  }

  /** @type {typeof _richApiNativeBridge} */
  const channel = {
    sendMessageToHost(text) {
      const envelope = parse(text);
      if (envelope.type !== 1) return;
      void exchange(envelope).then((body) => {
        const message = { statusCode: 200, headers: {}, body };
        channel.onMessageFromHost?.(stringify({ id: envelope.id, type: 2, message }));
      });
    },
  };
  globalThis._richApiNativeBridge = channel;

  parts.wire = {
    connect(to) {
      send = to;
    },
    receive,
    onRun(listener) {
      run = listener;
    },
    call(name, args) {
      const id = ++lastId;
      const answer = answerTo("call", id);
      post({ type: "call", call_id: id, name, arguments: args });
      return answer;
    },
    post,
    pending: () => waiting.size,
  };
})();
