/**
 * A1 addresses as values. Rows and columns are 0-based here, as the grid's data is; the text is
 * 1-based, as people read it. Limits and syntax are Excel's (1,048,576 rows, 16,384 columns).
 *
 * @typedef {{sheet: string, top: number, left: number, bottom: number, right: number}} Address
 *   `sheet` is "" where the text named none. Bounds are inclusive.
 * @typedef {{start: number, end: number, text: string, address: Address}} AddressInText
 */

export const MAX_ROWS = 1_048_576;
export const MAX_COLUMNS = 16_384;

const PLAIN_SHEET = /^[A-Za-z_\u0080-\uffff][A-Za-z0-9_.\u0080-\uffff]*$/;
const LOOKS_LIKE_CELL = /^(?:[A-Za-z]{1,3}[0-9]+|[Rr][0-9]*(?:[Cc][0-9]*)?|[Cc][0-9]*)$/;
const CELLS = /^\$?([A-Za-z]{1,3})\$?([1-9][0-9]{0,6})(?::\$?([A-Za-z]{1,3})\$?([1-9][0-9]{0,6}))?$/;
const COLUMNS = /^\$?([A-Za-z]{1,3}):\$?([A-Za-z]{1,3})$/;
const ROWS = /^\$?([1-9][0-9]{0,6}):\$?([1-9][0-9]{0,6})$/;

/**
 * Letters of a 0-based column: 0 → "A", 27 → "AB".
 *
 * @param {number} column
 */
export function columnLetters(column) {
  let letters = "";
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}

/**
 * 0-based column of letters, any case: "ab" → 27.
 *
 * @param {string} letters
 */
export function columnIndex(letters) {
  let number = 0;
  for (const letter of letters.toUpperCase()) number = number * 26 + letter.charCodeAt(0) - 64;
  return number - 1;
}

/**
 * A sheet name as formulas and addresses write it: `Sheet1`, `'My Sheet'`, `'O''Neil'`.
 *
 * @param {string} name
 */
export function quoteSheet(name) {
  if (PLAIN_SHEET.test(name) && !LOOKS_LIKE_CELL.test(name)) return name;
  return `'${name.replaceAll("'", "''")}'`;
}

/**
 * Reads `A1`, `A1:B2`, `A:C`, `3:7`, with or without `Sheet!` or `'My Sheet'!`.
 *
 * @param {string} text
 * @returns {Address | null} null when the text is no address or lies outside Excel's grid
 */
export function parseAddress(text) {
  const [sheet, cells] = splitSheet(text.trim());
  const bounds = parseCells(cells);
  if (!bounds) return null;
  const [rowA, columnA, rowB, columnB] = bounds;
  const address = {
    sheet,
    top: Math.min(rowA, rowB),
    left: Math.min(columnA, columnB),
    bottom: Math.max(rowA, rowB),
    right: Math.max(columnA, columnB),
  };
  return address.bottom < MAX_ROWS && address.right < MAX_COLUMNS ? address : null;
}

/**
 * @param {string} cells
 * @returns {[number, number, number, number] | null}
 */
function parseCells(cells) {
  let match = CELLS.exec(cells);
  if (match) {
    const [, firstColumn = "", firstRow = "", lastColumn = firstColumn, lastRow = firstRow] = match;
    return [Number(firstRow) - 1, columnIndex(firstColumn), Number(lastRow) - 1, columnIndex(lastColumn)];
  }
  match = COLUMNS.exec(cells);
  if (match) return [0, columnIndex(match[1] ?? ""), MAX_ROWS - 1, columnIndex(match[2] ?? "")];
  match = ROWS.exec(cells);
  if (match) return [Number(match[1]) - 1, 0, Number(match[2]) - 1, MAX_COLUMNS - 1];
  return null;
}

/**
 * @param {string} text
 * @returns {[string, string]}
 */
function splitSheet(text) {
  if (text.startsWith("'")) {
    const end = text.lastIndexOf("'!");
    return end > 0 ? [text.slice(1, end).replaceAll("''", "'"), text.slice(end + 2)] : ["", text];
  }
  const bang = text.lastIndexOf("!");
  return bang < 0 ? ["", text] : [text.slice(0, bang), text.slice(bang + 1)];
}

/**
 * The address as text, with its sheet where it has one.
 *
 * @param {Address} address
 */
export function formatAddress(address) {
  const local = formatCells(address);
  return address.sheet ? `${quoteSheet(address.sheet)}!${local}` : local;
}

/**
 * The address without its sheet: `A1`, `A1:B2`, `A:C`, `3:7`.
 *
 * @param {Omit<Address, "sheet">} address
 */
export function formatCells({ top, left, bottom, right }) {
  const wholeRows = left === 0 && right === MAX_COLUMNS - 1;
  if (top === 0 && bottom === MAX_ROWS - 1 && !wholeRows) {
    return `${columnLetters(left)}:${columnLetters(right)}`;
  }
  if (wholeRows) return `${top + 1}:${bottom + 1}`;
  const first = `${columnLetters(left)}${top + 1}`;
  if (top === bottom && left === right) return first;
  return `${first}:${columnLetters(right)}${bottom + 1}`;
}

const CELL = String.raw`\$?[A-Za-z]{1,3}\$?[1-9][0-9]{0,6}`;
const RANGE = `${CELL}(?::${CELL})?|\\$?[A-Za-z]{1,3}:\\$?[A-Za-z]{1,3}|\\$?[1-9][0-9]{0,6}:\\$?[1-9][0-9]{0,6}`;
const SHEET = String.raw`'(?:[^'\n]|''){1,80}'|[A-Za-z_\u0080-\uffff][\w.\u0080-\uffff]{0,80}`;
const WITH_SHEET = `(?:${SHEET})!(?:${RANGE})`;
const BOUNDARY_BEFORE = String.raw`(?<![\w.'!$:\]\u0080-\uffff])`;
const BOUNDARY_AFTER = String.raw`(?![\w!:(\u0080-\uffff])`;
const IN_PROSE = new RegExp(
  `${BOUNDARY_BEFORE}(?:${WITH_SHEET}|${CELL}:${CELL})${BOUNDARY_AFTER}`,
  "g",
);
const IN_CODE = new RegExp(`^(?:${WITH_SHEET}|${CELL}(?::${CELL})?)$`);

/**
 * Addresses a person would want to click. Prose needs a sheet or a colon: "Q1" and "FY24" are
 * periods there, not cells. A whole piece of inline code may be one bare cell.
 *
 * @param {string} text
 * @param {{inlineCode: boolean}} where
 * @returns {AddressInText[]}
 */
export function findAddresses(text, { inlineCode }) {
  if (inlineCode) {
    const address = IN_CODE.test(text) ? parseAddress(text) : null;
    return address ? [{ start: 0, end: text.length, text, address }] : [];
  }
  const found = [];
  for (const match of text.matchAll(IN_PROSE)) {
    const address = parseAddress(match[0]);
    if (address) {
      found.push({ start: match.index, end: match.index + match[0].length, text: match[0], address });
    }
  }
  return found;
}
