/**
 * The grid library, apart from `libraries.js` because only the browser's workbook page needs it.
 */

const vendor = new URL("../../vendor/", import.meta.url);

/** @type {typeof import("slickgrid")} */
export const { SlickGrid } = await import(new URL("slickgrid/slickgrid.mjs", vendor).href);
