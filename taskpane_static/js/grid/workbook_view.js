/**
 * The workbook in the browser: formula bar, one sheet's grid, tabs, and marks on changed cells.
 */

import { formatCells, parseAddress, quoteSheet } from "../addresses.js";
import { h, icon } from "../ui/elements.js";
import { tabSeparated } from "./copy.js";
import { createFormulaBar } from "./formula_bar.js";
import { createSheetGrid } from "./sheet_grid.js";
import { createTabs } from "./tabs.js";
import { WorkbookSource } from "./workbook_source.js";

/**
 * @typedef {import("./geometry.js").Bounds} Bounds
 * @typedef {{row: number, column: number, kind: string}} Mark
 */

const GROW_ROWS = 200;
const GROW_COLUMNS = 26;
const COPY_LIMIT = 200_000;
const FONTS = ['15px "Narrow fallback"', '700 15px "Narrow fallback"'];
const FLASH_MS = 1600;

/** @param {HTMLElement} root @param {string} name */
function part(root, name) {
  const element = root.querySelector(`[data-part="${name}"]`);
  if (!(element instanceof HTMLElement)) throw new Error(`The page lacks its part "${name}".`);
  return element;
}

/**
 * @param {HTMLElement} root
 * @param {{api: URL, onSelect: (address: string) => void, onError: (message: string) => void}} options
 */
export function createWorkbookView(root, { api, onSelect, onError }) {
  const place = part(root, "sheet");
  const source = new WorkbookSource(api);
  const scheme = matchMedia("(prefers-color-scheme: dark)");
  /** @type {ReturnType<typeof createSheetGrid> | null} */
  let sheetGrid = null;
  let active = "";
  /** @type {Map<string, Map<string, Mark>>} By sheet, then by cell. */
  const marks = new Map();
  /** @type {Map<string, {area: Bounds, rows: number, columns: number, top: number}>} */
  const remembered = new Map();
  /** @type {Bounds} */
  let selected = [0, 0, 0, 0];
  /** Whether the user went somewhere in the workbook since the task began. */
  let steered = false;
  let awaited = "";

  const formulaBar = createFormulaBar(part(root, "formula-bar"), (text) => {
    if (!select(text)) return false;
    sheetGrid?.focus();
    return true;
  });
  const tabs = createTabs(part(root, "tabs"), (name) => open(name));
  const markToggle = h(
    "button",
    { type: "button", class: "tab-action mark-toggle", "aria-pressed": "true", title: "Mark the cells of the last task", onclick: toggleMarks },
    icon("changes"),
    "Changes",
  );
  const download = h(
    "a",
    { class: "tab-action", href: new URL("workbook/file", api).href, download: true, title: "Download the workbook as it is now" },
    icon("download"),
    "Download",
  );
  part(root, "tabs").append(markToggle, download);

  function toggleMarks() {
    const on = markToggle.getAttribute("aria-pressed") !== "true";
    markToggle.setAttribute("aria-pressed", String(on));
    root.toggleAttribute("data-marks-off", !on);
  }

  /** @param {unknown} error */
  function fail(error) {
    onError(error instanceof Error ? error.message : String(error));
  }

  function visibleSheets() {
    return source.facts.sheets.filter((sheet) => sheet.visibility.toLowerCase() === "visible");
  }

  /**
   * Shows a sheet.
   *
   * @param {string} name
   * @param {boolean} [rebuild] even when it is shown already
   */
  function open(name, rebuild = false) {
    const facts = source.sheet(name);
    if (!facts) return;
    const previous = remembered.get(facts.name);
    if (sheetGrid && active === facts.name && !rebuild) return;
    if (sheetGrid) leave();
    active = facts.name;
    sheetGrid = createSheetGrid(place, source, facts, {
      rows: previous?.rows ?? 0,
      columns: previous?.columns ?? 0,
      dark: scheme.matches,
      onSelect: showSelection,
      onLoad: showContent,
      onError: fail,
    });
    sheetGrid.onScroll(grow);
    if (previous?.top) sheetGrid.scrollToRow(previous.top);
    sheetGrid.mark(marks.get(active) ?? new Map());
    sheetGrid.select(previous?.area ?? [0, 0, 0, 0]);
    showTabs();
  }

  function leave() {
    if (!sheetGrid) return;
    remembered.set(active, {
      area: selected,
      rows: sheetGrid.grownRows,
      columns: sheetGrid.grownColumns,
      top: sheetGrid.scroll().top,
    });
    sheetGrid.destroy();
    sheetGrid = null;
  }

  function showTabs() {
    tabs.show(visibleSheets(), active, new Set(marks.keys()));
  }

  /** Adds rows or columns when scrolling reaches the end of them. */
  function grow() {
    if (!sheetGrid) return;
    const end = sheetGrid.atEnd();
    if (!end.rows && !end.columns) return;
    const top = sheetGrid.scroll().top;
    remembered.set(active, {
      area: selected,
      rows: sheetGrid.grownRows + (end.rows ? GROW_ROWS : 0),
      columns: sheetGrid.grownColumns + (end.columns ? GROW_COLUMNS : 0),
      top,
    });
    const grown = remembered.get(active);
    sheetGrid.destroy();
    sheetGrid = null;
    if (grown) remembered.set(active, grown);
    open(active, true);
  }

  /** @param {Bounds} area */
  function showSelection(area) {
    selected = area;
    const [top, left, bottom, right] = area;
    const address = `${quoteSheet(active)}!${formatCells({ top, left, bottom, right })}`;
    showContent();
    onSelect(address);
  }

  function showContent() {
    const [top, left, bottom, right] = selected;
    const cell = source.cell(active, top, left);
    // One merged area is named by its first cell, as Excel does.
    const merged = source.sheet(active)?.merges.some(([t, l, b, r]) => t === top && l === left && b === bottom && r === right);
    const shown = merged ? { top, left, bottom: top, right: left } : { top, left, bottom, right };
    formulaBar.show(formatCells(shown), cell ? cell.formula || cell.text : "");
  }

  /**
   * @param {string} text
   * @returns {boolean} whether there is such a place
   */
  function select(text) {
    const address = parseAddress(text);
    if (!address) return false;
    const facts = address.sheet ? source.sheet(address.sheet) : source.sheet(active);
    if (!facts || facts.visibility.toLowerCase() !== "visible") return false;
    const { top, left } = address;
    const bottom = Math.min(address.bottom, Math.max(facts.rows - 1, top));
    const right = Math.min(address.right, Math.max(facts.columns - 1, left));
    remembered.set(facts.name, {
      area: [top, left, bottom, right],
      rows: Math.max(remembered.get(facts.name)?.rows ?? 0, bottom + GROW_COLUMNS),
      columns: Math.max(remembered.get(facts.name)?.columns ?? 0, right + 2),
      top: 0,
    });
    const reaches = sheetGrid && bottom < sheetGrid.grownRows && right < sheetGrid.grownColumns;
    if (active !== facts.name) open(facts.name);
    else if (!reaches) {
      sheetGrid?.destroy();
      sheetGrid = null;
      open(active, true);
    }
    sheetGrid?.select([top, left, bottom, right]);
    return true;
  }

  async function refresh() {
    try {
      const known = sheetGrid?.shape;
      // Text is measured while it is drawn, so the font has to be there before.
      await Promise.all(FONTS.map((font) => document.fonts.load(font)));
      const facts = await source.refresh();
      const name = source.sheet(active)?.name ?? source.sheet(facts.active)?.name ?? visibleSheets()[0]?.name;
      if (!name) return;
      const sameShape = name === active && known === JSON.stringify(source.sheet(name));
      if (sameShape) await sheetGrid?.load();
      else {
        leave();
        open(name, true);
      }
      showTabs();
      showContent();
      goToAwaited();
    } catch (error) {
      fail(error);
    }
  }

  async function copy() {
    const [top, left, bottom, right] = selected;
    const facts = source.sheet(active);
    if (!facts) return;
    const last = Math.min(bottom, Math.max(facts.rows - 1, top));
    const end = Math.min(right, Math.max(facts.columns - 1, left));
    if ((last - top + 1) * (end - left + 1) > COPY_LIMIT) {
      fail(new Error(`Only ${COPY_LIMIT.toLocaleString("en-US")} cells can be copied at once.`));
      return;
    }
    await source.need(active, [top, left, last, end]);
    /** @type {string[][]} */
    const rows = [];
    for (let row = top; row <= last; row += 1) {
      const cells = [];
      for (let column = left; column <= end; column += 1) cells.push(source.cell(active, row, column)?.text ?? "");
      rows.push(cells);
    }
    await navigator.clipboard.writeText(tabSeparated(rows));
  }

  place.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "c") return;
    event.preventDefault();
    copy().catch(fail);
  });
  for (const name of ["pointerdown", "keydown"]) root.addEventListener(name, () => (steered = true));
  scheme.addEventListener("change", () => {
    leave();
    open(active, true);
  });

  /** A sheet that the task has just added is known only after the next refresh. */
  function goToAwaited() {
    if (awaited && (steered || select(awaited))) awaited = "";
  }

  return {
    refresh,
    select,
    /** Forgets the marks, when a new task begins. */
    clearMarks() {
      steered = false;
      awaited = "";
      marks.clear();
      sheetGrid?.mark(new Map());
      showTabs();
    },
    /** @param {readonly import("../change_card.js").CellCard[]} cells of one finished execution */
    markChanges(cells) {
      for (const cell of cells) {
        const address = parseAddress(cell.address);
        if (!address) continue;
        let own = marks.get(cell.sheet);
        if (!own) marks.set(cell.sheet, (own = new Map()));
        own.set(cell.address, { row: address.top, column: address.left, kind: cell.kind });
      }
      sheetGrid?.mark(marks.get(active) ?? new Map());
      root.toggleAttribute("data-flash", true);
      setTimeout(() => root.toggleAttribute("data-flash", false), FLASH_MS);
      showTabs();
      // The workbook follows the task as long as the user looks at nothing else.
      const first = cells.find((cell) => cell.kind === "written");
      awaited = first && !steered ? `${quoteSheet(first.sheet)}!${first.address}` : "";
      goToAwaited();
    },
  };
}
