/**
 * Carries one sandbox's questions to the server and the server's answers back: `sandbox.run` starts
 * the port, its syncs and calls become frames, and the results resolve what the code waits for.
 *
 * @typedef {Record<string, any> & {type: string}} Frame
 * @typedef {import("./sandbox_port.js").SandboxPort} SandboxPort
 * @typedef {import("./sandbox_port.js").SandboxServices} SandboxServices
 */

/**
 * @param {Pick<SandboxPort, "run" | "cancel">} port
 * @param {(frame: Frame) => unknown} send
 */
export function createSandboxRelay(port, send) {
  /** @type {Map<string, (frame: Frame) => void>} */
  const waiting = new Map();
  /** @type {Set<string>} */
  const running = new Set();
  let nextId = 0;

  /**
   * @param {string} key
   * @param {Frame} frame
   * @returns {Promise<Frame>}
   */
  function ask(key, frame) {
    return new Promise((resolve) => {
      waiting.set(key, resolve);
      send(frame);
    });
  }

  /**
   * @param {string} key
   * @param {Frame} frame
   */
  function answer(key, frame) {
    waiting.get(key)?.(frame);
    waiting.delete(key);
  }

  /** @param {Frame} frame */
  async function run(frame) {
    const runId = String(frame["run_id"]);
    /** @type {SandboxServices} */
    const services = {
      async sync(body, flags) {
        const id = (nextId += 1);
        const question = { type: "sandbox.sync", run_id: runId, sync_id: id, flags, body };
        const answered = await ask(`${runId} sync ${id}`, question);
        return answered["refusal"] ? { refusal: String(answered["refusal"]) } : { body: answered["body"] ?? {} };
      },
      async call(name, args) {
        const id = (nextId += 1);
        const question = { type: "sandbox.call", run_id: runId, call_id: id, name, arguments: args ?? null };
        const answered = await ask(`${runId} call ${id}`, question);
        return answered["error"] ? { error: String(answered["error"]) } : { value: answered["value"] };
      },
    };
    /** @type {object} */
    let done;
    running.add(runId);
    try {
      done = await port.run(/** @type {any} */ (frame), services);
    } catch (error) {
      done = { end: "killed", reason: "crashed", detail: String(error).slice(0, 1000) };
    }
    running.delete(runId);
    for (const key of waiting.keys()) if (key.startsWith(`${runId} `)) waiting.delete(key);
    send({ ...done, type: "sandbox.done", run_id: runId });
  }

  return {
    /**
     * @param {Frame} frame
     * @returns {boolean} whether the frame was for the sandbox
     */
    receive(frame) {
      switch (frame.type) {
        case "sandbox.run":
          void run(frame);
          return true;
        case "sandbox.sync_result":
          answer(`${frame["run_id"]} sync ${frame["sync_id"]}`, frame);
          return true;
        case "sandbox.call_result":
          answer(`${frame["run_id"]} call ${frame["call_id"]}`, frame);
          return true;
        case "sandbox.cancel":
          port.cancel(String(frame["run_id"]));
          return true;
        default:
          return false;
      }
    },
    /** The line broke: the server has given the runs up, so their code must not go on. */
    abandon() {
      waiting.clear();
      for (const runId of running) port.cancel(runId);
    },
  };
}
