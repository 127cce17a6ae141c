/**
 * What the diff card says, computed from `agent.execution_finished` without touching the page.
 *
 * @typedef {"written" | "recalculated" | "collateral" | "foreign"} ChangeKind
 * @typedef {{sheet: string, address: string, kind: ChangeKind, by?: string, before: string, before_formula: string,
 *   after: string, after_formula: string}} CellCard
 * @typedef {{noun: string, name: string, verb: "added" | "changed" | "removed", detail: string}} ObjectCard
 * @typedef {{severity: "must_fix" | "review", code: string, cells: string[], compared?: string[], why: string, fix: string}} FindingCard
 * @typedef {{level: string, text: string}} ConsoleEntry
 * @typedef {{execution_id: string, outcome: "applied" | "not_applied" | "rolled_back" | "unknown",
 *   error: string, console: ConsoleEntry[], cells: CellCard[], objects: ObjectCard[],
 *   findings: FindingCard[], notes: string[], counts: Record<string, number>, undo_id: string,
 *   seconds: number}} ExecutionFinished
 * @typedef {{kind: ChangeKind, cells: CellCard[]}} KindGroup
 * @typedef {{sheet: string, kinds: KindGroup[]}} SheetGroup
 */

/** @type {ChangeKind[]} Collateral before recalculated: it is what a reader must not miss. */
const KINDS = ["written", "collateral", "foreign", "recalculated"];

/** @type {Record<ChangeKind, string>} */
export const KIND_TITLES = {
  written: "Written",
  collateral: "Outside the scope",
  foreign: "Changed by somebody else meanwhile",
  recalculated: "Recalculated",
};

const numbers = new Intl.NumberFormat("en-US");

/**
 * `1,204 cells`, `1 cell`.
 *
 * @param {number} count
 * @param {string} noun singular
 */
export function counted(count, noun) {
  return `${numbers.format(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/**
 * Exact count of a kind: the server's, as `cells` is capped.
 *
 * @param {ExecutionFinished} finished
 * @param {ChangeKind} kind
 */
export function countOf(finished, kind) {
  return finished.counts[kind] ?? finished.cells.filter((cell) => cell.kind === kind).length;
}

/** @type {Record<ExecutionFinished["outcome"], string>} */
const NO_CHANGE = {
  applied: "Nothing changed",
  not_applied: "No change was kept",
  rolled_back: "No change was kept",
  unknown: "No change was read back",
};

/**
 * The card's first line, in parts so that the page can weigh them.
 *
 * @param {ExecutionFinished} finished
 * @returns {{text: string, kind: ChangeKind | "objects" | "none"}[]}
 */
export function headline(finished) {
  const written = countOf(finished, "written");
  const recalculated = countOf(finished, "recalculated");
  const collateral = countOf(finished, "collateral");
  const foreign = countOf(finished, "foreign");
  const objects = finished.objects.length;
  if (written + recalculated + collateral + foreign + objects === 0) {
    return [{ text: NO_CHANGE[finished.outcome], kind: "none" }];
  }
  /** @type {{text: string, kind: ChangeKind | "objects" | "none"}[]} */
  const parts = [
    { text: `${counted(written, "cell")} written`, kind: "written" },
    { text: `${numbers.format(recalculated)} recalculated`, kind: "recalculated" },
    { text: `${numbers.format(collateral)} outside the scope`, kind: "collateral" },
  ];
  if (foreign > 0) parts.push({ text: `${numbers.format(foreign)} by somebody else`, kind: "foreign" });
  if (objects > 0) parts.push({ text: counted(objects, "object"), kind: "objects" });
  return parts;
}

/**
 * Cells by sheet, in the order the sheets first appear, then by kind.
 *
 * @param {CellCard[]} cells
 * @returns {SheetGroup[]}
 */
export function groupCells(cells) {
  /** @type {Map<string, CellCard[]>} */
  const sheets = new Map();
  for (const cell of cells) {
    const own = sheets.get(cell.sheet);
    if (own) own.push(cell);
    else sheets.set(cell.sheet, [cell]);
  }
  return [...sheets].map(([sheet, own]) => ({
    sheet,
    kinds: KINDS.map((kind) => ({ kind, cells: own.filter((cell) => cell.kind === kind) })).filter(
      (group) => group.cells.length > 0,
    ),
  }));
}

/**
 * Findings with those first that must be fixed; the rest keeps its order.
 *
 * @param {FindingCard[]} findings
 */
export function rankFindings(findings) {
  return [
    ...findings.filter((finding) => finding.severity === "must_fix"),
    ...findings.filter((finding) => finding.severity !== "must_fix"),
  ];
}

/**
 * The scope the code names in its first lines, as `// scope: Sheet1!D2:D201`; "" without one.
 *
 * @param {string} code
 */
export function scopeOf(code) {
  const match = /^\s*\/\/\s*scope:\s*(.+)$/im.exec(code.slice(0, 2000));
  return match?.[1]?.trim() ?? "";
}

/**
 * A rule's name for reading: `INVALID_FORMULA` → "Invalid formula".
 *
 * @param {string} code
 */
export function ruleTitle(code) {
  const words = code.replaceAll("_", " ").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
