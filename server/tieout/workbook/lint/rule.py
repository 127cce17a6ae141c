"""What a rule of the linter is."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from tieout.workbook.findings import Finding, Severity
from tieout.workbook.lint.formula import Place
from tieout.workbook.lint.view import SheetView, WorkbookView

Check: TypeAlias = Callable[["Rule", WorkbookView, SheetView], Iterator[Finding]]


@dataclass(frozen=True, slots=True)
class Example:
    """A sheet on which the rule finds something; also a test.

    Attributes:
        cells: By A1 address: a constant, or a formula text with its `=`. A pair is a formula and
            the value it shows.
        found: The cells the rule names.
        formats: Number formats, where they matter.
        hidden_rows: Rows that are hidden.
    """

    cells: Mapping[str, object]
    found: tuple[str, ...]
    formats: Mapping[str, str] | None = None
    hidden_rows: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: what it looks for and says.

    Attributes:
        code: Its name, in capitals.
        title: A few words, for people.
        text: The exact rule, for the page about rules.
        why: One sentence: what is wrong.
        fix: One sentence: how to mend it.
        fault: It finds faults of formulas, not matters of style or input.
        spreads: What was written on another sheet can bring it about.
    """

    code: str
    severity: Severity
    title: str
    text: str
    why: str
    fix: str
    example: Example
    check: Check
    fault: bool = False
    spreads: bool = False

    def finding(
        self,
        sheet: SheetView,
        places: Sequence[Place],
        compared: Sequence[Place] = (),
        why: str = "",
    ) -> Finding:
        """A finding of this rule about some places of a sheet."""
        cells = tuple(sheet.address(place) for place in places)
        others = tuple(sheet.address(place) for place in compared)
        return Finding(self.severity, self.code, cells, why or self.why, self.fix, others)
