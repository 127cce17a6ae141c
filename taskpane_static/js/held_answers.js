/**
 * Leaves out of Excel's answer what the server already holds. The server says which answers it wants
 * digests of, and which digests it holds; an answer with the same digest is named instead of sent.
 *
 * @typedef {Record<string, unknown>} Body
 * @typedef {{body: Body, same: number[], digests: Record<string, string>}} Shortened
 */

/** Shorter answers cost less to send than to hash. */
const SHORT = 512;

/**
 * The SHA-256 of a text, with its length; null where the browser offers none (pages without TLS).
 *
 * @param {string} text
 * @returns {Promise<string | null>}
 */
export async function digestOf(text) {
  const subtle = globalThis.crypto?.subtle;
  if (!subtle) return null;
  const bytes = new TextEncoder().encode(text);
  const hash = new Uint8Array(await subtle.digest("SHA-256", bytes));
  return `${bytes.length}-${Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/**
 * The answer without what is held. Whatever is in the way, the whole answer is sent.
 *
 * @param {Body} body Excel's response; not changed
 * @param {Record<string, string>} held digest by action id, "" where the server holds nothing
 * @param {(text: string) => Promise<string | null>} digest
 * @returns {Promise<Shortened>}
 */
export async function leaveOut(body, held, digest = digestOf) {
  const whole = { body, same: [], digests: {} };
  const results = body["Results"];
  if (!Array.isArray(results) || body["Error"]) return whole;
  /** @type {number[]} */
  const same = [];
  /** @type {Record<string, string>} */
  const digests = {};
  try {
    const shortened = await Promise.all(
      results.map(async (entry) => {
        const action = entry?.ActionId;
        const known = held[String(action)];
        if (known === undefined) return entry;
        const text = JSON.stringify(entry.Value);
        const found = text === undefined || text.length < SHORT ? null : await digest(text);
        if (found === null) return entry;
        if (found !== known) {
          digests[String(action)] = found;
          return entry;
        }
        same.push(action);
        const { Value: _, ...rest } = entry;
        return rest;
      }),
    );
    return { body: { ...body, Results: shortened }, same, digests };
  } catch {
    return whole;
  }
}
