/// <reference path="../types.d.ts" />
// Wrapped writes are ordinary pending operations of the run's one context: they keep their order
// with raw Office.js on that context and leave in one batch, at a read or at the end.
"use strict";

(() => {
  const parts = TieoutSandbox;
  const extension = /** @type {any} */ (globalThis.OfficeExtension);
  const BEGIN = "wrapped call begins ";
  const END = "wrapped call ends ";

  /** @type {Excel.RequestContext} */
  let main;
  /** @type {Excel.Worksheet | null} */
  let original = null;
  let unsent = 0;
  /** @type {{label: string, line: number | null}[]} */
  const labels = [];
  /** @type {Map<string, Excel.Worksheet>} */
  const worksheets = new Map();
  /** @type {Watched<any>[]} */
  const watched = [];

  /**
   * A promise that knows whether the code ever looked at it: a failure nobody awaited must not
   * pass for success.
   *
   * @template T
   * @extends {Promise<T>}
   */
  class Watched extends Promise {
    observed = false;
    /** @type {Promise<unknown>} */
    settled = Promise.resolve();
    /** @type {{reason: unknown} | null} */
    failure = null;

    /**
     * @param {any} [fulfilled]
     * @param {any} [rejected]
     * @returns {any}
     */
    then(fulfilled, rejected) {
      this.observed = true;
      return super.then(fulfilled, rejected);
    }

    static get [Symbol.species]() {
      return Promise;
    }
  }
  const plainThen = Promise.prototype.then;

  /**
   * @template T
   * @param {Promise<T>} promise
   * @returns {Promise<T>}
   */
  function watch(promise) {
    const result = new Watched((/** @type {any} */ resolve, /** @type {any} */ reject) => {
      plainThen.call(promise, resolve, reject);
    });
    watched.push(result);
    result.settled = plainThen.call(
      result,
      () => undefined,
      (reason) => {
        result.failure = { reason };
      },
    );
    return result;
  }

  const here = () => parts.outcome.line(new Error().stack);

  /**
   * Names the wrapped call in which Excel failed: the last one that began and didn't end. The
   * marks travel as `context.trace()`, which Excel echoes up to the failure.
   *
   * @param {any} error
   * @param {number | null} line
   */
  function explain(error, line) {
    if (typeof error !== "object" || error === null) return;
    const traces = Array.isArray(error.traceMessages) ? error.traceMessages : [];
    const marks = traces.filter((/** @type {unknown} */ text) => String(text).startsWith("wrapped call "));
    const last = String(marks.at(-1) ?? "");
    const call = last.startsWith(BEGIN) ? labels[Number(last.slice(BEGIN.length))] : undefined;
    if (call) error.message = `${call.label} failed: ${error.message}`;
    if (marks.length) error.traceMessages = traces.filter((/** @type {unknown} */ text) => !marks.includes(text));
    parts.outcome.remember(error, call?.line ?? line);
  }

  const prototype = extension.ClientRequestContext.prototype;
  const librarySync = prototype.sync;
  /**
   * @this {Excel.RequestContext}
   * @param {unknown} [passThrough]
   */
  prototype.sync = function (passThrough) {
    const line = here();
    const go = () => {
      if (this === main) {
        unsent = 0;
        worksheets.clear();
      }
      return librarySync.call(this, passThrough);
    };
    // Another context's batch must find the wrapped writes that the code made before it.
    const sent = this !== main && unsent > 0 ? plainThen.call(main.sync(), go) : go();
    const explained = plainThen.call(sent, undefined, (error) => {
      explain(error, line);
      throw error;
    });
    return main ? watch(explained) : explained;
  };

  const flush = async () => {
    await main.sync();
  };

  /** @param {string | null} sheet */
  function worksheet(sheet) {
    if (sheet === null) return theOriginal();
    const key = sheet.toLowerCase();
    const known = worksheets.get(key) ?? main.workbook.worksheets.getItem(sheet);
    worksheets.set(key, known);
    return known;
  }

  function theOriginal() {
    if (original === null) {
      original = main.workbook.worksheets.getActiveWorksheet();
      original.load("name");
    }
    return original;
  }

  /**
   * The address with its sheet. Before the first batch the sheet that `sheet` stands for is still
   * the active one, so there the server's reading of a bare address is the same.
   *
   * @param {ParsedAddress} address
   */
  function qualified(address) {
    if (address.sheet !== null) return `${parts.address.quote(address.sheet)}!${address.local}`;
    const name = originalName();
    return name === null ? address.local : `${parts.address.quote(name)}!${address.local}`;
  }

  /** Its name once Excel has told it; reading it earlier throws. */
  function originalName() {
    try {
      return original?.name ?? null;
    } catch {
      return null;
    }
  }

  parts.calls = {
    start(context) {
      main = context;
    },
    write(label, apply) {
      const number = labels.push({ label, line: here() }) - 1;
      unsent += 1;
      theOriginal();
      main.trace(BEGIN + number);
      apply();
      main.trace(END + number);
      return Promise.resolve();
    },
    flush,
    ask(name, args) {
      const line = here();
      const answer = (async () => {
        try {
          await flush();
          return await parts.wire.call(name, args());
        } catch (error) {
          parts.outcome.remember(error, line);
          throw error;
        }
      })();
      return watch(answer);
    },
    worksheet,
    original: theOriginal,
    originalName,
    qualified,
    async settled() {
      for (let next = 0; next < watched.length; next++) await watched[next]?.settled;
    },
    unobserved: () => watched.find((promise) => promise.failure && !promise.observed)?.failure?.reason,
    watch,
  };
})();
