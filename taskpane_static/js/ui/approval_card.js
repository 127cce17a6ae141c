/**
 * A question to the user: the code would lose something, edit what was not approved yet, or go
 * against a constraint, which is quoted; or something would be sent to the web, and is shown whole.
 */

import { append, h, safeText } from "./elements.js";

/**
 * @typedef {{approval_id: string, subject: "edits" | "loss" | "web" | "constraint", what: string[], scope: string}} ApprovalAsked
 * @typedef {(approvalId: string, allow: boolean) => void} Approve
 */

const TITLES = {
  edits: "May Tieout edit this?",
  loss: "May Tieout do this? It goes beyond what the code said it would change.",
  constraint: "May Tieout do this? You ruled it out in this session.",
  web: "May Tieout send this to the web? It can carry what the agent has read.",
};

/**
 * @param {ApprovalAsked} asked
 * @param {Approve} approve
 */
export function createApprovalCard(asked, approve) {
  const allow = h("button", { type: "button", class: "allow", onclick: () => decide(true) }, "Allow");
  const refuse = h("button", { type: "button", class: "refuse", onclick: () => decide(false) }, "Don’t allow");
  const title = TITLES[asked.subject];
  const buttons = h("div", { class: "approval-buttons" }, allow, refuse);
  const card = h(
    "section",
    { class: "approval", "data-subject": asked.subject, role: "group", "aria-label": title },
    h("p", { class: "approval-title" }, title),
    h("ul", {}, ...asked.what.map((phrase) => h("li", {}, sentence(phrase)))),
  );
  if (asked.scope && ["loss", "constraint"].includes(asked.subject)) {
    append(card, [h("p", { class: "scope" }, `The code named: ${safeText(asked.scope)}`)]);
  }
  card.append(buttons);

  /** @param {boolean} allowed */
  function decide(allowed) {
    allow.disabled = refuse.disabled = true;
    approve(asked.approval_id, allowed);
  }

  return {
    element: card,
    title,
    /** @param {boolean} allowed */
    close(allowed) {
      card.dataset["answer"] = allowed ? "allowed" : "refused";
      buttons.replaceChildren(h("span", { class: "badge" }, allowed ? "Allowed" : "Not allowed"));
    },
  };
}

/** @param {string} phrase "delete the sheet Old" */
function sentence(phrase) {
  const text = safeText(phrase);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
