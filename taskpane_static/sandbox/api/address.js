/// <reference path="../types.d.ts" />
// Addresses as the wrapped API takes them: A1 text, with or without a sheet, or a name.
"use strict";

(() => {
  const { show } = TieoutSandbox.console;
  const MAX_ROW = 1_048_576;
  const MAX_COLUMN = 16_384;
  const CELLS = /^\$?([A-Za-z]{1,3})\$?(\d{1,7})(?::\$?([A-Za-z]{1,3})\$?(\d{1,7}))?$/;
  const COLUMNS = /^\$?([A-Za-z]{1,3}):\$?([A-Za-z]{1,3})$/;
  const ROWS = /^\$?(\d{1,7}):\$?(\d{1,7})$/;
  /** A defined name or a table reference: its shape is Excel's to know. */
  const NAME = /^[\p{L}_\\][\p{L}\p{N}_.\\?]*(\[.*\])?$/u;

  /** @param {string} letters */
  function columnNumber(letters) {
    let number = 0;
    for (const letter of letters.toUpperCase()) number = number * 26 + letter.charCodeAt(0) - 64;
    return number;
  }

  /** @param {number} number */
  function column(number) {
    let letters = "";
    for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / 26)) {
      letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
    }
    return letters;
  }

  /** @param {string} sheet */
  function quote(sheet) {
    const plain = /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(sheet) && !CELLS.test(sheet) && !/^R\d*C\d*$/i.test(sheet);
    return plain ? sheet : `'${sheet.replaceAll("'", "''")}'`;
  }

  /**
   * @param {string} text
   * @param {(why: string) => never} fail
   * @returns {[string | null, string]}
   */
  function split(text, fail) {
    if (text.startsWith("'")) {
      const match = /^'((?:[^']|'')+)'!(.+)$/.exec(text);
      if (!match) return fail("the quotes around the sheet name don't close before !");
      return [/** @type {string} */ (match[1]).replaceAll("''", "'"), /** @type {string} */ (match[2])];
    }
    const at = text.lastIndexOf("!");
    return at < 0 ? [null, text] : [text.slice(0, at), text.slice(at + 1)];
  }

  /**
   * @param {number} first
   * @param {number} last
   * @param {number} maximum
   * @param {string} what
   * @param {(why: string) => never} fail
   */
  function span(first, last, maximum, what, fail) {
    if (Math.min(first, last) < 1 || Math.max(first, last) > maximum) {
      return fail(`${what} outside the sheet`);
    }
    return Math.abs(last - first) + 1;
  }

  /**
   * @param {string} local
   * @param {(why: string) => never} fail
   */
  function shape(local, fail) {
    const cells = CELLS.exec(local);
    if (cells) {
      const [, left = "", top = "", right = left, bottom = top] = cells;
      const columns = [columnNumber(left), columnNumber(right)];
      const rows = [Number(top), Number(bottom)];
      return {
        columns: span(columns[0] ?? 0, columns[1] ?? 0, MAX_COLUMN, "the column is", fail),
        rows: span(rows[0] ?? 0, rows[1] ?? 0, MAX_ROW, "the row is", fail),
        row: Math.min(...rows),
        column: Math.min(...columns),
      };
    }
    const letters = COLUMNS.exec(local);
    if (letters) {
      const [, left = "", right = ""] = letters;
      span(columnNumber(left), columnNumber(right), MAX_COLUMN, "the column is", fail);
      return { columns: null, rows: null, row: 1, column: 1 };
    }
    const numbers = ROWS.exec(local);
    if (numbers) {
      span(Number(numbers[1]), Number(numbers[2]), MAX_ROW, "the row is", fail);
      return { columns: null, rows: null, row: 1, column: 1 };
    }
    if (NAME.test(local)) return { columns: null, rows: null, row: 1, column: 1 };
    return fail('write it like "B2", "B2:D10", "B:D", "2:5" or a defined name');
  }

  /**
   * @param {string} call
   * @param {unknown} text
   * @returns {ParsedAddress}
   */
  function parse(call, text) {
    /** @type {(why: string) => never} */
    const fail = (why) => {
      throw new Error(`${call}: ${show(text)} is not an address; ${why}`);
    };
    if (typeof text !== "string" || text.trim() === "") return fail('give text such as "Sheet1!A1:B2"');
    const [sheet, local] = split(text.trim(), fail);
    if (local.includes(",")) return fail("several areas need one call each");
    if (sheet !== null && (sheet === "" || /[[\]]/.test(sheet))) return fail("only sheets of this workbook");
    return { sheet, local, ...shape(local, fail) };
  }

  /**
   * @param {string} call
   * @param {unknown} name
   */
  function sheetName(call, name) {
    if (typeof name !== "string" || name.length < 1 || name.length > 31) {
      throw new Error(`${call}: a sheet name is text of 1 to 31 characters`);
    }
    if (/[[\]:*?/\\]/.test(name) || name.startsWith("'") || name.endsWith("'")) {
      throw new Error(`${call}: a sheet name can't hold [ ] : * ? / \\ or begin or end with '`);
    }
    return name;
  }

  TieoutSandbox.address = { parse, sheetName, column, quote };
})();
