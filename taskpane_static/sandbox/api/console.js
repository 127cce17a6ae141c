/// <reference path="../types.d.ts" />
// The console of generated code: text, capped, carried out with the next message.
"use strict";

(() => {
  const { wire } = TieoutSandbox;
  /** Lines sent at once, so that they survive when the code is killed; later ones travel along. */
  const AT_ONCE = 200;
  const MAX_DEPTH = 6;

  /** @type {ConsoleLine[]} */
  let lines = [];
  let left = 64 * 1024;
  let sent = 0;
  let cut = false;

  /**
   * @param {unknown} value
   * @param {WeakSet<object>} seen
   * @param {number} depth
   * @returns {string}
   */
  function show(value, seen, depth) {
    if (typeof value === "string") return depth === 0 ? value : JSON.stringify(value);
    if (typeof value === "bigint") return `${value}n`;
    if (typeof value === "function") return `[function ${value.name || "anonymous"}]`;
    if (typeof value !== "object" || value === null) return String(value);
    if (value instanceof Error) return `${value.name}: ${value.message}`;
    if (value instanceof Date) return String(value.getTime() === value.getTime() ? value.toISOString() : value);
    if (seen.has(value)) return "[circular]";
    if (depth >= MAX_DEPTH) return "…";
    seen.add(value);
    const object = /** @type {any} */ (value);
    const plain = typeof object.toJSON === "function" ? object.toJSON() : object;
    const text = Array.isArray(plain)
      ? `[${plain.map((item) => show(item, seen, depth + 1)).join(", ")}]`
      : plain === object || typeof plain === "object"
        ? showEntries(plain, seen, depth)
        : show(plain, seen, depth + 1);
    seen.delete(value);
    return text;
  }

  /**
   * @param {any} object
   * @param {WeakSet<object>} seen
   * @param {number} depth
   */
  function showEntries(object, seen, depth) {
    if (object instanceof Map) object = Object.fromEntries(object);
    if (object instanceof Set) return `Set ${show([...object], seen, depth + 1)}`;
    const entries = Object.entries(object ?? {}).map(([key, item]) => `${key}: ${show(item, seen, depth + 1)}`);
    return entries.length ? `{ ${entries.join(", ")} }` : "{}";
  }

  /** @param {unknown} value */
  function shown(value) {
    try {
      return show(value, new WeakSet(), 0);
    } catch {
      return "[can't be shown]";
    }
  }

  /**
   * @param {ConsoleLine["level"]} level
   * @param {string} text
   */
  function write(level, text) {
    if (left <= 0) {
      if (!cut) lines.push({ level: "warn", text: "… the rest of the console output was cut" });
      cut = true;
      return;
    }
    // A character is at most three bytes of UTF-8 per UTF-16 unit; counting exactly isn't worth it.
    const kept = text.length * 3 > left ? text.slice(0, Math.max(1, Math.floor(left / 3))) + "…" : text;
    left -= kept.length === text.length ? kept.length : left;
    lines.push({ level, text: kept });
    if (sent < AT_ONCE) {
      sent += 1;
      wire.post({ type: "console" });
    }
  }
  /** @param {ConsoleLine["level"]} level */
  const writer = (level) => (/** @type {unknown[]} */ ...args) => write(level, args.map(shown).join(" "));
  const surface = {
    log: writer("log"),
    debug: writer("log"),
    dir: writer("log"),
    table: writer("log"),
    info: writer("info"),
    warn: writer("warn"),
    error: writer("error"),
    trace: writer("log"),
    /**
     * @param {unknown} condition
     * @param {unknown[]} args
     */
    assert(condition, ...args) {
      if (!condition) write("error", ["Assertion failed:", ...args.map(shown)].join(" "));
    },
    group: writer("log"),
    groupEnd() {},
    time() {},
    timeEnd() {},
  };

  TieoutSandbox.console = {
    take() {
      const taken = lines;
      lines = [];
      return taken;
    },
    write,
    limit(bytes) {
      left = bytes;
    },
    show: shown,
    surface,
  };
})();
