/**
 * Just enough of a page for the real `office.js` in an engine without a browser: scripts it asks for
 * come from `officeFiles`, timers fire when told to.
 */
var officeFiles = {};
var pageTimers = new Map();
/** What a browser would report as an uncaught error. */
var uncaught = (error) => {
  throw error;
};
(() => {
  "use strict";
  let lastTimer = 0;
  const base = "https://embedded.invalid/office/";
  const listeners = {};
  const later = (work, wait, ...rest) => {
    lastTimer += 1;
    // What waits long is for when something fails, and nothing here takes time.
    if (!(wait > 1000)) pageTimers.set(lastTimer, () => work(...rest));
    return lastTimer;
  };
  const storage = () => {
    const kept = new Map();
    return {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, String(value)),
      removeItem: (key) => void kept.delete(key),
      key: (index) => [...kept.keys()][index] ?? null,
      get length() {
        return kept.size;
      },
    };
  };

  function append(child) {
    if (child.tagName === "SCRIPT") {
      const name = String(child.src).split("?")[0].split("/").pop();
      const text = officeFiles[name];
      later(() => {
        if (text === undefined) return child.onerror?.(new Error(name));
        (0, eval)(text);
        child.onload?.();
      });
    }
    return child;
  }
  const create = (name) => ({
    tagName: String(name).toUpperCase(), style: {}, children: [], attributes: {},
    setAttribute(key, value) { this[key] = value; }, getAttribute(key) { return this[key] ?? null; },
    appendChild: append, addEventListener() {}, removeEventListener() {},
  });
  const here = { ...create("script"), src: `${base}office.js` };
  const page = {
    readyState: "complete", documentElement: create("html"), head: create("head"), body: create("body"),
    location: { href: "https://embedded.invalid/page.html" }, cookie: "",
    hasFocus: () => true, createElement: create, addEventListener() {}, removeEventListener() {},
    getElementsByTagName: (name) => (String(name).toLowerCase() === "script" ? [here] : [page.head]),
    getElementById: () => null, querySelector: () => null,
  };
  const location = {
    href: "https://embedded.invalid/page.html", protocol: "https:", host: "embedded.invalid", hostname: "embedded.invalid",
    origin: "https://embedded.invalid", pathname: "/page.html", search: "", hash: "",
  };
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  /** @param {string} binary */
  function btoa(binary) {
    let text = "";
    for (let at = 0; at < binary.length; at += 3) {
      const [one, two, three] = [0, 1, 2].map((more) => binary.charCodeAt(at + more) || 0);
      const bits = (one << 16) | (two << 8) | three;
      const four = [18, 12, 6, 0].map((shift) => letters[(bits >> shift) & 63]).join("");
      text += four.slice(0, Math.min(3, binary.length - at) + 1).padEnd(4, "=");
    }
    return text;
  }
  Object.assign(globalThis, {
    btoa,
    window: globalThis, self: globalThis, top: globalThis, parent: globalThis, name: "",
    document: page, location, history: { replaceState() {}, pushState() {} },
    navigator: { userAgent: "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36", language: "en-US" },
    performance: { now: () => 0, mark() {}, measure() {}, timing: {} },
    sessionStorage: storage(), localStorage: storage(),
    addEventListener: (kind, listener) => (listeners[kind] ??= []).push(listener), removeEventListener() {},
    setTimeout: later, clearTimeout: (id) => void pageTimers.delete(id),
    setInterval: later, clearInterval: (id) => void pageTimers.delete(id),
    console: { log() {}, warn() {}, error() {}, info() {}, debug() {} },
  });
})();
/** Fires what waits; how many timers there were. */
function firePageTimers() {
  const due = [...pageTimers.values()];
  pageTimers.clear();
  for (const work of due) {
    try {
      work();
    } catch (error) {
      uncaught(error);
    }
  }
  return due.length;
}
