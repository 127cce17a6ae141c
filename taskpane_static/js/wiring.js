/**
 * Joins a pane to the server: one channel, the sandbox, and what the page adds.
 */

import { createChannel, socketUrl } from "./channel.js";
import { createSandboxPort } from "./sandbox_port.js";
import { createSandboxRelay } from "./sandbox_relay.js";

/**
 * @typedef {import("./sandbox_relay.js").Frame} Frame
 * @typedef {{roles: ("sandbox" | "host" | "ui")[], host: string, platform: string,
 *   requirement_sets: Record<string, string>}} Capabilities
 */

/**
 * @param {object} options
 * @param {Capabilities} options.capabilities
 * @param {ReturnType<typeof import("./pane.js").createPane>} options.pane
 * @param {(frame: Frame) => void} options.onFrame called for every frame that is not the sandbox's,
 *   after the pane has shown it
 * @param {string} [options.excelLibrary] where the page's own Excel library is, for the sandbox to have
 *   the same one; without it the server's copy is used
 */
export function connect({ capabilities, pane, onFrame, excelLibrary = "" }) {
  const page = new URL(".", location.href);
  const own = new URL("vendor/office/excel-web-16.00.js", page).href;
  const sandbox = createSandboxPort({
    frameUrl: new URL("sandbox/frame.html", page).href,
    officeJsUrl: excelLibrary || own,
    ownOfficeJsUrl: own,
  });
  const relay = createSandboxRelay(sandbox, (frame) => channel.send(frame));
  const load = crypto.randomUUID();

  const channel = createChannel({
    url: socketUrl(location),
    hello: () => ({ pane: load, ...capabilities }),
    onFrame(frame) {
      if (relay.receive(frame)) return;
      pane.receive(frame);
      onFrame(frame);
    },
    onState(state, sentence) {
      if (state === "connected") warm();
      else relay.abandon();
      pane.setConnection(state, sentence);
    },
  });

  /** The first run should not wait for the sandbox to load. A failure is told by the run that needs it. */
  function warm() {
    sandbox.warm().catch(() => {});
  }

  return channel;
}
