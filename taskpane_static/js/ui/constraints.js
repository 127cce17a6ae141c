/**
 * What holds for the whole session, in the user's words: a fold above the message with every
 * constraint, what code enforces of it, and a way to withdraw it or to enter another one.
 */

import { fold, h, safeText } from "./elements.js";

const LONGEST = 1_000;

/**
 * @typedef {{id: string, text: string, origin: "said" | "quoted" | "added", enforced: string | null}} Constraint
 * @typedef {{add: (text: string) => boolean, remove: (id: string) => boolean}} ConstraintActions both
 *   give false when the server is not connected
 */

/**
 * @param {HTMLElement} composer gets the fold before it
 * @param {ConstraintActions} actions
 * @param {(sentence: string) => void} say for screen readers
 */
export function createConstraints(composer, actions, say) {
  const list = h("ul", { class: "constraint-list", "aria-label": "Constraints of this session" });
  const field = h("input", {
    type: "text",
    class: "constraint-field",
    maxlength: LONGEST,
    placeholder: "Never touch the sheet Inputs",
    "aria-label": "Another constraint",
    autocomplete: "off",
  });
  const add = h("button", { type: "submit", class: "constraint-add" }, "Add");
  const form = h("form", { class: "constraint-form", onsubmit }, field, add);
  const whole = fold("constraints", "Constraints", list, form);
  composer.before(whole.element);

  /** @type {Constraint[]} */
  let shown = [];
  /** Where the focus goes when the list is drawn again: the place of the one that was removed. */
  let removed = -1;
  let entered = "";

  /** @param {Event} event */
  function onsubmit(event) {
    event.preventDefault();
    const text = field.value.trim();
    if (!text || !actions.add(text)) return;
    entered = text;
    field.value = "";
  }

  /**
   * @param {Constraint} constraint
   * @param {number} place
   */
  function item(constraint, place) {
    return h(
      "li",
      { "data-id": constraint.id },
      h("span", { class: "constraint-id" }, constraint.id),
      h(
        "span",
        { class: "constraint-said" },
        h("q", { class: "constraint-words" }, safeText(constraint.text)),
        h(
          "span",
          { class: constraint.enforced ? "constraint-state enforced" : "constraint-state" },
          stateOf(constraint),
        ),
      ),
      h(
        "button",
        {
          type: "button",
          "aria-label": `Remove constraint ${constraint.id}`,
          title: "Remove",
          onclick() {
            if (actions.remove(constraint.id)) removed = place;
          },
        },
        "×",
      ),
    );
  }

  return {
    element: whole.element,
    /** @param {{constraints: Constraint[], left_out: number}} frame */
    show({ constraints, left_out }) {
      const known = new Set(shown.map(({ id }) => id));
      const fresh = constraints.filter(({ id }) => !known.has(id));
      shown = constraints;
      whole.label.textContent = constraints.length ? `Constraints · ${constraints.length}` : "Constraints";
      const left = left_out ? [h("li", { class: "left-out" }, leftOut(left_out))] : [];
      list.replaceChildren(...constraints.map(item), ...left);
      if (removed >= 0) {
        const buttons = list.querySelectorAll("button");
        (buttons[Math.min(removed, buttons.length - 1)] ?? field).focus();
        removed = -1;
      }
      for (const one of fresh) say(`Constraint ${one.id} is kept: ${safeText(one.text)}. ${stateOf(one)}`);
    },
    /** The server didn't take what was entered. */
    refused() {
      if (!field.value) field.value = entered;
    },
  };
}

/** @param {Constraint} constraint */
function stateOf({ enforced }) {
  if (enforced === null) return "Checked against the workbook when the next task starts";
  return enforced ? `Enforced: ${safeText(enforced)}` : "Kept in mind, not enforceable by code";
}

/** @param {number} count */
function leftOut(count) {
  return `${count} more ${count === 1 ? "sentence was" : "sentences were"} not kept: there are too many.`;
}
