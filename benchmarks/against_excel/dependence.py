"""Which cells depend on which: to leave out what can't be compared, and to find the first to differ."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from embedded_excel.model.references import spans

_WORD = re.compile(r'"(?:[^"]|"")*"|[^\W\d][\w.\\]*')

Cell = tuple[str, int, int]
"""Sheet name in lower case, 0-based row and column."""


@dataclass(frozen=True)
class Needs:
    """What a formula reads: areas `(sheet, top, left, bottom, right)`; or anything at all."""

    areas: tuple[tuple[str, int, int, int, int], ...]
    anything: bool = False

    def touches(self, cells: Mapping[str, set[tuple[int, int]]]) -> bool:
        """Whether it reads one of the cells, given by sheet."""
        if self.anything and any(cells.values()):
            return True
        for sheet, top, left, bottom, right in self.areas:
            marked = cells.get(sheet)
            if not marked:
                continue
            if (bottom - top + 1) * (right - left + 1) <= len(marked):
                found = any(
                    (row, column) in marked
                    for row in range(top, bottom + 1)
                    for column in range(left, right + 1)
                )
            else:
                found = any(
                    top <= row <= bottom and left <= column <= right for row, column in marked
                )
            if found:
                return True
        return False


def needs(formula: str, sheet: str, names: Mapping[str, str], depth: int = 0) -> Needs:
    """What a formula of a sheet reads. Tables, 3-D and unknown forms count as anything."""
    areas: list[tuple[str, int, int, int, int]] = []
    anything = "[" in formula or bool(re.search(r"\b(?:INDIRECT|OFFSET)\(", formula, re.I))
    rest: list[str] = []
    position = 0
    for start, end, reference in spans(formula):
        rest.append(formula[position:start])
        position = end
        home = reference.prefix.rstrip("!").strip("'").replace("''", "'").lower() or sheet.lower()
        anything = anything or ":" in home
        first, last = reference.first, reference.last or reference.first
        rows = [point.row for point in (first, last) if point.row is not None]
        columns = [point.column for point in (first, last) if point.column is not None]
        areas.append(
            (
                home,
                min(rows, default=0),
                min(columns, default=0),
                max(rows, default=1_048_575),
                max(columns, default=16_383),
            )
        )
    rest.append(formula[position:])
    if depth < 5:
        for word in _WORD.findall(" ".join(rest)):
            meaning = names.get(word.upper())
            if meaning:
                inner = needs(meaning, sheet, names, depth + 1)
                areas.extend(inner.areas)
                anything = anything or inner.anything
    return Needs(tuple(areas), anything)


def dependents(
    seeds: Iterable[Cell], formulas: Mapping[Cell, Needs], spills: Mapping[Cell, Iterable[Cell]]
) -> set[Cell]:
    """The seeds and every formula that reads one of them, directly or not."""
    marked = set(seeds)
    by_sheet: dict[str, set[tuple[int, int]]] = {}

    def mark(cell: Cell) -> None:
        for one in (cell, *spills.get(cell, ())):
            marked.add(one)
            by_sheet.setdefault(one[0], set()).add(one[1:])

    for cell in list(marked):
        mark(cell)
    waiting = {cell: need for cell, need in formulas.items() if cell not in marked}
    while True:
        hit = [cell for cell, need in waiting.items() if need.touches(by_sheet)]
        if not hit:
            return marked
        for cell in hit:
            del waiting[cell]
            mark(cell)
