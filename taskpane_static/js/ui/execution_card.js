/**
 * One execution: the code while it is written, then what it did to the workbook.
 */

import { counted, headline, rankFindings, ruleTitle, scopeOf } from "../change_card.js";
import { partialMember } from "../partial_json.js";
import { changeList } from "./change_list.js";
import { append, fold, h, icon, safeText } from "./elements.js";
import { addressButton } from "./markdown.js";

/**
 * @typedef {import("../change_card.js").ExecutionFinished} ExecutionFinished
 * @typedef {{selectText: (address: string) => void, revert: (undoId: string) => void}} CardActions
 * @typedef {{undo_id: string, restored: number, kept: string[], failure: string, redo_id?: string}} Reverted
 */

/** @type {Record<ExecutionFinished["outcome"], {badge: string, explains: string} | null>} */
const OUTCOMES = {
  applied: null,
  not_applied: { badge: "Not applied", explains: "The code did not reach the workbook." },
  rolled_back: { badge: "Rolled back", explains: "It failed, and the workbook was put back as it was." },
  unknown: {
    badge: "Unknown",
    explains: "The run was cut off. What is listed here was read from the workbook afterwards; look at the rest yourself.",
  },
};

/** @param {CardActions} actions */
export function createExecutionCard(actions) {
  const title = h("div", { class: "card-head" }, h("span", { class: "running" }, "Writing code"));
  const content = h("div", { class: "card-content" });
  const codeText = h("code", { class: "code" });
  const codeFrame = h("pre", { tabindex: 0 }, codeText);
  const code = fold("code-fold", "Code", codeFrame);
  const card = h("article", { class: "execution", "data-outcome": "running" }, title, content, code.element);
  code.element.open = true;
  let json = "";
  let frame = 0;
  let undoId = "";
  let redoId = "";
  /** @type {HTMLButtonElement | null} */
  let revertButton = null;

  function drawStreamed() {
    frame = 0;
    const text = partialMember(json, "code");
    if (text !== null) showCode(text);
    const tool = partialMember(json, "name");
    if (tool === null) return;
    // Another tool's input: there is no code to see.
    code.element.hidden = true;
    title.replaceChildren(h("span", { class: "running" }, `Using ${safeText(tool)}`));
  }

  /** @param {string} text */
  function showCode(text) {
    const pinned = codeFrame.scrollHeight - codeFrame.scrollTop - codeFrame.clientHeight < 24;
    codeText.textContent = safeText(text);
    const scope = scopeOf(text);
    code.label.textContent = `Code, ${counted(text.split("\n").length, "line")}`;
    code.label.dataset["scope"] = scope;
    if (pinned) codeFrame.scrollTop = codeFrame.scrollHeight;
  }

  /** @param {ExecutionFinished} finished */
  function head(finished) {
    const outcome = OUTCOMES[finished.outcome];
    const parts = headline(finished).map(({ text, kind }) =>
      h("span", { class: "count", "data-kind": kind, "data-zero": text.startsWith("0 ") }, text),
    );
    if (finished.undo_id && finished.outcome !== "rolled_back") {
      undoId = finished.undo_id;
      revertButton = button("Revert", "Put these cells back as they were", undoId);
    }
    return [
      h("div", { class: "headline" }, ...parts),
      outcome && h("span", { class: "badge", "data-outcome": finished.outcome }, outcome.badge),
      revertButton,
      outcome && h("p", { class: "explains" }, outcome.explains),
    ];
  }

  /** @param {string} label @param {string} title @param {string} id what it takes back */
  function button(label, title, id) {
    const made = h("button", { type: "button", class: "revert", title, onclick: press }, icon("undo"), label);
    function press() {
      made.disabled = true;
      actions.revert(id);
    }
    return made;
  }

  return {
    element: card,
    get undoId() {
      return undoId;
    },
    /** Takes the last revert of this card back; "" when there is none. */
    get redoId() {
      return redoId;
    },
    /** @param {string} partialJson next piece of the tool's input */
    stream(partialJson) {
      json += partialJson;
      frame ||= requestAnimationFrame(drawStreamed);
    },
    /** Whether what streamed is code for the workbook, and not the input of another tool. */
    holdsCode() {
      return json === "" || partialMember(json, "code") !== null;
    },
    /** @param {string} text the code as it runs */
    start(text) {
      cancelAnimationFrame(frame);
      frame = 0;
      showCode(text);
      card.dataset["outcome"] = "executing";
      const scope = scopeOf(text);
      title.replaceChildren(h("span", { class: "running" }, "Running"));
      if (scope) title.append(h("span", { class: "scope", title: `Scope: ${scope}` }, safeText(scope)));
    },
    /** @param {ExecutionFinished} finished */
    finish(finished) {
      card.dataset["outcome"] = finished.outcome;
      code.element.open = false;
      title.replaceChildren();
      append(title, head(finished));
      append(content, [
        finished.error && h("p", { class: "error" }, safeText(finished.error)),
        ...rankFindings(finished.findings).map((finding) => findingElement(finding, actions)),
        changeList(finished, actions.selectText),
        objectList(finished.objects),
        ...finished.notes.map((note) => h("p", { class: "note" }, safeText(note))),
      ]);
      if (finished.console.length > 0) card.append(consoleFold(finished.console));
    },
    /** @param {string} reason the turn ended before the code ran */
    abandon(reason) {
      if (card.dataset["outcome"] !== "running" && card.dataset["outcome"] !== "executing") return;
      card.dataset["outcome"] = "abandoned";
      code.element.open = false;
      title.replaceChildren(h("div", { class: "headline" }, h("span", { class: "count" }, reason)));
    },
    /** @param {Reverted} reverted */
    showReverted(reverted) {
      const { failure, restored, kept } = reverted;
      const again = reverted.undo_id === redoId;
      if (failure && revertButton) revertButton.disabled = false;
      else revertButton?.remove();
      card.toggleAttribute("data-reverted", !failure && !again);
      if (!failure && reverted.redo_id) {
        redoId = reverted.redo_id;
        const label = again ? "Revert" : "Put back";
        revertButton = button(label, again ? "Put these cells back as they were" : "Apply this change again", redoId);
        title.querySelector(".headline")?.after(revertButton);
      }
      const line = h("p", { class: failure ? "error" : "reverted", role: "status" });
      line.textContent = failure ? safeText(failure) : `${again ? "Applied again" : "Reverted"}: ${counted(restored, "cell")} put back.`;
      content.prepend(line);
      if (kept.length === 0) return;
      line.append(" Kept, because they were changed since: ");
      append(line, kept.slice(0, 20).map((text) => addressButton(text, () => actions.selectText(text))));
      if (kept.length > 20) line.append(` and ${kept.length - 20} more`);
    },
  };
}

/**
 * @param {import("../change_card.js").FindingCard} finding
 * @param {CardActions} actions
 */
function findingElement(finding, actions) {
  const mustFix = finding.severity === "must_fix";
  return h(
    "section",
    { class: "finding", "data-severity": finding.severity },
    h(
      "p",
      { class: "finding-head" },
      h("span", { class: "severity" }, mustFix ? "Must fix" : "Review"),
      h("span", { class: "rule", title: finding.code }, ruleTitle(finding.code)),
      h("span", { class: "number" }, counted(finding.cells.length, "cell")),
    ),
    h("p", {}, safeText(finding.why)),
    finding.fix ? h("p", { class: "fix" }, safeText(finding.fix)) : null,
    h(
      "p",
      { class: "finding-cells" },
      ...finding.cells.slice(0, 8).map((text) => addressButton(safeText(text), () => actions.selectText(text))),
      finding.cells.length > 8 ? `and ${finding.cells.length - 8} more` : null,
    ),
    comparedElement(finding.compared ?? [], actions),
  );
}

/**
 * The cells that a finding's cells disagree with: either side may be the wrong one.
 *
 * @param {string[]} compared
 * @param {CardActions} actions
 */
function comparedElement(compared, actions) {
  if (compared.length === 0) return null;
  return h(
    "p",
    { class: "finding-cells" },
    "Compared with ",
    ...compared.slice(0, 8).map((text) => addressButton(safeText(text), () => actions.selectText(text))),
    compared.length > 8 ? `and ${compared.length - 8} more` : null,
  );
}

const VERBS = { added: "Added", changed: "Changed", removed: "Removed" };

/** @param {ExecutionFinished["objects"]} objects */
function objectList(objects) {
  if (objects.length === 0) return null;
  return h(
    "ul",
    { class: "objects", "aria-label": "Other changes" },
    ...objects.map((object) =>
      h(
        "li",
        { "data-verb": object.verb },
        h("span", { class: "verb" }, VERBS[object.verb]),
        h("span", {}, `${safeText(object.noun)} `, h("b", {}, safeText(object.name))),
        object.detail ? h("span", { class: "detail" }, safeText(object.detail)) : null,
      ),
    ),
  );
}

/** @param {ExecutionFinished["console"]} entries */
function consoleFold(entries) {
  const lines = entries.map((entry) =>
    h("div", { class: "console-line", "data-level": entry.level }, safeText(entry.text)),
  );
  return fold("console-fold", `Console, ${counted(entries.length, "line")}`, h("div", { class: "console" }, ...lines))
    .element;
}
