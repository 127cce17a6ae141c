/**
 * What the Excel around the page can do, asked of Excel itself.
 *
 * @typedef {{isSetSupported: (name: string, version?: string) => boolean}} Requirements
 * @typedef {import("./host_port.js").BatchAnswer} BatchAnswer
 * @typedef {(body: Record<string, unknown>, flags: number) => Promise<BatchAnswer>} Execute
 */

/** @type {[name: string, major: number, minor: number][]} Requirement sets Tieout knows, and their highest minor versions. */
const REQUIREMENT_SETS = [
  ["ExcelApi", 1, 21],
  ["ExcelApiDesktop", 1, 3],
  ["ExcelApiOnline", 1, 1],
  ["SharedRuntime", 1, 2],
];

/** The oldest ExcelApi that has all that Tieout relies on; Excel 2021 and Microsoft 365 are newer. */
const FLOOR = "1.12";

/**
 * Members that show whether a version is really there: some Excels claim one and lack its members.
 *
 * @type {{version: number, select: string}[]} newest first
 */
const PROBES = [{ version: 16, select: "valuesAsJson" }];

/**
 * @param {Requirements} requirements
 * @returns {string} "" when this Excel is new enough, else a sentence for the user
 */
export function tooOld(requirements) {
  if (requirements.isSetSupported("ExcelApi", FLOOR)) return "";
  return `This Excel is too old for Tieout: it needs ExcelApi ${FLOOR}, which Excel 2021, Microsoft 365 and Excel on the web have.`;
}

/**
 * The highest version of each set, asked from the top (versions include older ones), and corrected
 * by trying members of it.
 *
 * @param {Requirements} requirements
 * @param {Execute} execute
 */
export async function capabilitiesOf(requirements, execute) {
  /** @type {Record<string, string>} */
  const found = {};
  for (const [name, major, highest] of REQUIREMENT_SETS) {
    for (let minor = highest; minor > 0; minor -= 1) {
      if (!requirements.isSetSupported(name, `${major}.${minor}`)) continue;
      found[name] = `${major}.${minor}`;
      break;
    }
  }
  for (const { version, select } of PROBES) {
    const claimed = Number(found["ExcelApi"]?.split(".")[1] ?? 0);
    if (claimed >= version && !(await has(execute, select))) found["ExcelApi"] = `1.${version - 1}`;
  }
  return found;
}

/**
 * Whether a property of a cell can be loaded; nothing is changed by it.
 *
 * @param {Execute} execute
 * @param {string} select
 */
async function has(execute, select) {
  const paths = [
    { Id: 1, ObjectPathType: 1, Name: "" },
    { Id: 2, ObjectPathType: 4, Name: "Worksheets", ParentObjectPathId: 1 },
    { Id: 3, ObjectPathType: 3, Name: "GetActiveWorksheet", ParentObjectPathId: 2, ArgumentInfo: { Arguments: [] } },
    { Id: 4, ObjectPathType: 3, Name: "GetRange", ParentObjectPathId: 3, ArgumentInfo: { Arguments: ["A1"] } },
  ];
  const instantiate = paths.map(({ Id }) => ({ Id: Id + 10, ActionType: 1, Name: "", ObjectPathId: Id }));
  const query = { Id: 20, ActionType: 2, Name: "", ObjectPathId: 4, QueryInfo: { Select: [select] } };
  const answer = await execute(
    { Actions: [...instantiate, query], ObjectPaths: Object.fromEntries(paths.map((path) => [path.Id, path])) },
    0,
  );
  if ("failure" in answer) return false;
  const { Error: error, Results: results } = /** @type {any} */ (answer.body);
  const value = results?.find?.((/** @type {any} */ result) => result.ActionId === 20)?.Value;
  const name = `${select.slice(0, 1).toUpperCase()}${select.slice(1)}`;
  return !error && value?.[name] !== undefined;
}
