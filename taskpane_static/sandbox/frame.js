// @ts-check
// The relay between the pane and the Worker that runs generated code. It lives in a frame of opaque
// origin without network; it trusts the pane and nothing that the Worker says.
"use strict";

(() => {
  /** @typedef {{run_id: string, messages: number, message_bytes: number, text: string}} RunOrder */

  const KINDS = new Set(["sync", "call", "console", "done"]);

  /** @type {MessagePort | null} */
  let port = null;
  let script = "";
  /** @type {Worker | null} */
  let spare = null;
  /** @type {{worker: Worker, order: RunOrder, count: number} | null} */
  let current = null;

  /** @param {Record<string, unknown>} message */
  const tell = (message) => port?.postMessage(message);

  function warm() {
    spare ??= new Worker(script);
  }

  /**
   * Ends the run. The Worker is never used again, so nothing that the code patched survives.
   */
  function drop() {
    current?.worker.terminate();
    current = null;
    warm();
  }

  /**
   * @param {string} reason
   * @param {string} detail
   */
  function kill(reason, detail) {
    const run_id = current?.order.run_id;
    drop();
    tell({ type: "killed", run_id, reason, detail });
  }

  /** @param {string} text */
  const tooLong = (text) => {
    const most = current?.order.message_bytes ?? 0;
    return text.length > most || (text.length * 3 > most && new TextEncoder().encode(text).length > most);
  };

  /** @param {unknown} text */
  function fromWorker(text) {
    if (!current) return;
    const { order } = current;
    current.count += 1;
    if (current.count > order.messages) {
      return kill("messages", `it sent more than ${order.messages} messages`);
    }
    if (typeof text !== "string") return kill("crashed", "it sent something that is not text");
    if (tooLong(text)) return kill("message_size", `a message was larger than ${order.message_bytes} bytes`);
    const message = parsed(text);
    if (!message || !KINDS.has(message.type) || message.run_id !== order.run_id) {
      return kill("crashed", "it sent a message that belongs to no run");
    }
    if (message.type === "done") drop();
    tell(message);
  }

  /** @param {string} text */
  function parsed(text) {
    try {
      const message = JSON.parse(text);
      return typeof message === "object" && message !== null ? message : null;
    } catch {
      return null;
    }
  }

  /** @param {RunOrder} order */
  function run(order) {
    if (current) drop();
    warm();
    const worker = /** @type {Worker} */ (spare);
    spare = null;
    current = { worker, order, count: 0 };
    worker.onmessage = (event) => {
      if (current?.worker === worker) fromWorker(event.data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      if (current?.worker === worker) kill("crashed", `the sandbox failed: ${event.message}`);
    };
    worker.postMessage(order.text);
  }

  /** @param {MessageEvent} event */
  function fromPane({ data }) {
    if (data.type === "load") {
      script = URL.createObjectURL(new Blob([data.source], { type: "text/javascript" }));
      warm();
      tell({ type: "loaded" });
    } else if (data.type === "run") {
      run(data);
    } else if (data.type === "answer") {
      if (current?.order.run_id === data.run_id) current?.worker.postMessage(data.text);
    } else if (data.type === "kill") {
      if (current?.order.run_id === data.run_id) drop();
    }
  }

  globalThis.addEventListener("message", (event) => {
    if (port || event.source !== globalThis.parent || event.data?.type !== "connect") return;
    port = event.ports[0] ?? null;
    if (port) port.onmessage = fromPane;
    tell({ type: "connected" });
  });
})();
