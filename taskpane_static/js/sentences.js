/**
 * Cuts streamed text into sentences, so that a screen reader hears each once and whole.
 *
 * @param {string} buffer text not yet announced
 * @returns {{said: string[], rest: string}}
 */
export function takeSentences(buffer) {
  const said = [];
  let from = 0;
  for (const match of buffer.matchAll(/[.!?…:](?=\s)|\n+/g)) {
    const end = match.index + match[0].length;
    const sentence = plainText(buffer.slice(from, end));
    if (sentence) said.push(sentence);
    from = end;
  }
  return { said, rest: buffer.slice(from) };
}

/**
 * Markdown's marks mean nothing when spoken.
 *
 * @param {string} text
 */
export function plainText(text) {
  return text
    .replace(/[*`|#>]+|^\s*[-–]\s+/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}
