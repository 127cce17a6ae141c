import { h, icon } from "./elements.js";

const LONGEST = 100_000;

/**
 * Where the user writes. Enter sends, Shift+Enter starts a line, Esc stops the run.
 *
 * @param {HTMLElement} place
 * @param {{onSend: (text: string) => void, onStop: () => void}} actions
 */
export function createComposer(place, { onSend, onStop }) {
  const field = h("textarea", {
    id: "message",
    rows: 1,
    maxlength: LONGEST,
    placeholder: "Ask for a change, or a check",
    "aria-label": "Message",
    autocomplete: "off",
  });
  const send = h("button", { type: "submit", class: "send", title: "Send (Enter)", "aria-label": "Send" }, icon("send"));
  const stop = h(
    "button",
    { type: "button", class: "stop", title: "Stop (Esc)", hidden: true, onclick: () => requestStop() },
    icon("stop"),
    "Stop",
  );
  const selection = h("span", { class: "selection" });
  const hint = h("span", { class: "hint" }, "Enter sends · Shift+Enter new line");
  const form = h(
    "form",
    { class: "composer", onsubmit },
    field,
    h("div", { class: "composer-line" }, selection, hint, stop, send),
  );
  place.append(form);

  let connected = false;
  let working = false;

  function resize() {
    field.style.height = "auto";
    field.style.height = `${Math.min(field.scrollHeight, 168)}px`;
  }

  function refresh() {
    send.disabled = !connected || field.value.trim() === "";
    stop.hidden = !working;
    hint.hidden = working || selection.textContent !== "";
    field.placeholder = working ? "Add to the running task" : "Ask for a change, or a check";
  }

  function requestStop() {
    if (!working) return;
    stop.disabled = true;
    onStop();
  }

  /** @param {Event} event */
  function onsubmit(event) {
    event.preventDefault();
    const text = field.value.trim();
    if (!text || !connected) return;
    field.value = "";
    resize();
    refresh();
    onSend(text);
  }

  field.addEventListener("input", () => {
    resize();
    refresh();
  });
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !working) return;
    event.preventDefault();
    requestStop();
  });
  refresh();

  return {
    element: form,
    /** @param {{connected: boolean, working: boolean}} state */
    setState(state) {
      if (state.working && !working) stop.disabled = false;
      ({ connected, working } = state);
      refresh();
    },
    /** @param {string} text put in place of what was written, ready to be edited */
    write(text) {
      field.value = text;
      resize();
      refresh();
      field.focus();
    },
    /** Sends what is written. */
    submit: () => form.requestSubmit(),
    /** @param {string} address what is selected in the workbook; "" hides it */
    showSelection(address) {
      selection.textContent = address;
      selection.title = address && `Selected: ${address}`;
      refresh();
    },
  };
}
