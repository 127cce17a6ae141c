import { h } from "./elements.js";

/**
 * @typedef {"connecting" | "connected" | "working" | "disconnected"} PaneState
 */

/** @type {Record<PaneState, string>} */
const WORDS = {
  connecting: "Connecting",
  connected: "Ready",
  working: "Working",
  disconnected: "Disconnected",
};

/**
 * The bar on top: which workbook, which model, and whether the server is there.
 *
 * @param {HTMLElement} bar
 */
export function createHeader(bar) {
  const workbook = h("h1", { class: "workbook" }, "Tieout");
  const model = h("span", { class: "model" });
  // A page of the server's own, under a policy that runs nothing.
  const trace = h("a", { class: "trace", target: "_blank", rel: "noopener", hidden: true }, "What the model saw");
  const words = h("span", { class: "state-words" }, WORDS.connecting);
  const state = h("span", { class: "state" }, h("span", { class: "dot", "aria-hidden": "true" }), words);
  const sentence = h("p", { class: "state-sentence", role: "status", hidden: true });
  const notice = h("p", { class: "notice", role: "status", hidden: true });
  bar.append(h("div", { class: "bar-line" }, workbook, state), model, trace, sentence, notice);

  return {
    /** @param {{workbook: string, model: string, trace: string}} welcome */
    show(welcome) {
      workbook.textContent = welcome.workbook || "Workbook";
      workbook.title = welcome.workbook;
      model.textContent = welcome.model || "Recorded demonstrations";
      trace.hidden = !welcome.trace.startsWith("/trace/");
      if (!trace.hidden) trace.href = welcome.trace;
    },
    /** @param {string} text what the user should know or do, or "" */
    setNotice(text) {
      notice.textContent = text;
      notice.hidden = !text;
    },
    /**
     * @param {PaneState} next
     * @param {string} [explanation] sentence for the user, shown until the next state
     */
    setState(next, explanation = "") {
      bar.dataset["state"] = next;
      words.textContent = WORDS[next];
      sentence.textContent = explanation;
      sentence.hidden = !explanation;
    },
  };
}
