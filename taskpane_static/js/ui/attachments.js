/**
 * The files that are attached to the session: a button and a drop target to attach more, and a list
 * above the message in which each can be removed. What is attached is told by the server.
 */

import { h, icon, safeText } from "./elements.js";

const KINDS = ".pdf,.xlsx,.xlsm,.docx,.csv,.tsv,.txt,.md";
const MOST_BYTES = 25 * 1024 * 1024;
const DOOR = "/api/attachments";

/**
 * @typedef {{name: string, bytes: number}} AttachedFile
 */

/**
 * @param {HTMLFormElement} composer gets the list on its top and the button in its line
 * @param {HTMLElement} target where files can be dropped
 * @param {(sentence: string) => void} complain tells the user what is wrong
 */
export function createAttachments(composer, target, complain) {
  const list = h("ul", { class: "attachments", "aria-label": "Attached files", hidden: true });
  const picker = h("input", { type: "file", multiple: true, accept: KINDS, hidden: true, tabindex: -1 });
  const button = h(
    "button",
    {
      type: "button",
      class: "attach",
      title: "Attach files (pdf, xlsx, docx, csv, text)",
      "aria-label": "Attach files",
      onclick: () => picker.click(),
    },
    icon("attach"),
  );
  composer.prepend(list);
  composer.querySelector(".composer-line")?.prepend(button, picker);

  /** @type {AttachedFile[]} */
  let attached = [];
  /** @type {string[]} Names of files that are on their way. */
  let coming = [];

  function draw() {
    list.hidden = attached.length + coming.length === 0;
    list.replaceChildren(
      ...attached.map((file) =>
        h(
          "li",
          {},
          h("span", { class: "attached-name", title: safeText(file.name) }, safeText(file.name)),
          h("span", { class: "attached-size" }, size(file.bytes)),
          h(
            "button",
            { type: "button", "aria-label": `Remove ${safeText(file.name)}`, onclick: () => void remove(file.name) },
            "×",
          ),
        ),
      ),
      ...coming.map((name) => h("li", { class: "coming" }, h("span", { class: "attached-name" }, safeText(name)), "…")),
    );
  }

  /** @param {Iterable<File>} files */
  async function attach(files) {
    for (const file of files) {
      if (file.size > MOST_BYTES) {
        complain(`${safeText(file.name)} can't be attached: it has more than 25 MB.`);
        continue;
      }
      coming = [...coming, file.name];
      draw();
      const trouble = await ask("POST", file.name, file);
      coming = coming.filter((name) => name !== file.name);
      draw();
      if (trouble) complain(trouble);
    }
  }

  /** @param {string} name */
  async function remove(name) {
    const trouble = await ask("DELETE", name);
    if (trouble) complain(trouble);
  }

  picker.addEventListener("change", () => {
    void attach([...(picker.files ?? [])]);
    picker.value = "";
  });
  target.addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
  });
  target.addEventListener("drop", (event) => {
    const files = event.dataTransfer?.files;
    if (!files?.length) return;
    event.preventDefault();
    void attach([...files]);
  });

  return {
    /** @param {{files: AttachedFile[]}} frame */
    show({ files }) {
      attached = files;
      draw();
    },
  };
}

/**
 * @param {"POST" | "DELETE"} method
 * @param {string} name
 * @param {File} [body]
 * @returns {Promise<string>} what is wrong, in a sentence, or ""
 */
async function ask(method, name, body) {
  try {
    const place = new URL(DOOR, location.href);
    place.searchParams.set("name", name.slice(0, 250));
    const response = await fetch(place, { method, credentials: "same-origin", ...(body ? { body } : {}) });
    if (response.ok) return "";
    const answer = await response.json().catch(() => ({}));
    return String(answer.message ?? `The server did not take ${safeText(name)} (${response.status}).`);
  } catch {
    return `${safeText(name)} was not attached: it can't be read, or the server is not connected.`;
  }
}

/** @param {number} bytes */
function size(bytes) {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} KB`;
  return `${(bytes / (1024 * 1024)).toFixed(1)} MB`;
}
