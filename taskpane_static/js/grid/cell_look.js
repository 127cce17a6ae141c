import { contrast, lightenFor } from "./colours.js";

/**
 * @typedef {import("./workbook_source.js").CellStyle} CellStyle
 * @typedef {object} CellLook CSS of a style, computed once for each theme
 * @property {Record<string, string>} box
 * @property {Record<string, string>} text
 * @property {string} font for measuring
 * @property {boolean} filled
 * @property {boolean} bordered
 */

const SHEET_DARK = "#1b1b1b";
const INK_LIGHT = "#ececea";
const FALLBACK = '"Segoe UI", Arial, sans-serif';
/** Where Excel's own fonts are missing, a wider one would cut what fits in Excel. */
const NARROW = /^(calibri|aptos narrow|candara|corbel)\b/i;
const INDENT = 9;

/** @type {WeakMap<CellStyle, {light?: CellLook, dark?: CellLook}>} */
const looks = new WeakMap();

/**
 * @param {CellStyle} style
 * @param {boolean} dark
 * @returns {CellLook}
 */
export function lookOf(style, dark) {
  let known = looks.get(style);
  if (!known) looks.set(style, (known = {}));
  return (known[dark ? "dark" : "light"] ??= computeLook(style, dark));
}

/**
 * @param {CellStyle} style
 * @param {boolean} dark
 * @returns {CellLook}
 */
function computeLook(style, dark) {
  /** @type {Record<string, string>} */
  const box = {};
  /** @type {Record<string, string>} */
  const text = {};
  const font = style.font ?? {};
  const filled = Boolean(style.fill);
  if (style.fill) box["background-color"] = style.fill;
  const ink = inkOf(font.color ?? "", style.fill ?? "", dark);
  if (ink) text["color"] = ink;
  const size = ((font.size ?? 11) * 96) / 72;
  const family = familyOf(font.name ?? "");
  text["font-family"] = family;
  text["font-size"] = `${size.toFixed(2)}px`;
  if (font.bold) text["font-weight"] = "700";
  if (font.italic) text["font-style"] = "italic";
  const lines = [typeof font.underline === "string" && !/^(none)?$/i.test(font.underline) ? "underline" : "", font.strike ? "line-through" : ""];
  const decoration = lines.filter(Boolean).join(" ");
  if (decoration) text["text-decoration"] = decoration;
  if (style.wrap) Object.assign(text, { "white-space": "pre-wrap", "overflow-wrap": "anywhere" });
  box["align-items"] = { top: "flex-start", center: "center" }[style.vertical?.toLowerCase() ?? ""] ?? "flex-end";
  if (style.indent) box["padding-inline"] = `${3 + INDENT * style.indent}px`;
  const borders = Object.entries(style.borders ?? {});
  for (const [side, line] of borders) {
    if (!/^(top|right|bottom|left)$/.test(side)) continue;
    const colour = /#[0-9a-f]{6}/i.exec(line)?.[0];
    const drawn = colour && dark && !filled ? line.replace(colour, lightenFor(colour, SHEET_DARK, 3)) : line;
    box[`border-${side}`] = drawn;
  }
  return {
    box,
    text,
    font: `${font.italic ? "italic " : ""}${font.bold ? "700 " : ""}${size.toFixed(2)}px ${family}`,
    filled,
    bordered: borders.length > 0,
  };
}

/**
 * @param {string} colour of the font, "" for automatic
 * @param {string} fill "" for none
 * @param {boolean} dark
 */
function inkOf(colour, fill, dark) {
  if (fill) {
    if (colour) return colour;
    return contrast("#000000", fill) >= contrast("#ffffff", fill) ? "#000000" : "#ffffff";
  }
  if (!dark) return colour;
  // Black is what text is without a colour of its own.
  return colour && colour !== "#000000" ? lightenFor(colour, SHEET_DARK, 6) : INK_LIGHT;
}

/** @param {string} name */
function familyOf(name) {
  if (!name) return FALLBACK;
  const narrow = NARROW.test(name) ? '"Narrow fallback", ' : "";
  return `${JSON.stringify(name)}, ${narrow}${FALLBACK}`;
}

const measuring = document.createElement("canvas").getContext("2d");

/**
 * Pixels a text takes on one line.
 *
 * @param {string} text
 * @param {CellLook} look
 */
export function textWidth(text, look) {
  if (!measuring) return 0;
  measuring.font = look.font;
  return measuring.measureText(text).width;
}
