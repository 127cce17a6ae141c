"""Microsoft's public samples: every button of every sample on a workbook of its own.

Each press starts from an empty workbook: the sample's set-up runs first, then the button. A button
that fails so is tried once more after the buttons before it, in the order of the page: some samples
can't do otherwise (what removes an event handler needs the one that added it). Where the page asks
for a file, one is picked before the button.

A button that needs a member which no object of the library has is told apart, with the member: no
host can make it run.
"""

import base64
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from py_mini_racer import MiniRacer

from against_excel.figures import Tally
from against_excel.sample_files import Sample, read_samples
from embedded_excel.host import EmbeddedExcel

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "conformance"))
from office_js import Run  # noqa: E402
from office_page import OfficePage  # noqa: E402

TYPESCRIPT = ROOT / "node_modules" / "typescript" / "lib" / "typescript.js"
_ROUNDS = 400
NOT_IN_PACKAGE = "not in the public Office.js package"
_PICTURE = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
"""A PNG of one pixel."""


@dataclass(frozen=True)
class Pressed:
    """What came of one button; `error` is None when it ran through."""

    sample: str
    button: str
    error: dict[str, str] | None
    after_others: bool = False


def measure(folder: Path, *, short: bool) -> Tally:
    """How many buttons ran through."""
    tally = Tally(most_examples=sys.maxsize)
    for one in pressed(folder, short=short):
        if one.error is None:
            tally.same()
        else:
            tally.differs(_reason(one.error), f"{one.sample} #{one.button}: {_sentence(one.error)}")
    return tally


def pressed(folder: Path, *, short: bool) -> Iterator[Pressed]:
    """Every button; `short` takes about seventeen samples."""
    samples = read_samples(folder)
    step = max(1, len(samples) // 17) if short else 1
    for sample in samples[::step]:
        yield from _press_all(sample)


def _press_all(sample: Sample) -> Iterator[Pressed]:
    page = _SamplePage(sample)
    names = page.buttons()
    setups = [name for name in names if name == "setup"]
    for index, name in enumerate(names):
        before = [] if name in setups else setups
        error = page.error_of([*before, name])
        if error is not None:
            others = [one for one in names[:index] if one not in before]
            error = page.error_of([*before, *others, name]) if others else error
            if error is None:
                yield Pressed(sample.name, name, None, after_others=True)
                continue
        yield Pressed(sample.name, name, error)


class _SamplePage:
    """A sample; every order of presses has its own page, with a workbook of its own around it."""

    def __init__(self, sample: Sample) -> None:
        self._sample = sample
        self._code = transpiled(sample.script)

    def buttons(self) -> list[str]:
        with self._opened() as (page, _):
            return json.loads(page.v8.eval("JSON.stringify(buttons())"))

    def error_of(self, buttons: list[str]) -> dict[str, str] | None:
        """What went wrong with the last of the buttons, pressed in order on a new workbook."""
        with self._opened() as (page, excel):
            for button in buttons:
                if button == buttons[-1]:
                    page.v8.eval("choose()")
                    _settle(page, excel)
                page.v8.eval(f"press({json.dumps(button)});")
                _settle(page, excel)
            state = json.loads(page.v8.eval("state()"))
        if state["errors"]:
            return state["errors"][0]
        if state["outcome"] != "ended":
            return {"name": "Hung", "message": "it waits for something that never comes"}
        return None

    @contextmanager
    def _opened(self) -> Iterator[tuple[OfficePage, EmbeddedExcel]]:
        excel = EmbeddedExcel.new()
        page = OfficePage(excel)
        try:
            page.v8.eval(Path(__file__).with_name("page.js").read_text("utf-8"))
            elements = json.dumps(self._sample.elements)
            order = f"open({json.dumps(self._code)}, {elements}, {json.dumps(_chosen_file(self._sample))})"
            page.v8.eval(f"JSON.stringify({order})")
            yield page, excel
        finally:
            page.close()
            excel.close()


def _settle(page: OfficePage, excel: EmbeddedExcel) -> None:
    for _ in range(_ROUNDS):
        page._pump(excel, Run())  # noqa: SLF001 - answers what is waiting
        delivered = page.deliver_events(excel)
        timers = page.v8.eval("tick()") + page.v8.eval("firePageTimers()")
        if not delivered and not timers and not page.v8.eval("outbox.length"):
            return


def _chosen_file(sample: Sample) -> str:
    """What a user would pick in a sample that asks for a file, base64: a picture or a workbook."""
    return _PICTURE if "addImage(" in sample.script else _new_workbook()


@cache
def _new_workbook() -> str:
    excel = EmbeddedExcel.new()
    content = excel.to_bytes()
    excel.close()
    return base64.b64encode(content).decode()


@cache
def _compiler() -> MiniRacer:
    v8 = MiniRacer()
    v8.eval(TYPESCRIPT.read_text("utf-8"))
    return v8


def transpiled(script: str) -> str:
    """TypeScript without its types."""
    options = "{compilerOptions: {target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext}}"
    return _compiler().eval(f"ts.transpileModule({json.dumps(script)}, {options}).outputText")


def _reason(error: dict[str, str]) -> str:
    if error.get("code") == "NotImplemented":
        return "not implemented: " + error["message"].rsplit("doesn't have ", 1)[-1].rstrip(".")
    if error.get("missing"):
        return f"{NOT_IN_PACKAGE}: `{error['missing']}`"
    if error.get("code"):
        return f"{error['code']} at {error.get('location') or '?'}"
    return f"{error.get('name') or 'Error'}: {error.get('message', '')[:80]}"


def _sentence(error: dict[str, str]) -> str:
    return (error.get("code") or error.get("name") or "") + ": " + error.get("message", "")[:200]
