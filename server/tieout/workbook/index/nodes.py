"""The places of a workbook as its index knows them."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from tieout.workbook.address import Address
from tieout.workbook.references.meaning import NOTHING_READ, Reads

NodeKind: TypeAlias = Literal[
    "formulas",
    "inputs",
    "texts",
    "name",
    "table",
    "chart",
    "conditional format",
    "validation",
    "comment",
]
"""`formulas`: one formula filled over a rectangle. `inputs`: numbers in one row or column that
nobody calculates. `texts`: the same of texts."""


@dataclass(frozen=True, slots=True)
class Node:
    """One place.

    Attributes:
        id: Its address, or `name:…`, `table:…`, `chart:…`, `validation:…` and so on; stable while it
            isn't moved or renamed.
        area: Its cells; for a name or chart that stands for none, None.
        formula: Formula of its first cell, or of the name.
        r1c1: The same in R1C1: equal for families of one pattern.
        still: The formula is the same text in all cells.
        label: What names its rows, or the name of the object.
        heading: What names its columns, and the section and table it belongs to.
        body: Other words it can be found by.
        reads: What it reads.
    """

    id: str
    kind: NodeKind
    sheet: str
    area: Address | None
    formula: str = ""
    r1c1: str = ""
    still: bool = False
    label: str = ""
    heading: str = ""
    body: str = ""
    reads: Reads = NOTHING_READ

    @property
    def cells(self) -> int:
        """How many cells it holds."""
        return self.area.size if self.area is not None and self.kind in CELL_KINDS else 0


CELL_KINDS = frozenset({"formulas", "inputs", "texts"})
"""Nodes that are cells themselves; every filled cell is in exactly one of them."""
