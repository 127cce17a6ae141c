/**
 * Excel on the web around a pane: the page whose frame the pane is. It speaks the messages that
 * office.js of platform "web" sends to its parent, and passes calls on as `rich_client.js` does, so
 * the same `embedded_excel.rich_client` answers.
 */
var onlineFrame = (() => {
  "use strict";
  const registered = new Map();
  const log = [];
  let post = async () => [];
  let pane = null;
  let given = null;
  let lastId = 0;

  function reply(request, data, responseType = 0) {
    const { _actionName, _conversationId, _correlationId, _serializerVersion } = request;
    const message = {
      _messageType: 1, _actionName, _conversationId, _correlationId, _serializerVersion,
      _origin: location.origin, _data: data, _errorCode: 0, _responseType: responseType,
    };
    pane.postMessage(JSON.stringify(message), "*");
  }

  function context() {
    return {
      _id: "tieout-embedded", _appName: 16, _appVersion: 16, _appUILocale: "en-US", _dataLocale: "en-US",
      _docUrl: given.url, _clientMode: 1, _reason: "inserted", _osfControlType: 1, _eToken: "",
      _settings: Object.entries(given.settings), _requirementMatrix: JSON.stringify(given.requirementSets),
      _hostFullVersion: given.version,
    };
  }

  async function ask(message) {
    lastId += 1;
    const answers = (await post(JSON.stringify({ ...message, id: lastId }))).map((text) => JSON.parse(text));
    // What happened in Excel comes after the answer to what made it happen.
    queueMicrotask(() => answers.filter((one) => one.kind === "events").forEach(deliver));
    return answers.find((one) => one.kind === "executed")?.result;
  }

  /** @returns {Promise<object | undefined>} nothing where Excel never answers */
  async function execute(data) {
    const call = data.DdaMethod.DispatchId;
    if (call === 93) {
      const result = await ask({ kind: "execute", call, arguments: [data.ArrayData] });
      return result && { Error: result[0], Version: 1, Data: result[1] };
    }
    if (call === 75 || call === 76) {
      const properties = call === 76 ? Object.fromEntries(data.DdaSettingsMethod.Properties) : null;
      const [status, stored] = await ask({ kind: "settings", write: properties });
      return { Error: status, Version: 1, Properties: { Settings: Object.entries(stored) } };
    }
    const [status] = await ask({ kind: "execute", call, arguments: [data[0], data[1], data[2]] });
    return { Error: status, Version: 1 };
  }

  async function receive(event) {
    if (event.source !== pane || typeof event.data !== "string") return;
    const request = JSON.parse(event.data);
    if (request._messageType !== 0) return;
    log.push(request._actionName);
    if (request._actionType === 1) {
      registered.set(request._actionName, request);
      reply(request, { Error: 0 });
    } else if (request._actionType === 2) {
      registered.delete(request._actionName);
      reply(request, { Error: 0 });
    } else if (request._actionName === "ContextActivationManager_getAppContextAsync") {
      reply(request, context());
    } else if (request._actionName === "executeMethod") {
      const answer = await execute(request._data);
      if (answer) reply(request, answer);
    }
  }

  function tell(name, data) {
    const request = registered.get(name);
    if (request) reply(request, data, 1);
  }

  const OLD = { 1: "settingsChanged", 2: "documentSelectionChanged" };

  /** @param {any} message `RichClient.events` or `RichClient.command` */
  function deliver(message) {
    if (message.kind === "command") tell("appCommandInvoked", { ...message.payload });
    if (message.kind !== "events") return;
    const rows = message.entries.map((entry) => [entry.messageCategory, entry.messageType, entry.targetId, entry.message, "", false]);
    tell("richApiMessage", { ArrayData: rows });
    for (const { event } of message.old) if (OLD[event]) tell(OLD[event], {});
  }

  return {
    /**
     * @param {(text: string) => Promise<string[]>} send
     * @param {any} context `RichClient.context`
     * @param {string} address the pane's
     */
    open(send, context, address) {
      post = send;
      given = context;
      addEventListener("message", (event) => void receive(event));
      const frame = document.createElement("iframe");
      frame.name = "pane";
      frame.style.cssText = "width: 420px; height: 780px; border: 0";
      const info = `conversation|tieout-embedded|${encodeURIComponent(location.origin)}`;
      document.body.append(frame);
      pane = frame.contentWindow;
      frame.src = `${address}?_host_Info=Excel$Web$16.00$en-US$embedded$$$0#&_serializer_version=1&_xdm_Info=${info}`;
    },
    deliver,
    registered: () => [...registered.keys()],
    log: () => log,
  };
})();
