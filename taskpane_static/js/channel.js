/**
 * The pane's end of the socket: connects, says hello, reads frames, and connects again when the line
 * breaks. Requests and answers are matched by whoever asks (`sandbox_relay.js`, `host_port.js`); a
 * frame sent while the line is down is not kept, because the server has given up on it.
 *
 * @typedef {Record<string, any> & {type: string}} Frame
 * @typedef {"connecting" | "connected" | "disconnected"} ChannelState `disconnected` is final:
 *   connecting again would not help, or the page closed the channel.
 * @typedef {object} ChannelOptions
 * @property {string} url such as `ws://127.0.0.1:8765/ws`; see `socketUrl`
 * @property {() => Record<string, unknown>} hello fields of the hello frame but `type`, `v` and
 *   `session`: `pane`, `roles`, and in Excel `host`, `platform`, `requirement_sets`
 * @property {(frame: Frame) => void} onFrame every frame of the server but pong, `welcome` included
 * @property {(state: ChannelState, sentence: string) => void} onState the sentence is for the user,
 *   or "" when there is nothing to say
 */

export const PROTOCOL_VERSION = 1;
const SUBPROTOCOL = "tieout.v1";

/** Close codes after which connecting again would only be refused again, or take the place of the
 * pane that replaced this one. */
const FINAL_CODES = new Set([1003, 4400, 4401, 4406, 4409]);
const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;
const QUIET = 20_000;
const SILENT = 45_000;

const UNREACHABLE = "Tieout's server can't be reached. Is it still running?";
const NO_ACCESS =
  "Open the address that Tieout printed when it started; in Excel, run `tieout sideload` and restart Excel.";

/** @param {Location} location the page's own */
export function socketUrl(location) {
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`;
}

/**
 * Milliseconds to wait before a try: doubled each time, and up to a half less by chance, so that
 * many panes don't come back at the same moment.
 *
 * @param {number} attempt 0 for the first try after a loss
 * @param {number} chance from 0 up to 1
 */
export function waitBefore(attempt, chance) {
  return Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.min(attempt, 10)) * (1 - chance / 2);
}

/** @param {ChannelOptions} options */
export function createChannel({ url, hello, onFrame, onState }) {
  /** @type {WebSocket | null} */
  let socket = null;
  let session = "";
  let attempt = 0;
  let over = false;
  let lastHeard = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** @param {string} sentence */
  function end(sentence) {
    over = true;
    clearTimeout(timer);
    clearInterval(watch);
    for (const name of WAKING) removeEventListener(name, wake);
    document.removeEventListener("visibilitychange", wake);
    onState("disconnected", sentence);
  }

  function connect() {
    clearTimeout(timer);
    if (over || socket) return;
    const opened = new WebSocket(url, [SUBPROTOCOL]);
    let accepted = false;
    socket = opened;
    lastHeard = Date.now();
    opened.onopen = () => {
      accepted = true;
      transmit(opened, { ...hello(), type: "hello", v: PROTOCOL_VERSION, session });
    };
    opened.onmessage = (event) => {
      if (socket === opened) hear(String(event.data));
    };
    opened.onclose = (event) => {
      if (socket === opened) lose(event.code, event.reason, accepted);
    };
  }

  /** @param {string} text */
  function hear(text) {
    lastHeard = Date.now();
    /** @type {Frame} */
    const frame = JSON.parse(text);
    if (frame.type === "pong") return;
    if (frame.type === "welcome") {
      session = String(frame["session"]);
      attempt = 0;
      onState("connected", "");
    }
    onFrame(frame);
  }

  /**
   * @param {number} code
   * @param {string} reason
   * @param {boolean} accepted whether the server had taken the connection
   */
  function lose(code, reason, accepted) {
    socket = null;
    if (over) return;
    if (FINAL_CODES.has(code)) {
      end(reason);
      return;
    }
    onState("connecting", attempt === 0 ? "" : reason || UNREACHABLE);
    timer = setTimeout(connect, waitBefore(attempt, Math.random()));
    attempt += 1;
    // A browser does not tell a script why a handshake was refused; an ordinary request does.
    if (!accepted) void askWhy();
  }

  async function askWhy() {
    try {
      const response = await fetch("/api/workbook", { method: "HEAD", cache: "no-store" });
      if (response.status === 401 && !over && !socket) end(NO_ACCESS);
    } catch {
      // Unreachable: the next try is already planned.
    }
  }

  function wake() {
    if (document.visibilityState === "visible") connect();
  }

  function check() {
    if (!socket || socket.readyState !== WebSocket.OPEN) return;
    const quiet = Date.now() - lastHeard;
    if (quiet > SILENT) {
      const silent = socket;
      lose(1006, "", true);
      silent.close();
    } else if (quiet > QUIET) {
      transmit(socket, { type: "ping" });
    }
  }

  /**
   * @param {WebSocket} to
   * @param {Frame} frame
   */
  function transmit(to, frame) {
    to.send(JSON.stringify(frame));
  }

  const WAKING = ["online", "focus"];
  for (const name of WAKING) addEventListener(name, wake);
  document.addEventListener("visibilitychange", wake);
  const watch = setInterval(check, QUIET / 4);
  onState("connecting", "");
  connect();

  return {
    /**
     * @param {Frame} frame
     * @returns {boolean} false when the line is down and the frame was not sent
     */
    send(frame) {
      if (socket?.readyState !== WebSocket.OPEN) return false;
      transmit(socket, frame);
      return true;
    },
    /** Ends the channel for good. */
    close() {
      if (over) return;
      end("");
      socket?.close(1000);
      socket = null;
    },
  };
}
