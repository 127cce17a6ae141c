"""Formulas that fill more than their own cell, which an area's formulas alone don't tell."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from tieout.workbook.address import Address

ArrayKind: TypeAlias = Literal["spill", "array"]
"""`spill`: a formula in the first cell fills the others. `array`: entered with Ctrl+Shift+Enter."""


@dataclass(frozen=True, slots=True)
class ArrayArea:
    """The cells of one such formula; the first of them is its own."""

    kind: ArrayKind
    area: Address
