/// <reference path="../types.d.ts" />
// The reads of `sheet`. Where they read is the server's to understand: it knows the workbook's names,
// tables and sheets, and says what exists instead of what doesn't.
"use strict";

(() => {
  const parts = TieoutSandbox;
  const { address, calls, console } = parts;
  const LONGEST = 4_000;
  const LAYOUTS = ["rows", "cells", "csv"];

  /**
   * @param {string} method
   * @param {unknown} where
   */
  parts.named = (method, where) =>
    `sheet.${method}(${console.show(where) === where ? JSON.stringify(where) : console.show(where)})`;

  /**
   * @param {string} call
   * @param {unknown} where
   * @returns {string}
   */
  function place(call, where) {
    if (typeof where !== "string" || where.trim() === "" || where.length > LONGEST) {
      throw new Error(`${call}: give text such as "Sheet1!A1:B2", a defined name or "Orders[Units]"`);
    }
    return where.trim();
  }

  /**
   * The place with the sheet that a bare address means, once Excel has told its name.
   *
   * @param {string} text
   * @returns {{address: string, sheet?: string}}
   */
  function placed(text) {
    const sheet = calls.originalName();
    return sheet === null ? { address: text } : { address: text, sheet };
  }

  /**
   * @param {string} name
   * @param {() => Json} args
   */
  function read(name, args) {
    return calls.watch(calls.ask(name, args).then(withRows));
  }

  /** @param {any} result */
  function withRows(result) {
    const areas = result.areas ? { areas: result.areas.map(withRows) } : {};
    return { ...result, ...areas, rows: result.values };
  }

  /**
   * @param {string} call
   * @param {unknown} options
   * @param {string[]} known
   * @returns {Record<string, any>}
   */
  function checked(call, options, known) {
    const given = /** @type {Record<string, unknown>} */ (options ?? {});
    const other = Object.keys(given).find((name) => !known.includes(name));
    if (typeof given !== "object" || other !== undefined) {
      throw new Error(`${call}: the options are ${known.join(", ")}; there is no ${other ?? console.show(options)}`);
    }
    return given;
  }

  parts.reads = {
    /**
     * @param {unknown} where
     * @param {unknown} [options]
     */
    getCellRange(where, options) {
      const call = parts.named("getCellRange", where);
      const text = place(call, where);
      const { layout } = checked(call, options, ["layout"]);
      if (layout !== undefined && !LAYOUTS.includes(layout)) {
        throw new Error(`${call}: layout is "rows", "cells" or "csv"`);
      }
      /** @type {{layout?: any}} */
      const extra = layout === undefined ? {} : { layout };
      return read("read", () => ({ ...placed(text), ...extra }));
    },
    /** @param {unknown} [name] */
    getUsedRange(name) {
      const given = name === undefined ? null : address.sheetName("sheet.getUsedRange", name);
      return read("used_range", () => ({ sheet: given ?? calls.originalName() }));
    },
    getSelection: () => read("selection", () => ({})),
    /** @param {unknown} where */
    getCellInfo(where) {
      const text = place(parts.named("getCellInfo", where), where);
      return calls.ask("cell_info", () => placed(text));
    },
    /**
     * @param {unknown} text
     * @param {unknown} [options]
     */
    findCells(text, options) {
      const call = parts.named("findCells", text);
      if ((typeof text !== "string" && typeof text !== "number") || text === "") {
        throw new Error(`${call}: give the text or number to find`);
      }
      const { sheet, matchCase, completeMatch } = checked(call, options, ["sheet", "matchCase", "completeMatch"]);
      const name = sheet === undefined ? null : address.sheetName(call, sheet);
      return calls.ask("find", () => ({
        text: String(text),
        sheet: name,
        match_case: matchCase === true,
        complete: completeMatch === true,
      }));
    },
    getTables: () => calls.ask("tables", () => ({})),
    getNames: () => calls.ask("names", () => ({})),
    /** @param {unknown} where */
    renderRange(where) {
      const text = place(parts.named("renderRange", where), where);
      return calls.ask("render", () => placed(text));
    },
  };
})();
