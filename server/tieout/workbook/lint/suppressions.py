"""What people decided to leave as it is: findings that a workbook itself says not to report.

They are kept as hidden defined names of the workbook, `_tieout.lint.1` and so on, whose formula is
`=CHOOSE(1,Sheet1!$B$2:$B$9,"CODE","reason")`. So they travel with the file, in any Excel, and their
cells move when rows are inserted; `"*"` in place of the cells stands for the whole workbook.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from tieout.workbook.address import Address, column_letters, quote_sheet
from tieout.workbook.findings import Finding
from tieout.workbook.formula_tokens import Token
from tieout.workbook.lint.formula import reference, take_apart
from tieout.workbook.snapshot import NameSnapshot

NAME_PREFIX = "_tieout.lint."
MOST_REASON = 200
"""Characters of a reason; Excel holds 255 in a text of a formula."""


@dataclass(frozen=True, slots=True)
class Suppression:
    """One decision: this rule is not to be reported for these cells (None: anywhere)."""

    code: str
    area: Address | None
    reason: str

    def covers(self, code: str, cell: Address) -> bool:
        """Whether it is about this rule and cell."""
        return code == self.code and (self.area is None or self.area.contains(cell))

    def formula(self) -> str:
        """The formula of the defined name that holds it."""
        where = '"*"' if self.area is None else _fixed(self.area)
        return f'=CHOOSE(1,{where},"{self.code}",{_quoted(self.reason)})'


@dataclass(frozen=True, slots=True)
class Suppressed:
    """A finding, or the part of it, that is not reported, with the reason the workbook gives."""

    finding: Finding
    reason: str


def _fixed(area: Address) -> str:
    first = f"${column_letters(area.left)}${area.top}"
    last = f"${column_letters(area.right)}${area.bottom}"
    cells = first if area.size == 1 else f"{first}:{last}"
    return f"{quote_sheet(area.sheet)}!{cells}"


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


def suppressions(names: Iterable[NameSnapshot]) -> tuple[Suppression, ...]:
    """The decisions a workbook holds; names that don't read as one are left out."""
    found = (_read(n) for n in names if n.name.casefold().startswith(NAME_PREFIX))
    return tuple(suppression for suppression in found if suppression is not None)


def next_name(names: Iterable[NameSnapshot]) -> str:
    """A name for one more decision."""
    taken = {name.name.casefold() for name in names}
    number = 1
    while f"{NAME_PREFIX}{number}" in taken:
        number += 1
    return f"{NAME_PREFIX}{number}"


def _read(name: NameSnapshot) -> Suppression | None:
    calls = take_apart(name.formula, 1, 1).calls
    if not calls or calls[0].name != "CHOOSE" or len(calls[0].arguments) != len("1ACR"):
        return None
    _, where, code, reason = calls[0].arguments
    if len(where) != 1 or not _is_text(code) or not _is_text(reason):
        return None
    if where[0].kind == "string":
        return Suppression(_unquoted(code), None, _unquoted(reason))
    area = reference(where[0])
    if area is None or not area.sheet:
        return None  # its cells were deleted
    cells = Address(area.sheet, area.top, area.left, area.bottom, area.right)
    return Suppression(_unquoted(code), cells, _unquoted(reason))


def _is_text(argument: Sequence[Token]) -> bool:
    return len(argument) == 1 and argument[0].kind == "string"


def _unquoted(argument: Sequence[Token]) -> str:
    return argument[0].text[1:-1].replace('""', '"')


def sift(
    findings: Iterable[Finding], decisions: Sequence[Suppression]
) -> tuple[tuple[Finding, ...], tuple[Suppressed, ...]]:
    """What is still to report, and what isn't."""
    kept: list[Finding] = []
    left_out: list[Suppressed] = []
    for finding in findings:
        by_reason: dict[str, list[Address]] = {}
        open_cells: list[Address] = []
        for cell in finding.cells:
            reason = next((d.reason for d in decisions if d.covers(finding.code, cell)), None)
            (open_cells if reason is None else by_reason.setdefault(reason, [])).append(cell)
        if open_cells:
            kept.append(replace(finding, cells=tuple(open_cells)))
        left_out.extend(_left_out(finding, by_reason))
    return tuple(kept), tuple(left_out)


def _left_out(finding: Finding, by_reason: dict[str, list[Address]]) -> Iterator[Suppressed]:
    for reason, cells in by_reason.items():
        yield Suppressed(replace(finding, cells=tuple(cells)), reason)
