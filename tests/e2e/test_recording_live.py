"""A session in live Excel is recorded whole, or masked: to be run again, and to be compared."""

import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from excel_around import ExcelAround, code_replies, live_server, send_task
from playwright.async_api import Browser, expect
from test_pane_in_desktop_excel import figures

from embedded_excel.host import EmbeddedExcel
from tieout.cli.serve import LiveRecord
from tieout.headless.embedded_host import EmbeddedHost
from tieout.headless.replay import replay
from tieout.sessions.fidelity import Fidelity, compare_answers
from tieout.sessions.recording import Recording, read_recording
from tieout.settings import Settings

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

CODE = """// scope: Sheet1!B1:B3
await sheet.getCellRange("A1:A2");
await sheet.setRange("Sheet1!B1:B3", [["=A1*37"], ["=A2*37"], ["secret words"]]);"""
LIVE = Path(__file__).parents[1] / "replay" / "live"


@asynccontextmanager
async def recorded(
    browser: Browser, folder: Path, *, masked: bool
) -> AsyncIterator[tuple[Path, Path]]:
    """(recording, workbook as it was before) of one task in the pane."""
    record, workbook = folder / "figures.jsonl", folder / "figures.xlsx"
    around = ExcelAround(figures())
    workbook.write_bytes(around.excel.to_bytes())
    try:
        replies = code_replies(CODE, answer="Times 37.")
        async with live_server(folder, replies, record=LiveRecord(record, masked)) as server:
            page = await around.open(browser, server)
            await send_task(page, "Multiply")
            await expect(page.locator(".answer")).to_have_text("Times 37.")
        yield record, workbook
    finally:
        await around.page.context.close()
        around.excel.close()


async def compared(recording: Recording, workbook: Path) -> Fidelity:
    host = EmbeddedHost(EmbeddedExcel.open(workbook))
    try:
        return await compare_answers(recording, host.send)
    finally:
        await host.close()


async def test_a_whole_recording_runs_again_byte_for_byte(browser: Browser, tmp_path: Path):
    async with recorded(browser, tmp_path, masked=False) as (record, workbook):
        recording = read_recording(record)
        assert recording.header.exclusive is False
        assert recording.tasks == ("Multiply",)
        done = await replay(recording, Settings(), strict=True, on_event=lambda _: None)
        assert done.differences == ()
        found = await compared(recording, workbook)
        assert not found.differing, found.examples
        assert found.equal["Values"] > 1


async def test_a_masked_recording_holds_no_contents_and_can_be_compared(
    browser: Browser, tmp_path: Path
):
    async with recorded(browser, tmp_path, masked=True) as (record, workbook):
        text = record.read_text("utf-8")
        assert "secret words" not in text
        assert "A1*37" not in text
        recording = read_recording(record)
        assert recording.header.masked
        assert not recording.exchanges
        assert "ExcelApi" in recording.header.requirement_sets
        found = await compared(recording, workbook)
        assert not found.differing, found.examples
        if os.environ.get("TIEOUT_UPDATE_GOLDEN"):  # the one that shows the form
            shutil.copy(record, LIVE / record.name)
            shutil.copy(workbook, LIVE / workbook.name)
