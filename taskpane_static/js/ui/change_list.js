import { KIND_TITLES, countOf, counted, groupCells } from "../change_card.js";
import { quoteSheet } from "../addresses.js";
import { h, safeText } from "./elements.js";

/**
 * @typedef {import("../change_card.js").CellCard} CellCard
 * @typedef {import("../change_card.js").ExecutionFinished} ExecutionFinished
 */

const FIRST = 6;
const STEP = 50;
const EMPTY = "∅";

/**
 * Before → after, by sheet and kind; each row selects its cell.
 *
 * @param {ExecutionFinished} finished
 * @param {(address: string) => void} selectText
 */
export function changeList(finished, selectText) {
  const groups = groupCells(finished.cells);
  if (groups.length === 0) return null;
  return h(
    "div",
    { class: "changes" },
    ...groups.map(({ sheet, kinds }) =>
      h(
        "section",
        { class: "sheet-changes" },
        h("h3", {}, safeText(sheet)),
        ...kinds.map((group) => kindList(group, totalOf(group, finished, groups.length), selectText)),
      ),
    ),
  );
}

/**
 * How many cells the group stands for; null when the server listed a part and only knows the sum
 * over several sheets.
 *
 * @param {import("../change_card.js").KindGroup} group
 * @param {ExecutionFinished} finished
 * @param {number} sheets
 */
function totalOf({ kind, cells }, finished, sheets) {
  const counted = countOf(finished, kind);
  if (sheets === 1) return counted;
  const listed = finished.cells.filter((cell) => cell.kind === kind).length;
  return listed === counted || cells.length === listed ? counted - listed + cells.length : null;
}

/**
 * @param {import("../change_card.js").KindGroup} group
 * @param {number | null} total
 * @param {(address: string) => void} selectText
 */
function kindList({ kind, cells }, total, selectText) {
  const list = h("ul", { class: "rows" });
  const more = h("button", { type: "button", class: "more", onclick: () => show(STEP, true) });
  let shown = 0;

  /**
   * @param {number} count
   * @param {boolean} moveFocus
   */
  function show(count, moveFocus) {
    const next = cells.slice(shown, shown + count).map((cell) => changeRow(cell, selectText));
    list.append(...next);
    shown += next.length;
    const unlisted = (total ?? cells.length) - cells.length;
    const rest = cells.length - shown;
    more.hidden = rest <= 0;
    more.textContent = rest > STEP ? `Show ${STEP} more of ${rest.toLocaleString("en-US")}` : `Show ${rest} more`;
    if (rest <= 0 && unlisted > 0) {
      list.append(h("li", { class: "unlisted" }, `and ${counted(unlisted, "more cell")}, not listed`));
    }
    if (moveFocus) next[0]?.querySelector("button")?.focus();
  }

  show(cells.length <= FIRST + 2 ? cells.length : FIRST, false);
  return h(
    "div",
    { class: "kind", "data-kind": kind },
    h("h4", {}, KIND_TITLES[kind], h("span", { class: "number" }, total === null ? `${cells.length} listed` : total.toLocaleString("en-US"))),
    list,
    more,
  );
}

/**
 * @param {CellCard} cell
 * @param {(address: string) => void} selectText
 */
function changeRow(cell, selectText) {
  const full = `${quoteSheet(cell.sheet)}!${cell.address}`;
  const formulas =
    cell.before_formula === cell.after_formula
      ? [cell.after_formula]
      : [cell.before_formula, cell.after_formula];
  return h(
    "li",
    {},
    h(
      "button",
      {
        type: "button",
        class: "change",
        "data-address": full,
        "data-fresh": cell.before === "",
        title: `Select ${full}`,
        onclick: () => selectText(full),
      },
      h("span", { class: "where" }, cell.address),
      value(cell.before, "before"),
      h("span", { class: "arrow", "aria-label": "becomes" }, "→"),
      value(cell.after, "after"),
      formulas.some(Boolean) ? formulaLine(formulas) : null,
    ),
  );
}

/**
 * @param {string} text
 * @param {"before" | "after"} side
 */
function value(text, side) {
  const shown = text === "" ? EMPTY : safeText(text);
  return h("bdi", { class: side, "data-empty": text === "", "data-error": text.startsWith("#"), title: shown }, shown);
}

/** @param {string[]} formulas before and after, or only one when they are the same */
function formulaLine(formulas) {
  const [before = "", after] = formulas;
  if (after === undefined) return h("bdi", { class: "formula" }, safeText(before));
  if (!before) return h("bdi", { class: "formula" }, safeText(after));
  return h(
    "bdi",
    { class: "formula" },
    h("del", {}, safeText(before)),
    " → ",
    after ? h("span", {}, safeText(after)) : h("span", { class: "gone" }, "a value"),
  );
}
