/// <reference path="./types.d.ts" />
// Start in a bare V8 isolate: messages wait in an outbox until they are fetched, and timers run when
// the process around the isolate says their time has come.
"use strict";

(() => {
  const { wire, console } = TieoutSandbox;
  /** @type {string[]} */
  const outbox = [];
  /** @type {Map<number, {due: number, every: number | null, fire: () => void}>} */
  const timers = new Map();
  let now = 0;
  let lastTimer = 0;

  /**
   * @param {unknown} callback
   * @param {unknown} delay
   * @param {boolean} repeat
   * @param {unknown[]} args
   */
  function schedule(callback, delay, repeat, args) {
    if (typeof callback !== "function") throw new TypeError("a timer needs a function");
    const wait = Math.max(1, Number(delay) || 0);
    timers.set(++lastTimer, { due: now + wait, every: repeat ? wait : null, fire: () => callback(...args) });
    return lastTimer;
  }

  /** Names of the isolate that code in a Worker doesn't have, or must not find. */
  for (const name of ["__timer_manager", "Atomics", "SharedArrayBuffer", "WebAssembly"]) {
    Reflect.deleteProperty(globalThis, name);
  }
  Object.assign(globalThis, {
    /**
     * @param {unknown} callback
     * @param {unknown} [delay]
     * @param {unknown[]} args
     */
    setTimeout: (callback, delay, ...args) => schedule(callback, delay, false, args),
    /**
     * @param {unknown} callback
     * @param {unknown} [delay]
     * @param {unknown[]} args
     */
    setInterval: (callback, delay, ...args) => schedule(callback, delay, true, args),
    clearTimeout: (/** @type {number} */ id) => void timers.delete(id),
    clearInterval: (/** @type {number} */ id) => void timers.delete(id),
    queueMicrotask: (/** @type {() => void} */ callback) => void Promise.resolve().then(callback),
  });

  wire.connect((text) => void outbox.push(text));

  Object.defineProperty(globalThis, "$process", {
    configurable: true,
    value: {
      receive: wire.receive,
      /**
       * Next messages, one a line: JSON text holds no raw line break.
       *
       * @param {number} most
       */
      take: (most) => outbox.splice(0, most).join("\n"),
      /**
       * Moves the clock, in milliseconds, and fires what is due.
       *
       * @param {number} time
       */
      tick(time) {
        now = time;
        for (const [id, timer] of [...timers].sort(([, left], [, right]) => left.due - right.due)) {
          if (timer.due > now || !timers.has(id)) continue;
          if (timer.every === null) timers.delete(id);
          else timer.due = now + timer.every;
          try {
            timer.fire();
          } catch (error) {
            console.write("error", `in a timer: ${console.show(error)}`);
          }
        }
      },
      /** Milliseconds to the next timer; -1: none, but answers are awaited; -2: nothing will come. */
      rest() {
        const next = Math.min(...[...timers.values()].map((timer) => timer.due));
        if (timers.size) return Math.max(0, next - now);
        return wire.pending() ? -1 : -2;
      },
    },
  });
})();
