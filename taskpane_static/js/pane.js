/**
 * The pane: wires the transcript, the composer and the header to the server's frames. The same pane
 * stands in Excel and beside the browser's grid; what differs comes in as options.
 */

import { formatAddress, parseAddress } from "./addresses.js";
import { createAnnouncer } from "./ui/announcer.js";
import { createAttachments } from "./ui/attachments.js";
import { createComposer } from "./ui/composer.js";
import { createConstraints } from "./ui/constraints.js";
import { createHeader } from "./ui/header.js";
import { createTranscript } from "./ui/transcript.js";
import { demonstrations, emptyState } from "./ui/welcome.js";

/**
 * @typedef {import("./sandbox_relay.js").Frame} Frame
 * @typedef {object} PaneOptions
 * @property {HTMLElement} root element that becomes the pane
 * @property {(frame: Frame) => boolean} send false when the line is down
 * @property {(address: string) => Promise<void> | void} select selects cells in the workbook; throws
 *   an Error with a sentence for the user when it cannot
 */

/** @param {string} id @param {HTMLElement} root */
function part(root, id) {
  const element = root.querySelector(`[data-part="${id}"]`);
  if (!(element instanceof HTMLElement)) throw new Error(`The page lacks its part "${id}".`);
  return element;
}

/**
 * Half of a surrogate pair, which a broken paste can hold, is no valid JSON text for the server.
 *
 * @param {string} text
 */
function wellFormed(text) {
  return text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd");
}

/** @param {PaneOptions} options */
export function createPane({ root, send, select }) {
  const log = part(root, "log");
  const foot = part(root, "foot");
  const header = createHeader(part(root, "header"));
  const announcer = createAnnouncer(part(root, "live"));
  const transcript = createTranscript(
    log,
    {
      selectAddress: (address) => void selectText(formatAddress(address)),
      selectText: (address) => void selectText(address),
      revert: (undoId) => send({ type: "user.revert", undo_id: undoId }),
      approve: (approvalId, allow) =>
        send({ type: "user.approval", approval_id: approvalId, allow }),
    },
    announcer,
  );
  const composer = createComposer(foot, {
    onSend(text) {
      if (!send({ type: "user.message", text: wellFormed(text) })) {
        composer.write(text);
        transcript.error({ message: "The message was not sent: the server is not connected." });
        return;
      }
      log.querySelector(".empty")?.remove();
      if (working) transcript.showSteering(text);
      else transcript.showSent(text);
      setWorking(true);
    },
    onStop() {
      send({ type: "user.stop" });
      header.setState("working", "Stopping…");
    },
  });
  const attachments = createAttachments(composer.element, root, (message) => transcript.error({ message }));
  const constraints = createConstraints(
    composer.element,
    {
      add: (text) => send({ type: "user.constraint", text: wellFormed(text) }),
      remove: (id) => send({ type: "user.constraint_removed", id }),
    },
    announcer.say,
  );
  let connected = false;
  let working = false;
  /** @type {HTMLElement | null} */
  let cards = null;

  /** @param {string} address */
  async function selectText(address) {
    try {
      if (!parseAddress(address)) throw new Error(`${address} is not an address.`);
      await select(address);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      transcript.error({ message });
    }
  }

  /** @param {boolean} next */
  function setWorking(next) {
    working = next;
    root.toggleAttribute("data-working", working);
    composer.setState({ connected, working });
    if (connected) header.setState(working ? "working" : "connected");
    for (const button of cards?.querySelectorAll("button") ?? []) button.disabled = working || !connected;
  }

  /** @param {Frame} frame */
  function showWelcome(frame) {
    header.show({
      workbook: String(frame["workbook"]),
      model: String(frame["model"]),
      trace: String(frame["trace"] ?? ""),
    });
    cards?.remove();
    cards = null;
    const hasModel = Boolean(frame["model"]);
    composer.element.hidden = constraints.element.hidden = !hasModel;
    if (!hasModel) {
      cards = demonstrations(frame["demonstrations"] ?? [], (name) => {
        if (send({ type: "user.demonstration", name })) setWorking(true);
      }, !log.querySelector(".turn"));
      foot.prepend(cards);
    }
    if (!log.querySelector(".turn, .empty")) log.append(emptyState(hasModel ? composer.write : null));
    setWorking(working);
  }

  /** @type {Record<string, (frame: any) => void>} */
  const receivers = {
    welcome: showWelcome,
    "agent.turn_started": (frame) => {
      log.querySelector(".empty")?.remove();
      cards?.querySelector("details")?.removeAttribute("open");
      transcript.startTurn(frame);
      setWorking(true);
    },
    "agent.request_started": () => transcript.startRequest(),
    "agent.text": (frame) => transcript.text(frame),
    "agent.thinking": (frame) => transcript.thinking(frame),
    "agent.code": (frame) => transcript.code(frame),
    "agent.execution_started": (frame) => transcript.startExecution(frame),
    "agent.execution_finished": (frame) => transcript.finishExecution(frame),
    "agent.approval_asked": (frame) => transcript.askApproval(frame),
    "agent.approval_closed": (frame) => transcript.closeApproval(frame),
    "agent.retry": (frame) => transcript.retry(frame),
    "agent.usage": (frame) => transcript.usage(frame),
    "agent.turn_finished": (frame) => {
      transcript.finishTurn(frame);
      setWorking(false);
    },
    "agent.reverted": (frame) => transcript.reverted(frame),
    "session.constraints": (frame) => constraints.show(frame),
    "session.attachments": (frame) => attachments.show(frame),
    "session.page_made": (frame) => transcript.pageMade(frame),
    error: (frame) => {
      transcript.error(frame);
      if (frame.about === "user.constraint") constraints.refused();
      if (frame.about === "user.message" || frame.about === "user.demonstration") setWorking(false);
    },
  };

  return {
    /** @param {Frame} frame */
    receive(frame) {
      receivers[frame.type]?.(frame);
    },
    /**
     * @param {"connecting" | "connected" | "disconnected"} state
     * @param {string} [sentence] why, for the user
     */
    setConnection(state, sentence = "") {
      connected = state === "connected";
      // What ran on a lost line is over for this pane; the server tells what became of it.
      if (!connected && working) transcript.finishTurn({ end: "pane_lost", reason: "The connection to the server broke." });
      setWorking(connected && working);
      if (connected) return;
      header.setState(state, sentence);
      if (sentence) announcer.say(sentence);
    },
    /**
     * Puts a request into the composer, as if the user had typed it.
     *
     * @param {string} text
     * @param {{send: boolean}} options whether to send it too; that waits for no connection
     */
    propose(text, { send: sendIt }) {
      if (composer.element.hidden) {
        transcript.error({ message: "Requests need a model: start Tieout with a model key." });
        return;
      }
      composer.write(text);
      if (sendIt && connected && !working) composer.submit();
    },
    /** @param {string} sentence what the user should know or do about Excel, or "" */
    showNotice(sentence) {
      header.setNotice(sentence);
      if (sentence) announcer.say(sentence);
    },
    /** @param {string} message */
    showError: (message) => transcript.error({ message }),
    /** @param {string} address */
    showSelection: (address) => composer.showSelection(address),
  };
}
