/**
 * What keeps Excel from doing what it is asked, in sentences for the user. The model gets Excel's own
 * code and message; this is for the person who can do something about it.
 *
 * @typedef {import("./host_port.js").BatchAnswer} BatchAnswer
 */

/** Milliseconds after which a missing answer is worth a word. */
export const SLOW = 20_000;

export const STILL_WAITING =
  "Excel hasn't answered for 20 seconds. If a cell is being edited, press Enter or Esc in Excel; if a dialog is open, close it.";

export const CALCULATING =
  "Excel is calculating. Tieout waits for it, but not longer than ten seconds; what it reads then may be old.";

const BUSY = "Excel is busy with other requests. Wait a moment, then ask again.";
const TOO_LARGE = "That was more than this Excel takes at once (5 MB on the web). Ask for a smaller part of the workbook.";

const PROTECTED = "The sheet or the workbook is protected. Unprotect it in Excel if Tieout is to change it.";
const LOST = "Excel didn't answer a step. Look at the workbook before you go on: the step may have been done.";

/** @type {Map<string, string>} */
const SENTENCES = new Map([
  ["InvalidOperationInCellEditMode", "A cell is being edited. Press Enter or Esc in Excel, then ask again."],
  ["WriteNotSupportedWhenModalDialogOpen", "A dialog is open in Excel. Close it, then ask again."],
  ["InactiveWorkbook", "Another workbook is in front. Click into this one, then ask again."],
  ["ActivityLimitReached", BUSY],
  ["TooManyIncompleteRequests", BUSY],
  ["RequestPayloadSizeLimitExceeded", TOO_LARGE],
  ["ResponsePayloadSizeLimitExceeded", TOO_LARGE],
  ["RangeExceedsLimit", "This Excel takes at most five million cells at once. Ask for a smaller range."],
  ["AccessDenied", PROTECTED],
  ["ProtectedError", PROTECTED],
  ["DocumentReadOnly", "The file is open read-only. Save a copy, or open it for editing, then ask again."],
  ["BadPassword", "Excel asks for another password there. Unprotect it in Excel yourself."],
  ["Unauthenticated", "Excel says that nobody is signed in. Sign in to Excel, then ask again."],
  ["MemoryLimitReached", "Excel is out of memory. Close other workbooks, or ask for a smaller part."],
  ["ServiceNotAvailable", "A service that Excel needs is not available. Wait a moment, then ask again."],
  ["Timeout", LOST],
  ["ConnectionFailure", LOST],
  ["HostRestartNeeded", "Excel must be started again. Save the workbook, close Excel and open it."],
  ["ContentLengthRequired", "Something between Tieout and Excel changed a request. Reload the pane."],
  ["InvalidOrTimedOutSession", "Excel's session has ended. Reload the workbook, then open the pane again."],
  ["RequestAborted", "Excel stopped in the middle of a step. Look at the changes before you go on."],
  ["FilteredRangeConflict", "A filter hides rows there. Clear the filter in Excel, then ask again."],
  ["MergedRangeConflict", "Merged cells or another table are in the way there."],
]);

/** @param {any} body the answer to the server's question for the state of calculation */
function isCalculating(body) {
  const found = body.Results?.map((/** @type {any} */ { Value }) => Value).find((/** @type {any} */ value) => value?.CalculationState);
  return Boolean(found) && found.CalculationState !== "Done" && found.CalculationMode !== "Manual";
}

/**
 * @param {BatchAnswer} answer
 * @returns {string} "" when nothing is wrong that a user could change
 */
export function troubleOf(answer) {
  if ("body" in answer && isCalculating(answer.body)) return CALCULATING;
  const code = "failure" in answer ? answer.code : /** @type {any} */ (answer.body)["Error"]?.Code;
  return SENTENCES.get(String(code ?? "")) ?? "";
}
