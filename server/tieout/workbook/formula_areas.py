"""Which areas a formula reads, fast enough for a million formulas.

Formulas that were filled from one another differ in their row numbers only. The first of each kind
is taken apart by the tokenizer; the others only have their numbers read.
"""

import re
from bisect import bisect_left
from dataclasses import dataclass
from typing import TypeAlias

from tieout.workbook.address import Address
from tieout.workbook.array_formulas import may_fill_more
from tieout.workbook.formula_tokens import references, tokenize
from tieout.workbook.references.model import (
    BrokenReference,
    CellsReference,
    NamedReference,
    TablePart,
)
from tieout.workbook.references.parse import parse_tokens
from tieout.workbook.snapshot import WorkbookSnapshot

Area: TypeAlias = tuple[str, int, int, int, int]
"""Sheet in lower case ("" for the formula's own), top, left, bottom, right."""

DYNAMIC = frozenset(
    {
        "INDIRECT",
        "OFFSET",
        "NOW",
        "TODAY",
        "RAND",
        "RANDBETWEEN",
        "RANDARRAY",
        "CELL",
        "INFO",
        "TABLE",
    }
)
"""Functions whose value can change although nothing they name did."""
_QUOTED = r""" "(?:[^"]|"")*" | '(?:[^']|'')*' """
_CORNER = r"(?<![\w.\\])(\$?[A-Za-z]{1,3}\$?)([0-9]{1,7})(?![\w.(!\[])"
_PIECES = re.compile(f"{_QUOTED}|{_CORNER}", re.VERBOSE)


@dataclass(frozen=True, slots=True)
class FormulaAreas:
    """What one formula reads.

    Attributes:
        dynamic: Its value can change although nothing in `areas` did.
        fills: It may fill cells beside its own.
    """

    areas: tuple[Area, ...]
    dynamic: bool = False
    fills: bool = False


@dataclass(frozen=True, slots=True)
class _Hole:
    """An area between two columns; its rows are the numbers at two positions of the formula."""

    sheet: str
    left: int
    right: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class _Kind:
    """Formulas that are equal up to their numbers."""

    holes: tuple[_Hole, ...]
    fixed: tuple[Area, ...]
    dynamic: bool
    fills: bool


class AreaReader:
    """Reads the areas of formulas of one workbook; names and tables stand for their cells.

    Args:
        workbook: For its names and tables.
    """

    def __init__(self, workbook: WorkbookSnapshot) -> None:
        self._names = {name.name.casefold(): name for name in workbook.names}
        self._tables = {table.name.casefold(): table.address for table in workbook.tables}
        self._several = {
            name for name, found in self._names.items() if found.area is None or found.area.size > 1
        } | self._tables.keys()
        self._kinds: dict[str, _Kind] = {}

    def read(self, formula: str) -> FormulaAreas:
        """The areas of one formula, with its `=`."""
        rows: list[str] = []
        key = _PIECES.sub(lambda match: _hollow(match, rows), formula)
        kind = self._kinds.get(key)
        if kind is None:
            kind = self._kinds[key] = self._take_apart(formula)
        if not kind.holes:
            return FormulaAreas(kind.fixed, kind.dynamic, kind.fills)
        found = [*kind.fixed]
        for hole in kind.holes:
            one, other = int(rows[hole.first]), int(rows[hole.last])
            if one > other:
                one, other = other, one
            found.append((hole.sheet, one, hole.left, other, hole.right))
        return FormulaAreas(tuple(found), kind.dynamic, kind.fills)

    def _take_apart(self, formula: str) -> _Kind:
        starts = [match.start(2) for match in _PIECES.finditer(formula) if match[2]]
        holes: list[_Hole] = []
        fixed: list[Area] = []
        tokens = tuple(tokenize(formula))
        parsed = parse_tokens(tokens)
        dynamic = bool(parsed.calls & DYNAMIC)
        for use in parsed.uses:
            reference = use.reference
            match reference:
                case CellsReference():
                    if reference.prefix.last:
                        dynamic |= not reference.prefix.is_external
                    elif not reference.prefix.is_external:
                        if reference.rows and reference.columns:
                            holes.append(_hole(reference, bisect_left(starts, use.start)))
                        else:
                            fixed.append(_whole(reference))
                case TablePart():
                    area = self._tables.get(reference.table.casefold())
                    dynamic |= area is None
                    fixed.extend([] if area is None else [_lower(area)])
                case NamedReference():
                    named, moves = self._named(reference.name)
                    fixed.extend(named)
                    dynamic |= moves
                case BrokenReference():
                    pass
        fills = may_fill_more(tokens, self._several)
        return _Kind(tuple(holes), tuple(fixed), dynamic, fills)

    def _named(self, text: str) -> tuple[list[Area], bool]:
        """Areas of a defined name or a table, and whether its formula is dynamic."""
        key = text.casefold()
        if key in self._tables:
            return [_lower(self._tables[key])], False
        name = self._names.get(key)
        if name is None:
            return [], False
        functions = {
            part.text.upper() for part in tokenize(name.formula) if part.kind == "function"
        }
        inner = {part.text.casefold() for part in tokenize(name.formula) if part.kind == "name"}
        moves = bool(functions & DYNAMIC) or bool(
            inner & (self._names.keys() | self._tables.keys())
        )
        return [_lower(area) for area in references(name.formula, name.sheet) if area.sheet], moves


def _hollow(match: re.Match[str], rows: list[str]) -> str:
    """A corner without its row, which is kept; quoted texts stay."""
    if match[2] is None:
        return match[0]
    rows.append(match[2])
    return f"{match[1]}#"


def _hole(cells: CellsReference, before: int) -> _Hole:
    _, left, _, right = cells.bounds
    sheet = cells.prefix.first.casefold()
    return _Hole(sheet, left, right, before, before + (not cells.one))


def _whole(cells: CellsReference) -> Area:
    """Whole columns or rows."""
    return cells.prefix.first.casefold(), *cells.bounds


def _lower(area: Address) -> Area:
    return area.sheet.casefold(), area.top, area.left, area.bottom, area.right
