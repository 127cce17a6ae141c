/**
 * What is selected in a sheet's grid: by mouse, keyboard or from outside. Drawn as frames over the
 * cells, one for each frozen part it reaches into, so that selecting a column costs nothing.
 *
 * All positions count visible rows and columns; the grid's own cells are one further, after the headings.
 */

import { h } from "../ui/elements.js";
import { growOverMerges } from "./geometry.js";

/**
 * @typedef {import("./geometry.js").Bounds} Bounds
 * @typedef {object} SelectionOptions
 * @property {number} rows
 * @property {number} columns
 * @property {number} usedRows
 * @property {number} usedColumns
 * @property {(area: Bounds) => void} onSelect
 */

/**
 * @param {HTMLElement} place
 * @param {import("slickgrid").SlickGrid} grid
 * @param {readonly Bounds[]} merges
 * @param {SelectionOptions} options
 */
export function createSelection(place, grid, merges, { rows, columns, usedRows, usedColumns, onSelect }) {
  let [anchorRow, anchorColumn] = [0, 0];
  let [endRow, endColumn] = [0, 0];
  /** @type {Bounds} */
  let area = [0, 0, 0, 0];
  const frames = [0, 1, 2, 3].map(() => h("div", { class: "selection-frame", hidden: true }));
  const { signal, abort } = aborting();

  /**
   * @param {number} row
   * @param {number} column
   * @param {boolean} extend keep the anchor
   */
  function moveTo(row, column, extend) {
    endRow = clamp(row, rows);
    endColumn = clamp(column, columns);
    if (!extend) [anchorRow, anchorColumn] = [endRow, endColumn];
    const range = /** @type {Bounds} */ ([
      Math.min(anchorRow, endRow),
      Math.min(anchorColumn, endColumn),
      Math.max(anchorRow, endRow),
      Math.max(anchorColumn, endColumn),
    ]);
    show(growOverMerges(range, merges));
  }

  /** @param {Bounds} next */
  function show(next) {
    area = next;
    draw();
    onSelect(area);
  }

  function draw() {
    const frozenRows = Math.max(grid.getOptions().frozenRow ?? 0, 0);
    const frozenColumns = Math.max(grid.getOptions().frozenColumn ?? 0, 0);
    const [top, left, bottom, right] = area;
    const rowParts = [[top, Math.min(bottom, frozenRows - 1)], [Math.max(top, frozenRows), bottom]];
    const columnParts = [[left, Math.min(right, frozenColumns - 1)], [Math.max(left, frozenColumns), right]];
    frames.forEach((frame, number) => {
      const [fromRow = 0, toRow = -1] = rowParts[number >> 1] ?? [];
      const [fromColumn = 0, toColumn = -1] = columnParts[number & 1] ?? [];
      frame.hidden = fromRow > toRow || fromColumn > toColumn;
      if (frame.hidden) return;
      const first = grid.getCellNodeBox(fromRow, fromColumn + 1);
      const last = grid.getCellNodeBox(toRow, toColumn + 1);
      const vertical = number >> 1 && frozenRows > 0 ? "bottom" : "top";
      const canvas = place.querySelector(`.grid-canvas-${vertical}.grid-canvas-${number & 1 ? "right" : "left"}`);
      if (!first || !last || !canvas) return;
      frame.style.left = `${first.left}px`;
      frame.style.top = `${first.top}px`;
      frame.style.width = `${last.right - first.left}px`;
      frame.style.height = `${last.bottom - first.top + 1}px`;
      frame.classList.toggle("open-top", fromRow > top);
      frame.classList.toggle("open-bottom", toRow < bottom);
      frame.classList.toggle("open-left", fromColumn > left);
      frame.classList.toggle("open-right", toColumn < right);
      if (frame.parentElement !== canvas) canvas.append(frame);
    });
    drawHeadings();
  }

  function drawHeadings() {
    const [top, left, bottom, right] = area;
    for (const header of place.querySelectorAll(".slick-header-column[data-id]")) {
      const position = grid.getColumnIndex(/** @type {HTMLElement} */ (header).dataset["id"] ?? "") - 1;
      header.classList.toggle("in-selection", position >= left && position <= right);
    }
    const rendered = grid.getRenderedRange();
    const frozen = grid.getOptions().frozenRow ?? 0;
    /** @type {Record<number, Record<string, string>>} */
    const headings = {};
    for (let row = top; row <= bottom; row += 1) {
      if (row >= frozen && row < rendered.top) row = Math.max(row, rendered.top);
      if (row > rendered.bottom && row >= frozen) break;
      if (row <= bottom) headings[row] = { heading: "in-selection" };
    }
    grid.setCellCssStyles("headings", headings);
  }

  /** Scrolls the moving end into view and gives it the keyboard. */
  function follow() {
    grid.scrollCellIntoView(endRow, endColumn + 1);
    grid.setActiveCell(endRow, endColumn + 1, false, false, true);
  }

  const STEPS = /** @type {Record<string, (page: number) => [number, number]>} */ ({
    ArrowUp: () => [edge(-1, 0)[0] - 1, endColumn],
    ArrowDown: () => [edge(1, 0)[0] + 1, endColumn],
    ArrowLeft: () => [endRow, edge(0, -1)[1] - 1],
    ArrowRight: () => [endRow, edge(0, 1)[1] + 1],
    PageUp: (page) => [endRow - page, endColumn],
    PageDown: (page) => [endRow + page, endColumn],
    Home: () => [endRow, 0],
    End: () => [endRow, Math.max(usedColumns - 1, 0)],
    Enter: () => [edge(1, 0)[0] + 1, endColumn],
    Tab: () => [endRow, edge(0, 1)[1] + 1],
  });
  const JUMPS = /** @type {Record<string, () => [number, number]>} */ ({
    Home: () => [0, 0],
    End: () => [Math.max(usedRows - 1, 0), Math.max(usedColumns - 1, 0)],
    ArrowUp: () => [0, endColumn],
    ArrowDown: () => [Math.max(usedRows - 1, 0), endColumn],
    ArrowLeft: () => [endRow, 0],
    ArrowRight: () => [endRow, Math.max(usedColumns - 1, 0)],
  });

  /**
   * The far side of the merged area the moving end stands in, so that a step leaves it.
   *
   * @param {number} down
   * @param {number} right
   * @returns {[number, number]}
   */
  function edge(down, right) {
    const [t, l, b, r] = growOverMerges([endRow, endColumn, endRow, endColumn], merges);
    return [down > 0 ? b : down < 0 ? t : endRow, right > 0 ? r : right < 0 ? l : endColumn];
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    if (event.altKey || (event.key === "Tab" && event.shiftKey)) return;
    const jump = event.ctrlKey || event.metaKey;
    if (jump && event.key.toLowerCase() === "a") {
      [anchorRow, anchorColumn, endRow, endColumn] = [0, 0, Math.max(usedRows - 1, 0), Math.max(usedColumns - 1, 0)];
      show([0, 0, endRow, endColumn]);
    } else {
      const page = Math.max(1, grid.getViewportRowCount() - 1);
      const target = jump ? JUMPS[event.key]?.() : STEPS[event.key]?.(page);
      if (!target) return;
      moveTo(...target, event.shiftKey && event.key !== "Enter");
      follow();
    }
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  /**
   * Read from the cell's own element, which is exact for merged and frozen cells too.
   *
   * @param {MouseEvent} event
   * @returns {{row: number, column: number} | null} column −1 is a row's heading
   */
  function cellUnder(event) {
    const cell = event.target instanceof Element ? event.target.closest(".slick-cell") : null;
    const row = cell?.closest(".slick-row");
    const number = /\bl(\d+)\b/.exec(cell?.className ?? "")?.[1];
    if (!(row instanceof HTMLElement) || number === undefined) return null;
    return { row: Number(row.dataset["row"]), column: Number(number) - 1 };
  }

  /** @param {PointerEvent} event */
  function onPress(event) {
    if (event.button !== 0 || !(event.target instanceof Element)) return;
    const header = event.target.closest(".slick-header-column[data-id]");
    if (header instanceof HTMLElement) {
      const column = grid.getColumnIndex(header.dataset["id"] ?? "") - 1;
      if (column < 0) selectAll();
      else selectWhole([0, event.shiftKey ? Math.min(anchorColumn, column) : column, rows - 1, event.shiftKey ? Math.max(anchorColumn, column) : column]);
      return;
    }
    const cell = cellUnder(event);
    if (!cell) return;
    if (cell.column < 0) {
      selectWhole([event.shiftKey ? Math.min(anchorRow, cell.row) : cell.row, 0, event.shiftKey ? Math.max(anchorRow, cell.row) : cell.row, columns - 1]);
      return;
    }
    moveTo(cell.row, cell.column, event.shiftKey);
    if (!event.shiftKey) grid.setActiveCell(cell.row, cell.column + 1, false, false, true);
    place.toggleAttribute("data-dragging", true);
  }

  function selectAll() {
    selectWhole([0, 0, rows - 1, columns - 1]);
  }

  /** @param {Bounds} whole */
  function selectWhole(whole) {
    [anchorRow, anchorColumn, endRow, endColumn] = whole;
    show(whole);
    grid.focus();
  }

  /** @param {PointerEvent} event */
  function onDrag(event) {
    if (!place.hasAttribute("data-dragging")) return;
    if (event.buttons !== 1) {
      place.toggleAttribute("data-dragging", false);
      return;
    }
    const cell = cellUnder(event);
    if (!cell || cell.column < 0 || (cell.row === endRow && cell.column === endColumn)) return;
    moveTo(cell.row, cell.column, true);
    grid.scrollCellIntoView(cell.row, cell.column + 1);
  }

  place.addEventListener("keydown", onKey, { capture: true, signal });
  place.addEventListener("pointerdown", onPress, { signal });
  place.addEventListener("pointermove", onDrag, { signal });
  document.addEventListener("pointerup", () => place.toggleAttribute("data-dragging", false), { signal });
  grid.onRendered.subscribe(draw);

  return {
    /** @param {Bounds} next */
    select(next) {
      const [top, left, bottom, right] = growOverMerges(next, merges);
      [anchorRow, anchorColumn, endRow, endColumn] = [bottom, right, top, left];
      show([top, left, bottom, right]);
      grid.scrollRowIntoView(top, false);
      grid.scrollCellIntoView(top, left + 1);
      [anchorRow, anchorColumn, endRow, endColumn] = [top, left, bottom, right];
    },
    /** Where the keyboard is: the anchor of the selection. */
    active: () => ({ row: anchorRow, column: anchorColumn }),
    draw,
    destroy: abort,
  };
}

function aborting() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

/**
 * @param {number} value
 * @param {number} count
 */
function clamp(value, count) {
  return Math.max(0, Math.min(count - 1, value));
}
