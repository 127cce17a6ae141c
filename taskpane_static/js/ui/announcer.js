import { plainText, takeSentences } from "../sentences.js";

/**
 * Speaks to screen readers through one polite live region, a sentence at a time: announcing every
 * streamed piece would interrupt itself.
 *
 * @param {HTMLElement} region element with `aria-live="polite"`
 */
export function createAnnouncer(region) {
  let pending = "";

  /** @param {string} sentence */
  function say(sentence) {
    if (!sentence) return;
    while (region.childElementCount > 20) region.firstElementChild?.remove();
    const line = document.createElement("p");
    line.textContent = sentence;
    region.append(line);
  }

  return {
    say,
    /** @param {string} text next piece of streamed text */
    stream(text) {
      const { said, rest } = takeSentences(pending + text);
      pending = rest;
      said.forEach(say);
    },
    /** Speaks what is left when a stream ends without a full stop. */
    flush() {
      say(plainText(pending));
      pending = "";
    },
  };
}
