/**
 * Runs the server's batches in the Excel around this page, through the same door that Office.js of
 * the page uses: `OSF.DDA.RichApi.executeRichApiRequestAsync`. The door is not documented, so the
 * port is offered to the server only when it is there and a harmless batch gets the answer it should.
 *
 * @typedef {Record<string, any> & {type: string}} Frame
 * @typedef {{status: string, value?: {data: unknown[]}, error?: {code: number, message: string}}} RichApiResult
 * @typedef {(request: unknown[], callback: (result: RichApiResult) => void) => void} RichApiDoor
 * @typedef {{body: Record<string, unknown>} | {failure: string, code: string}} BatchAnswer
 */

import { SLOW } from "./excel_trouble.js";
import { leaveOut } from "./held_answers.js";

/** Request flag: Excel may wait with it while a cell is edited, instead of refusing it. */
const DELAY_FOR_CELL_EDIT = 64;

/** Excel's names for the numbers the door fails with. */
const CODES = new Map([
  [1014, "InvalidRequestContext"],
  [5002, "DocumentReadOnly"],
  [5004, "InvalidOperationInCellEditMode"],
  [5011, "Timeout"],
  [5012, "InvalidOrTimedOutSession"],
  [5016, "WriteNotSupportedWhenModalDialogOpen"],
  [5100, "TooManyIncompleteRequests"],
  [5102, "ActivityLimitReached"],
  [5103, "RequestPayloadSizeLimitExceeded"],
  [5104, "ResponsePayloadSizeLimitExceeded"],
  [7000, "AccessDenied"],
  [8001, "ProtectedError"],
]);

/** A message holds 8 MiB; the server asks for smaller parts when an answer doesn't fit. */
const MOST_BYTES = 8 * 1024 * 1024;

/** What Office.js itself sends with a batch of `Excel.run`. */
const CUSTOM_DATA = "IterativeExecutor";
const HEADERS = ["SdkVersion", "officejs"];

/** Reads the workbook's name: changes nothing, and every Excel answers it. */
const SELF_TEST = {
  Actions: [
    { Id: 2, ActionType: 1, Name: "", ObjectPathId: 1 },
    { Id: 3, ActionType: 2, Name: "", ObjectPathId: 1, QueryInfo: { Select: ["name"] } },
  ],
  ObjectPaths: { 1: { Id: 1, ObjectPathType: 1, Name: "" } },
};

/**
 * The door of the page's Office.js, or null where there is none (no Excel, or a changed library).
 *
 * @returns {RichApiDoor | null}
 */
export function liveDoor() {
  const execute = /** @type {any} */ (globalThis).OSF?.DDA?.RichApi?.executeRichApiRequestAsync;
  if (typeof execute !== "function") return null;
  // Looked up again at each call: Office.js may replace it while it starts.
  return (request, callback) => {
    /** @type {any} */ (globalThis).OSF.DDA.RichApi.executeRichApiRequestAsync(request, callback);
  };
}

/**
 * The way of batches through the door.
 *
 * @param {RichApiDoor} door
 * @param {boolean} mayWait whether this Excel can let requests wait for a cell edit
 */
export function throughDoor(door, mayWait) {
  /** @param {Record<string, unknown>} body @param {number} flags */
  return (body, flags) => runBatch(door, body, mayWait ? flags | DELAY_FOR_CELL_EDIT : flags);
}

/**
 * @param {RichApiDoor} door
 * @param {Record<string, unknown>} body
 * @param {number} flags
 * @returns {Promise<BatchAnswer>} never rejects
 */
export function runBatch(door, body, flags) {
  const text = JSON.stringify(body);
  const request = [CUSTOM_DATA, "POST", "ProcessQuery", HEADERS, text, 0, flags, "", "", "", "", "", ""];
  return new Promise((resolve) => {
    try {
      door(request, (result) => resolve(read(result)));
    } catch (error) {
      resolve({ failure: String(error), code: "GeneralException" });
    }
  });
}

/**
 * @param {RichApiResult} result
 * @returns {BatchAnswer}
 */
function read(result) {
  if (result.status !== "succeeded" || !result.value) {
    const { code = 0, message = "Excel did not say why." } = result.error ?? {};
    return { failure: message, code: CODES.get(code) ?? "GeneralException" };
  }
  const pieces = result.value.data[2];
  const text = Array.isArray(pieces) ? pieces.join("") : String(pieces);
  if (text.length * 3 > MOST_BYTES && new TextEncoder().encode(text).length > MOST_BYTES) {
    return { failure: "Excel's answer is larger than a message to the server may be.", code: "ResponsePayloadSizeLimitExceeded" };
  }
  try {
    return { body: JSON.parse(text) };
  } catch {
    return { failure: "Excel's answer is not readable JSON.", code: "GeneralException" };
  }
}

/**
 * Whether a way to Excel can be used, by asking for the workbook's name.
 *
 * @param {(body: Record<string, unknown>, flags: number) => Promise<BatchAnswer>} execute
 * @param {number} milliseconds how long to wait for Excel
 * @returns {Promise<string>} "" when it works, else a sentence that says what is wrong
 */
export async function selfTest(execute, milliseconds = 5000) {
  /** @type {Promise<null>} */
  const late = new Promise((resolve) => setTimeout(resolve, milliseconds, null));
  const answer = await Promise.race([execute(SELF_TEST, 0), late]);
  if (!answer) return "Excel did not answer a first request.";
  if ("failure" in answer) return `Excel refused a first request: ${answer.failure}`;
  const { Error: error, Results: results } = /** @type {any} */ (answer.body);
  if (error) return `Excel refused a first request: ${error.Message ?? error.Code}`;
  const named = results?.find?.((/** @type {any} */ result) => result.ActionId === 3);
  if (typeof named?.Value?.Name !== "string") return "Excel answered a first request in another form than expected.";
  return "";
}

/**
 * Runs `host.batch` frames and answers each with `host.result`. The server sends one at a time; when
 * it sends another without an answer it has given the first one up, and so does this port.
 *
 * @param {(body: Record<string, unknown>, flags: number) => Promise<BatchAnswer>} execute never rejects
 * @param {(frame: Frame) => unknown} send
 * @param {{onAnswer: (answer: BatchAnswer) => void, onSlow: () => void, slow?: number}} watch hears
 *   every answer, and of one that hasn't come after `slow` milliseconds
 */
export function createHostPort(execute, send, { onAnswer, onSlow, slow = SLOW }) {
  /** @param {Frame} frame */
  async function run(frame) {
    const alarm = setTimeout(onSlow, slow);
    const answer = await execute(frame["body"], Number(frame["flags"]));
    clearTimeout(alarm);
    onAnswer(answer);
    const held = frame["held"];
    const wanted = held && Object.keys(held).length > 0 && "body" in answer;
    send({ ...(wanted ? await leaveOut(answer.body, held) : answer), type: "host.result", batch_id: frame["batch_id"] });
  }

  return {
    /**
     * @param {Frame} frame
     * @returns {boolean} whether the frame was for the host
     */
    receive(frame) {
      if (frame.type !== "host.batch") return false;
      void run(frame);
      return true;
    },
  };
}
