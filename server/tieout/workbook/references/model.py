"""The kinds of references a formula can hold, as values.

    A1   $B$2:C9   C:C   3:7   A1#        'P&L 2026'!A1   Jan:Mar!B2   '[Plan.xlsx]Jan'!B2
    Orders[Units]   [@Units]   Orders[[#Totals],[Units]:[Price]]   TaxRate   Budget!TaxRate

Source of the syntax: Excel's help on references, on structured references and on spilled arrays.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from tieout.workbook.address import MAX_COLUMNS, MAX_ROWS

TableRows: TypeAlias = Literal["#all", "#headers", "#data", "#totals", "#this row"]


@dataclass(frozen=True, slots=True)
class Prefix:
    """What stands before the `!`.

    Attributes:
        path: Folder of another workbook, with its last slash, or "".
        workbook: Name (or number, as files store it) of another workbook, or "".
        first: Sheet as it is called, unquoted; "" where none is named.
        last: Last sheet of a 3-D reference, or "".
    """

    path: str = ""
    workbook: str = ""
    first: str = ""
    last: str = ""

    @property
    def is_external(self) -> bool:
        """Whether it names another workbook or a path."""
        return bool(self.workbook or self.path) or "\\" in self.first or "/" in self.first


HERE = Prefix()
"""No prefix: the formula's own sheet."""


@dataclass(frozen=True, slots=True)
class Edge:
    """A row or a column of a reference; `fixed` by `$`."""

    number: int
    fixed: bool = False


@dataclass(frozen=True, slots=True)
class CellsReference:
    """Cells, whole columns (`rows` is None) or whole rows (`columns` is None).

    Attributes:
        rows: As written: the first may be greater than the last.
        one: Written as one corner.
        spill: The array that spills from the cell (`A1#`).
    """

    prefix: Prefix
    rows: tuple[Edge, Edge] | None
    columns: tuple[Edge, Edge] | None
    one: bool = False
    spill: bool = False

    @property
    def bounds(self) -> tuple[int, int, int, int]:
        """Top, left, bottom, right; 1-based, inclusive."""
        top, bottom = _span(self.rows, MAX_ROWS)
        left, right = _span(self.columns, MAX_COLUMNS)
        return top, left, bottom, right


def _span(edges: tuple[Edge, Edge] | None, most: int) -> tuple[int, int]:
    if edges is None:
        return 1, most
    first, last = edges[0].number, edges[1].number
    return (first, last) if first <= last else (last, first)


@dataclass(frozen=True, slots=True)
class TablePart:
    """Part of a table (a structured reference).

    Attributes:
        table: "" for the table the formula stands in.
        rows: Empty means the data.
        first: First column, "" for all of them; `last` is the same for one column.
    """

    prefix: Prefix
    table: str
    rows: tuple[TableRows, ...] = ()
    first: str = ""
    last: str = ""


@dataclass(frozen=True, slots=True)
class NamedReference:
    """A defined name, or a table by its name alone; with `spill`, the array that spills from it."""

    prefix: Prefix
    name: str
    spill: bool = False


@dataclass(frozen=True, slots=True)
class BrokenReference:
    """`#REF!`, with or without a sheet."""

    prefix: Prefix = HERE


FormulaReference: TypeAlias = CellsReference | TablePart | NamedReference | BrokenReference
Link: TypeAlias = Literal["", ":", " "]
"""What joins a reference to the one after it: nothing, the range operator, an intersection."""


@dataclass(frozen=True, slots=True)
class ReferenceUse:
    """A reference where it stands.

    Attributes:
        start: Its first character in the formula; `end` is the one after its last.
        function: Innermost function around it, in capitals; "" outside of any.
        argument: Its place among that function's arguments, from 0.
        alone: Whether it is the whole argument, or the whole formula.
        link: The operator between it and the next operand.
        to_computed: It is one end of a range whose other end a function gives: `A1:INDEX(…)`.
        implicit: Whether `@` picks one of its cells.
    """

    reference: FormulaReference
    start: int
    end: int
    function: str = ""
    argument: int = 0
    alone: bool = False
    link: Link = ""
    to_computed: bool = False
    implicit: bool = False


@dataclass(frozen=True, slots=True)
class ParsedFormula:
    """What one formula refers to.

    Attributes:
        uses: In the order they are written; names bound by LET and LAMBDA are none.
        calls: Functions it calls, in capitals, without what files store in front of newer ones.
        bound: Names that LET and LAMBDA bind in it, in lower case.
        unread: Pieces that belong to no formula Excel would take.
    """

    uses: tuple[ReferenceUse, ...]
    calls: frozenset[str] = frozenset()
    bound: frozenset[str] = frozenset()
    unread: tuple[str, ...] = ()

    @property
    def is_dynamic(self) -> bool:
        """Whether what it reads is only known when it is calculated."""
        return bool(self.calls & MOVING) or any(use.to_computed for use in self.uses)


MOVING = frozenset({"INDIRECT", "OFFSET"})
"""Functions that return a reference made at calculation."""
