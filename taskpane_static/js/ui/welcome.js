import { fold, h, icon } from "./elements.js";

/**
 * @typedef {{name: string, title: string, task: string}} DemonstrationCard
 */

const EXAMPLES = [
  "Add a growth column beside revenue and format it like its neighbours",
  "Check this model: hard-coded numbers, broken references, totals that do not add up",
  "Explain how the selected cell is calculated, back to its inputs",
];

/**
 * What an empty transcript shows: what it does for the user, and three ways in.
 *
 * @param {((text: string) => void) | null} write puts an example into the composer; null without one
 */
export function emptyState(write) {
  return h(
    "section",
    { class: "empty", "aria-label": "Getting started" },
    h("h2", {}, "Change the workbook. See every cell that moved."),
    h(
      "p",
      {},
      "Each change is read back from Excel, compared with the state before it, checked for errors, and can be reverted.",
    ),
    write && h(
      "ul",
      { class: "examples" },
      ...EXAMPLES.map((text) =>
        h("li", {}, h("button", { type: "button", class: "example", onclick: () => write(text) }, text)),
      ),
    ),
  );
}

/**
 * What stands in the composer's place while no model is configured. The cards fold away once one was
 * chosen, so that the conversation has room; the label stays.
 *
 * @param {readonly DemonstrationCard[]} cards
 * @param {(name: string) => void} run
 * @param {boolean} open whether the cards are shown
 */
export function demonstrations(cards, run, open) {
  const list = h(
    "ul",
    { class: "cards" },
    ...cards.map((card) =>
      h(
        "li",
        {},
        h(
          "button",
          { type: "button", class: "card", title: card.task, "data-demonstration": card.name, onclick: () => run(card.name) },
          icon("play"),
          h("span", { class: "card-title" }, card.title),
          h("span", { class: "card-task" }, card.task),
        ),
      ),
    ),
  );
  const keyHint = h(
    "p",
    { class: "key-hint" },
    "To give it your own tasks, set ",
    h("code", {}, "ANTHROPIC_API_KEY"),
    " in the server's environment or its ",
    h("code", {}, ".env"),
    " file and start Tieout again.",
  );
  const choice = fold("cards-fold", cards.length > 0 ? "Choose a demonstration" : "No demonstrations installed", list, keyHint);
  choice.element.open = open;
  return h(
    "section",
    { class: "demonstrations", "aria-label": "Recorded demonstrations" },
    h(
      "p",
      { class: "label" },
      h("strong", {}, "Recorded demonstration: "),
      "the model's words are recorded, everything after them runs for real.",
    ),
    choice.element,
  );
}
