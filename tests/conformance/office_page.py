"""The real `office.js` in a V8 isolate, inside what it takes for desktop Excel.

`OfficeJs` loads the Excel library alone; here `office.js` starts as it does in a task pane and finds
an Excel around it, so `Office.onReady`, `Office.context` and the Common API are Microsoft's own.
"""

import json
from pathlib import Path
from typing import Any

from office_js import Exchange, OfficeJs, Run
from py_mini_racer import MiniRacer
from typing_extensions import override

from embedded_excel.host import EmbeddedExcel
from embedded_excel.rich_client import RichClient

ROOT = Path(__file__).resolve().parents[2]
DIST = ROOT / "node_modules" / "@microsoft" / "office-js" / "dist"
SURROUNDINGS = ROOT / "tests" / "excel_surroundings"
_FILES = {
    "excel-win32-16.01.js": DIST / "excel-win32-16.01.js",
    "office_strings.js": DIST / "en-us" / "office_strings.js",
}
_ROUNDS = 200

_AFTER = """
var outcome = null;
var events = [];
function failure(e) {
  return {name: e.name, code: e.code, message: e.message, httpStatusCode: e.httpStatusCode,
          traceMessages: e.traceMessages, debugInfo: e.debugInfo};
}
function start(source, raw) {
  outcome = null;
  const body = (0, eval)('(async (Excel, context) => {' + source + '\\n})');
  const running = raw ? body(Excel, new Excel.RequestContext())
                      : Excel.run(context => body(Excel, context));
  running.then(
    value => { outcome = JSON.stringify({value: value === undefined ? null : value}); },
    e => { outcome = JSON.stringify({error: failure(e)}); });
}
/** A call of the Common API as a promise; its failure has `code` and `message`. */
function called(invoke) {
  return new Promise((resolve, reject) => invoke(result =>
    result.status === 'succeeded' ? resolve(result.value)
      : reject(Object.assign(new Error(result.error?.message), {code: result.error?.code}))));
}
"""


class OfficePage(OfficeJs):
    """One page with `office.js` started in the Excel of one open workbook.

    Args:
        bridge: Whether this Excel has a HostBridge; without one everything goes through
            `window.external`.
    """

    def __init__(self, excel: EmbeddedExcel, *, bridge: bool = True) -> None:
        self.v8 = MiniRacer()
        self.v8.eval("var outbox = [], sets = {};")
        for name in ("bare_page.js", "rich_client.js"):
            self.v8.eval((SURROUNDINGS / name).read_text("utf-8"))
        texts = {name: path.read_text("utf-8") for name, path in _FILES.items()}
        self.v8.eval(f"officeFiles = {json.dumps(texts)};")
        self._excel = excel
        self._client = RichClient(excel)
        given = json.dumps({**self._client.context(), "bridge": bridge})
        self.v8.eval(f"richClient.install(text => outbox.push(text), {given});")
        self.v8.eval((DIST / "office.js").read_text("utf-8"))
        self.v8.eval("var ready = null; Office.onReady(found => { ready = found; });")
        self._settle()
        self.v8.eval(_AFTER)
        self.host: Any = json.loads(self.v8.eval("JSON.stringify(ready)"))

    @property
    def client(self) -> RichClient:
        """The Excel around the page."""
        return self._client

    @override
    def run(self, excel: EmbeddedExcel, code: str, *, raw_context: bool = False) -> Run:
        assert excel is self._excel, "a page belongs to one workbook"
        run = Run()
        self.v8.eval(f"start({json.dumps(code)}, {json.dumps(raw_context)});")
        self._settle(run)
        outcome = self.v8.eval("outcome")
        assert outcome is not None, "the code waits for something that never comes"
        answer = json.loads(outcome)
        run.value, run.error = answer.get("value"), answer.get("error")
        return run

    @override
    def deliver_events(self, excel: EmbeddedExcel) -> list[dict[str, Any]]:
        message: Any = self._client.events()
        if message is None:
            return []
        self._receive(message)
        self._settle()
        return message["entries"]

    def settle(self) -> None:
        """Let everything happen that can."""
        self._settle()

    def ask_again(self) -> None:
        """The user has left the cell: what waited for that gets its answers."""
        for message in self._client.ask_again():
            self._receive(message)
        self._settle()

    def press(self, command: str) -> None:
        """The user presses a ribbon button."""
        self._receive(self._client.command(command))
        self._settle()

    @override
    def _pump(self, excel: EmbeddedExcel, run: Run) -> None:
        while self.v8.eval("outbox.length") > 0:
            message: Any = json.loads(self.v8.eval("outbox.shift()"))
            answer: Any = self._client.receive(message)
            run.exchanges.extend(_exchanges(message, answer))
            if answer is not None:
                self._receive(answer)

    def _settle(self, run: Run | None = None) -> None:
        for _ in range(_ROUNDS):
            self._pump(self._excel, run or Run())
            if not self.v8.eval("firePageTimers()") and not self.v8.eval("outbox.length"):
                return

    def _receive(self, message: Any) -> None:
        text = json.dumps(json.dumps(message))
        self.v8.eval(f"try {{ richClient.receive({text}); }} catch (error) {{ uncaught(error); }}")


def _exchanges(message: Any, answer: Any) -> list[Exchange]:
    if answer is None:
        return []
    if message["kind"] == "bridge":
        envelope = json.loads(message["text"])
        reply = json.loads(answer["text"])
        return [Exchange(envelope["message"]["body"], reply["message"]["body"], envelope["flags"])]
    if message["kind"] == "execute" and message["call"] == 93 and answer["result"][0] == 0:
        request = message["arguments"][0]
        return [Exchange(json.loads(request[4]), json.loads(answer["result"][1][2]), request[6])]
    return []
