"""Protection, links, PivotTables and slicers: in the change set, and taken back where that is possible."""

from contextlib import asynccontextmanager

import pytest
from portraits import Desk, Step, differences

from tieout.office_wire.build import BatchBuilder, WireObject

PLACE = {"documentReference": "Other!A1"}
LINK = {"address": "https://example.com/a", "screenTip": "Source"}
START: list[Step] = [
    lambda batch: batch.worksheet("Sheet1").range("A1:B3").set(
        "Values", [["k", "v"], ["a", 1], ["b", 2]]
    ),
    lambda batch: batch.worksheet("Sheet1").range("A2").set("Hyperlink", LINK),
    lambda batch: batch.worksheet("Sheet1").range("B3").child("Format").child("Font")
        .set("Color", "#00B050"),
    lambda batch: batch.worksheets.create("Add", "Other"),
]  # fmt: skip


@asynccontextmanager
async def desk():
    made = Desk()
    try:
        await made.edit(*START)
        yield made
    finally:
        await made.close()


def protection(batch: BatchBuilder, sheet: str = "") -> WireObject:
    return (batch.worksheet(sheet) if sheet else batch.workbook).child("Protection")


def link(batch: BatchBuilder, cell: str, value: object) -> None:
    batch.worksheet("Sheet1").range(cell).set("Hyperlink", value)


def clear(batch: BatchBuilder, cell: str, what: str) -> None:
    batch.worksheet("Sheet1").range(cell).call("Clear", what)


def write(batch: BatchBuilder) -> None:
    batch.worksheet("Sheet1").range("B2").set("Values", 9)


CASES: dict[str, tuple[list[list[Step]], set[tuple[str, str, str]]]] = {
    "protect a sheet after writing on it": (
        [[write], [lambda b: protection(b, "Sheet1").call("Protect", {"allowSort": True}, None)]],
        {("sheet protection", "Sheet1", "off → on, allows allowSort")},
    ),
    "protect the workbook": (
        [[lambda b: protection(b).call("Protect", None)]],
        {("workbook protection", "workbook", "off → on")},
    ),
    "a new link": (
        [[lambda b: link(b, "B2", PLACE)]],
        {("link", "Sheet1!B2", "documentReference Other!A1")},
    ),
    "a new link over a colour": (
        [[lambda b: link(b, "B3", {**PLACE, "textToDisplay": "two"})]],
        {("link", "Sheet1!B3", "documentReference Other!A1")},
    ),
    "another link": (
        [[lambda b: link(b, "A2", PLACE)]],
        {("link", "Sheet1!A2",
          "address https://example.com/a → ∅, screenTip Source → ∅, documentReference ∅ → Other!A1")},
    ),
    "a link cleared": (
        [[lambda b: clear(b, "A2", "Hyperlinks")]],
        {("link", "Sheet1!A2", "address https://example.com/a, screenTip Source")},
    ),
    "everything cleared": (
        [[lambda b: clear(b, "A1:B3", "All")]],
        {("link", "Sheet1!A2", "address https://example.com/a, screenTip Source")},
    ),
    "a link that moved": (
        [[lambda b: b.worksheet("Sheet1").range("1:1").call("Insert", "Down")]],
        {("link", "Sheet1!A2", "address https://example.com/a, screenTip Source"),
         ("link", "Sheet1!A3", "address https://example.com/a, screenTip Source")},
    ),
}  # fmt: skip


@pytest.mark.parametrize("throws", [False, True])
@pytest.mark.parametrize("case", CASES)
async def test_it_is_told_and_taken_back(case: str, throws: bool) -> None:
    batches, told = CASES[case]
    async with desk() as one:
        before = await one.portrait()
        result = await one.run(*batches, throws=throws)
        if throws:
            assert result.outcome == "rolled_back", result.text
        else:
            nouns = {noun for noun, _, _ in told}
            assert {
                (change.noun, change.name, change.detail)
                for change in result.changes.objects
                if change.noun in nouns
            } == told
            assert "links" not in result.text
            assert result.outcome == "applied", result.text
            after = await one.portrait()
            undone = await one.executor.revert(result.undo_id)
            unsure = [text for text in undone.not_covered if "if there were any" not in text]
            assert unsure == []
        left = differences(before, await one.portrait())
        assert not left, left
        if not throws:
            redone = await one.executor.revert(undone.undo_id)
            assert not any("could not" in text for text in redone.not_covered), redone
            assert not differences(after, await one.portrait())


async def test_a_link_that_was_changed_since_is_left_alone_and_named() -> None:
    async with desk() as one:
        result = await one.run([lambda b: link(b, "B2", PLACE)])
        await one.edit(lambda b: link(b, "B2", {"address": "https://example.com/theirs"}))
        undone = await one.executor.revert(result.undo_id)
        assert any("the link of Sheet1!B2" in text for text in undone.not_covered)
        portrait = await one.portrait()
        assert "theirs" in str(portrait["Sheet1"]["links"])


async def test_a_sheet_protected_with_a_password_is_named_when_it_can_t_be_opened() -> None:
    async with desk() as one:
        result = await one.run([lambda b: protection(b, "Other").call("Protect", None, "secret")])
        undone = await one.executor.revert(result.undo_id)
        assert any(
            "The protection of Other could not be taken back" in t for t in undone.not_covered
        )


def pivot(batch: BatchBuilder) -> None:
    pivots = batch.worksheet("Other").child("PivotTables")
    pivots.create("Add", "Sums", "Sheet1!A1:B3", "Other!A3")


async def test_an_added_pivot_table_is_told_and_goes_again() -> None:
    async with desk() as one:
        result = await one.run([pivot])
        assert ("PivotTable", "Sums", "added") in {
            (change.noun, change.name, change.verb) for change in result.changes.objects
        }, result.text
        undone = await one.executor.revert(result.undo_id)
        pivots = await one.host.inner.with_excel(
            lambda excel: len(excel.workbook.engine.pivots.pivots())
        )
        assert (pivots, undone.not_covered) == (0, ())


async def test_a_pivot_table_that_was_there_is_told_with_old_and_new_and_named_as_not_covered() -> (
    None
):
    async with desk() as one:
        await one.edit(pivot)
        result = await one.run(
            [lambda b: b.worksheet("Other").child("PivotTables").item("Sums").set("Name", "Totals")]
        )
        details = [
            change.detail for change in result.changes.objects if change.noun == "PivotTable"
        ]
        assert details == ["Sums → Totals"]
        assert "Not covered by an undo: PivotTable.name" in result.text
        undone = await one.executor.revert(result.undo_id)
        assert any("PivotTable Totals was changed and is left so" in t for t in undone.not_covered)
