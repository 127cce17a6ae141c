/// <reference path="../types.d.ts" />
// `sheet`: cells and formats by address. A bare address means the sheet that was active when the
// code first used `sheet`.
"use strict";

(() => {
  const parts = TieoutSandbox;
  const { address, calls, cells, format, index } = parts;

  /**
   * A specification's text was sent along with the run when its call stands in the code.
   *
   * @param {string} call
   */
  const spec = (call) => () => {
    const text = parts.specs[call];
    if (text) return text;
    throw new Error(`Write the call out where you make it: general.${call}()`);
  };

  /**
   * Makes a misspelt member an error that says what there is, instead of `undefined`.
   *
   * @template {object} T
   * @param {"sheet" | "general" | "step"} name
   * @param {T} members
   * @returns {T}
   */
  function surface(name, members) {
    return new Proxy(Object.freeze(members), {
      get(target, key) {
        if (typeof key === "symbol" || key in target || key === "then" || key === "toJSON") {
          return Reflect.get(target, key);
        }
        if (name === "general" && Object.hasOwn(parts.specs, key)) return spec(key);
        const known = index.filter((entry) => entry.name.startsWith(`${name}.`)).map((entry) => entry.signature);
        if (name === "general") known.push(...Object.keys(parts.specs).map((call) => `general.${call}()`));
        throw new TypeError(
          `${name}.${key} doesn't exist. There are: ${known.join("; ")}. ` +
            "For anything else use raw Office.js (context, sheet.originalSheet, Excel.run).",
        );
      },
    });
  }
  parts.surface = surface;

  const { named } = parts;

  /**
   * @param {ParsedAddress} parsed
   * @returns {Excel.Range}
   */
  function range(parsed) {
    return calls.worksheet(parsed.sheet).getRange(parsed.local);
  }

  /**
   * One write on one range. Nothing uses the range after its batch, so Excel needn't keep it.
   *
   * @param {string} call
   * @param {ParsedAddress} parsed
   * @param {(target: Excel.Range) => void} change
   */
  function write(call, parsed, change) {
    return calls.write(call, () => {
      const target = range(parsed);
      target.untrack();
      change(target);
    });
  }

  /**
   * One value into every cell. A formula goes into the first cell and is filled from there, so that
   * relative references move as they do when a person fills down.
   *
   * @param {ParsedAddress} parsed
   * @param {CellValue} value
   * @returns {(target: Excel.Range) => void}
   */
  function fill(parsed, value) {
    if (!cells.isFormula(value)) return (target) => void (target.values = /** @type {any} */ (value));
    if (parsed.rows === 1 && parsed.columns === 1) {
      return (target) => void (target.formulas = /** @type {any} */ ([[value]]));
    }
    return (target) => {
      const first = target.getCell(0, 0);
      first.untrack();
      first.formulas = [[value]];
      target.copyFrom(first, "Formulas");
    };
  }

  const members = {
    ...parts.reads,
    /**
     * @param {unknown} where
     * @param {unknown} value
     */
    setCell(where, value) {
      const call = named("setCell", where);
      const parsed = address.parse(call, where);
      if (parsed.rows !== null && (parsed.rows !== 1 || parsed.columns !== 1)) {
        throw new Error(`${call}: that is more than one cell; use sheet.setRange`);
      }
      if (value === null || value === undefined) {
        throw new Error(`${call}: there is no value; write "" to empty the cell`);
      }
      return write(call, parsed, fill(parsed, cells.one(call, value)));
    },
    /**
     * @param {unknown} where
     * @param {unknown} values
     */
    setRange(where, values) {
      const call = named("setRange", where);
      const parsed = address.parse(call, where);
      if (!Array.isArray(values)) return write(call, parsed, fill(parsed, cells.one(call, values)));
      const grid = cells.grid(call, parsed, values);
      const member = grid.some((row) => row.some(cells.isFormula)) ? "formulas" : "values";
      return write(call, parsed, (target) => void (target[member] = grid));
    },
    /**
     * @param {unknown} where
     * @param {unknown} [what]
     */
    clearRange(where, what = "contents") {
      const call = named("clearRange", where);
      const parsed = address.parse(call, where);
      /** @type {Record<string, "Contents" | "Formats" | "All">} */
      const kinds = { contents: "Contents", formats: "Formats", all: "All" };
      const kind = Object.hasOwn(kinds, String(what)) ? kinds[String(what)] : undefined;
      if (!kind) throw new Error(`${call}: what to clear is "contents", "formats" or "all"`);
      return write(call, parsed, (target) => target.clear(kind));
    },
    /**
     * @param {unknown} where
     * @param {unknown} options
     */
    formatRange(where, options) {
      const call = named("formatRange", where);
      const parsed = address.parse(call, where);
      return write(call, parsed, format.apply(call, options));
    },
    /** Same as `general.listSheets`. */
    listSheets: () => /** @type {any} */ (parts.general).listSheets(),
    get originalSheet() {
      return calls.original();
    },
  };

  parts.sheet = surface("sheet", members);
})();
