/**
 * The model's answer as page content. It may quote a workbook written by anyone, so it is treated as
 * hostile: Markdown only, a short list of tags and two attributes, no images, and no link that opens by
 * itself. Addresses become buttons.
 */

import { findAddresses } from "../addresses.js";
import { DOMPurify, Marked } from "../libraries.js";
import { h, safeText } from "./elements.js";

const TAGS = [
  "p", "br", "hr", "strong", "em", "del", "code", "pre", "blockquote", "ul", "ol", "li",
  "h1", "h2", "h3", "h4", "h5", "h6", "table", "thead", "tbody", "tr", "th", "td", "a",
];

/**
 * @typedef {(address: import("../addresses.js").Address) => void} SelectAddress
 */

const marked = new Marked({ gfm: true, breaks: false });
marked.use({
  renderer: {
    // Raw HTML in Markdown is shown as the text it is.
    html: ({ text }) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;"),
    image: ({ text }) => (text ? `[image: ${text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}]` : ""),
  },
});

/**
 * @param {string} text Markdown
 * @param {SelectAddress} selectAddress called when the reader picks an address
 * @returns {DocumentFragment}
 */
export function renderMarkdown(text, selectAddress) {
  const html = marked.parse(safeText(text), { async: false });
  // `align` is the only look a table of numbers needs; everything else of an element is dropped.
  const fragment = DOMPurify.sanitize(html, {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ["href", "align"],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    ALLOWED_URI_REGEXP: /^https?:\/\//i,
    ADD_URI_SAFE_ATTR: ["align"],
    RETURN_DOM_FRAGMENT: true,
  });
  for (const anchor of fragment.querySelectorAll("a")) anchor.replaceWith(...linkParts(anchor));
  for (const table of fragment.querySelectorAll("table")) {
    const frame = h("div", { class: "table-scroll", tabindex: 0, role: "group", "aria-label": "Table" });
    table.replaceWith(frame);
    frame.append(table);
  }
  linkAddresses(fragment, selectAddress);
  return fragment;
}

/**
 * A link shows where it leads, and opens only on a second, explicit step.
 *
 * @param {HTMLAnchorElement} anchor
 * @returns {Node[]}
 */
function linkParts(anchor) {
  const target = anchor.getAttribute("href") ?? "";
  const words = [...anchor.childNodes];
  if (!URL.canParse(target)) return words;
  const url = new URL(target);
  const open = h(
    "a",
    { href: url.href, target: "_blank", rel: "noopener noreferrer", class: "link-open" },
    "Open in browser",
  );
  const full = h("span", { class: "link-full", hidden: true }, h("code", {}, url.href), " ", open);
  const show = h(
    "button",
    {
      type: "button",
      class: "link",
      "aria-expanded": "false",
      onclick: () => {
        full.hidden = !full.hidden;
        show.setAttribute("aria-expanded", String(!full.hidden));
      },
    },
    ...words,
    h("span", { class: "link-host" }, url.host),
  );
  return [show, full];
}

/**
 * @param {DocumentFragment} fragment
 * @param {SelectAddress} selectAddress
 */
function linkAddresses(fragment, selectAddress) {
  const walker = document.createTreeWalker(fragment, NodeFilter.SHOW_TEXT);
  /** @type {Text[]} */
  const texts = [];
  while (walker.nextNode()) texts.push(/** @type {Text} */ (walker.currentNode));
  for (const text of texts) {
    const parent = text.parentElement;
    if (parent?.closest("pre, button, a, .link-full")) continue;
    const inlineCode = parent?.localName === "code";
    const found = findAddresses(text.data, { inlineCode });
    if (found.length === 0) continue;
    /** @type {(Node | string)[]} */
    const parts = [];
    let from = 0;
    for (const { start, end, text: words, address } of found) {
      parts.push(text.data.slice(from, start), addressButton(words, () => selectAddress(address)));
      from = end;
    }
    parts.push(text.data.slice(from));
    text.replaceWith(...parts);
  }
}

/**
 * A button that selects cells.
 *
 * @param {string} words what it shows
 * @param {() => void} select
 */
export function addressButton(words, select) {
  return h(
    "button",
    { type: "button", class: "address", title: `Select ${words}`, onclick: select },
    words,
  );
}
