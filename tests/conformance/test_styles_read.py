"""Looks, rules, links, comments and spills, read by the server's own batches."""

import pytest

from embedded_excel.host import EmbeddedExcel
from tieout.execution.reads.style_reads import MAX_STYLED_CELLS, read_styles
from tieout.headless.embedded_host import EmbeddedHost
from tieout.office_wire.build import BatchBuilder
from tieout.office_wire.response import Results
from tieout.workbook.address import Address
from tieout.workbook.cell_styles import PLAIN, Edge
from tieout.workbook.snapshot import RangeSnapshot

AREA = Address("Sheet1", 1, 1, 6, 3)


@pytest.fixture
async def host():
    made = EmbeddedHost(EmbeddedExcel.new())
    yield made
    await made.close()


async def send(host: EmbeddedHost, builder: BatchBuilder) -> Results:
    return Results(await host.send(builder.build()))


async def test_a_cell_that_was_never_touched_is_plain(host) -> None:
    styles = await read_styles(host, AREA)
    assert styles is not None
    assert styles.is_complete
    plain = {(look.bold, look.fill, look.top.style, look.locked) for look in styles.table}
    assert plain == {(False, "", "None", True)}
    assert styles.style(1, 1) == styles.style(6, 3)
    assert styles.style(7, 1) is None


async def test_looks_are_read_as_they_were_set(host) -> None:
    builder = BatchBuilder()
    target = builder.worksheet("Sheet1").range("B2:C2").child("Format")
    target.child("Font").set("Bold", True)
    target.child("Font").set("Color", "#FFFFFF")
    target.child("Fill").set("Color", "#1B4B7C")
    target.set("HorizontalAlignment", "Center")
    target.child("Protection").set("Locked", False)
    line = target.child("Borders").item("EdgeBottom")
    line.set("Style", "Double")
    builder.worksheet("Sheet1").range("3:3").set("RowHidden", True)
    await send(host, builder)
    styles = await read_styles(host, AREA)
    assert styles is not None
    look = styles.style(2, 2)
    assert look is not None
    assert (look.bold, look.color, look.fill) == (True, "#FFFFFF", "#1B4B7C")
    assert (look.horizontal, look.locked, look.bottom.style) == ("Center", False, "Double")
    hidden = styles.style(3, 1)
    assert hidden is not None
    assert hidden.hidden
    assert isinstance(look.top, Edge)
    assert PLAIN.fill == ""


async def test_rules_links_and_comments_come_with_their_areas(host) -> None:
    builder = BatchBuilder()
    sheet = builder.worksheet("Sheet1")
    rule = sheet.range("A1:A3").child("ConditionalFormats").create("Add", "CellValue")
    part = rule.child("CellValue")
    part.set("Rule", {"formula1": "=100", "operator": "GreaterThan"})
    part.child("Format").child("Fill").set("Color", "#FFC7CE")
    sheet.range("B1:B4").child("DataValidation").set("Rule", {"list": {"source": "Yes,No"}})
    sheet.range("B6").child("DataValidation").set(
        "Rule", {"wholeNumber": {"formula1": 1, "formula2": 10, "operator": "Between"}}
    )
    sheet.range("C1").set("Hyperlink", {"address": "https://example.com/", "textToDisplay": "x"})
    sheet.child("Comments").create("Add", "Sheet1!C2", "check this")
    await send(host, builder)
    styles = await read_styles(host, AREA)
    assert styles is not None
    assert [(str(n.areas[0]), n.text) for n in styles.conditional] == [
        ("Sheet1!A1:A3", "value > 100 → fill #FFC7CE")
    ]
    assert {(n.areas[0].local, n.text) for n in styles.validations} == {
        ("B1:B4", "list Yes,No"),
        ("B6", "whole number between 1 and 10"),
    }
    assert [(n.areas[0].local, n.text) for n in styles.hyperlinks] == [
        ("C1", "https://example.com/")
    ]
    assert len(styles.comments) == 1
    assert styles.comments[0].areas[0].local == "C2"
    assert styles.comments[0].text.endswith(": check this")


async def test_a_rule_outside_the_range_is_not_told(host) -> None:
    builder = BatchBuilder()
    cells = builder.worksheet("Sheet1").range("H1:H9").child("ConditionalFormats")
    cells.create("Add", "DataBar")
    await send(host, builder)
    styles = await read_styles(host, AREA)
    assert styles is not None
    assert styles.conditional == ()


async def test_spills_are_found_from_their_formula(host) -> None:
    builder = BatchBuilder()
    builder.worksheet("Sheet1").range("A1:A3").set("Values", [[3], [1], [2]])
    builder.worksheet("Sheet1").range("B1").set("Formulas", [["=SORT(A1:A3)"]])
    handle = builder.worksheet("Sheet1").range("A1:B3").load("Values", "Formulas")
    results = await send(host, builder)
    area = Address("Sheet1", 1, 1, 3, 2)
    values = tuple(tuple(row) for row in results.properties(handle)["Values"])
    formulas = (("", "=SORT(A1:A3)"), ("", ""), ("", ""))
    none = (("", ""),) * 3
    styles = await read_styles(host, area, RangeSnapshot(area, values, formulas, none, none))
    assert styles is not None
    assert [spill.local for spill in styles.spills] == ["B1:B3"]


async def test_of_a_large_range_the_first_and_last_rows_are_looked_at(host) -> None:
    styles = await read_styles(host, Address("Sheet1", 1, 1, 5_000, 4))
    assert styles is not None
    assert not styles.is_complete
    assert sum(band.size for band in styles.looked_at) <= MAX_STYLED_CELLS
    assert styles.looked_at[0].top == 1
    assert styles.looked_at[-1].bottom == 5_000
    assert styles.style(2_500, 1) is None


async def test_a_plain_range_costs_one_batch(host) -> None:
    sent: list[object] = []

    class Counting:
        capabilities = host.capabilities

        async def send(self, batch):
            sent.append(batch)
            return await host.send(batch)

    await read_styles(Counting(), AREA)
    assert len(sent) == 1
