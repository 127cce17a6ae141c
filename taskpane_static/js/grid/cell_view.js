import { safeText } from "../ui/elements.js";
import { lookOf, textWidth } from "./cell_look.js";

/**
 * @typedef {import("./workbook_source.js").Cell} Cell
 * @typedef {object} Surroundings
 * @property {boolean} dark
 * @property {number} width pixels of the cell
 * @property {boolean} merged
 * @property {() => {width: number, filled: boolean}} room pixels of empty neighbours on the right
 */

const PADDING = 6;
const JUSTIFY = { l: "flex-start", r: "flex-end", c: "center" };

/**
 * The element inside the grid's cell: fill, borders and text. Text too long for its cell runs over
 * empty neighbours; a number that does not fit shows ###, as a cut number would be a wrong one.
 *
 * @param {Cell} cell
 * @param {Surroundings} surroundings
 * @returns {HTMLElement | string}
 */
export function cellElement(cell, surroundings) {
  const { text, style, align } = cell;
  const look = lookOf(style, surroundings.dark);
  if (!text && !look.filled && !look.bordered) return "";
  const box = document.createElement("div");
  box.className = `cell${look.filled ? " filled" : ""}${look.bordered ? " bordered" : ""}`;
  applyStyle(box, look.box);
  box.style.justifyContent = JUSTIFY[align];
  if (!text) return box;
  const words = document.createElement("span");
  words.className = "cell-text";
  words.dir = "auto";
  const shown = safeText(text);
  words.textContent = shown;
  applyStyle(words, look.text);
  if (!style.wrap) fitText(words, shown, align, look, surroundings);
  else words.style.textAlign = { l: "left", r: "right", c: "center" }[align];
  box.append(words);
  return box;
}

/**
 * Whether a cell's text goes on over its right neighbours.
 *
 * @param {Cell} cell
 * @param {number} width pixels it has before that
 * @param {boolean} dark
 */
export function runsOver({ text, style, align }, width, dark) {
  return align === "l" && !style.wrap && textWidth(safeText(text), lookOf(style, dark)) + PADDING > width;
}

/**
 * @param {HTMLElement} words
 * @param {string} text
 * @param {Cell["align"]} align
 * @param {import("./cell_look.js").CellLook} look
 * @param {Surroundings} surroundings
 */
function fitText(words, text, align, look, { width, merged, room }) {
  const needed = textWidth(text, look) + PADDING;
  if (needed <= width) return;
  if (align === "r" && /^[-+(]?[\p{Sc}\s]*[\d.,]/u.test(text)) {
    // Fonts differ from Excel's by a few pixels; squeezing by a tenth still shows every digit.
    if (needed <= width * 1.12) words.classList.add("squeezed");
    else {
      words.title = text;
      words.textContent = "#".repeat(Math.max(1, Math.floor((width - PADDING) / 8)));
    }
    return;
  }
  if (align !== "l" || merged) {
    words.style.maxWidth = `${width - PADDING + 2}px`;
    return;
  }
  const { width: free, filled } = room();
  words.style.maxWidth = `${width + free - 4}px`;
  if (free > 0) words.classList.add("over");
  if (free > 0 && !filled && !look.filled) words.classList.add("over-lines");
}

/**
 * @param {HTMLElement} element
 * @param {Record<string, string>} style
 */
function applyStyle(element, style) {
  for (const [name, value] of Object.entries(style)) element.style.setProperty(name, value);
}
