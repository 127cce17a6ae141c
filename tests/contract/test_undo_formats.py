"""What an undo gives back of looks: fonts, fills, borders, sizes, merged areas, sheet properties."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
from executions import executing
from portraits import Desk, Step, portrait

from tieout.office_wire.build import WireObject


def on(address: str, change: Callable[[WireObject], object], sheet: str = "Sheet1") -> Step:
    """A step that does something to a range."""
    return lambda batch: change(batch.worksheet(sheet).range(address))


def font(address: str, name: str, value: object, sheet: str = "Sheet1") -> Step:
    return on(address, lambda cells: cells.child("Format").child("Font").set(name, value), sheet)


def fill(address: str, color: str) -> Step:
    return on(address, lambda cells: cells.child("Format").child("Fill").set("Color", color))


def border(address: str, side: str, style: str) -> Step:
    return on(
        address,
        lambda cells: cells.child("Format").child("Borders").item(side).set("Style", style),
    )


def look(address: str, name: str, value: object) -> Step:
    return on(address, lambda cells: cells.child("Format").set(name, value))


def setting(address: str, name: str, value: object) -> Step:
    return on(address, lambda cells: cells.set(name, value))


def calling(address: str, name: str, *arguments: object) -> Step:
    return on(address, lambda cells: cells.call(name, *arguments))


def sheet(name: str, value: object) -> Step:
    return lambda batch: batch.worksheet("Sheet1").set(name, value)


def freeze(rows: int) -> Step:
    return lambda batch: batch.worksheet("Sheet1").child("FreezePanes").call("FreezeRows", rows)


START: list[Step] = [
    setting("A1:C1", "Values", [["Region", "Units", "Price"]]),
    setting("A2:C4", "Values", [["North", 1, 2.5], ["South", 3, 4.5], ["East", 5, 6.5]]),
    setting("C2:C4", "NumberFormat", "#,##0.00"),
    font("A1:C1", "Bold", True),
    font("B2", "Italic", True),
    fill("B3", "#FFEE00"),
    border("A1:C1", "EdgeBottom", "Continuous"),
    border("A4:C4", "EdgeBottom", "Double"),
    border("A3:C3", "EdgeTop", "Continuous"),
    look("A:A", "ColumnWidth", 90),
    look("2:2", "RowHeight", 30),
    setting("D:D", "ColumnHidden", True),
    calling("E1:F2", "Merge", False),
    sheet("TabColor", "#00FF00"),
    freeze(1),
]

CHANGES: dict[str, list[Step]] = {
    "fonts": [font("A1:C4", "Bold", False), font("A1:B2", "Color", "#FF0000")],
    "a font through the whole sheet": [font("A:C", "Size", 15), font("B2", "Size", 8)],
    "fills": [fill("A1:C4", "#112233")],
    "a fill taken away": [on("B3", lambda cells: cells.child("Format").child("Fill").call("Clear"))],
    "borders around": [border("A2:C3", side, "Dash") for side in ("EdgeTop", "EdgeBottom")],
    "borders inside": [border("A1:C4", "InsideHorizontal", "Dash")],
    "borders taken away": [border("A1:C1", "EdgeBottom", "None"), border("A3:C3", "EdgeTop", "None")],
    "alignment": [look("A1:C2", "HorizontalAlignment", "Center"), look("B2", "IndentLevel", 2)],
    "named styles": [setting("A1:C2", "Style", "Good"), setting("B3", "Style", "Comma")],
    "rows and columns at once": [
        calling("A1:C2", "SetRowProperties", [{"format": {"fill": {"color": "#AA0000"}}}, {"rowHidden": True}]),
        calling("A3:B4", "SetColumnProperties", [{}, {"format": {"columnWidth": 50, "font": {"bold": True}}}]),
    ],
    "number formats of empty cells": [setting("A1:G9", "NumberFormat", "0%")],
    "column widths": [look("A:C", "ColumnWidth", 33)],
    "fitted columns": [on("A1:C4", lambda cells: cells.child("Format").call("AutofitColumns"))],
    "row heights": [look("1:9", "RowHeight", 44)],
    "hiding": [setting("2:3", "RowHidden", True), setting("D:D", "ColumnHidden", False)],
    "merging": [calling("A1:C2", "Merge", False)],
    "taking apart": [calling("E1:F2", "Unmerge")],
    "clearing formats": [calling("A1:F4", "Clear", "Formats")],
    "clearing everything": [calling("A1:F4", "Clear", None)],
    "copied formats": [calling("A6", "CopyFrom", "A1:C3", "Formats", False, False)],
    "a sheet's properties": [
        sheet("TabColor", "#0000FF"), sheet("ShowGridlines", False), freeze(3),
    ],
    "inserted rows": [calling("2:3", "Insert", "Down"), font("A2:C2", "Bold", True)],
    "deleted rows": [calling("2:2", "Delete", "Up")],
    "inserted cells": [calling("B2:B3", "Insert", "Down")],
    "deleted columns": [calling("B:B", "Delete", "Left")],
    "cells, formats and rows": [
        setting("A2:B2", "Values", [["West", 7]]), fill("A2", "#ABCDEF"), calling("3:3", "Insert", "Down"),
        font("A3", "Bold", True), look("B:B", "ColumnWidth", 200),
    ],
}  # fmt: skip


@asynccontextmanager
async def desk(**options) -> AsyncIterator[Desk]:
    opened = Desk(**options)
    try:
        await opened.edit(*START)
        yield opened
    finally:
        await opened.close()


@pytest.mark.parametrize("steps", CHANGES.values(), ids=CHANGES.keys())
async def test_a_revert_gives_back_what_was_there_and_can_be_reverted(steps: list[Step]) -> None:
    async with desk() as opened:
        before = await opened.portrait()
        await opened.run(steps)
        changed = await opened.portrait()
        assert changed != before
        undone = await opened.executor.revert("e1")
        assert await opened.portrait() == before
        assert undone.kept == ()
        await opened.executor.revert(undone.undo_id)
        assert await opened.portrait() == changed


@pytest.mark.parametrize("steps", CHANGES.values(), ids=CHANGES.keys())
async def test_a_failed_run_leaves_no_trace(steps: list[Step]) -> None:
    async with desk() as opened:
        before = await opened.portrait()
        result = await opened.run(steps, [setting("C9", "Values", 9)], throws=True)
        assert result.outcome == "rolled_back"
        assert await opened.portrait() == before


async def test_formats_changed_in_several_batches_go_back_to_before_the_first() -> None:
    async with desk() as opened:
        before = await opened.portrait()
        await opened.run(
            [font("A1", "Size", 20)],
            [font("A1:C4", "Size", 9), setting("A1", "Values", "x")],
            [font("A:A", "Size", 30), look("A:B", "ColumnWidth", 20)],
        )
        assert (await opened.executor.revert("e1")).not_covered == ()
        assert await opened.portrait() == before


async def test_a_format_that_the_user_changed_since_is_left_alone() -> None:
    async with desk() as opened:
        await opened.run([font("A2:C2", "Bold", True), look("A:B", "ColumnWidth", 20)])
        await opened.edit(font("B2", "Color", "#00FF00"), look("B:B", "ColumnWidth", 55))
        undone = await opened.executor.revert("e1")
        (sentence,) = undone.not_covered
        assert sentence == (
            "Left alone, because it was changed since: the font of Sheet1!B2, "
            "the size of Sheet1!B:B."
        )
        styles = (await opened.portrait())["Sheet1"]["styles"]
        assert styles[1, 1].font.bold
        assert (1, 0) not in styles


async def test_a_renamed_sheet_gets_its_formats_back() -> None:
    async with desk() as opened:
        before = await opened.portrait()
        await opened.run([fill("A1", "#FF0000")], [sheet("Name", "Model")])
        await opened.executor.revert("e1")
        assert await opened.portrait() == before


async def test_formats_alone_can_be_taken_back() -> None:
    async with desk() as opened:
        result = await opened.run([freeze(2), setting("2:2", "RowHidden", True)])
        assert result.undo_id == "e1"
        assert "sheet Sheet1 changed (FreezePanes 1:1 → 1:2)" in result.text
        assert "rows Sheet1!2:2 changed (hidden)" in result.text


async def test_only_runs_that_touch_formats_need_batches_for_them() -> None:
    async with desk(exclusive=True) as opened:
        await opened.executor.overview()

        async def batches(*runs: list[Step]) -> int:
            already = len(opened.host.batches)
            await opened.run(*runs)
            return len(opened.host.batches) - already

        assert await batches([setting("A2", "Values", 1)]) == 2
        assert await batches([font("A2", "Bold", True), look("A:A", "ColumnWidth", 9)]) == 4
        # Cells that were read before the run aren't read again for the second batch.
        assert await batches([font("A1:B9", "Bold", True)], [font("B2", "Bold", False)]) == 5


async def test_reverts_read_formats_before_and_after_they_restore_them() -> None:
    async with desk() as opened:
        await opened.run([setting("A2", "Values", 1)])
        await opened.run([font("A2", "Bold", True)])
        counts = []
        for run in ("e1", "e2"):
            already = len(opened.host.batches)
            await opened.executor.revert(run)
            counts.append(len(opened.host.batches) - already)
        assert counts == [3, 5]


async def test_mixed_formats_of_very_many_cells_are_named_before_the_run_ends() -> None:
    async with desk() as opened:
        wide = [setting("A1:F1000", "Values", 1), font("C50:D60", "Bold", True)]
        await opened.edit(*wide, font("F1000", "Bold", True))
        result = await opened.run([font("A1:F1000", "Italic", True)])
        assert "Not covered by an undo: font formats on Sheet1!C11:C1000, which differ there" in (
            result.text
        )
        undone = await opened.executor.revert("e1")
        assert "Not restored: font formats on Sheet1!D11:D1000, which differ there." in (
            undone.not_covered
        )
        styles = (await opened.portrait())["Sheet1"]["styles"]
        assert styles[0, 0].font.bold
        assert not styles[0, 0].font.italic
        assert (15, 1) not in styles


async def test_the_size_of_what_is_hidden_is_named_because_excel_does_not_tell_it() -> None:
    async with desk() as opened:
        result = await opened.run([look("C:D", "ColumnWidth", 33)])
        assert "Not covered by an undo: the size of the hidden column Sheet1!D:D." in result.text


async def test_nothing_on_an_added_sheet_counts_as_not_restored() -> None:
    async with executing() as (executor, _):
        before = await executor.snapshot()
        code = """general.addSheet("Report");
          await sheet.setRange("Report!A1:B1", [["Region", "Total"]]);
          await sheet.formatRange("Report!A1:B1", {bold: true, fill: "#DDEEFF", columnWidth: 90});
          const report = context.workbook.worksheets.getItem("Report");
          report.freezePanes.freezeRows(1); report.tabColor = "#FF0000"; await context.sync();"""
        result = await executor.execute(code, execution_id="e1")
        assert "Not covered" not in result.text
        undone = await executor.revert("e1")
        assert undone.not_covered == ()
        assert await executor.snapshot() == before


async def test_a_sheet_that_was_shown_and_coloured_is_hidden_again() -> None:
    async with executing() as (executor, _):
        await executor.execute(
            """context.workbook.worksheets.add("Report").visibility = "Hidden";
            await context.sync();""",
            execution_id="e0",
        )
        before = await executor.snapshot()
        await executor.execute(
            """const report = context.workbook.worksheets.getItem("Report");
            report.tabColor = "#FF0000"; report.visibility = "Visible"; await context.sync();""",
            execution_id="e1",
        )
        await executor.revert("e1")  # what colour it had while hidden Excel didn't tell
        assert await executor.snapshot() == before


async def test_a_deleted_sheet_is_made_again_with_its_contents() -> None:
    async with desk() as opened:
        await opened.edit(
            lambda batch: batch.worksheets.create("Add", "Sums"),
            on("A1", lambda cells: cells.set("Formulas", "=SUM(Sheet1!B2:B4)"), "Sums"),
            on("B2", lambda cells: cells.set("Formulas", "=Sums!A1*2")),
        )
        before = await opened.portrait()
        await opened.run([lambda batch: batch.worksheet("Sums").call("Delete")])
        undone = await opened.executor.revert("e1")
        assert "The deleted sheet Sums was made again" in undone.not_covered[0]
        assert await opened.portrait() == before


async def test_what_office_js_formats_through_used_ranges_is_covered() -> None:
    async with executing() as (executor, host):
        code = """const used = sheet.originalSheet.getUsedRange();
          used.format.autofitColumns(); used.format.font.name = "Arial";
          used.getRow(0).format.borders.getItem("EdgeBottom").style = "Continuous";
          await context.sync();"""
        result = await executor.execute(code, execution_id="e1")
        assert "Not covered" not in result.text
        undone = await executor.revert("e1")
        assert undone.not_covered == ()
        fonts = await host.inner.with_excel(
            lambda excel: {
                style.font.name for style in portrait(excel)["Sheet1"]["styles"].values()
            }
        )
        assert fonts <= {"Calibri"}
