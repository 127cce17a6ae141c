"""Accidents for a real workbook: where they can happen in it, and the code that makes them."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from embedded_excel.host import EmbeddedExcel
from tieout.execution.looks.snapshots import SnapshotLimits, Snapshots
from tieout.headless.embedded_host import EmbeddedHost
from tieout.workbook.address import Address, quote_sheet
from tieout.workbook.lint.formula import Formula
from tieout.workbook.lint.lines import AXES, runs
from tieout.workbook.lint.totals import own_column_ranges
from tieout.workbook.lint.view import SheetView, WorkbookView

THEIRS = 4242
"""What somebody else types."""


@dataclass(frozen=True, slots=True)
class Accidents:
    """Where things go wrong in a workbook.

    Attributes:
        formula: A formula in a filled run, which a number will replace.
        total: A SUM, and its text when it loses its last row.
        inputs: Typed numbers: one to change, one that is hit by accident, one that somebody else
            changes meanwhile, one that a script which fails changes first.
    """

    formula: Address
    total: Address
    short: str
    inputs: tuple[Address, Address, Address, Address]

    @property
    def codes(self) -> tuple[str, ...]:
        """One piece of code for each execution, in order; the second runs twice."""
        meant, hit, shared, early = self.inputs
        over = f"// scope: {shared}\n{_set(shared, '7')}"
        return (
            f"return (await sheet.getCellRange({_text(shared)})).values;",
            over,
            over,
            f"// scope: {meant}\n{_set(meant, '11')}\n{_set(hit, '12')}",
            f"// scope: {self.formula}\n{_set(self.formula, '123456')}",
            f"// scope: {self.total}\n{_set(self.total, json.dumps(self.short))}",
            f"// scope: {early}\n{_set(early, '13')}\nawait context.sync();\n"
            f"{_set(self.total, 'null')}\nawait context.sync();\n"
            'throw new Error("half way");',
        )

    def replies(self, folder: Path) -> Path:
        """The file for a scripted model."""
        turns: list[object] = [
            {
                "content": [{"type": "tool_use", "name": "execute_code", "input": {"code": code}}],
                "stop_reason": "tool_use",
            }
            for code in self.codes
        ]
        turns.append({"content": [{"type": "text", "text": "Done."}], "stop_reason": "end_turn"})
        path = folder / "replies.json"
        path.write_text(json.dumps(turns), "utf-8")
        return path


def _text(address: Address) -> str:
    return json.dumps(str(address))


def _set(address: Address, content: str) -> str:
    return f"await sheet.setCell({_text(address)}, {content});"


async def find_accidents(path: Path) -> Accidents:
    """The first places of a workbook where each accident can happen."""
    host = EmbeddedHost(EmbeddedExcel.open(path))
    try:
        snapshot = await Snapshots(host, SnapshotLimits(whole=1_000_000)).take()
    finally:
        await host.close()
    view = WorkbookView(snapshot)
    formula = next(filled(view))
    total, short = next(totals(view, formula))
    return Accidents(formula, total, short, _inputs(view))


def filled(view: WorkbookView) -> Iterator[Address]:
    """The second of four or more formulas that read the same and show numbers."""
    for sheet in view.sheets:
        for axis in AXES:
            for run in runs(sheet, axis):
                alike = {formula.pattern for formula in run}
                if len(run) > 3 and len(alike) == 1 and sheet.is_numeric(run[1].row, run[1].column):
                    yield sheet.address((run[1].row, run[1].column))


def totals(view: WorkbookView, but: Address) -> Iterator[tuple[Address, str]]:
    """SUMs over three or more cells right above them, and their text without the last of these."""
    for sheet in view.sheets:
        for formula, reference in own_column_ranges(tuple(sheet.formulas.values())):
            plain = formula.text.count(":") == 1 and formula.text.startswith("=SUM(")
            near = reference.bottom == formula.row - 1 and reference.bottom - reference.top > 1
            number = sheet.is_numeric(reference.bottom, reference.left)
            where = sheet.address((formula.row, formula.column))
            if plain and near and number and where != but:
                yield where, _shortened(formula, reference.bottom)


def _shortened(formula: Formula, bottom: int) -> str:
    return formula.text.replace(str(bottom), str(bottom - 1))


def _inputs(view: WorkbookView) -> tuple[Address, Address, Address, Address]:
    sheets = [s for s in view.sheets if quote_sheet(s.name).isascii() and "," not in s.name]
    typed = [(sheet, place) for sheet in sheets for place in _typed(sheet)]
    # Numbers in a column without formulas can't have spilled from one.
    apart = [(sheet, place) for sheet, place in typed if place[1] not in sheet.columns]
    found = [sheet.address(place) for sheet, place in (apart if len(apart) > 3 else typed)]
    step = len(found) // 4
    assert step > 0, "fewer than four typed numbers"
    return found[0], found[step], found[2 * step], found[3 * step]


def _typed(sheet: SheetView) -> Iterator[tuple[int, int]]:
    return (place for place in sheet.constants if sheet.kind(*place) == "number")
