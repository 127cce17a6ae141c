"""Accidents in real workbooks, made through batches as an execution makes them, and told by the linter."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from embedded_excel.host import EmbeddedExcel
from tieout.execution.looks.snapshots import SnapshotLimits, Snapshots
from tieout.headless.embedded_host import EmbeddedHost
from tieout.office_wire.build import BatchBuilder
from tieout.office_wire.response import Results
from tieout.workbook.address import Address
from tieout.workbook.compare import compare
from tieout.workbook.findings import Finding
from tieout.workbook.lint import lint
from tieout.workbook.lint.formula import Formula
from tieout.workbook.lint.lines import AXES, runs
from tieout.workbook.lint.texts import is_identifier
from tieout.workbook.lint.totals import own_column_ranges
from tieout.workbook.lint.view import SheetView, WorkbookView
from tieout.workbook.snapshot import WorkbookSnapshot

ROOT = Path(__file__).resolve().parents[2]
DATA = Path(os.environ.get("TIEOUT_SHARED_DATA", ROOT.parent / "shared" / "data")) / "workbooks"
NAMES = ("alkem-dcf", "bakery-case", "brewery-model-10y", "dcf-model", "self-auditing-model")
pytestmark = [
    pytest.mark.data,
    pytest.mark.slow,
    pytest.mark.skipif(not DATA.is_dir(), reason="the shared data folder is not there"),
]
Write = tuple[Address, object]


class Book:
    """A real workbook, opened; `after` makes a change, tells what it caused and takes it back."""

    def __init__(self, host: EmbeddedHost, snapshot: WorkbookSnapshot) -> None:
        self._host = host
        self.snapshot = snapshot
        self.view = WorkbookView(snapshot)

    async def after(self, *writes: Write) -> tuple[Finding, ...]:
        await self._write(writes)
        changed = await self._look()
        old = [(where, self._content(where)) for where, _ in writes]
        await self._write(old)
        changes = compare(self.snapshot, changed)
        return lint(changes.cells, self.snapshot, changed)

    def _content(self, where: Address) -> object:
        state = self.snapshot.state(where)
        return state.formula or ("" if state.value is None else state.value)

    async def _write(self, writes: list[Write] | tuple[Write, ...]) -> None:
        batch = BatchBuilder()
        for where, content in writes:
            target = batch.worksheet(where.sheet).range(where.local)
            target.set("Formulas", [[content]])  # pyright: ignore[reportArgumentType]
        Results(await self._host.send(batch.build()))

    async def _look(self) -> WorkbookSnapshot:
        return await Snapshots(self._host, SnapshotLimits(whole=1_000_000)).take()


def filled(view: WorkbookView) -> Iterator[tuple[SheetView, tuple[Formula, ...]]]:
    """Runs of four or more formulas that read the same and show numbers."""
    for sheet in view.sheets:
        for axis in AXES:
            for run in runs(sheet, axis):
                alike = {formula.pattern for formula in run}
                if len(run) > 3 and len(alike) == 1 and sheet.is_numeric(run[1].row, run[1].column):
                    yield sheet, run


def cell_of(sheet: SheetView, formula: Formula) -> Address:
    return Address.cell(sheet.name, formula.row, formula.column)


def codes_at(findings: tuple[Finding, ...], where: Address) -> dict[str, str]:
    return {f.code: f.severity for f in findings if where in f.cells}


async def a_number_over_a_formula_must_be_fixed(book: Book) -> None:
    sheet, run = next(filled(book.view))
    where = cell_of(sheet, run[1])
    assert codes_at(await book.after((where, 12345)), where) == {"FORMULA_OVERWRITTEN": "must_fix"}


async def a_broken_formula_is_told_with_what_it_infects(book: Book) -> None:
    sheet, run = next(filled(book.view))
    where = cell_of(sheet, run[1])
    findings = await book.after((where, "=1/0"))
    assert codes_at(findings, where)["INVALID_FORMULA"] == "must_fix"
    roots = [f for f in findings if f.code == "INVALID_FORMULA"]
    assert [f.cells for f in roots] == [(where,)]


async def a_formula_that_slid_by_one_is_told(book: Book) -> None:
    for sheet, run in filled(book.view):
        single = [r for r in run[2].references if r.is_cell and r.sheet == ""]
        if len(run) < 5 or not single or run[2].text.count("$"):
            continue
        where = cell_of(sheet, run[2])
        found = codes_at(await book.after((where, run[1].text)), where)
        assert found.get("INCONSISTENT_FORMULA") == "review"
        return


async def a_total_that_lost_its_last_row_is_told(book: Book) -> None:
    for sheet in book.view.sheets:
        for formula, reference in own_column_ranges(tuple(sheet.formulas.values())):
            if formula.text.count(":") != 1 or not formula.text.startswith("=SUM("):
                continue
            if reference.bottom - reference.top < 2 or reference.bottom != formula.row - 1:
                continue
            if not sheet.is_numeric(reference.bottom, reference.left):
                continue
            where = cell_of(sheet, formula)
            short = formula.text.replace(str(reference.bottom), str(reference.bottom - 1))
            found = codes_at(await book.after((where, short)), where)
            if {"TOTALS_DISAGREE", "RANGE_MISSES_CELL"} & found.keys():
                return
            raise AssertionError(f"{where}: {formula.text} became {short}, found {found}")


async def a_circle_must_be_fixed(book: Book) -> None:
    for sheet, formula in book.view.formulas():
        single = [r for r in formula.references if r.is_cell and r.sheet == ""]
        place = None if not single else (single[0].top, single[0].left)
        if place is not None and sheet.kind(*place) == "number":
            where = sheet.address(place)
            findings = await book.after((where, f"={cell_of(sheet, formula).local}"))
            assert codes_at(findings, where)["CIRCULAR_REFERENCE"] == "must_fix"
            return
    raise AssertionError("no formula that reads a number of its sheet")


async def a_number_written_as_text_is_told(book: Book) -> None:
    numbers = (
        (sheet, place)
        for sheet in book.view.sheets
        for place in sheet.constants
        if sheet.kind(*place) == "number"
        and sheet.kind(place[0] - 1, place[1]) == "number"
        and place[1] not in sheet.columns  # where no formula can have spilled
        and not is_identifier(sheet, place)
    )
    sheet, place = next(numbers)
    where = sheet.address(place)
    assert "NUMBER_AS_TEXT" in codes_at(await book.after((where, "'1,200.50")), where)


async def an_input_may_change_and_a_formula_be_written_again(book: Book) -> None:
    inputs = (
        (sheet, place)
        for sheet in book.view.sheets
        for place, value in sheet.constants.items()
        if sheet.kind(*place) == "number" and book.view.is_read(sheet, place) and value
    )
    sheet, place = next(inputs)
    value = sheet.value(*place)
    assert isinstance(value, float)
    changed = await book.after((sheet.address(place), value * 1.01))
    assert [f for f in changed if f.severity == "must_fix"] == []
    own, run = next(filled(book.view))
    assert await book.after(*((cell_of(own, formula), formula.text) for formula in run)) == ()


ACCIDENTS = (
    a_number_over_a_formula_must_be_fixed,
    a_broken_formula_is_told_with_what_it_infects,
    a_formula_that_slid_by_one_is_told,
    a_total_that_lost_its_last_row_is_told,
    a_circle_must_be_fixed,
    a_number_written_as_text_is_told,
    an_input_may_change_and_a_formula_be_written_again,
)


@pytest.mark.parametrize("name", NAMES)
async def test_accidents_in_a_real_workbook_are_told_and_sound_changes_are_not(name: str) -> None:
    host = EmbeddedHost(EmbeddedExcel.open(DATA / f"{name}.xlsx"))
    snapshot = await Snapshots(host, SnapshotLimits(whole=1_000_000)).take()
    for accident in ACCIDENTS:
        await accident(Book(host, snapshot))
    await host.close()
