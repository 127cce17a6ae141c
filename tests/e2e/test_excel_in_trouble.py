"""What happens to people's Excel, behind real office.js: the pane says what the user can do, and the
server knows what it doesn't know.
"""

import json
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
import pytest_asyncio
from excel_around import ExcelAround, code_replies, live_server, send_task
from playwright.async_api import Browser, expect
from test_pane_in_desktop_excel import figures, value_at

from embedded_excel.model.behaviours import FOREVER, PLAIN, Behaviours
from embedded_excel.rich_client import EXECUTE_RICH_API
from embedded_excel.wire.mood import WRITES
from tieout.web.pane_socket import PaneTimes

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

CODE = '// scope: Sheet1!B1\nawait sheet.setCell("Sheet1!B1", 7);'
BOTH = """// scope: Sheet1!B1:B2
const cells = context.workbook.worksheets.getItem("Sheet1");
cells.getRange("B1").values = [[7]];
cells.getRange("B2").values = [[8]];
await context.sync();"""
DOUBLED = """// scope: Sheet1!B1:C1
await sheet.setRange("Sheet1!B1:C1", [[7, "=B1*2"]]);"""
NOTICE = ".notice"


@pytest_asyncio.fixture(loop_scope="module")
async def around() -> AsyncIterator[ExcelAround]:
    around = ExcelAround(figures())
    yield around
    await around.page.context.close()
    around.excel.close()


def on_the_write(around: ExcelAround, behaviours: Behaviours) -> None:
    """Let something happen from the first request that writes, not before."""

    def look(message) -> None:
        if message.get("call") == EXECUTE_RICH_API and message["arguments"][0][6] & WRITES:
            around.excel.behave(behaviours)
            around.before_message = None

    around.before_message = look


PASSING = ("modal_dialog", "inactive", "throttled")
"""Troubles in which the same batch is sent again after a second, since nothing of it ran."""
TROUBLES = {
    "modal_dialog": (Behaviours(modal_dialog=1), "A dialog is open in Excel. Close it"),
    "inactive": (Behaviours(inactive=1), "Another workbook is in front. Click into this one"),
    "throttled": (Behaviours(throttled=1), "Excel is busy with other requests. Wait a moment"),
    "session_lost": (Behaviours(session_lost=1), "Excel's session has ended. Reload the workbook"),
    "request_bytes": (
        Behaviours(request_bytes=200),
        "more than this Excel takes at once (5 MB on the web)",
    ),
    "protected_sheets": (Behaviours(protected_sheets=True), "is protected. Unprotect it in Excel"),
    "filtered": (
        Behaviours(
            failing={
                "Range.values": "FilteredRangeConflict",
                "Range.formulas": "FilteredRangeConflict",
            }
        ),
        "A filter hides rows there",
    ),
    "range_cells": (
        Behaviours(
            failing={"Range.values": "RangeExceedsLimit", "Range.formulas": "RangeExceedsLimit"}
        ),
        "five million cells",
    ),
}


@pytest.mark.parametrize("name", TROUBLES)
async def test_the_user_is_told_what_keeps_excel_from_it(
    browser: Browser, around: ExcelAround, tmp_path, name
):
    behaviours, sentence = TROUBLES[name]
    async with live_server(tmp_path, code_replies(CODE, answer="I could not.")) as server:
        page = await around.open(browser, server)
        on_the_write(around, behaviours)
        await send_task(page, "Write seven")
        await expect(page.locator(NOTICE)).to_contain_text(sentence)
        await expect(page.locator(".answer").last).to_contain_text("I could not", timeout=30_000)
        assert value_at(around.excel, 0, 1) == (7 if name in PASSING else None)


async def test_a_cell_being_edited_holds_the_batch_until_the_user_leaves_it(
    browser: Browser, around: ExcelAround, tmp_path
):
    async with live_server(tmp_path, code_replies(CODE, answer="Written.")) as server:
        page = await around.open(browser, server)
        await page.clock.install()
        on_the_write(around, Behaviours(edit_mode=FOREVER))
        await send_task(page, "Write seven")
        await around.held.wait()
        await page.clock.fast_forward(21_000)
        await expect(page.locator(NOTICE)).to_contain_text("press Enter or Esc in Excel")
        around.excel.behave(PLAIN)
        await around.leaves_the_cell()
        await expect(page.locator(".answer").last).to_contain_text("Written", timeout=30_000)
        await expect(page.locator(NOTICE)).to_be_hidden()
        assert value_at(around.excel, 0, 1) == 7


@pytest.mark.parametrize(("lost", "written"), [("hung", None), ("lost_answers", 7)])
async def test_without_an_answer_the_outcome_is_unknown_and_the_workbook_is_read_again(
    browser: Browser, around: ExcelAround, tmp_path, lost, written
):
    read = '// scope: Sheet1!B1\nconst cells = await sheet.getCellRange("Sheet1!B1"); return cells.rows[0][0] ?? "empty";'
    replies = [code_replies(CODE)[0], *code_replies(read, answer="I looked again.")]
    times = PaneTimes(answer=4.0)
    async with live_server(tmp_path, replies, times) as server:
        page = await around.open(browser, server)
        on_the_write(around, replace(PLAIN, **{lost: 1}))
        await send_task(page, "Write seven")
        await expect(page.locator(".end.pane_lost")).to_contain_text(
            "Excel did not answer within 4 seconds"
        )
        assert value_at(around.excel, 0, 1) == written
        await send_task(page, "What is there?")
        await expect(page.locator(".answer").last).to_contain_text("I looked again", timeout=30_000)


async def test_a_calculation_is_waited_for_and_its_values_are_those_that_are_shown(
    browser: Browser, around: ExcelAround, tmp_path
):
    async with live_server(tmp_path, code_replies(DOUBLED, answer="Doubled.")) as server:
        page = await around.open(browser, server)
        on_the_write(around, Behaviours(calculating=12))
        await send_task(page, "Double it")
        await expect(page.locator(NOTICE)).to_contain_text("Excel is calculating")
        await expect(page.locator(".answer").last).to_contain_text("Doubled", timeout=30_000)
        await expect(page.locator(NOTICE)).to_be_hidden()
        await expect(page.locator(".execution")).to_contain_text("14")


async def test_a_batch_aborted_in_the_middle_is_taken_back(
    browser: Browser, around: ExcelAround, tmp_path
):
    async with live_server(tmp_path, code_replies(BOTH, answer="I stopped.")) as server:
        page = await around.open(browser, server)

        def look(message) -> None:
            if message.get("call") == EXECUTE_RICH_API and message["arguments"][0][6] & WRITES:
                actions = json.loads(message["arguments"][0][4])["Actions"]
                writes = [at for at, action in enumerate(actions) if action["ActionType"] == 4]
                around.excel.behave(Behaviours(stops_after=writes[1]))
                around.before_message = lambda _: around.excel.behave(PLAIN)

        around.before_message = look
        await send_task(page, "Write both")
        await expect(page.locator(NOTICE)).to_contain_text("stopped in the middle")
        await expect(page.locator(".answer").last).to_contain_text("I stopped", timeout=30_000)
        assert (value_at(around.excel, 0, 1), value_at(around.excel, 1, 1)) == (None, None)


async def test_an_excel_below_the_floor_is_told_so(browser: Browser, tmp_path):
    excel = figures()
    excel.behave(Behaviours(requirement_sets={"ExcelApi": "1.11"}))
    around = ExcelAround(excel)
    async with live_server(tmp_path, []) as server:
        page = await around.open(browser, server)
        await expect(page.get_by_role("status").first).to_contain_text(
            "too old for Tieout: it needs ExcelApi 1.12"
        )
        await page.context.close()
    excel.close()


async def test_a_claimed_version_that_is_not_there_is_found_out(browser: Browser, tmp_path):
    excel = figures()
    excel.behave(Behaviours(requirement_sets={"ExcelApi": "1.17"}))
    around = ExcelAround(excel)
    async with live_server(tmp_path, []) as server:
        page = await around.open(browser, server)
        await expect(page.locator(".state-words")).to_have_text("Ready")
        heard = await page.evaluate(
            """async () => {
              const { capabilitiesOf } = await import("/js/excel_version.js");
              const { liveDoor, throughDoor } = await import("/js/host_port.js");
              return capabilitiesOf(Office.context.requirements, throughDoor(liveDoor(), false));
            }"""
        )
        assert heard["ExcelApi"] == "1.15"
        await page.context.close()
    excel.close()


async def test_an_excel_whose_door_is_shut_works_in_reduced_mode(
    browser: Browser, around: ExcelAround, tmp_path
):
    async with live_server(tmp_path, code_replies(CODE, answer="I can't run code here.")) as server:
        around.shut = True
        page = await around.open(browser, server)
        await expect(page.locator(NOTICE)).to_contain_text("Reduced mode")
        await send_task(page, "Write seven")
        await expect(page.locator(".answer").last).to_contain_text(
            "I can't run code here", timeout=30_000
        )
        await expect(page.locator(".execution")).to_contain_text("reduced mode")
        assert value_at(around.excel, 0, 1) is None
