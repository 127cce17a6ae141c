/**
 * Keeps the end of a growing log in view, until the reader scrolls away or opens something in it, and
 * again once the reader is back at the end.
 *
 * @param {HTMLElement} log scrolling element
 */
export function followEnd(log) {
  let following = true;
  const NEAR = 40;

  function toEnd() {
    if (following) log.scrollTop = log.scrollHeight;
  }

  log.addEventListener("scroll", () => {
    following = log.scrollHeight - log.scrollTop - log.clientHeight < NEAR;
  });
  log.addEventListener(
    "click",
    (event) => {
      const opens = event.target instanceof Element && event.target.closest("summary, .more, .link");
      if (opens) following = false;
    },
    { capture: true },
  );
  new MutationObserver(toEnd).observe(log, { childList: true, subtree: true, characterData: true });
  new ResizeObserver(toEnd).observe(log);

  return {
    /** Goes to the end, wherever the reader was: the reader just sent something. */
    resume() {
      following = true;
      toEnd();
    },
  };
}
