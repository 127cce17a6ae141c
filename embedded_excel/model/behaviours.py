"""Excel where it hurts, switched on one by one: for tests and demonstrations.

Left alone, the embedded Excel is an Excel that nobody else uses, that is never busy and has no limits
but its own. Each field below is one thing that happens to people's Excel. docs/excel-behaviours.md
says of each how it is known and how to switch it on.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Final

from embedded_excel.errors import FURTHER_ERRORS, STANDARD_ERRORS

FOREVER: Final = -1
"""As a number of requests: until other behaviours are set."""

_BYTES_ON_THE_WEB: Final = 5 * 1024 * 1024
_CELLS_OF_A_RANGE: Final = 5_000_000


@dataclass(frozen=True, slots=True)
class Behaviours:
    """What an embedded Excel does besides answering. Numbers of requests count `context.sync()`s.

    Attributes:
        request_bytes: Largest request; a larger one doesn't run.
        response_bytes: Largest response; what was written stays written.
        range_cells: Most cells of a range whose values are read or written.
        edit_mode: For how many requests the user is editing a cell. Requests that may wait
            (`delayForCellEdit`) are answered after that, others are refused.
        modal_dialog: For how many requests a dialog of Excel is open; only writes are refused.
        inactive: For how many requests another workbook has the focus.
        throttled: For how many requests Excel turns away because there were too many.
        session_lost: For how many requests the session is gone.
        hung: How many requests are taken and never run nor answered.
        lost_answers: How many requests run, and are never answered.
        lost_as: The code that comes instead of silence, where `hung` and `lost_answers` mean silence.
        calculating: For how many requests a calculation is going on: values are the old ones.
        manual_calculation: Formulas calculate only when told to.
        co_author: Cells that somebody else types into, each with what: once, before the first request
            that counts. `Sheet1!B4` → `7` or `=B3*2`.
        protected_sheets: Every sheet is protected, without a password.
        stops_after: How many actions of a request run before it is aborted.
        failing: `Class.member` → the code it fails with.
        requirement_sets: Versions instead of the claimed ones; "" takes a set away.
        after: How many requests are answered before any of this begins.
        writes_only: Only requests that write count and are affected by what lasts for requests.
    """

    request_bytes: int | None = None
    response_bytes: int | None = None
    range_cells: int | None = None
    edit_mode: int = 0
    modal_dialog: int = 0
    inactive: int = 0
    throttled: int = 0
    session_lost: int = 0
    hung: int = 0
    lost_answers: int = 0
    lost_as: str = ""
    calculating: int = 0
    manual_calculation: bool = False
    co_author: Mapping[str, str] = field(default_factory=dict[str, str])
    protected_sheets: bool = False
    stops_after: int | None = None
    failing: Mapping[str, str] = field(default_factory=dict[str, str])
    requirement_sets: Mapping[str, str] = field(default_factory=dict[str, str])
    after: int = 0
    writes_only: bool = False


PLAIN: Final = Behaviours()
ON_THE_WEB: Final = Behaviours(
    request_bytes=_BYTES_ON_THE_WEB,
    response_bytes=_BYTES_ON_THE_WEB,
    range_cells=_CELLS_OF_A_RANGE,
)
"""The limits of Excel on the web (Office Add-ins: resource limits and performance optimization)."""

_NAMES: Final = {one.name: one.type for one in fields(Behaviours)}
_EXAMPLES: Final = {
    "failing": "Range.values:AccessDenied",
    "requirement_sets": "ExcelApi:1.7",
    "co_author": "Sheet1!B4:7",
}
_UNITS: Final = {"kb": 1024, "mb": 1024 * 1024, "m": 1_000_000}


def parse_behaviours(texts: Iterable[str]) -> Behaviours:
    """Read behaviours as they are written on a command line: `NAME`, `NAME=VALUE`, `on_the_web`.

    Hyphens may stand for underscores; a number of requests without a value lasts forever; sizes may
    end in `KB`, `MB` or `M`. `failing` takes `Class.member:Code`, `requirement_sets` takes
    `Set:Version`, `co_author` takes `Cell:Content`, and each may be given more than once.

    Raises:
        ValueError: One sentence names what is wrong.
    """
    found = PLAIN
    for text in texts:
        name, _, value = text.strip().partition("=")
        name = name.strip().lower().replace("-", "_")
        found = _switched(found, name, value.strip())
    return found


def _switched(found: Behaviours, name: str, value: str) -> Behaviours:
    match name:
        case "on_the_web":
            limits = ("request_bytes", "response_bytes", "range_cells")
            return replace(found, **{limit: getattr(ON_THE_WEB, limit) for limit in limits})
        case "failing":
            member, code = _pair(name, value)
            return replace(found, failing={**found.failing, member: _code(code)})
        case "lost_as":
            return replace(found, lost_as=_code(value))
        case "co_author":
            cell, content = _pair(name, value)
            return replace(found, co_author={**found.co_author, cell: content})
        case "requirement_sets":
            one, version = _pair(name, value)
            return replace(found, requirement_sets={**found.requirement_sets, one: version})
        case "manual_calculation" | "protected_sheets" | "writes_only":
            if value.lower() not in ("", "on", "off"):
                raise ValueError(f"{name} is on or off, not {value!r}.")
            return replace(found, **{name: value.lower() != "off"})
        case _ if name in _NAMES:
            return replace(found, **{name: _number(name, value)})
        case _:
            known = ", ".join([*_NAMES, "on_the_web"])
            raise ValueError(f"There is no behaviour {name!r}. There are: {known}.")


def _code(text: str) -> str:
    if text not in STANDARD_ERRORS and text not in FURTHER_ERRORS:
        raise ValueError(f"{text} is no error code of Excel.")
    return text


def _pair(name: str, value: str) -> tuple[str, str]:
    left, colon, right = value.partition(":")
    if not left or not colon:
        raise ValueError(f"{name} needs two parts, such as {name}={_EXAMPLES[name]}.")
    return left, right


def _number(name: str, value: str) -> int:
    text, unit = value.lower(), 1
    for ending, factor in _UNITS.items():
        if text.endswith(ending):
            text, unit = text.removesuffix(ending), factor
            break
    if not text and name not in ("request_bytes", "response_bytes", "range_cells", "stops_after"):
        return FOREVER
    try:
        number = int(float(text) * unit)
    except ValueError:
        raise ValueError(f"{name} needs a number, not {value!r}.") from None
    if number < 0:
        raise ValueError(f"{name} can't be negative.")
    return number
