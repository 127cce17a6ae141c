"""A deleted sheet is made again with all that Excel's API can read of it before it goes."""

from portraits import Desk, Step
from test_undo_rules import START as RULES
from test_undo_tables import START as TABLES

from tieout.office_wire.build import BatchBuilder, WireObject


def shape(address: str, *path: str, **values: object) -> Step:
    """Properties of a part of a range of Sheet1."""

    def change(batch: BatchBuilder) -> None:
        target: WireObject = batch.worksheet("Sheet1").range(address)
        for name in path:
            target = target.child(name)
        for name, value in values.items():
            target.set(name, value)

    return change


LOOKS: list[Step] = [
    lambda batch: batch.worksheets.create("Add", "Other"),
    lambda batch: batch.worksheet("Other").range("A1").set("Formulas", "=Sheet1!B2*2"),
    shape("A1:D1", "Format", "Font", Bold=True, Color="#123456"),
    shape("B2:C3", "Format", "Fill", Color="#FFEE00"),
    shape("G8", NumberFormat="0.00%"),
    shape("B:B", "Format", ColumnWidth=99),
    shape("2:2", "Format", RowHeight=33),
    shape("D:D", ColumnHidden=True),
    lambda batch: batch.worksheet("Sheet1").range("A6:A7").call("Merge", False),
    lambda batch: batch.worksheet("Sheet1").set("TabColor", "#00B050"),
    lambda batch: batch.worksheet("Sheet1").child("FreezePanes").call("FreezeRows", 1),
    lambda batch: batch.worksheet("Sheet1").child("Names").create("Add", "own", "=Sheet1!$B$2", None),
]  # fmt: skip


def delete(batch: BatchBuilder) -> None:
    batch.worksheet("Sheet1").call("Delete")


async def deleted_and_back(*start: Step) -> tuple[str, ...]:
    opened = Desk()
    try:
        await opened.edit(*start, *LOOKS)
        before = await opened.portrait()
        result = await opened.run([delete])
        assert "Sheet1" not in await opened.portrait()
        undone = await opened.executor.revert(result.undo_id)
        assert await opened.portrait() == before
        return undone.not_covered
    finally:
        await opened.close()


async def test_a_deleted_sheet_comes_back_with_formats_and_rules() -> None:
    sentences = await deleted_and_back(*RULES)
    assert sentences[0].startswith(
        "The deleted sheet Sheet1 was made again with its contents, formats, sizes"
    )
    assert "Comments on Sheet1!B2, A4 were written again" in sentences[1]


async def test_a_deleted_sheet_comes_back_with_its_tables() -> None:
    await deleted_and_back(*TABLES)
