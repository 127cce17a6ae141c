"""Cells that didn't change don't travel from live Excel's page to the server again: bytes counted in Chromium."""

import pytest
from excel_around import ExcelAround, Watched, code_replies, live_server, send_task
from playwright.async_api import Browser, expect

from embedded_excel.host import EmbeddedExcel
from tieout.office_wire.build import BatchBuilder

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

FIRST = 'await sheet.setCell("Small!A1", 1);'
SECOND = 'await sheet.setCell("Small!A1", 2);'


def large() -> EmbeddedExcel:
    """A sheet with 40,000 cells beside one that code writes on."""
    excel = EmbeddedExcel.new("large.xlsx")
    builder = BatchBuilder()
    rows = [[f"item {row * 7 % 500}", row, row / 8, row * 3] for row in range(10_000)]
    builder.worksheet("Sheet1").range("A1:D10000").set("Values", rows)
    builder.worksheets.create("Add", "Small")
    assert excel.run_batch(builder.build().body, 1)["Error"] is None
    return excel


async def test_unchanged_blocks_are_not_sent_again(browser: Browser, tmp_path) -> None:
    around = ExcelAround(large())
    texts: list[str] = []
    async with live_server(tmp_path, code_replies(FIRST, SECOND)) as server:
        page = await around.open(Watched(browser, texts), server)
        await send_task(page, "Count")
        await expect(page.locator(".answer").last).to_contain_text("done", timeout=60_000)
        await expect(page.locator(".execution .headline").last).to_contain_text("1 cell written")
        assert around.complaints == []
    await page.context.close()
    around.excel.close()
    # The whole workbook was sent once, in parts of 10,000 cells; three more looks sent none of it again.
    sizes = [len(text) for text in texts]
    large_ones = [size for size in sizes if size > 100_000]
    assert sum(large_ones) > 1_000_000
    assert sum(sizes) < sum(large_ones) * 1.2, sizes
    assert len(large_ones) == 1, sizes
