"""Array constants such as `{1,2;"a",TRUE}`."""

import re
from typing import Final

from embedded_excel.calc.cells import CellError, CellValue

_ITEM: Final = re.compile(
    r'\s*(?:"(?P<text>(?:[^"]|"")*)"|(?P<number>[-+]?(?:\d+\.?\d*|\.\d+)(?:E[-+]?\d+)?)'
    r"|(?P<logical>TRUE|FALSE)|(?P<error>#[A-Z0-9/]+[!?]?))\s*(?P<after>[,;]|$)",
    re.IGNORECASE,
)


def array_constant(formula: str) -> list[list[CellValue]] | None:
    """The rows of a formula that is an array constant; None for any other."""
    text = formula.removeprefix("=").strip()
    if not (text.startswith("{") and text.endswith("}")):
        return None
    text, at = text[1:-1], 0
    rows: list[list[CellValue]] = [[]]
    while True:
        item = _ITEM.match(text, at)
        if item is None:
            return None
        rows[-1].append(_value(item))
        if not item["after"]:
            break
        if item["after"] == ";":
            rows.append([])
        at = item.end()
    return rows if len({len(row) for row in rows}) == 1 else None


def _value(item: re.Match[str]) -> CellValue:
    if item["text"] is not None:
        return item["text"].replace('""', '"')
    if item["number"] is not None:
        return float(item["number"])
    if item["logical"] is not None:
        return item["logical"].upper() == "TRUE"
    return CellError(item["error"].upper())
