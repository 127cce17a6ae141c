// @ts-check
/**
 * One run of generated code as the pane sees it: its clocks, its console, its end. Knows no DOM.
 *
 * @typedef {import("./sandbox_port.js").RunFrame} RunFrame
 * @typedef {import("./sandbox_port.js").SandboxDone} SandboxDone
 * @typedef {import("./sandbox_port.js").SandboxServices} SandboxServices
 * @typedef {import("./sandbox_port.js").ConsoleEntry} ConsoleEntry
 * @typedef {import("./sandbox_port.js").CodeErrorEntry} CodeErrorEntry
 * @typedef {import("./sandbox_port.js").KillReason} KillReason
 */

const LEVELS = ["log", "info", "warn", "error"];

/**
 * @param {unknown} given
 * @returns {ConsoleEntry[]}
 */
function lines(given) {
  if (!Array.isArray(given)) return [];
  return given
    .filter((line) => LEVELS.includes(line?.level) && typeof line.text === "string")
    .map(({ level, text }) => ({ level, text }));
}

/**
 * @param {any} given
 * @returns {CodeErrorEntry}
 */
function codeError(given) {
  /** @param {unknown} value */
  const text = (value) => (typeof value === "string" ? value : "");
  return {
    name: text(given?.name) || "Error",
    message: text(given?.message),
    code: text(given?.code),
    location: text(given?.location),
    statement: text(given?.statement),
    surrounding: Array.isArray(given?.surrounding) ? given.surrounding.filter((/** @type {unknown} */ line) => typeof line === "string") : [],
    line: Number.isSafeInteger(given?.line) ? given.line : null,
  };
}

export class Run {
  /** @type {RunFrame} */
  #frame;
  /** @type {SandboxServices} */
  #services;
  /** @type {(message: Record<string, unknown>) => void} */
  #send = () => {};
  /** @type {(done: SandboxDone) => void} */
  #finish = () => {};
  /** @type {ConsoleEntry[]} */
  #console = [];
  #consoleLeft;
  #started = false;
  #over = false;
  /** Questions of the code that aren't answered yet; while there are any, it waits for us. */
  #open = 0;
  /** Questions are answered in the order in which they were asked. */
  #queue = Promise.resolve();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #wall;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #busy;
  /** @type {{reason: KillReason, detail: string} | null} */
  #killedEarly = null;

  /**
   * @param {RunFrame} frame
   * @param {SandboxServices} services
   */
  constructor(frame, services) {
    this.#frame = frame;
    this.#services = services;
    this.#consoleLeft = 2 * frame.returned_bytes;
  }

  get id() {
    return this.#frame.run_id;
  }

  /**
   * @param {(message: Record<string, unknown>) => void} send
   * @returns {Promise<SandboxDone>}
   */
  start(send) {
    this.#send = send;
    this.#started = true;
    const { run_id, code, requirement_sets, specs, returned_bytes, messages, message_bytes, wall } = this.#frame;
    return new Promise((resolve) => {
      this.#finish = resolve;
      if (this.#killedEarly) return this.#end("killed", this.#killedEarly);
      const text = JSON.stringify({ type: "run", run_id, code, requirement_sets, specs, returned_bytes });
      send({ type: "run", run_id, messages, message_bytes, text });
      this.#wall = setTimeout(() => this.kill("time", `it ran longer than ${wall} s`), wall * 1000);
      this.#watch();
    });
  }

  /** Restarts the clock that runs only while nothing is asked of us. */
  #watch() {
    clearTimeout(this.#busy);
    if (this.#open > 0 || this.#over) return;
    const seconds = this.#frame.between_syncs;
    this.#busy = setTimeout(
      () => this.kill("time", `it ran ${seconds} s without reaching context.sync() or its end`),
      seconds * 1000,
    );
  }

  /**
   * @param {KillReason} reason
   * @param {string} detail
   */
  kill(reason, detail) {
    if (!this.#started) {
      this.#killedEarly = { reason, detail };
      return;
    }
    this.#send({ type: "kill", run_id: this.id });
    this.#end("killed", { reason, detail });
  }

  /**
   * One message of the relay.
   *
   * @param {any} message
   */
  hear(message) {
    if (this.#over || message?.run_id !== this.id) return;
    this.#keep(message.console);
    if (message.type === "sync") {
      this.#answer("sync_result", { sync_id: message.sync_id }, () =>
        this.#services.sync(message.body, Number(message.flags) || 0),
      );
    } else if (message.type === "call") {
      this.#answer("call_result", { call_id: message.call_id }, () =>
        this.#services.call(String(message.name), message.arguments ?? null),
      );
    } else if (message.type === "done") {
      if (message.end === "returned") this.#end("returned", { value: this.#capped(message.value) });
      else this.#end("threw", { error: codeError(message.error) });
    } else if (message.type === "killed") {
      this.#end("killed", { reason: message.reason, detail: message.detail });
    }
  }

  /** @param {unknown} value */
  #capped(value) {
    const most = this.#frame.returned_bytes;
    // The sandbox has cut it already; code that broke that must not get past here. A notice of the
    // sandbox itself is shorter.
    return JSON.stringify(value ?? null).length > Math.max(most, 1000) ? "[the returned value was too large]" : (value ?? null);
  }

  /** @param {unknown} given */
  #keep(given) {
    for (const line of lines(given)) {
      this.#consoleLeft -= line.text.length + 1;
      if (this.#consoleLeft > 0) this.#console.push(line);
    }
  }

  /**
   * @param {string} type
   * @param {Record<string, unknown>} ids
   * @param {() => Promise<Record<string, unknown>>} ask
   */
  #answer(type, ids, ask) {
    this.#open += 1;
    this.#watch();
    this.#queue = this.#queue.then(async () => {
      if (this.#over) return;
      const answer = await ask();
      this.#open -= 1;
      if (this.#over) return;
      const text = JSON.stringify({ type, ...ids, ...answer });
      this.#send({ type: "answer", run_id: this.id, text });
      this.#watch();
    }).catch((error) => this.kill("crashed", `the pane could not answer: ${error?.message ?? error}`));
  }

  /**
   * @param {"returned" | "threw" | "killed"} end
   * @param {{value?: unknown, error?: CodeErrorEntry, reason?: KillReason, detail?: string}} what
   */
  #end(end, { value = null, error, reason, detail = "" }) {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#wall);
    clearTimeout(this.#busy);
    const console = this.#console;
    this.#finish({ run_id: this.id, end, value, error: error ?? null, reason: reason ?? null, detail, console });
  }
}
