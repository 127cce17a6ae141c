/**
 * One worksheet on the screen: SlickGrid fed from the workbook's tiles. Rebuilt when another sheet is
 * shown or the sheet's shape changes; redrawn in place when only cells change.
 */

import { columnLetters } from "../addresses.js";
import { cellElement, runsOver } from "./cell_view.js";
import { Axis, cutAtFrozen, visibleMerges } from "./geometry.js";
import { createSelection } from "./selection.js";
import { SlickGrid } from "./slickgrid.js";

/**
 * @typedef {import("./geometry.js").Bounds} Bounds
 * @typedef {import("./workbook_source.js").SheetFacts} SheetFacts
 * @typedef {{position: number}} Row
 */

const MARGIN_ROWS = 50;
const MARGIN_COLUMNS = 10;
const LEAST_ROWS = 100;
const LEAST_COLUMNS = 26;
const HEADING_WIDTH = 46;
const LEAST_SCROLLING = 140;

/**
 * @param {HTMLElement} place
 * @param {import("./workbook_source.js").WorkbookSource} source
 * @param {SheetFacts} facts
 * @param {{rows: number, columns: number, dark: boolean, onSelect: (area: Bounds) => void,
 *   onLoad: () => void, onError: (error: unknown) => void}} options
 *   `rows` and `columns` already grown to by scrolling; areas are in sheet indexes
 */
export function createSheetGrid(place, source, facts, options) {
  const rows = new Axis({
    count: Math.max(options.rows, facts.rows + MARGIN_ROWS, LEAST_ROWS),
    hidden: facts.hiddenRows,
    sizes: facts.rowHeights,
    defaultSize: facts.defaultRowHeight,
  });
  const columns = new Axis({
    count: Math.max(options.columns, facts.columns + MARGIN_COLUMNS, LEAST_COLUMNS),
    hidden: facts.hiddenColumns,
    sizes: facts.columnWidths,
    defaultSize: facts.defaultColumnWidth,
  });
  const merges = visibleMerges(facts.merges, rows, columns);
  // A frozen part larger than the window would leave nothing to scroll.
  const frozenRows = fitting(rows, rows.countBefore(facts.frozenRows), place.clientHeight - LEAST_SCROLLING);
  const frozenColumns = fitting(
    columns,
    columns.countBefore(facts.frozenColumns),
    place.clientWidth - HEADING_WIDTH - LEAST_SCROLLING,
  );
  /** @type {Map<string, {area: Bounds, whole: Bounds}>} Parts of merged areas by their first cell. */
  const parts = new Map();
  for (const whole of merges) {
    for (const area of cutAtFrozen(whole, frozenRows, frozenColumns)) parts.set(`${area[0]},${area[1]}`, { area, whole });
  }
  const spans = spansByRow([...parts.values()].map((part) => part.area));
  const name = facts.name;

  /** Grid cell 0 holds the row headings, so a column's position is its cell minus one. */
  const grid = new SlickGrid(
    place,
    {
      getLength: () => rows.length,
      getItem: (/** @type {number} */ position) => ({ position }),
      getItemMetadata: (/** @type {number} */ position) => spans.get(position) ?? null,
    },
    gridColumns(),
    /** @type {any} */ ({
      rowHeight: rows.defaultPixels,
      enableVariableRowHeight: true,
      rowHeightProvider: (/** @type {unknown} */ _grid, /** @type {number} */ position) => rows.pixelsAt(position),
      enableCellRowSpan: merges.some(([top, , bottom]) => bottom > top),
      enableCellNavigation: true,
      enableColumnReorder: false,
      enableHtmlRendering: false,
      enableTextSelectionOnCells: false,
      editable: false,
      frozenColumn: frozenColumns,
      frozenRow: frozenRows > 0 ? frozenRows : -1,
      skipFreezeColumnValidation: true,
      showCellSelection: false,
      syncColumnCellResize: false,
      scrollRenderThrottling: 10,
    }),
  );
  place.classList.toggle("no-lines", !facts.gridlines);
  place.toggleAttribute("data-frozen-rows", frozenRows > 0);
  place.toggleAttribute("data-frozen-columns", frozenColumns > 0);

  function gridColumns() {
    const heading = {
      id: "heading",
      name: "",
      field: "position",
      width: HEADING_WIDTH,
      minWidth: HEADING_WIDTH,
      cssClass: "row-heading",
      focusable: false,
      selectable: false,
      resizable: false,
      alwaysRenderColumn: true,
      formatter: (/** @type {number} */ position) => String(rows.indexAt(position) + 1),
    };
    const own = columns.indexes.map((index, position) => ({
      id: `c${index}`,
      name: columnLetters(index),
      field: `c${index}`,
      width: columns.pixelsAt(position),
      minWidth: 1,
      resizable: false,
      sortable: false,
      formatter: (/** @type {number} */ row) => draw(row, position),
    }));
    return /** @type {any[]} */ ([heading, ...own]);
  }

  /**
   * @param {number} row position
   * @param {number} column position
   */
  function draw(row, column) {
    const part = parts.get(`${row},${column}`);
    const [top, left, bottom, right] = part?.whole ?? [row, column, row, column];
    const cell = source.cell(name, rows.indexAt(top), columns.indexAt(left));
    if (!cell) return "";
    if (column === frozenColumns && column > 0 && !part && !cell.text) return overFrozenEdge(row, column, cell);
    const element = cellElement(cell, {
      dark: options.dark,
      width: extent(columns, left, right),
      merged: Boolean(part),
      room: () => roomRight(row, column),
    });
    if (!part || part.area === part.whole || typeof element === "string") return element;
    element.style.inset = "auto";
    element.style.left = `${-1 - extent(columns, left, column - 1)}px`;
    element.style.top = `${-1 - extent(rows, top, row - 1)}px`;
    element.style.width = `${extent(columns, left, right) + 2}px`;
    element.style.height = `${extent(rows, top, bottom) + 2}px`;
    const clip = document.createElement("div");
    clip.className = "merge-part";
    clip.append(element);
    return clip;
  }

  /**
   * The first cell after the frozen columns, when it is empty: a long text of the frozen part runs
   * on into it, as the grid cuts what crosses the edge.
   *
   * @param {number} row position
   * @param {number} column position
   * @param {import("./workbook_source.js").Cell} own
   */
  function overFrozenEdge(row, column, own) {
    const look = { dark: options.dark, merged: false };
    const empty = cellElement(own, { ...look, width: columns.pixelsAt(column), room: () => ({ width: 0, filled: false }) });
    if (empty !== "") return empty;
    for (let from = column - 1; from >= 0; from -= 1) {
      const cell = source.cell(name, rows.indexAt(row), columns.indexAt(from));
      if (!cell?.text) continue;
      const before = extent(columns, from, column - 1);
      if (!runsOver(cell, before, options.dark)) return "";
      if (merges.some(([t, l, b, r]) => row >= t && row <= b && from >= l && from <= r)) return "";
      const plain = { ...cell, style: { ...cell.style, fill: "", borders: {} } };
      const room = roomRight(row, column - 1);
      const element = cellElement(plain, { ...look, width: before, room: () => room });
      if (typeof element === "string") return "";
      element.style.left = `${-1 - before}px`;
      element.style.right = "auto";
      element.style.width = `${before + 2}px`;
      const clip = document.createElement("div");
      clip.className = "edge-part";
      clip.style.width = `${room.width}px`;
      clip.append(element);
      return clip;
    }
    return "";
  }

  /**
   * How far a text may run over empty cells, and whether any of them has a fill.
   *
   * @param {number} row position
   * @param {number} column position
   */
  function roomRight(row, column) {
    let width = 0;
    let filled = false;
    for (let next = column + 1; next < columns.length && width < 2000; next += 1) {
      const cell = source.cell(name, rows.indexAt(row), columns.indexAt(next));
      if (!cell || cell.text || cell.formula) break;
      if (merges.some(([t, l, b, r]) => row >= t && row <= b && next >= l && next <= r)) break;
      filled ||= Boolean(cell.style.fill);
      width += columns.pixelsAt(next);
    }
    return { width, filled };
  }

  const selection = createSelection(place, grid, merges, {
    rows: rows.length,
    columns: columns.length,
    usedRows: rows.countBefore(facts.rows),
    usedColumns: columns.countBefore(facts.columns),
    onSelect: ([top, left, bottom, right]) =>
      options.onSelect([rows.indexAt(top), columns.indexAt(left), rows.indexAt(bottom), columns.indexAt(right)]),
  });

  async function load() {
    const { top, bottom, leftPx, rightPx } = grid.getRenderedRange();
    const [left, right] = [columnAt(leftPx ?? 0), columnAt(rightPx ?? 0)];
    const last = Math.min(rows.length - 1, Math.max(bottom, 0));
    /** @type {Promise<boolean>[]} */
    const jobs = [
      source.need(name, [rows.indexAt(Math.max(top, 0)), 0, rows.indexAt(last), columns.indexAt(right)]),
    ];
    if (frozenRows > 0) {
      jobs.push(source.need(name, [0, columns.indexAt(left), rows.indexAt(frozenRows), columns.indexAt(right)]));
    }
    try {
      if (!(await Promise.all(jobs)).some(Boolean)) return;
      redraw();
      options.onLoad();
    } catch (error) {
      options.onError(error);
    }
  }

  /** @param {number} x pixels from the first column */
  function columnAt(x) {
    let edge = HEADING_WIDTH;
    for (let position = 0; position < columns.length; position += 1) {
      edge += columns.pixelsAt(position);
      if (edge > x) return position;
    }
    return columns.length - 1;
  }

  function redraw() {
    if (place.isConnected) grid.invalidate();
  }

  grid.onViewportChanged.subscribe(() => void load());
  const resizing = new ResizeObserver(() => grid.resizeCanvas());
  resizing.observe(place);
  void load();

  return {
    selection,
    load,
    redraw,
    shape: JSON.stringify(facts),
    grownRows: rows.indexAt(rows.length - 1) + 1,
    grownColumns: columns.indexAt(columns.length - 1) + 1,
    /** Whether the end of what can be scrolled to is in view. */
    atEnd() {
      const { bottom, rightPx } = grid.getViewport();
      return { rows: bottom >= rows.length - 2, columns: columnAt(rightPx ?? 0) >= columns.length - 1 };
    },
    /** @param {() => void} seen called after scrolling */
    onScroll: (seen) => grid.onScroll.subscribe(seen),
    /** @param {Bounds} area in sheet indexes */
    select([top, left, bottom, right]) {
      selection.select([
        rows.positionOf(top),
        columns.positionOf(left),
        Math.max(rows.positionOf(top), rows.countBefore(bottom + 1) - 1),
        Math.max(columns.positionOf(left), columns.countBefore(right + 1) - 1),
      ]);
    },
    /** @param {ReadonlyMap<string, {row: number, column: number, kind: string}>} marks in sheet indexes */
    mark(marks) {
      /** @type {Record<number, Record<string, string>>} */
      const classes = {};
      for (const { row, column, kind } of marks.values()) {
        const position = rows.positionOf(row);
        if (rows.indexAt(position) !== row) continue;
        (classes[position] ??= {})[`c${column}`] = `changed changed-${kind}`;
      }
      grid.setCellCssStyles("changes", classes);
    },
    scroll: () => ({ left: grid.getViewport().leftPx ?? 0, top: grid.getViewport().top }),
    /** @param {number} row position */
    scrollToRow: (row) => grid.scrollRowToTop(row),
    focus: () => grid.focus(),
    destroy() {
      resizing.disconnect();
      selection.destroy();
      grid.destroy();
      place.replaceChildren();
    },
  };
}

/**
 * Pixels from one position to another, both included.
 *
 * @param {Axis} axis
 * @param {number} from
 * @param {number} to
 */
function extent(axis, from, to) {
  let sum = 0;
  for (let position = from; position <= to; position += 1) sum += axis.pixelsAt(position);
  return sum;
}

/**
 * How many of the first `count` fit into a length.
 *
 * @param {Axis} axis
 * @param {number} count
 * @param {number} room pixels
 */
function fitting(axis, count, room) {
  let used = 0;
  for (let position = 0; position < count; position += 1) {
    used += axis.pixelsAt(position);
    if (used > room) return position;
  }
  return count;
}

/**
 * Merged areas as SlickGrid wants them: by row, spans at the first cell.
 *
 * @param {readonly Bounds[]} merges
 */
function spansByRow(merges) {
  /** @type {Map<number, {columns: Record<number, {colspan: number, rowspan: number}>}>} */
  const rows = new Map();
  for (const [top, left, bottom, right] of merges) {
    let entry = rows.get(top);
    if (!entry) rows.set(top, (entry = { columns: {} }));
    entry.columns[left + 1] = { colspan: right - left + 1, rowspan: bottom - top + 1 };
  }
  return rows;
}
