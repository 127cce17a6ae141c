/**
 * Desktop Excel's side of a page, as Office.js finds it in `window.external`. Every call becomes one
 * JSON message for `embedded_excel.rich_client`, whose answers come back through `receive`.
 *
 * The functions of desktop Excel are foreign objects: arrays of its answers have `toArray`, and
 * strings of its context are there before Office.js is.
 */
var richClient = (() => {
  "use strict";
  let lastId = 0;
  const waiting = new Map();
  const handlers = new Map();
  let settings = {};
  let post = () => {};

  /** Arrays as they come out of desktop Excel. */
  function safeArray(value) {
    if (!Array.isArray(value)) return value;
    const inner = value.map(safeArray);
    inner.toArray = () => inner;
    inner.dimensions = () => 1;
    return inner;
  }

  function ask(message, then) {
    lastId += 1;
    waiting.set(lastId, then);
    post(JSON.stringify({ ...message, id: lastId }));
  }

  const fill = (keys, values) => {
    for (const [key, value] of Object.entries(settings)) {
      keys.push(key);
      values.push(value);
    }
  };
  const write = (keys, values, then) => {
    const written = Object.fromEntries(keys.map((key, index) => [key, values[index]]));
    ask({ kind: "settings", write: written }, ([status, stored]) => {
      settings = stored;
      then?.(status);
    });
  };

  const handlerKey = (event, target) => `${event}:${target ?? ""}`;

  return {
    /**
     * @param {(text: string) => void} send where messages go
     * @param {any} given `RichClient.context`, and `bridge`: whether there is a HostBridge
     */
    install(send, given) {
      post = send;
      settings = given.settings;
      const context = {
        GetAppType: () => 1,
        GetSolutionRef: () => "tieout-embedded",
        GetAppVersionMajor: () => 16,
        GetAppVersionMinor: () => 1,
        GetAppUILocale: () => "en-US",
        GetAppDataLocale: () => "en-US",
        GetDocUrl: () => given.url,
        GetAppCapabilities: () => 0,
        GetActivationMode: () => 1,
        GetControlIntegrationLevel: () => 1,
        GetSolutionToken: () => "",
        GetSupportedMatrix: () => JSON.stringify(given.requirementSets),
        GetHostFullVersion: () => given.version,
        GetOfficeThemeInfo: () => JSON.stringify(given.theme),
        GetSettings: () => ({
          Read: fill,
          Write: (keys, values) => write(keys, values),
          WriteAsync: write,
          RefreshAsync: (then) =>
            ask({ kind: "settings", write: null }, ([, stored]) => {
              settings = stored;
              then();
            }),
        }),
      };
      const external = {
        GetHostInfo: () => "Excel$Win32$16.01$en-US$embedded$$$0",
        GetContext: () => context,
        Execute: (call, args, then) =>
          ask({ kind: "execute", call, arguments: args }, (result) => then(safeArray(result))),
        RegisterEvent(event, target, handler, then) {
          handlers.set(handlerKey(event, target), handler);
          then(safeArray([0]));
        },
        UnregisterEvent(event, target, then) {
          handlers.delete(handlerKey(event, target));
          then(safeArray([0]));
        },
      };
      Object.defineProperty(globalThis, "external", { configurable: true, value: external });
      if (given.bridge) globalThis._richApiNativeBridge = { sendMessageToHost: (text) => post(JSON.stringify({ kind: "bridge", text })) };
    },
    /** @param {string} text one message of the host */
    receive(text) {
      const message = JSON.parse(text);
      if (message.kind === "bridge") globalThis._richApiNativeBridge.onMessageFromHost(message.text);
      if (message.kind === "executed") {
        const then = waiting.get(message.id);
        waiting.delete(message.id);
        then?.(message.result);
      }
      if (message.kind === "command") handlers.get(handlerKey(39, ""))?.(39, safeArray(message.payload));
      if (message.kind === "events") {
        const envelope = { type: 3, message: { entries: message.entries } };
        globalThis._richApiNativeBridge?.onMessageFromHost(JSON.stringify(envelope));
        const rows = message.entries.map((entry) => [entry.messageCategory, entry.messageType, entry.targetId, entry.message, "", false]);
        handlers.get(handlerKey(33, ""))?.(33, safeArray(rows));
        for (const { event, target, payload } of message.old) {
          handlers.get(handlerKey(event, target))?.(event, safeArray(payload));
        }
      }
    },
    registered: () => [...handlers.keys()],
  };
})();
