/// <reference path="../types.d.ts" />
// What may be written into cells. JSON would turn NaN or a Date into something else without a word,
// so everything that is not a cell value is refused here, by name of the cell.
"use strict";

(() => {
  const { show } = TieoutSandbox.console;
  const { column } = TieoutSandbox.address;

  /**
   * @param {string} where
   * @param {unknown} value
   * @returns {CellValue}
   */
  function one(where, value) {
    if (typeof value === "string" || typeof value === "boolean") return value;
    if (typeof value === "number" && Number.isFinite(value)) return value;
    if (value instanceof Date) {
      throw new Error(`${where}: a Date is not a cell value; write Excel's serial number and a date format`);
    }
    throw new Error(`${where}: ${show(value).slice(0, 60)} is not a cell value (text, finite number, true, false)`);
  }

  /** @param {unknown} value */
  const isFormula = (value) => typeof value === "string" && value.startsWith("=");

  /**
   * @param {string} call
   * @param {ParsedAddress} address
   * @param {unknown} values
   */
  function grid(call, address, values) {
    const rows = /** @type {unknown[]} */ (values);
    if (rows.length === 0 || !rows.every(Array.isArray)) {
      throw new Error(`${call}: values are rows of cells, [[1, 2], [3, 4]], or one value for all cells`);
    }
    const width = /** @type {unknown[]} */ (rows[0]).length;
    const ragged = rows.findIndex((row) => /** @type {unknown[]} */ (row).length !== width);
    if (ragged >= 0 || width === 0) {
      const length = /** @type {unknown[]} */ (rows[Math.max(ragged, 0)]).length;
      throw new Error(`${call}: row ${Math.max(ragged, 0) + 1} of the values has ${length} cells, the first has ${width}`);
    }
    if (address.rows !== null && (address.rows !== rows.length || address.columns !== width)) {
      const corner = `${column(address.column)}${address.row}`;
      const fits = `${corner}:${column(address.column + width - 1)}${address.row + rows.length - 1}`;
      throw new Error(
        `${call}: the values are ${rows.length}×${width} (rows×columns) but the address is ` +
          `${address.rows}×${address.columns}; they would fit ${fits}`,
      );
    }
    return rows.map((row, down) =>
      Array.from(/** @type {unknown[]} */ (row), (value, across) => {
        if (value === null) return null;
        const cell = `${column(address.column + across)}${address.row + down}`;
        return one(`${call}, cell ${address.rows === null ? `${down + 1},${across + 1} of the values` : cell}`, value);
      }),
    );
  }

  TieoutSandbox.cells = { one, grid, isFormula };
})();
