// @ts-check
/**
 * The pane's sandbox: generated code runs in a Worker of a frame that has an opaque origin and no
 * network. The pane owns time, answers what the code asks, and trusts nothing that comes back.
 *
 * @typedef {{run_id: string, code: string, requirement_sets: Record<string, string>,
 *   specs?: Record<string, string>, wall: number, between_syncs: number, messages: number,
 *   message_bytes: number, returned_bytes: number}} RunFrame
 * @typedef {{level: "log" | "info" | "warn" | "error", text: string}} ConsoleEntry
 * @typedef {{name: string, message: string, code: string, location: string, statement: string,
 *   surrounding: string[], line: number | null}} CodeErrorEntry
 * @typedef {"time" | "messages" | "message_size" | "memory" | "cancelled" | "crashed"} KillReason
 * @typedef {{run_id: string, end: "returned" | "threw" | "killed", value: unknown,
 *   error: CodeErrorEntry | null, reason: KillReason | null, detail: string,
 *   console: ConsoleEntry[]}} SandboxDone
 * @typedef {{body: Record<string, unknown>} | {refusal: string}} SyncAnswer
 * @typedef {{value: unknown} | {error: string}} CallAnswer
 * @typedef {{sync: (body: Record<string, unknown>, flags: number) => Promise<SyncAnswer>,
 *   call: (name: string, args: unknown) => Promise<CallAnswer>}} SandboxServices
 * @typedef {{warm: () => Promise<void>, run: (frame: RunFrame, services: SandboxServices) =>
 *   Promise<SandboxDone>, cancel: (run_id: string) => void, close: () => void}} SandboxPort
 */

import { Run } from "./sandbox_run.js";

/**
 * @param {string} url
 * @returns {Promise<string>}
 */
async function text(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The sandbox can't start: ${url} answered ${response.status}.`);
  return response.text();
}

/**
 * The Worker's whole program as one text: it can load nothing by itself.
 *
 * @param {string} folder
 * @param {string} officeJsUrl
 * @param {string} ownOfficeJsUrl where it is when it can't be had there
 */
async function program(folder, officeJsUrl, ownOfficeJsUrl) {
  /** @param {string} name */
  const part = (name) => text(new URL(name, folder).href);
  const list = JSON.parse(await part("scripts.json"));
  const [index, office, ...parts] = await Promise.all([
    part(list.index),
    text(officeJsUrl).catch(() => text(ownOfficeJsUrl)),
    ...[...list.before_office, ...list.after_office, list.worker].map(part),
  ]);
  const before = parts.splice(0, list.before_office.length);
  const named = `;TieoutSandbox.index = ${JSON.stringify(JSON.parse(index))};`;
  return [...before, office, named, ...parts].join("\n;\n");
}

/**
 * @param {HTMLIFrameElement} frame
 * @returns {Promise<MessagePort>}
 */
function connect(frame) {
  return new Promise((resolve, reject) => {
    const { port1, port2 } = new MessageChannel();
    const timer = setTimeout(() => reject(new Error("The sandbox frame did not answer.")), 10_000);
    port1.onmessage = ({ data }) => {
      if (data?.type !== "connected") return;
      clearTimeout(timer);
      resolve(port1);
    };
    // The frame's origin is opaque, so it can only be addressed as "*"; the port goes to this window
    // alone, and what comes back on it can only be from there.
    frame.contentWindow?.postMessage({ type: "connect" }, "*", [port2]);
  });
}

/**
 * @param {string} frameUrl
 * @returns {Promise<HTMLIFrameElement>}
 */
function mount(frameUrl) {
  return new Promise((resolve) => {
    const frame = document.createElement("iframe");
    frame.setAttribute("sandbox", "allow-scripts");
    frame.setAttribute("aria-hidden", "true");
    frame.hidden = true;
    frame.addEventListener("load", () => resolve(frame), { once: true });
    frame.src = frameUrl;
    document.body.append(frame);
  });
}

/**
 * @param {{frameUrl: string, officeJsUrl: string, ownOfficeJsUrl?: string}} urls `frameUrl` is `/sandbox/frame.html` under the
 *   pane's origin; the other sandbox files are beside it.
 * @returns {SandboxPort}
 */
export function createSandboxPort({ frameUrl, officeJsUrl, ownOfficeJsUrl = officeJsUrl }) {
  const frameHref = new URL(frameUrl, location.href).href;
  /** @type {Promise<{frame: HTMLIFrameElement, port: MessagePort}> | null} */
  let ready = null;
  /** @type {Run | null} */
  let current = null;

  async function boot() {
    const [source, frame] = await Promise.all([
      program(frameHref, new URL(officeJsUrl, location.href).href, new URL(ownOfficeJsUrl, location.href).href),
      mount(frameHref),
    ]);
    const port = await connect(frame);
    port.onmessage = ({ data }) => current?.hear(data);
    port.postMessage({ type: "load", source });
    return { frame, port };
  }

  /** A failed start is tried again at the next run. */
  function started() {
    ready ??= boot().catch((error) => {
      ready = null;
      throw error;
    });
    return ready;
  }

  return {
    async warm() {
      await started();
    },
    async run(frame, services) {
      if (current) throw new Error("The sandbox is already running code.");
      current = new Run(frame, services);
      const run = current;
      try {
        const { port } = await started();
        return await run.start((message) => port.postMessage(message));
      } finally {
        current = null;
      }
    },
    cancel(run_id) {
      if (current?.id === run_id) current.kill("cancelled", "it was cancelled");
    },
    close() {
      void ready?.then(({ frame }) => frame.remove());
      ready = null;
    },
  };
}
