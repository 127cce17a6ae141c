"""What a page reads of Excel: cells as displayed, without what is hidden, and Excel's own pictures."""

import base64
import io
import re
from collections.abc import AsyncIterator

import pytest
from executions import executing
from PIL import Image

from embedded_excel.host import EmbeddedExcel
from tieout.errors import ModelVisibleError
from tieout.headless.embedded_host import EmbeddedHost
from tieout.office_wire.build import BatchBuilder
from tieout.office_wire.response import Results
from tieout.tools.create_website import create_website
from tieout.tools.website.range_cells import page_area, read_grids


class CountedHost:
    def __init__(self, inner: EmbeddedHost) -> None:
        self.inner, self.batches = inner, 0
        self.capabilities = inner.capabilities

    async def send(self, batch):
        self.batches += 1
        return await self.inner.send(batch)


class Shelf:
    def __init__(self) -> None:
        self.html = ""

    def put(self, title: str, slug: str, html: str) -> None:
        self.html = html


@pytest.fixture
async def host() -> AsyncIterator[CountedHost]:
    inner = EmbeddedHost(EmbeddedExcel.new("book.xlsx"))
    batch = BatchBuilder()
    sheet = batch.worksheet("Sheet1")
    sheet.range("A1:C4").set(
        "Formulas",
        [["Region", "Q1", "Q2"], ["North", 0.125, 2], ["South", -3, "=B3*2"], ["East", 5, 6]],
    )
    sheet.range("B2").set("NumberFormat", "0.0%")
    sheet.range("B3:C3").set("NumberFormat", "#,##0;(#,##0)")
    Results(await inner.send(batch.build()))
    yield CountedHost(inner)
    await inner.close()


async def write(host: CountedHost, address: str, member: str, value: object) -> None:
    batch = BatchBuilder()
    batch.worksheet("Sheet1").range(address).set(member, value)
    Results(await host.inner.send(batch.build()))


async def texts(host: CountedHost, address: str) -> tuple[list[list[str]], str]:
    (grid,) = await read_grids(host, [page_area(address)])
    return [[f"{cell.address}={cell.text}" for cell in row] for row in grid.rows], grid.left_out


async def test_cells_are_shown_as_excel_displays_them_in_one_batch(host: CountedHost):
    shown, left_out = await texts(host, "Sheet1!A2:C3")
    assert shown == [["A2=North", "B2=12.5%", "C2=2"], ["A3=South", "B3=(3)", "C3=(6)"]]
    assert (left_out, host.batches) == ("", 1)


async def test_hidden_rows_and_columns_are_left_out_and_counted(host: CountedHost):
    await write(host, "A3:A3", "RowHidden", True)
    await write(host, "B1:B1", "ColumnHidden", True)
    shown, left_out = await texts(host, "Sheet1!A2:C4")
    assert shown == [["A2=North", "C2=2"], ["A4=East", "C4=6"]]
    assert (left_out, host.batches) == ("1 hidden row, 1 hidden column", 2)
    with pytest.raises(ModelVisibleError, match="All of Sheet1!B1:B4 is hidden"):
        await texts(host, "Sheet1!B1:B4")
    with pytest.raises(ModelVisibleError, match="All of Sheet1!A3:C3 is hidden"):
        await texts(host, "Sheet1!A3:C3")


async def test_many_ranges_take_as_many_batches_as_one(host: CountedHost):
    await write(host, "A3:A3", "RowHidden", True)
    grids = await read_grids(host, [page_area(f"Sheet1!A1:C{end}") for end in (2, 3, 4)])
    assert [len(grid.rows) for grid in grids] == [2, 2, 3]
    assert host.batches == 2


async def test_ranges_that_are_too_large_together_are_refused_unread(host: CountedHost):
    with pytest.raises(ModelVisibleError, match="more than 20,000 cells together"):
        await read_grids(host, [page_area("Sheet1!A1:J1500")] * 2)
    assert host.batches == 0


async def test_a_chart_of_the_workbook_comes_as_excel_draws_it():
    code = """// scope: Summary
    const home = context.workbook.worksheets.getItem("Summary");
    const cells = context.workbook.worksheets.getItem("Sheet1").getRange("A1:B9");
    home.charts.add("ColumnClustered", cells).name = "Sales";
    await context.sync();"""
    async with executing() as (executor, host):
        await executor.execute(code, execution_id="x1")
        shelf = Shelf()
        tool = create_website(host, lambda: "book.xlsx", shelf)
        section = {"type": "excel_chart", "sheet": "Summary", "name": "Sales", "heading": "Sales"}
        await tool.run({"title": "T", "sections": [section]})
    (png,) = re.findall(r'src="data:image/png;base64,([^"]+)"', shelf.html)
    picture = Image.open(io.BytesIO(base64.b64decode(png)))
    assert picture.format == "PNG"
    assert min(picture.size) > 50
    assert "From the chart Sales on Summary" in shelf.html
