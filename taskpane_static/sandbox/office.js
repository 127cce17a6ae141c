/// <reference path="./types.d.ts" />
// What `office.js` would have set up around the Excel host file, for code that asks about its host.
"use strict";

(() => {
  /** @type {Map<string, string>} */
  const sets = new Map();

  /**
   * Versions compare by number, part by part: 1.10 is newer than 1.9.
   *
   * @param {string} has
   * @param {string} wants
   */
  function atLeast(has, wants) {
    const [left, right] = [has, wants].map((text) => text.split(".").map(Number));
    for (let index = 0; index < Math.max(left?.length ?? 0, right?.length ?? 0); index++) {
      const difference = (left?.[index] ?? 0) - (right?.[index] ?? 0);
      if (difference !== 0) return difference > 0;
    }
    return true;
  }

  /**
   * What to use instead of the Common API. It acts on whatever is selected at that moment, outside
   * any batch that could be looked at first, so none of it is here.
   *
   * @type {Record<string, string>}
   */
  const INSTEAD = {
    getSelectedDataAsync: 'context.workbook.getSelectedRange().load("values")',
    setSelectedDataAsync: "the values of a range whose address you name",
    goToByIdAsync: "range.select()",
    bindings: "context.workbook.names, or tables",
    settings: "context.workbook.settings",
    getFileAsync: "the Excel API to read what you need of the workbook",
    getFilePropertiesAsync: 'context.workbook.load("name")',
    addHandlerAsync: "a second run that reads again: no event arrives after this one ends",
    removeHandlerAsync: "nothing: no handler can be registered here",
    url: 'context.workbook.load("name")',
  };
  const commonApi = {};
  for (const [name, instead] of Object.entries(INSTEAD)) {
    Object.defineProperty(commonApi, name, {
      get() {
        throw new Error(`Office.context.document.${name} can't be used here. Use ${instead}.`);
      },
    });
  }

  const host = { host: "Excel", platform: "PC", addin: null };
  const context = {
    host: "Excel",
    platform: "PC",
    diagnostics: { host: "Excel", platform: "PC", version: "16.0" },
    document: /** @type {object} */ (commonApi),
    requirements: {
      /**
       * @param {unknown} name
       * @param {unknown} [version]
       */
      isSetSupported(name, version = "0") {
        const has = sets.get(String(name).toLowerCase());
        return has !== undefined && atLeast(has, String(version));
      },
    },
  };
  OSF._OfficeAppFactory = {
    getContext: () => context,
    getHostInfo: () => ({ hostType: "excel", hostPlatform: "win32", flags: 0 }),
  };

  Object.assign(globalThis.Office, {
    HostType: { Excel: "Excel", Word: "Word", PowerPoint: "PowerPoint", Outlook: "Outlook" },
    PlatformType: { PC: "PC", Mac: "Mac", OfficeOnline: "OfficeOnline" },
    /** @param {((info: typeof host) => unknown)} [callback] */
    async onReady(callback) {
      await callback?.(host);
      return host;
    },
  });

  const extension = /** @type {any} */ (globalThis.OfficeExtension);
  const refuse = () => {
    throw new Error(
      "Events can't be registered from here: the code ends before one could arrive. " +
        "Read what you need in this run instead.",
    );
  };
  for (const name of ["EventHandlers", "GenericEventHandlers"]) {
    if (extension[name]) extension[name].prototype.add = refuse;
  }
  // The end of `Excel.run` then waits until Excel has let go of the ranges of the run; otherwise
  // that last request could come after the sandbox is gone.
  if (extension.Utility) extension.Utility._synchronousCleanup = true;

  TieoutSandbox.office = {
    setRequirements(given) {
      sets.clear();
      for (const [name, version] of Object.entries(given)) sets.set(name.toLowerCase(), version);
      if (sets.has("redirectv1api")) context.document = TieoutSandbox.commonApi();
    },
  };
})();
