/// <reference path="./types.d.ts" />
// The Common API (`Office.context.document`) for a person's own script: Office.js's own objects, whose
// calls about selections and bindings go out as batches (`workbook._V1Api`) like everything else.
// Generated code gets the sentences of `office.js` instead.
"use strict";

(() => {
  const { wire } = TieoutSandbox;
  const NOT_SUPPORTED = 5000;
  const WRONG_FILE_TYPE = 1009;
  const OUT_OF_RANGE = 5008;
  const LOAD_SETTINGS = 75;
  const SAVE_SETTINGS = 76;
  const GET_FILE = 77;
  const GET_SLICE = 80;
  const CLOSE_FILE = 81;
  const SETTINGS = "serializedSettings";

  /**
   * @typedef {{dispId: number, hostCallArgs: any, onComplete: (status: number, answer?: unknown) => void}} Call
   */

  /** Texts of errors by their resource name, in the place of the language files of Office.js. */
  const words = new Proxy(/** @type {Record<string, string>} */ ({}), {
    get: (_, key) => `${String(key).replace(/^L_/, "").replace(/([a-z])([A-Z])/g, "$1 $2")}.`,
  });

  /** Office.js keeps settings as JSON texts. They are those of the Excel API. */
  async function settings(/** @type {Record<string, string> | null} */ written) {
    return Excel.run(async (context) => {
      const stored = context.workbook.settings.load("items/key,items/value");
      await context.sync();
      if (written === null) return Object.fromEntries(stored.items.map(({ key, value }) => [key, JSON.stringify(value)]));
      for (const item of stored.items) if (!(item.key in written)) item.delete();
      for (const [key, value] of Object.entries(written)) context.workbook.settings.add(key, JSON.parse(value));
      await context.sync();
      return written;
    });
  }

  const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

  /** @param {string} text base64 */
  function bytes(text) {
    /** @type {number[]} */
    const found = [];
    let bits = 0;
    let waiting = 0;
    for (const letter of text.replace(/=+$/, "")) {
      bits = ((bits << 6) | LETTERS.indexOf(letter)) & 0xffffff;
      waiting += 6;
      if (waiting >= 8) {
        waiting -= 8;
        found.push((bits >> waiting) & 0xff);
      }
    }
    return found;
  }

  function makeDocument() {
    const osf = /** @type {any} */ (globalThis).OSF;
    /** @type {Map<number, number[]>} */
    const files = new Map();

    /** @param {Call} call @returns {Promise<[status: number, answer?: unknown]>} */
    async function answer({ dispId, hostCallArgs: given }) {
      switch (dispId) {
        case LOAD_SETTINGS:
          return [0, { [SETTINGS]: await settings(null) }];
        case SAVE_SETTINGS:
          await settings(given[SETTINGS]);
          return [0];
        case GET_FILE: {
          if (given.fileType !== "compressed") return [WRONG_FILE_TYPE];
          const content = bytes(String(await wire.call("file", {})));
          files.set(files.size + 1, content);
          return [0, { FileHandle: files.size, FileSize: content.length }];
        }
        case GET_SLICE: {
          const start = Number(given.fileSliceoffset);
          const data = files.get(given.FileHandle)?.slice(start, start + given.sliceSize);
          return data?.length ? [0, { data, sliceSize: data.length }] : [OUT_OF_RANGE];
        }
        case CLOSE_FILE:
          files.set(given.FileHandle, []);
          return [0];
        default:
          return [NOT_SUPPORTED];
      }
    }

    /** @param {Call} call */
    const execute = (call) =>
      void answer(call).then(
        ([status, value]) => call.onComplete(status, value),
        () => call.onComplete(NOT_SUPPORTED),
      );
    const { ExecuteAsync, RegisterEventAsync, UnregisterEventAsync } = osf.DDA.DispIdHost.Delegates;
    /** @param {Call} call no event can arrive after the script's end */
    const refuse = (call) => call.onComplete(NOT_SUPPORTED);
    const delegates = { [ExecuteAsync]: execute, [RegisterEventAsync]: refuse, [UnregisterEventAsync]: refuse };
    const facade = new osf.DDA.DispIdHost.Facade(() => delegates, {});

    Object.assign(globalThis, { Strings: { OfficeOM: words } });
    osf.DDA.ErrorCodeManager.initializeErrorMessages(words);
    Object.assign(osf._OfficeAppFactory, { getHostFacade: () => facade, getCachedSessionSettingsKey: () => "" });
    /** @type {any} */ (Excel)._RedirectV1APIs = true;
    const place = { get_clientMode: () => 1, get_docUrl: () => "" };
    return new osf.DDA.ExcelDocument(place, new osf.DDA.RefreshableSettings({}));
  }

  TieoutSandbox.commonApi = makeDocument;
})();
