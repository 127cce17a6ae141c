/**
 * The conversation: one section per turn, filled from the agent's events in the order they arrive.
 */

import { counted } from "../change_card.js";
import { fold, h, icon, safeText } from "./elements.js";
import { createApprovalCard } from "./approval_card.js";
import { createExecutionCard } from "./execution_card.js";
import { followEnd } from "./follow.js";
import { renderMarkdown } from "./markdown.js";
import { createUsage } from "./usage.js";

/**
 * @typedef {ReturnType<typeof createExecutionCard>} ExecutionCard
 * @typedef {{selectAddress: import("./markdown.js").SelectAddress, selectText: (address: string) => void,
 *   revert: (undoId: string) => void, approve: import("./approval_card.js").Approve}} TranscriptActions
 */

/** @type {Record<string, string>} */
const ENDS = {
  stopped: "Stopped.",
  limit: "The task reached a limit.",
  model_failed: "The model's service failed.",
  refused: "The model declined this task.",
  pane_lost: "The task was cut short.",
};

/**
 * @param {HTMLElement} log scrolling element
 * @param {TranscriptActions} actions
 * @param {ReturnType<typeof import("./announcer.js").createAnnouncer>} announcer
 */
export function createTranscript(log, actions, announcer) {
  /** @type {HTMLElement | null} */
  let turn = null;
  /** @type {HTMLElement | null} The user's message shown before the server took it up. */
  let sent = null;
  /** @type {{element: HTMLElement, text: string} | null} */
  let answer = null;
  /** @type {{body: HTMLElement, text: Text, element: HTMLDetailsElement} | null} */
  let thinking = null;
  let usage = createUsage();
  /** @type {Map<string, ExecutionCard>} Code being written, by tool_use id, oldest first. */
  const writing = new Map();
  /** @type {Map<string, ExecutionCard>} By execution id. */
  const running = new Map();
  /** @type {ExecutionCard[]} */
  const finished = [];
  /** @type {Map<string, ReturnType<typeof createApprovalCard>>} Questions by approval id. */
  const questions = new Map();
  /** @type {ExecutionCard[]} Cards of the running turn that can be taken back. */
  let revertible = [];
  let drawing = 0;
  const follower = followEnd(log);

  /** @param {Node} node */
  function add(node) {
    turn ??= log.appendChild(h("section", { class: "turn" }));
    turn.append(node);
  }

  function draw() {
    drawing = 0;
    if (!answer) return;
    answer.element.replaceChildren(renderMarkdown(answer.text, actions.selectAddress));
  }

  /** Ends the block that text streams into; the next piece begins a new one. */
  function closeBlocks() {
    if (drawing) {
      cancelAnimationFrame(drawing);
      draw();
    }
    if (thinking) thinking.element.dataset["done"] = "";
    answer = null;
    thinking = null;
    announcer.flush();
  }

  /** @param {string} reason */
  function abandonWriting(reason) {
    for (const card of writing.values()) {
      if (card.holdsCode()) card.abandon(reason);
      else card.element.remove();
    }
    writing.clear();
  }

  /** @param {string} text @param {string} kind */
  function line(text, kind) {
    add(h("p", { class: `line ${kind}` }, safeText(text)));
    announcer.say(text);
  }

  return {
    /** @param {string} text shown at once, taken up when the server confirms it */
    showSent(text) {
      turn = null;
      sent = h("p", { class: "user" }, safeText(text));
      add(sent);
      follower.resume();
    },
    /** @param {string} text an addition to the running turn */
    showSteering(text) {
      closeBlocks();
      add(h("p", { class: "user steering" }, safeText(text)));
      follower.resume();
    },
    /** @param {{task: string}} frame */
    startTurn({ task }) {
      closeBlocks();
      if (!sent) {
        turn = null;
        add(h("p", { class: "user" }, safeText(task)));
      }
      sent = null;
      usage = createUsage();
      revertible = [];
    },
    startRequest() {
      closeBlocks();
      abandonWriting("Not run");
    },
    /** @param {{text: string}} frame */
    text({ text }) {
      if (!answer) {
        closeBlocks();
        answer = { element: h("div", { class: "answer" }), text: "" };
        add(answer.element);
      }
      answer.text += text;
      announcer.stream(text);
      drawing ||= requestAnimationFrame(draw);
    },
    /** @param {{text: string}} frame */
    thinking({ text }) {
      if (!thinking) {
        closeBlocks();
        const made = fold("thinking-fold", "Thinking");
        thinking = { body: made.body, element: made.element, text: document.createTextNode("") };
        made.body.append(thinking.text);
        add(made.element);
      }
      thinking.text.appendData(safeText(text));
    },
    /** @param {{tool_use_id: string, partial_json: string}} frame */
    code({ tool_use_id, partial_json }) {
      let card = writing.get(tool_use_id);
      if (!card) {
        closeBlocks();
        card = createExecutionCard(actions);
        writing.set(tool_use_id, card);
        add(card.element);
      }
      card.stream(partial_json);
    },
    /** @param {{execution_id: string, code: string}} frame */
    startExecution({ execution_id, code }) {
      closeBlocks();
      // Executions start in the order their code was written, so the oldest code card is theirs.
      const [id, card] = [...writing].find(([, one]) => one.holdsCode()) ?? ["", createExecutionCard(actions)];
      writing.delete(id);
      if (!card.element.isConnected) add(card.element);
      running.set(execution_id, card);
      card.start(code);
    },
    /** @param {import("../change_card.js").ExecutionFinished} frame */
    finishExecution(frame) {
      const card = running.get(frame.execution_id) ?? createExecutionCard(actions);
      running.delete(frame.execution_id);
      if (!card.element.isConnected) add(card.element);
      card.finish(frame);
      finished.push(card);
      if (card.undoId) revertible.push(card);
      const mustFix = frame.findings.filter((finding) => finding.severity === "must_fix").length;
      const words = card.element.querySelector(".headline")?.textContent ?? "";
      announcer.say(`${words}${mustFix ? `, ${counted(mustFix, "finding")} must be fixed` : ""}`);
    },
    /** @param {import("./approval_card.js").ApprovalAsked} frame */
    askApproval(frame) {
      if (questions.has(frame.approval_id)) return;
      closeBlocks();
      const card = createApprovalCard(frame, actions.approve);
      questions.set(frame.approval_id, card);
      add(card.element);
      follower.resume();
      announcer.say(`${card.title} ${frame.what.join(", ")}`);
    },
    /** @param {{approval_id: string, allowed: boolean}} frame */
    closeApproval({ approval_id, allowed }) {
      questions.get(approval_id)?.close(allowed);
      questions.delete(approval_id);
    },
    /** @param {{reason: string, attempt: number, seconds: number}} frame */
    retry({ reason, attempt, seconds }) {
      closeBlocks();
      const sentence = /[.!?]$/.test(reason) ? reason : `${reason}.`;
      line(`${sentence} Trying again in ${Math.round(seconds)}\u00a0s (attempt ${attempt}).`, "retry");
    },
    /** @param {{input_tokens: number, cache_read_input_tokens: number, output_tokens: number}} frame */
    usage(frame) {
      usage.count(frame);
    },
    /** @param {{end: string, reason: string}} frame */
    finishTurn({ end, reason }) {
      closeBlocks();
      abandonWriting("Not run");
      for (const card of running.values()) card.abandon("Stopped while running");
      running.clear();
      if (end !== "answered") line([ENDS[end], reason].filter(Boolean).join(" "), `end ${end}`);
      if (revertible.length > 1) add(turnRevert(revertible, actions.revert));
      revertible = [];
      if (usage.element.textContent) add(usage.element);
      turn = null;
      sent = null;
    },
    /** @param {import("./execution_card.js").Reverted} frame */
    reverted(frame) {
      const card = finished.find((one) => one.undoId === frame.undo_id || one.redoId === frame.undo_id);
      if (card) card.showReverted(frame);
      else line(frame.failure || `Reverted: ${counted(frame.restored, "cell")} put back.`, "reverted");
      announcer.say(frame.failure || `Reverted. ${counted(frame.restored, "cell")} put back.`);
    },
    /** @param {{title: string, path: string}} frame a page on this server */
    pageMade({ title, path }) {
      if (!/^\/pages\/[\w-]+\/$/.test(path)) return;
      closeBlocks();
      const link = h("a", { href: path, target: "_blank", rel: "noopener noreferrer" }, safeText(title));
      add(h("p", { class: "line made-page" }, "Page made: ", link));
      announcer.say(`Page made: ${title}`);
    },
    /** @param {{message: string}} frame */
    error({ message }) {
      line(message, "error");
    },
  };
}

/**
 * The button under a finished turn that takes all its executions back, newest first.
 *
 * @param {ExecutionCard[]} cards
 * @param {(undoId: string) => void} revert
 */
function turnRevert(cards, revert) {
  const first = cards[0]?.undoId ?? "";
  const button = h(
    "button",
    { type: "button", class: "revert turn-revert", title: "Put everything this task changed back as it was", onclick: press },
    icon("undo"),
    `Revert all ${cards.length} changes`,
  );

  function press() {
    button.disabled = true;
    revert(`turn/${first}`);
  }
  return button;
}
