/// <reference path="./types.d.ts" />
// Start in a dedicated Worker. The walls are the frame's content security policy and opaque origin;
// taking away what generated code has no use for comes on top, and makes a Worker look like the
// bare isolate of the headless sandbox.
"use strict";

(() => {
  const { wire, console } = TieoutSandbox;
  const post = globalThis.postMessage.bind(globalThis);
  const listen = globalThis.addEventListener.bind(globalThis);

  wire.connect((text) => post(text));
  listen("message", (event) => wire.receive(event.data));
  listen("error", (event) => {
    console.write("error", `uncaught: ${event.message}`);
    event.preventDefault();
  });

  const KEPT = new Set([
    ...["setTimeout", "clearTimeout", "setInterval", "clearInterval", "queueMicrotask"],
    ...["window", "navigator", "document", "console", "TieoutSandbox", "_richApiNativeBridge"],
    ...["Office", "OfficeExtension", "OfficeCore", "OfficeRuntime", "Excel", "OSF", "OfficeExt"],
    // Of the language itself:
    ...["globalThis", "Infinity", "NaN", "undefined", "eval", "isFinite", "isNaN", "parseFloat"],
    ...["parseInt", "decodeURI", "decodeURIComponent", "encodeURI", "encodeURIComponent", "escape"],
    ...["unescape", "Object", "Function", "Boolean", "Symbol", "Error", "AggregateError", "EvalError"],
    ...["RangeError", "ReferenceError", "SyntaxError", "TypeError", "URIError", "Number", "BigInt"],
    ...["Math", "Date", "String", "RegExp", "Array", "Map", "Set", "WeakMap", "WeakSet", "WeakRef"],
    ...["FinalizationRegistry", "ArrayBuffer", "DataView", "JSON", "Promise", "Proxy", "Reflect"],
    ...["Intl", "Iterator", "Temporal", "Int8Array", "Uint8Array", "Uint8ClampedArray", "Int16Array"],
    ...["Uint16Array", "Int32Array", "Uint32Array", "BigInt64Array", "BigUint64Array"],
    ...["Float16Array", "Float32Array", "Float64Array"],
  ]);
  /** What Office.js declared as its own globals is of the script, not of the Worker. */
  const platform = new Set(
    Object.getOwnPropertyNames(globalThis).filter((name) => {
      const descriptor = Object.getOwnPropertyDescriptor(globalThis, name);
      return descriptor?.configurable === true;
    }),
  );

  for (let object = /** @type {any} */ (globalThis); object && object !== Object.prototype; ) {
    const above = Object.getPrototypeOf(object);
    for (const name of Object.getOwnPropertyNames(object)) {
      if (KEPT.has(name) || (object === globalThis && !platform.has(name))) continue;
      if (!Reflect.deleteProperty(object, name)) {
        Reflect.defineProperty(object, name, { value: undefined });
      }
    }
    object = above;
  }
})();
