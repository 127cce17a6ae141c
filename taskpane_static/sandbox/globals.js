/// <reference path="./types.d.ts" />
// The few globals without which Office.js does not load outside a page. They carry nothing.
"use strict";

(() => {
  for (const [name, value] of Object.entries({
    window: globalThis,
    navigator: { userAgent: "" },
    document: {},
  })) {
    Object.defineProperty(globalThis, name, {
      value,
      writable: true,
      configurable: true,
      enumerable: true,
    });
  }
  globalThis.TieoutSandbox = /** @type {SandboxParts} */ ({ index: /** @type {IndexEntry[]} */ ([]), specs: {} });
})();
