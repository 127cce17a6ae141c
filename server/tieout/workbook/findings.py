"""Findings: what the linter says about changed cells."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from tieout.workbook.address import Address
from tieout.workbook.sampling import list_areas

_MOST_AREAS = 3
Severity: TypeAlias = Literal["must_fix", "review"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One rule's verdict on one or more cells.

    Attributes:
        code: Rule name in capitals, such as `INVALID_FORMULA`.
        cells: The cells it is about, first one shown as the sample.
        why: One sentence: what is wrong.
        fix: One sentence: how to mend it.
        compared: Cells they disagree with, where either side may be the wrong one.
    """

    severity: Severity
    code: str
    cells: tuple[Address, ...]
    why: str
    fix: str
    compared: tuple[Address, ...] = ()

    @property
    def reason(self) -> str:
        """What is wrong, and which cells show it."""
        if not self.compared:
            return self.why
        return f"{self.why} Compared with {list_areas(self.compared, _MOST_AREAS)}."
