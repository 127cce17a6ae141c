"""Unmodified Office.js in a V8 isolate, talking to an EmbeddedExcel: for tests and measurements."""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from py_mini_racer import MiniRacer

from embedded_excel.host import EmbeddedExcel

LIBRARY = (
    Path(__file__).resolve().parents[2]
    / "taskpane_static"
    / "vendor"
    / "office"
    / "excel-web-16.00.js"
)

_BEFORE = """
var window = globalThis, navigator = {userAgent: ''}, document = {};
var outbox = [];
var _richApiNativeBridge = {sendMessageToHost(text) { outbox.push(text); }};
"""

_AFTER = """
var sets = {};
OSF._OfficeAppFactory = {
  getContext() {
    return {requirements: {isSetSupported(name, version) {
      const key = Object.keys(sets).find(k => k.toLowerCase() === name.toLowerCase());
      if (key === undefined) return false;
      const [major, minor] = sets[key].split('.').map(Number);
      const [a, b] = String(version ?? '0.0').split('.').map(Number);
      return a < major || (a === major && (b || 0) <= minor);
    }}};
  },
  getHostInfo() { return {hostType: 'excel', hostPlatform: 'web', flags: 0}; },
};
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
function take() { return outbox.length ? outbox.shift() : null; }
"""


@dataclass(frozen=True)
class Exchange:
    """One body and its answer."""

    request: dict[str, Any]
    response: dict[str, Any]
    flags: int = 0


@dataclass
class Run:
    """What came of one piece of code.

    Attributes:
        error: The thrown error's name, code, message, traceMessages and debugInfo.
        exchanges: Every `sync`, the clean-up after `Excel.run` included.
    """

    value: Any = None
    error: dict[str, Any] | None = None
    exchanges: list[Exchange] = field(default_factory=list)


class OfficeJs:
    """One V8 isolate with the library loaded; runs any number of pieces of code."""

    def __init__(self) -> None:
        self.v8 = MiniRacer()
        self.v8.eval(_BEFORE)
        self.v8.eval(LIBRARY.read_text(encoding="utf-8"))
        self.v8.eval(_AFTER)

    def close(self) -> None:
        """Free the isolate; without it the interpreter doesn't end."""
        self.v8.close()

    def run(self, excel: EmbeddedExcel, code: str, *, raw_context: bool = False) -> Run:
        """Run the body of `async (Excel, context) => {…}` inside `Excel.run`.

        Args:
            raw_context: Use `new Excel.RequestContext()` instead, which tracks nothing.
        """
        self.v8.eval(f"sets = {json.dumps(excel.requirement_sets)};")
        run = Run()
        self.v8.eval(f"start({json.dumps(code)}, {json.dumps(raw_context)});")
        self._pump(excel, run)
        outcome = self.v8.eval("outcome")
        assert outcome is not None, "the code waits for something that never comes"
        answer = json.loads(outcome)
        run.value, run.error = answer.get("value"), answer.get("error")
        return run

    def value(self, excel: EmbeddedExcel, code: str) -> Any:
        """Run code that must not throw; what it returned."""
        run = self.run(excel, code)
        assert run.error is None, run.error
        return run.value

    def deliver_events(self, excel: EmbeddedExcel) -> list[dict[str, Any]]:
        """Hand pending events to the library; the entries that were delivered.

        Handlers may sync: their batches are answered too. Code collects what it got in `events`.
        """
        entries = excel.drain_events()
        message = json.dumps({"type": 3, "message": {"entries": entries}})
        self.v8.eval(f"_richApiNativeBridge.onMessageFromHost({json.dumps(message)});")
        self._pump(excel, Run())
        return entries

    def collected(self) -> Any:
        """What handlers pushed to the global `events`, which is emptied."""
        return json.loads(self.v8.eval("JSON.stringify(events.splice(0))"))

    def _pump(self, excel: EmbeddedExcel, run: Run) -> None:
        while (text := self.v8.eval("take()")) is not None:
            message = json.loads(text)
            body = message["message"]["body"]
            response = excel.run_batch(body, message["flags"])
            run.exchanges.append(Exchange(body, response, message["flags"]))
            reply = {
                "id": message["id"],
                "type": 2,
                "message": {"statusCode": 200, "headers": {}, "body": response},
            }
            text = json.dumps(json.dumps(reply))
            self.v8.eval(f"_richApiNativeBridge.onMessageFromHost({text});")
