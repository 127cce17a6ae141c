/**
 * The embedded Excel's workbook over HTTP: its sheets at once, its cells in tiles as they are seen.
 *
 * @typedef {object} SheetFacts
 * @property {string} name
 * @property {string} visibility "visible", "hidden" or "veryHidden", in any case
 * @property {number} rows used rows, counted from the first
 * @property {number} columns
 * @property {number} frozenRows
 * @property {number} frozenColumns
 * @property {boolean} gridlines
 * @property {string | null} tabColor
 * @property {number} defaultRowHeight points, like all sizes
 * @property {number} defaultColumnWidth
 * @property {Record<string, number>} rowHeights
 * @property {Record<string, number>} columnWidths
 * @property {number[]} hiddenRows
 * @property {number[]} hiddenColumns
 * @property {import("./geometry.js").Bounds[]} merges
 *
 * @typedef {{revision: number, name: string, active: string, sheets: SheetFacts[]}} WorkbookFacts
 *
 * @typedef {object} CellStyle
 * @property {{name?: string, size?: number, bold?: boolean, italic?: boolean, underline?: string,
 *   strike?: boolean, color?: string | null}} [font]
 * @property {string | null} [fill]
 * @property {string} [numberFormat]
 * @property {string} [horizontal]
 * @property {string} [vertical]
 * @property {boolean} [wrap]
 * @property {number} [indent]
 * @property {Record<string, string>} [borders]
 *
 * @typedef {{text: string, formula: string, style: CellStyle, align: "l" | "r" | "c"}} Cell
 * @typedef {{fresh: boolean, cells: Map<number, Cell>}} Tile cells by row × 16384 + column
 */

const TILE_ROWS = 128;
const TILE_COLUMNS = 32;
const COLUMNS = 16_384;

/** @type {Cell} */
const EMPTY = Object.freeze({ text: "", formula: "", style: {}, align: "l" });

export class WorkbookSource {
  /** @param {URL} base folder of the API */
  constructor(base) {
    this.base = base;
    /** @type {WorkbookFacts} */
    this.facts = { revision: 0, name: "", active: "", sheets: [] };
    /** @type {Map<string, Tile>} */
    this.tiles = new Map();
    /** @type {Map<string, Promise<void>>} */
    this.loading = new Map();
    /** @type {Map<string, CellStyle>} One object per look, so that its CSS is computed once. */
    this.styles = new Map();
  }

  /** Reads the list of sheets and marks every cell as old. What is known stays visible until replaced. */
  async refresh() {
    this.facts = await this.#get("workbook");
    for (const tile of this.tiles.values()) tile.fresh = false;
    this.loading.clear();
    return this.facts;
  }

  /** @param {string} name */
  sheet(name) {
    return this.facts.sheets.find((sheet) => sheet.name.toLowerCase() === name.toLowerCase());
  }

  /**
   * A cell as far as it is known.
   *
   * @param {string} sheet
   * @param {number} row
   * @param {number} column
   * @returns {Cell | undefined} undefined while its tile has never been loaded
   */
  cell(sheet, row, column) {
    const tile = this.tiles.get(tileKey(sheet, Math.floor(row / TILE_ROWS), Math.floor(column / TILE_COLUMNS)));
    return tile && (tile.cells.get(row * COLUMNS + column) ?? EMPTY);
  }

  /**
   * Loads what is missing or old in an area.
   *
   * @param {string} sheet
   * @param {import("./geometry.js").Bounds} area in sheet indexes
   * @returns {Promise<boolean>} whether anything was loaded
   */
  async need(sheet, [top, left, bottom, right]) {
    /** @type {Promise<void>[]} */
    const jobs = [];
    for (let r = Math.floor(top / TILE_ROWS); r <= Math.floor(bottom / TILE_ROWS); r += 1) {
      for (let c = Math.floor(left / TILE_COLUMNS); c <= Math.floor(right / TILE_COLUMNS); c += 1) {
        const key = tileKey(sheet, r, c);
        if (this.tiles.get(key)?.fresh) continue;
        let job = this.loading.get(key);
        if (!job) {
          job = this.#load(sheet, r, c, key);
          this.loading.set(key, job);
        }
        jobs.push(job);
      }
    }
    await Promise.all(jobs);
    return jobs.length > 0;
  }

  /**
   * @param {string} sheet
   * @param {number} r tile row
   * @param {number} c tile column
   * @param {string} key
   */
  async #load(sheet, r, c, key) {
    const [top, left] = [r * TILE_ROWS, c * TILE_COLUMNS];
    const query = new URLSearchParams({
      sheet,
      top: String(top),
      left: String(left),
      bottom: String(top + TILE_ROWS - 1),
      right: String(left + TILE_COLUMNS - 1),
    });
    try {
      const answer = await this.#get(`cells?${query}`);
      // The sheet, or its whole workbook, was replaced meanwhile; the refresh that follows knows.
      if (answer.gone) return;
      const styles = answer.styles.map((/** @type {CellStyle} */ style) => this.#intern(style));
      /** @type {Map<number, Cell>} */
      const cells = new Map();
      for (const [row, column, text, formula, style, align] of answer.cells) {
        cells.set(row * COLUMNS + column, { text, formula, style: styles[style] ?? EMPTY.style, align });
      }
      this.tiles.set(key, { fresh: answer.revision >= this.facts.revision, cells });
    } finally {
      this.loading.delete(key);
    }
  }

  /** @param {CellStyle} style */
  #intern(style) {
    const key = JSON.stringify(style);
    const known = this.styles.get(key);
    if (known) return known;
    this.styles.set(key, style);
    return style;
  }

  /** @param {string} path @returns {Promise<any>} */
  async #get(path) {
    const response = await fetch(new URL(path, this.base), { credentials: "same-origin", cache: "no-store" });
    if (!response.ok) throw new Error(`The workbook could not be read: the server answered ${response.status}.`);
    return response.json();
  }
}

/**
 * @param {string} sheet
 * @param {number} row
 * @param {number} column
 */
function tileKey(sheet, row, column) {
  return `${row},${column},${sheet.toLowerCase()}`;
}
