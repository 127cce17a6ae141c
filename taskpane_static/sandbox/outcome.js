/// <reference path="./types.d.ts" />
// What leaves a run: a returned value as capped JSON, or an error with what is known about it.
"use strict";

(() => {
  const { show } = TieoutSandbox.console;
  const MAX_TEXT = 8_000;
  /** @type {WeakMap<object, number>} */
  const lines = new WeakMap();

  /** @param {string} text */
  function utf8Length(text) {
    let bytes = 0;
    for (let index = 0; index < text.length; index++) {
      const unit = text.charCodeAt(index);
      bytes += unit < 0x80 ? 1 : unit < 0x800 ? 2 : unit >= 0xd800 && unit < 0xe000 ? 2 : 3;
    }
    return bytes;
  }

  /**
   * @param {string} text
   * @param {number} bytes
   */
  const tooLong = (text, bytes) => text.length > bytes || utf8Length(text) > bytes;

  /**
   * @param {unknown} value
   * @param {number} bytes
   * @returns {Json}
   */
  function returned(value, bytes) {
    if (value === undefined) return null;
    if (typeof value === "function" || typeof value === "symbol" || typeof value === "bigint") {
      return `[the code returned a ${typeof value}, which is not JSON: ${show(value).slice(0, 200)}]`;
    }
    if (typeof value === "string" && value.length > bytes) return tooMuch(value.length + 2, bytes);
    let text;
    try {
      text = JSON.stringify(value);
    } catch (error) {
      return `[the returned value is not JSON: ${message(error).slice(0, 300)}]`;
    }
    if (text === undefined) return null;
    return tooLong(text, bytes) ? tooMuch(text.length, bytes) : JSON.parse(text);
  }

  /**
   * @param {number} characters
   * @param {number} bytes
   */
  const tooMuch = (characters, bytes) =>
    `[the returned value was ${characters} characters of JSON; at most ${bytes} bytes are kept. ` +
    "Return a summary, or read cells with sheet.getCellRange, which shows them to you.]";

  /** @param {unknown} error */
  function message(error) {
    try {
      const text = error instanceof Error ? error.message : show(error);
      return String(text);
    } catch {
      return "an error whose text can't be read";
    }
  }

  /** @param {unknown} stack */
  function line(stack) {
    const match = /execute\.js:(\d+)/.exec(String(stack));
    return match ? Number(match[1]) : null;
  }

  /** @param {unknown} text */
  const short = (text) => (typeof text === "string" ? text.slice(0, MAX_TEXT) : "");

  /**
   * @param {any} error
   * @returns {CodeErrorFields}
   */
  function fields(error) {
    const isError = error instanceof Error;
    const debug = isError ? (/** @type {any} */ (error).debugInfo ?? {}) : {};
    const surrounding = Array.isArray(debug.surroundingStatements) ? debug.surroundingStatements : [];
    return {
      name: short(isError ? error.name : "Error") || "Error",
      message: short(message(error)),
      code: short(isError ? /** @type {any} */ (error).code : ""),
      location: short(debug.errorLocation),
      statement: short(debug.statement),
      surrounding: surrounding
        .map(short)
        .filter((/** @type {string} */ text) => text !== "")
        .slice(0, 20),
      line: isError ? (lines.get(error) ?? line(error.stack)) : null,
    };
  }

  TieoutSandbox.outcome = {
    returned,
    threw(error) {
      try {
        return fields(error);
      } catch {
        const unreadable = { name: "Error", message: "an error whose text can't be read" };
        return { ...unreadable, code: "", location: "", statement: "", surrounding: [], line: null };
      }
    },
    line,
    remember(error, at) {
      if (typeof error === "object" && error !== null && at !== null && !lines.has(error)) lines.set(error, at);
    },
  };
})();
