"""A pane that is reloaded, closed or frozen while work goes on, and people who edit beside it."""

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from excel_around import ExcelAround, code_replies, live_server, send_task
from playwright.async_api import Browser, expect
from test_excel_in_trouble import CODE, on_the_write
from test_pane_in_desktop_excel import figures, value_at

from embedded_excel.model.behaviours import FOREVER, PLAIN, Behaviours
from embedded_excel.rich_client import EXECUTE_RICH_API
from embedded_excel.wire.mood import WRITES
from tieout.web.pane_socket import PaneTimes

ANSWER_SECONDS = 4.0
pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]


@pytest_asyncio.fixture(loop_scope="module")
async def around() -> AsyncIterator[ExcelAround]:
    around = ExcelAround(figures())
    yield around
    await around.page.context.close()
    around.excel.close()


async def test_a_pane_reloaded_in_the_middle_comes_back_and_works_on(
    browser: Browser, around: ExcelAround, tmp_path
):
    replies = [code_replies(CODE)[0], *code_replies(CODE, answer="Written.")]
    async with live_server(tmp_path, replies) as server:
        page = await around.open(browser, server)
        on_the_write(around, Behaviours(edit_mode=FOREVER))
        await send_task(page, "Write seven")
        await around.held.wait()
        await page.reload()
        around.client.waiting.clear()
        around.excel.behave(PLAIN)
        assert value_at(around.excel, 0, 1) is None
        await send_task(page, "Write seven")
        await expect(page.locator(".answer").last).to_contain_text("Written", timeout=30_000)
        assert value_at(around.excel, 0, 1) == 7


async def test_a_runtime_that_was_ended_is_replaced_by_the_next_pane(
    browser: Browser, around: ExcelAround, tmp_path
):
    async with live_server(tmp_path, code_replies(CODE, answer="Written.")) as server:
        first = await around.open(browser, server)
        await expect(first.locator(".state-words")).to_have_text("Ready")
        await first.close()
        page = await around.open(browser, server)
        await send_task(page, "Write seven")
        await expect(page.locator(".answer").last).to_contain_text("Written", timeout=30_000)
        assert value_at(around.excel, 0, 1) == 7


async def test_a_pane_frozen_by_the_system_is_told_afterwards_what_became_of_the_task(
    browser: Browser, around: ExcelAround, tmp_path
):
    replies = [code_replies(CODE)[0], *code_replies(answer="Here again.")]
    async with live_server(tmp_path, replies, PaneTimes(answer=ANSWER_SECONDS)) as server:
        page = await around.open(browser, server)
        system = await page.context.new_cdp_session(page)
        on_the_write(around, Behaviours(edit_mode=FOREVER))
        await send_task(page, "Write seven")
        await around.held.wait()
        await system.send("Page.setWebLifecycleState", {"state": "frozen"})
        # The server gives the batch up while the page can't hear it.
        await asyncio.sleep(ANSWER_SECONDS + 0.5)
        await system.send("Page.setWebLifecycleState", {"state": "active"})
        await expect(page.locator(".end.pane_lost")).to_contain_text("Excel did not answer")
        around.excel.behave(PLAIN)
        around.client.waiting.clear()
        await send_task(page, "Are you there?")
        await expect(page.locator(".answer").last).to_contain_text("Here again", timeout=30_000)


async def test_what_a_co_author_writes_meanwhile_is_neither_claimed_nor_taken_back(
    browser: Browser, around: ExcelAround, tmp_path
):
    async with live_server(tmp_path, code_replies(CODE, answer="Written.")) as server:
        page = await around.open(browser, server)

        def look(message) -> None:
            if message.get("call") == EXECUTE_RICH_API and message["arguments"][0][6] & WRITES:
                around.before_message = None
                co_author_writes(around)

        around.before_message = look
        await send_task(page, "Write seven")
        await expect(page.locator(".answer").last).to_contain_text("Written", timeout=30_000)
        card = page.locator(".execution")
        await expect(card.locator(".headline")).to_contain_text("1 cell written")
        await expect(card).to_contain_text("D9")
        await page.locator(".revert").click()
        await expect(page.locator(".reverted")).to_be_visible()
        assert (value_at(around.excel, 0, 1), value_at(around.excel, 8, 3)) == (None, "theirs")


def co_author_writes(around: ExcelAround) -> None:
    """Somebody else fills D9."""
    paths = {
        "1": {"Id": 1, "ObjectPathType": 1, "Name": ""},
        "2": {"Id": 2, "ObjectPathType": 4, "Name": "Worksheets", "ParentObjectPathId": 1},
        "3": {"Id": 3, "ObjectPathType": 3, "Name": "GetActiveWorksheet", "ParentObjectPathId": 2},
        "4": {
            "Id": 4,
            "ObjectPathType": 3,
            "Name": "GetRange",
            "ParentObjectPathId": 3,
            "ArgumentInfo": {"Arguments": ["D9"]},
        },
    }
    write = {
        "Id": 9,
        "ActionType": 4,
        "Name": "Values",
        "ObjectPathId": 4,
        "ArgumentInfo": {"Arguments": [[["theirs"]]]},
    }
    assert (
        around.excel.run_batch({"Actions": [write], "ObjectPaths": paths}, WRITES)["Error"] is None
    )
