/// <reference path="../types.d.ts" />
// Questions about the workbook's structure. The server has the index; the text it writes goes to the
// model beside what the code gets.
"use strict";

(() => {
  const parts = TieoutSandbox;
  const { calls, console } = parts;
  const LONGEST = 4_000;

  /**
   * @param {string} method
   * @param {unknown} given
   * @param {string} what
   * @returns {string}
   */
  function text(method, given, what) {
    if (typeof given !== "string" || given.trim() === "" || given.length > LONGEST) {
      const shown = console.show(given);
      throw new Error(`general.${method}(${shown}): give ${what}`);
    }
    return given.trim();
  }

  /**
   * The sheet that a bare address means, once Excel has told its name.
   *
   * @returns {{sheet?: string}}
   */
  function here() {
    const sheet = calls.originalName();
    return sheet === null ? {} : { sheet };
  }

  parts.lookups = {
    /**
     * @param {unknown} query
     * @param {unknown} [options]
     */
    searchWorkbook(query, options) {
      const wanted = text("searchWorkbook", query, 'words, names or addresses, such as "interest rate"');
      const { limit, ...rest } = /** @type {Record<string, any>} */ (options ?? {});
      if (Object.keys(rest).length > 0 || (limit !== undefined && !(limit >= 1 && limit <= 50))) {
        throw new Error("general.searchWorkbook: the option is { limit }, a number from 1 to 50");
      }
      /** @type {{limit?: any}} */
      const extra = limit === undefined ? {} : { limit: Math.floor(limit) };
      return calls.ask("search_workbook", () => ({ query: wanted, ...extra }));
    },
    /**
     * @param {unknown} address
     * @param {unknown} direction
     * @param {unknown} [depth]
     */
    trace(address, direction, depth) {
      const place = text("trace", address, 'one area, such as "Model!F40"');
      if (direction !== "precedents" && direction !== "dependents") {
        throw new Error('general.trace: the second argument is "precedents" or "dependents"');
      }
      const hops = depth ?? 2;
      if (typeof hops !== "number" || !Number.isInteger(hops) || hops < 1 || hops > 8) {
        throw new Error("general.trace: depth is a whole number of hops from 1 to 8");
      }
      return calls.ask("trace", () => ({ address: place, direction, depth: hops, ...here() }));
    },
    /** @param {unknown} scope */
    impact(scope) {
      const place = text("impact", scope, 'addresses, a name or a sheet, such as "Inputs!C4:C9"');
      return calls.ask("impact", () => ({ scope: place, ...here() }));
    },
  };
})();
