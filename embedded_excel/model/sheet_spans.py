"""References through several sheets (`=SUM(First:Last!A1)`) after a tab at one of their ends moved."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from embedded_excel.calc.cells import CellInput, Formula
from embedded_excel.model.a1 import sheet_prefix
from embedded_excel.model.formula_shift import formulas_of
from embedded_excel.model.references import Reference, rewrite
from embedded_excel.model.workbook import OpenWorkbook

_SPAN: Final = re.compile(r"'(?P<inner>(?:[^']|'')+)'!|(?P<plain>[^'!]+)!")


def follow_order(workbook: OpenWorkbook, moved: str, before: Sequence[str]) -> None:
    """Let spans whose ends have changed places end at the neighbour of the tab that moved.

    "If you move Sheet2 after Sheet6 in the workbook, then the formula will point to Sheet3:Sheet6."

    Args:
        workbook: The workbook; the tab is at its new place.
        moved: Its name.
        before: The tabs as they were.
    """
    old = [name.casefold() for name in before]
    new = [name.casefold() for name in workbook.engine.sheet_names()]
    mine = moved.casefold()

    def change(reference: Reference) -> str | None:
        ends = _ends(reference.prefix)
        if ends is None or mine not in ends or not set(ends) <= set(old):
            return None
        first, last = ends
        if new.index(first) <= new.index(last):
            return None
        if first == mine:
            kept = before[old.index(mine) + 1], before[old.index(last)]
        else:
            kept = before[old.index(first)], before[old.index(mine) - 1]
        return replace(reference, prefix=_prefix(*kept)).text()

    for index in range(len(new)):
        changed: list[tuple[int, int, CellInput]] = []
        for (row, column), formula in formulas_of(workbook, index):
            text = rewrite(formula, change) if ":" in formula and "!" in formula else formula
            if text != formula:
                changed.append((row, column, Formula(text)))
        if changed:
            workbook.engine.write(index, changed)
    workbook.recalculate_if_automatic()
    for name in workbook.engine.names():
        text = rewrite(name.formula, change)
        if text != name.formula:
            workbook.engine.set_name(replace(name, formula=text))


def _ends(prefix: str) -> tuple[str, str] | None:
    match = _SPAN.fullmatch(prefix)
    if match is None:
        return None
    text = match["inner"].replace("''", "'") if match["inner"] else match["plain"]
    first, between, last = text.partition(":")
    return (first.casefold(), last.casefold()) if between else None


def _prefix(first: str, last: str) -> str:
    if first == last:
        return f"{sheet_prefix(first)}!"
    plain = sheet_prefix(first) == first and sheet_prefix(last) == last
    joined = f"{first}:{last}"
    return f"{joined}!" if plain else "'" + joined.replace("'", "''") + "'!"
