/**
 * Builds page elements from text and elements only: there is no way to pass HTML.
 *
 * @typedef {Node | string | null | undefined | false} Child
 * @typedef {Record<string, string | number | boolean | undefined | ((event: any) => void)>} Properties
 */

/**
 * `h("button", {class: "quiet", onclick: f, "aria-label": "…"}, "Text")`. A property that is a
 * function becomes a listener, a boolean one a boolean attribute, anything else an attribute.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Properties} [properties]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === "function") element.addEventListener(name.replace(/^on/, ""), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== undefined) element.setAttribute(name, String(value));
  }
  append(element, children);
  return element;
}

/**
 * @param {Element} parent
 * @param {Child[]} children
 */
export function append(parent, children) {
  for (const child of children) {
    if (child !== null && child !== undefined && child !== false) parent.append(child);
  }
}

/** @type {Record<string, string>} Paths on a 16 × 16 grid, drawn with a 1.4 px line. */
const ICONS = {
  send: "M8 13V3M3.5 7.5 8 3l4.5 4.5",
  stop: "M4.5 4.5h7v7h-7z",
  undo: "M6 3.5 3 6.5l3 3M3.4 6.5H9a3.5 3.5 0 0 1 0 7H6.5",
  chevron: "m6 4 4 4-4 4",
  play: "M5.5 3.5v9l7-4.5z",
  copy: "M6 5.5h6.5V13H6zM3.5 10.5V3h6",
  download: "M8 3v7M4.5 7 8 10.5 11.5 7M3 13h10",
  attach: "M10.7 5.2 6.3 9.6a1.3 1.3 0 0 0 1.9 1.9l4.9-4.9a2.8 2.8 0 0 0-4-4L4 7.7a4.3 4.3 0 0 0 6.1 6.1l3.4-3.4",
  changes: "M3 4.5h10M3 8h6M3 11.5h8",
};

/**
 * A small drawing, hidden from screen readers.
 *
 * @param {keyof typeof ICONS} name
 */
export function icon(name) {
  const namespace = "http://www.w3.org/2000/svg";
  const drawing = document.createElementNS(namespace, "svg");
  drawing.setAttribute("viewBox", "0 0 16 16");
  drawing.setAttribute("class", `icon icon-${name}`);
  drawing.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(namespace, "path");
  path.setAttribute("d", ICONS[name] ?? "");
  drawing.append(path);
  return drawing;
}

/**
 * A closed fold with a title; its content can be appended to.
 *
 * @param {string} kind class of the fold
 * @param {string} title
 * @param {...Child} children
 */
export function fold(kind, title, ...children) {
  const label = h("span", { class: "fold-title" }, title);
  const summary = h("summary", {}, icon("chevron"), label);
  const body = h("div", { class: "fold-body" }, ...children);
  const element = h("details", { class: `fold ${kind}` }, summary, body);
  return { element, label, summary, body };
}

/**
 * Text whose direction cannot leak into what stands beside it, with the invisible characters that
 * reorder or hide text made visible.
 *
 * @param {string} text
 */
export function safeText(text) {
  return text.replace(/\r\n?/g, "\n").replace(
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|\udb40[\udc00-\udc7f]/g,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}
