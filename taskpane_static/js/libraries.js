/**
 * Third-party browser files, which `make setup` copies from npm into `vendor/`. They are imported by
 * a computed address so that the type checker reads their published types and not their sources.
 */

const vendor = new URL("../vendor/", import.meta.url);

/** @type {typeof import("marked")} */
export const { Marked } = await import(new URL("marked/marked.esm.js", vendor).href);

/** @type {{default: import("dompurify").DOMPurify}} */
export const { default: DOMPurify } = await import(new URL("dompurify/purify.es.mjs", vendor).href);
