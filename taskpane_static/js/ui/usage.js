import { h } from "./elements.js";

const numbers = new Intl.NumberFormat("en-US");

/** The quiet line under a turn: how many requests, how many tokens. */
export function createUsage() {
  const element = h("p", { class: "usage" });
  let requests = 0;
  let input = 0;
  let cached = 0;
  let output = 0;
  return {
    element,
    /** @param {{input_tokens: number, cache_read_input_tokens: number, output_tokens: number}} frame */
    count(frame) {
      requests += 1;
      // The service counts cached tokens apart from the rest of the input.
      input += frame.input_tokens + frame.cache_read_input_tokens;
      cached += frame.cache_read_input_tokens;
      output += frame.output_tokens;
      if (input + output === 0) return;
      const share = input > 0 ? Math.round((100 * cached) / input) : 0;
      element.textContent =
        `${requests} request${requests === 1 ? "" : "s"} · ` +
        `${numbers.format(input)} tokens in${share > 0 ? ` (${share}% cached)` : ""} · ${numbers.format(output)} out`;
    },
  };
}
