/// <reference path="./types.d.ts" />
// One run: generated code in, one `done` message out. Last of the scripts.
"use strict";

(() => {
  const parts = TieoutSandbox;
  const { calls, office, outcome, sheet, general, step, wire } = parts;
  // The code is evaluated as a script of its own name, so that stacks show lines of the code.
  const evaluate = globalThis.eval;

  /** @typedef {(context: Excel.RequestContext) => Promise<unknown>} Entry */

  /**
   * Turns a declared `execute` into one that remembers being called: code that also calls it
   * itself must not run twice.
   */
  class Entrance {
    /** @type {Promise<unknown> | null} */
    first = null;
    /** @type {Entry | null} */
    found = null;

    /** @param {Entry} execute */
    counted = (execute) =>
      (/** @type {[Excel.RequestContext]} */ ...args) => {
        const result = execute(...args);
        this.first ??= result;
        return result;
      };

    /** @param {Entry} execute */
    enter = (execute) => {
      this.found = execute;
      return this;
    };
  }

  /** `const execute = …` can't be counted; there a call at the start of a line is looked for. */
  const CALLS_ITSELF = /(?:^|[;}])[ \t]*(?:await\s+|void\s+)?execute\s*\(\s*\)/m;

  /**
   * @param {string} code
   * @returns {(entrance: Entrance) => Promise<unknown>}
   */
  function compile(code) {
    // All on one line before the code, so that its lines keep their numbers.
    const source =
      '(async function ($counted, $enter) { "use strict"; ' +
      'try { if (typeof execute === "function") execute = $counted(execute); } catch {} ' +
      `${code}\n; return typeof execute === "function" ? $enter(execute) : undefined; })\n//# sourceURL=execute.js`;
    const body = evaluate(source);
    return ({ counted, enter }) => body(counted, enter);
  }

  /**
   * @param {string} code
   * @param {Excel.RequestContext} context
   */
  async function enter(code, context) {
    const entrance = new Entrance();
    const result = await compile(code)(entrance);
    if (result !== entrance || entrance.found === null) return result;
    if (entrance.first !== null) return entrance.first;
    const uncommented = code.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
    if (!/function\s+execute\b/.test(uncommented) && CALLS_ITSELF.test(uncommented)) return undefined;
    return entrance.found(context);
  }

  /**
   * @param {RunMessage} message
   * @param {Excel.RequestContext} context
   */
  async function inside(message, context) {
    calls.start(context);
    Object.assign(globalThis, { context });
    const value = await enter(message.code, context);
    await context.sync();
    await calls.settled();
    const lost = calls.unobserved();
    if (lost !== undefined) {
      parts.console.write("error", "A call that was not awaited failed.");
      throw lost;
    }
    return outcome.returned(value, message.returned_bytes);
  }

  wire.onRun(async (message) => {
    office.setRequirements(message.requirement_sets);
    parts.specs = message.specs ?? {};
    parts.console.limit(message.returned_bytes);
    Object.assign(globalThis, { sheet, general, step, console: parts.console.surface });
    Reflect.deleteProperty(globalThis, "TieoutSandbox");
    Reflect.deleteProperty(globalThis, "_richApiNativeBridge");
    try {
      const value = await Excel.run((context) => inside(message, context));
      wire.post({ type: "done", end: "returned", value });
    } catch (error) {
      wire.post({ type: "done", end: "threw", error: outcome.threw(error) });
    }
  });
})();
