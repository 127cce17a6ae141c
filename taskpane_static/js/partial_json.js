/**
 * Reads one string member out of a JSON object that is still arriving, so that code can be shown
 * while the model writes it. JSON.parse needs the closing brace; this needs nothing after the cut.
 */

/** @type {Record<string, string>} */
const ESCAPES = { '"': '"', "\\": "\\", "/": "/", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

/**
 * The value of a top-level string member as far as it has arrived.
 *
 * @param {string} json beginning of a JSON object
 * @param {string} key
 * @returns {string | null} null while the member has not begun, or when it is no string
 */
export function partialMember(json, key) {
  let at = json.indexOf("{") + 1;
  if (at === 0) return null;
  for (;;) {
    at = skip(json, at, /[\s,]/);
    if (json[at] !== '"') return null;
    const name = readString(json, at);
    if (!name.closed) return null;
    at = skip(json, name.end, /[\s:]/);
    if (json[at] === '"') {
      const value = readString(json, at);
      if (name.text === key) return value.text;
      at = value.end;
    } else {
      if (name.text === key) return null;
      at = skipValue(json, at);
    }
    if (at >= json.length) return null;
  }
}

/**
 * @param {string} json
 * @param {number} at
 * @param {RegExp} what one character
 */
function skip(json, at, what) {
  while (at < json.length && what.test(json.charAt(at))) at += 1;
  return at;
}

/**
 * @param {string} json
 * @param {number} at index of the opening quote
 * @returns {{text: string, end: number, closed: boolean}}
 */
function readString(json, at) {
  /** @type {string[]} */
  const parts = [];
  let from = at + 1;
  for (let i = from; i < json.length; i += 1) {
    const character = json[i];
    if (character === '"') {
      parts.push(json.slice(from, i));
      return { text: parts.join(""), end: i + 1, closed: true };
    }
    if (character !== "\\") continue;
    parts.push(json.slice(from, i));
    const letter = json[i + 1];
    const length = letter === "u" ? 6 : 2;
    if (i + length > json.length) return { text: parts.join(""), end: json.length, closed: false };
    parts.push(
      letter === "u"
        ? String.fromCharCode(Number.parseInt(json.slice(i + 2, i + 6), 16) || 0)
        : (ESCAPES[letter ?? ""] ?? ""),
    );
    i += length - 1;
    from = i + 1;
  }
  parts.push(json.slice(from));
  return { text: parts.join(""), end: json.length, closed: false };
}

/**
 * @param {string} json
 * @param {number} at first character of a number, literal, array or object
 */
function skipValue(json, at) {
  let depth = 0;
  for (let i = at; i < json.length; i += 1) {
    const character = json[i];
    if (character === '"') {
      i = readString(json, i).end - 1;
    } else if (character === "{" || character === "[") {
      depth += 1;
    } else if (character === "}" || character === "]") {
      if (depth === 0) return i;
      depth -= 1;
    } else if (character === "," && depth === 0) {
      return i;
    }
  }
  return json.length;
}
