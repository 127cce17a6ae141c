"""What the reads of generated code answer, on the embedded Excel, and how many batches they cost."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from embedded_excel.host import EmbeddedExcel
from tests.contract.executions import WatchedHost, executing, watched_host
from tieout.errors import ModelVisibleError
from tieout.execution.approvals import FixedApprover
from tieout.execution.looks.snapshots import Snapshots
from tieout.execution.reads.reads import CodeReads
from tieout.headless.embedded_host import EmbeddedHost
from tieout.office_wire.build import BatchBuilder
from tieout.office_wire.response import Results

WORKBOOKS = Path(__file__).resolve().parent.parent / "workbooks"


async def reads_of(host: WatchedHost) -> CodeReads:
    known = await Snapshots(host).take()
    host.batches.clear()
    return CodeReads(host, lambda: known, 20_000)


@asynccontextmanager
async def reading(*build) -> AsyncIterator[tuple[CodeReads, WatchedHost]]:
    """Reads of the revenue workbook, after changes made by batches."""
    host = await watched_host()
    try:
        for change in build:
            builder = BatchBuilder()
            change(builder)
            Results(await host.inner.send(builder.build()))
        yield await reads_of(host), host
    finally:
        await host.inner.close()


def table(builder: BatchBuilder) -> None:
    made = builder.workbook.child("Tables").create("Add", "Sheet1!A1:D200", True)
    made.set("Name", "Orders")
    made.set("ShowTotals", True)


def name(builder: BatchBuilder) -> None:
    builder.workbook.child("Names").create("Add", "TaxRate", "=Sheet1!$C$2", None)


def odd_sheet(builder: BatchBuilder) -> None:
    builder.worksheets.create("Add", "P&L 2026").range("A1:B2").set("Values", [["x", 1], ["y", 2]])


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("TaxRate", "Sheet1!C2"),
        ("Orders[Units]", "Sheet1!B2:B200"),
        ("orders[[units]:[price]]", "Sheet1!B2:C200"),
        ("Orders[#Headers]", "Sheet1!A1:D1"),
        ("Orders[[#Totals],[Revenue]]", "Sheet1!D201"),
        ("Orders", "Sheet1!A1:D201"),
        ("Sheet1!B:B", "Sheet1!B1:B200"),
        ("'P&L 2026'!R1C1:R2C2", "'P&L 2026'!A1:B2"),
        ("'p&l 2026'", "'P&L 2026'!A1:B2"),
        ("B2", "Sheet1!B2"),
    ],
)
async def test_a_place_is_understood_however_it_is_said(text: str, address: str) -> None:
    async with reading(table, name, odd_sheet) as (reads, _):
        answer = await reads.call("read", {"address": text, "sheet": "Sheet1"})
        assert isinstance(answer, dict)
        assert str(answer["address"]).lower() == address.lower()


async def test_a_table_that_the_code_has_just_added_is_found() -> None:
    async with reading() as (reads, host):
        builder = BatchBuilder()
        table(builder)
        Results(await host.inner.send(builder.build()))
        for text in ("Orders", "Orders[Units]"):
            answer = await reads.call("read", {"address": text})
            assert isinstance(answer, dict)
            assert str(answer["address"]).startswith("Sheet1!")


async def test_several_areas_come_one_by_one() -> None:
    async with reading() as (reads, _):
        answer = await reads.call("read", {"address": "Sheet1!A1:B2, D1, Summary!A1"})
        assert isinstance(answer, dict)
        assert answer["address"] == "Sheet1!A1:B2,Sheet1!D1,Summary!A1"
        assert [area["values"] for area in answer["areas"]] == [
            [["Region", "Units"], ["North", 1200]],
            [["Revenue"]],
            [["Total"]],
        ]
        assert len(reads.texts) == 3


@pytest.mark.parametrize(
    ("call", "arguments", "sentence"),
    [
        ("read", {"address": "Summry!A1"}, "No sheet 'Summry'. Sheets: Summary, "),
        ("read", {"address": "Order[Units]"}, "No table 'Order'. Tables: Orders."),
        ("read", {"address": "Orders[Prize]"}, "Orders has no column 'Prize'. Columns: Price, "),
        (
            "read",
            {"address": "TaxRat"},
            "No name or table 'TaxRat'. Names: TaxRate. Tables: Orders.",
        ),
        ("read", {"address": "Sheet1!A1:Z20000"}, "read at most 100,000 at a time"),
        ("read", {"address": "B2:"}, "is no address"),
        ("used_range", {"sheet": "Sumary"}, "No sheet 'Sumary'. Sheets: Summary, "),
        ("cell_info", {"address": "Sheet1!A1:B2"}, "is not one cell"),
        ("find", {"text": "x", "sheet": "Shet1"}, "No sheet 'Shet1'. Sheets: Sheet1, "),
        ("render", {"address": "Sheet1!A1:Z9999"}, "a picture shows at most"),
    ],
)
async def test_what_is_missing_is_answered_with_what_there_is(
    call: str, arguments: dict, sentence: str
) -> None:
    async with reading(table, name) as (reads, _):
        with pytest.raises(ModelVisibleError) as raised:
            await reads.call(call, arguments)
        assert sentence in str(raised.value)


def awkward(builder: BatchBuilder) -> None:
    sheet = builder.worksheet("Sheet1")
    sheet.range("A300:B300").call("Merge", False)
    sheet.range("3:5").set("RowHidden", True)
    sheet.range("B2").set("Formulas", [["=1/0"]])
    sheet.range("B6").set("NumberFormat", [["@"]])
    sheet.range("B6").set("Values", [["0077"]])
    sheet.child("AutoFilter").call("Apply", "A1:D200", None, None)
    builder.workbook.child("Application").set("CalculationMode", "Manual")


async def test_hazards_of_a_range_are_told_in_its_first_line() -> None:
    async with reading(awkward) as (reads, _):
        await reads.call("read", {"address": "Sheet1!A2:D10"})
        first = reads.texts[0].splitlines()[0]
        for phrase in (
            "calculation is manual",
            "autofilter on",
            "3 hidden rows (3-5)",
            "1 error cell (first B2)",
            "1 number stored as text (first B6)",
        ):
            assert phrase in first
        assert "merged" not in first


async def test_a_plain_read_costs_few_batches_and_hidden_rows_one_more() -> None:
    async with reading() as (reads, host):
        await reads.call("read", {"address": "Sheet1!A150:D160"})
        plain = len(host.batches)
        assert plain <= 3  # cells with all around them, looks, and what rules apply
        headings = reads.texts[0].splitlines()[2]
        assert headings.startswith("1*")
        assert headings.endswith("Region|Units|Price|Revenue")
    async with reading(awkward) as (reads, host):
        await reads.call("read", {"address": "Sheet1!C3:D5"})
        all_hidden = len(host.batches)
        host.batches.clear()
        await reads.call("read", {"address": "Sheet1!C4:D10"})
        assert len(host.batches) <= all_hidden + 2


def two_regions(builder: BatchBuilder) -> None:
    builder.worksheet("Summary").range("D5:E7").set(
        "Values", [["Year", "Cost"], ["a", 1], ["b", 2]]
    )


async def test_a_sheet_of_several_regions_is_shown_as_a_map_and_given_whole() -> None:
    async with reading(two_regions) as (reads, host):
        answer = await reads.call("used_range", {"sheet": "Summary"})
        assert isinstance(answer, dict)
        assert [region["address"] for region in answer["regions"]] == [
            "Summary!A1:B1",
            "Summary!D5:E7",
        ]
        assert len(answer["values"]) == 7
        assert len(host.batches) == 2
        assert reads.texts[0].splitlines() == [
            "[map:Summary!A1:E7@r0] Summary: 8 cells in 2 regions of A1:E7 (a map, not the cells)",
            "A1:B1 block, 1×2, 2 cells, 50% formulas",
            "  1 Total|0",
            "D5:E7 block, 3×2, 6 cells",
            "  5* Year|Cost",
            "  6 a|1",
            "  7 b|2",
            'read on by address, such as sheet.getCellRange("Summary!A1:B1")',
        ]


def far_apart(builder: BatchBuilder) -> None:
    made = builder.worksheets.create("Add", "Far")
    made.range("A1:B2").set("Values", [["Item", "Cost"], ["a", 1]])
    made.range("XFD1048576").set("Values", [["end"]])


async def test_cells_at_opposite_corners_cost_what_they_hold() -> None:
    async with reading(far_apart) as (reads, host):
        answer = await reads.call("used_range", {"sheet": "Far"})
        assert isinstance(answer, dict)
        assert [region["cells"] for region in answer["regions"]] == [4, 1]
        assert answer["values"] == []
        assert len(host.batches) == 3
        assert "XFD1048576 block, 1×1, 1 cells" in reads.texts[0]


async def test_one_cell_is_told_with_what_its_formula_reads() -> None:
    async with reading(table, name) as (reads, _):
        answer = await reads.call("cell_info", {"address": "Summary!B1"})
        assert isinstance(answer, dict)
        assert answer["formula"] == "=SUM(Sheet1!D2:D200)"
        assert answer["labels"] == ["Total"]
        assert [one["address"] for one in answer["precedents"]] == ["Sheet1!D2:D200"]
        assert "reads Sheet1!D2:D200: " in reads.texts[0]


async def test_found_cells_tables_names_and_the_selection() -> None:
    async with reading(table, name) as (reads, _):
        found = await reads.call("find", {"text": "Total", "complete": True})
        assert isinstance(found, list)
        assert "Summary!A1" in [cell["address"] for cell in found]
        tables = await reads.call("tables", {})
        assert tables == [
            {
                "name": "Orders",
                "address": "Sheet1!A1:D201",
                "columns": ["Region", "Units", "Price", "Revenue"],
                "showHeaders": True,
                "showTotals": True,
            }
        ]
        names = await reads.call("names", {})
        assert names[0]["formula"] == "=Sheet1!$C$2"
        selection = await reads.call("selection", {})
        assert isinstance(selection, dict)
        assert str(selection["address"]).startswith("Sheet1!")


async def test_a_real_workbook_is_read_by_parts_of_its_tables() -> None:
    host = WatchedHost(EmbeddedHost(EmbeddedExcel.open(WORKBOOKS / "six-tables.xlsx")))
    try:
        reads = await reads_of(host)
        await reads.call("read", {"address": "SampleRevenue[[JAN]:[FEB]]"})
        first, headings, row = reads.texts[0].splitlines()[1:4]
        assert first == "r B* C D"
        assert headings.startswith("4*")
        assert headings.endswith("JAN|FEB")
        assert row.endswith("Estimated Product Sales|0|0")
    finally:
        await host.inner.close()


async def test_names_of_a_sheet_that_the_same_run_added_are_read() -> None:
    code = """async function execute() {
      const added = context.workbook.worksheets.add("Later");
      added.names.add("Rate", "=0.07");
      context.workbook.worksheets.getItem("Summary").delete();
      await context.sync();
      return await sheet.getNames();
    }"""
    async with executing(approver=FixedApprover(allow=True)) as (executor, _):
        result = await executor.execute(code, execution_id="e1")
    assert [(name["sheet"], name["name"]) for name in result.sandbox.value] == [("Later", "Rate")]
