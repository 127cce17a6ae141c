"""What may show another value after cells changed, against the calculation itself."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sheets import Cell, sheet

from tieout.workbook.address import Address
from tieout.workbook.cell_columns import TextPool, cell_columns
from tieout.workbook.dependents import Dependents
from tieout.workbook.formula_areas import AreaReader
from tieout.workbook.snapshot import (
    NameSnapshot,
    RangeSnapshot,
    SheetSnapshot,
    TableSnapshot,
    WorkbookSnapshot,
)

POOL = TextPool()


def in_columns(made: SheetSnapshot) -> SheetSnapshot:
    cells = made.cells
    assert cells is not None
    formulas = [
        [formula or ("" if value is None else value) for formula, value in zip(*rows, strict=True)]
        for rows in zip(cells.formulas, cells.values, strict=True)
    ]
    columns = cell_columns(POOL, cells.values, formulas, cells.texts, cells.number_formats)
    return SheetSnapshot(
        made.name, made.id, used=cells.address, cells=RangeSnapshot(cells.address, columns=columns)
    )


def f(formula: str) -> Cell:
    return Cell(1.0, formula)


BOOK = WorkbookSnapshot(
    (
        in_columns(
            sheet(
                "Q1 2024",
                [
                    [1, f("=A1*2"), f("=SUM(A1:A3)"), f("=Rate*2")],
                    [2, f("=A2*2"), f("=SUM('Q2 2024'!B:B)"), f("=NOW()")],
                    [3, f("=A3+B2"), f("=SUM(Sales[Units])"), f("=LOG10(A3)")],
                ],
            )
        ),
        in_columns(
            sheet(
                "Q2 2024",
                [
                    [5, f("='Q1 2024'!C1+$A$1")],
                    [6, f("=SUM(2:2)-B1")],
                    [7, f("=SUM('Q1 2024:Q2 2024'!A1)")],
                ],
            )
        ),
    ),
    names=(NameSnapshot("Rate", "='Q2 2024'!$A$3"),),
    tables=(TableSnapshot("Sales", "1", Address("Q2 2024", 1, 1, 2, 1)),),
)
ALWAYS = {"Q1 2024!D2", "Q2 2024!B3", "Q1 2024!C2"}
"""A volatile function, a formula over several sheets, and what reads the latter."""


def stale(changed: str) -> set[str]:
    area = Address.parse(changed)
    masks = Dependents(BOOK).stale({area.sheet.casefold(): [area]})
    assert masks is not None
    return {
        Address.cell(one.name, down + 1, across + 1).local.join((one.name + "!", ""))
        for one in BOOK.sheets
        for down, across in np.argwhere(masks[one.name.casefold()]).tolist()
    }


@pytest.mark.parametrize(
    ("changed", "found"),
    [
        ("'Q1 2024'!A1", {"Q1 2024!B1", "Q1 2024!C1", "Q2 2024!B1", "Q2 2024!B2"}),
        (
            "'Q1 2024'!A2",
            {"Q1 2024!B2", "Q1 2024!B3", "Q1 2024!C1", "Q2 2024!B1", "Q2 2024!B2"},
        ),
        ("'Q2 2024'!A3", {"Q1 2024!D1"}),
        ("'Q2 2024'!A2", {"Q2 2024!B2", "Q1 2024!C3"}),
        ("'Q1 2024'!Z99", set()),
    ],
)
def test_every_formula_that_reads_a_change_is_found(changed: str, found: set[str]) -> None:
    assert stale(changed) == found | ALWAYS


@pytest.mark.parametrize(
    ("formula", "areas", "dynamic"),
    [
        ("=A1+$B$22", {("", 1, 1, 1, 1), ("", 22, 2, 22, 2)}, False),
        ("=SUM(B9:A2)", {("", 2, 1, 9, 2)}, False),
        ("=Sheet12!C3+'My A1'!D4", {("sheet12", 3, 3, 3, 3), ("my a1", 4, 4, 4, 4)}, False),
        ('="A1"&B2', {("", 2, 2, 2, 2)}, False),
        ("=C:C+3:4", {("", 1, 3, 1_048_576, 3), ("", 3, 1, 4, 16_384)}, False),
        ("=[Book.xlsx]S!A1", set(), False),
        ("=OFFSET(A1,1,1)", {("", 1, 1, 1, 1)}, True),
        ("=_xlfn.RANDARRAY(2)", set(), True),
        ("=Rate*Q3", {("q2 2024", 3, 1, 3, 1), ("", 3, 17, 3, 17)}, False),
        ("=LET(x1,A5,x1*2)", {("", 5, 1, 5, 1), ("", 1, 24, 1, 24)}, False),
        ("=Nowhere[Units]", set(), True),
    ],
)
def test_areas_are_read_from_the_text(formula: str, areas: set[object], dynamic: bool) -> None:
    reader = AreaReader(BOOK)
    for _ in range(2):  # the second time from what the first taught
        read = reader.read(formula)
        if "x1" in formula:
            assert areas >= set(read.areas)
            assert ("", 5, 1, 5, 1) in read.areas
        else:
            assert (set(read.areas), read.dynamic) == (areas, dynamic)


def test_formulas_that_differ_in_sheet_digits_are_not_mistaken_for_one_another() -> None:
    reader = AreaReader(BOOK)
    assert reader.read("=Sheet1!A1").areas == (("sheet1", 1, 1, 1, 1),)
    assert reader.read("=Sheet2!A1").areas == (("sheet2", 1, 1, 1, 1),)
    assert reader.read("='Q1 x'!A1").areas == (("q1 x", 1, 1, 1, 1),)
    assert reader.read("='Q2 x'!A1").areas == (("q2 x", 1, 1, 1, 1),)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(1, 8), st.integers(1, 8), st.booleans()), min_size=8, max_size=8
    ),
    st.integers(1, 8),
)
def test_chains_are_followed_to_their_end(reads: list[tuple[int, int, bool]], changed: int) -> None:
    """Column B holds formulas over columns A and B; the truth is walked cell by cell."""
    formulas = [
        f"=SUM({'B' if own else 'A'}{min(a, b)}:{'B' if own else 'A'}{max(a, b)})"
        for a, b, own in reads
    ]
    made = in_columns(sheet("S", [[1, f(text)] for text in formulas]))
    masks = Dependents(WorkbookSnapshot((made,))).stale({"s": [Address.cell("S", changed, 1)]})
    assert masks is not None
    truth: set[int] = set()
    while True:
        more = {
            row
            for row, (a, b, own) in enumerate(reads, 1)
            if (
                any(min(a, b) <= hit <= max(a, b) for hit in truth)
                if own
                else min(a, b) <= changed <= max(a, b)
            )
        }
        if more <= truth:
            break
        truth |= more
    assert {int(row) + 1 for row, _ in np.argwhere(masks["s"])} == truth


def test_a_formula_that_may_fill_more_cells_makes_it_give_up() -> None:
    made = in_columns(sheet("S", [[1.0, f("=A1*2"), f("=SORT(B1:B2)")], [2.0, f("=A2"), None]]))
    other = in_columns(sheet("T", [[1.0, f("=A1"), f("=S!B1")]]))
    index = Dependents(WorkbookSnapshot((made, other)))
    assert index.stale({"s": [Address.parse("S!A1")]}) is None
    assert index.stale({"s": [Address.parse("S!Z9")]}) is None, "it may be blocked"
    assert index.stale({"t": [Address.parse("T!A1")]}) is not None


def test_very_long_chains_are_given_up() -> None:
    rows: list[list[object]] = [[1.0]] + [[f(f"=A{row}+1")] for row in range(1, 400)]
    made = in_columns(sheet("S", rows))
    index = Dependents(WorkbookSnapshot((made,)))
    assert index.stale({"s": [Address.parse("S!A1")]}) is None
    short = index.stale({"s": [Address.parse("S!A300")]})
    assert short is not None
    assert int(short["s"].sum()) == 100


def test_the_same_formulas_are_read_once_only_and_others_again() -> None:
    rows: list[list[object]] = [[1.0, f("=A1*2")], [2.0, f("=A2*2")]]
    index = Dependents(WorkbookSnapshot((in_columns(sheet("S", rows)),)))
    values = [[5.0, f("=A1*2")], [6.0, f("=A2*2")]]
    assert index.fits(WorkbookSnapshot((in_columns(sheet("S", values)),)))
    others = [[5.0, f("=A1*2")], [6.0, f("=A2*3")]]
    assert not index.fits(WorkbookSnapshot((in_columns(sheet("S", others)),)))
    assert not index.fits(WorkbookSnapshot((in_columns(sheet("T", rows)),)))
    assert not index.fits(WorkbookSnapshot((in_columns(sheet("S", [*rows, [3.0, None]])),)))
    named = WorkbookSnapshot((in_columns(sheet("S", rows)),), names=(NameSnapshot("R", "=S!$A$1"),))
    assert not index.fits(named)
