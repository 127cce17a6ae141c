"""The whole pane in a frame of what real office.js takes for Excel on the web."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from excel_around import ExcelOnline, code_replies, live_server, send_task
from playwright.async_api import Browser, Frame, expect
from test_pane_in_desktop_excel import CODE, figures, value_at

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]


@pytest_asyncio.fixture(loop_scope="module")
async def online() -> AsyncIterator[ExcelOnline]:
    online = ExcelOnline(figures())
    yield online
    await online.page.context.close()
    online.excel.close()


def pane_of(online: ExcelOnline) -> Frame:
    """The pane's frame, for scripts."""
    found = online.page.frame(name="pane")
    assert found is not None
    return found


async def test_a_task_runs_through_excel_on_the_web_and_is_taken_back(
    browser: Browser, online: ExcelOnline, tmp_path
):
    replies = code_replies(CODE, answer="The sum is 30 (`Sheet1!B3`).")
    async with live_server(tmp_path, replies) as server:
        await online.open(browser, server)
        pane = online.frame
        await send_task(pane, "Ten times column A, and the sum")
        await expect(pane.locator(".answer").last).to_contain_text("The sum is 30", timeout=30_000)
        await expect(pane.locator(".execution .headline")).to_contain_text("3 cells written")
        assert value_at(online.excel, 2, 1) == 30
        await pane.locator(".revert").click()
        await expect(pane.locator(".reverted")).to_contain_text("3 cells put back")
        assert value_at(online.excel, 2, 1) is None
        assert online.complaints == []


async def test_office_js_finds_excel_on_the_web(browser: Browser, online: ExcelOnline, tmp_path):
    async with live_server(tmp_path, []) as server:
        await online.open(browser, server)
        await expect(online.frame.locator(".state-words")).to_have_text("Ready")
        found = await pane_of(online).evaluate(
            "async () => ({...await Office.onReady(),"
            "sets: ['1.12', '1.15', '1.16'].map(one => Office.context.requirements.isSetSupported('ExcelApi', one))})"
        )
        assert (found["host"], found["platform"]) == ("Excel", "OfficeOnline")
        assert found["sets"] == [True, True, False]


async def test_a_ribbon_button_reaches_the_pane_and_its_end_reaches_excel(
    browser: Browser, online: ExcelOnline, tmp_path
):
    async with live_server(tmp_path, code_replies(answer="Nothing is wrong.")) as server:
        page = await online.open(browser, server)
        await expect(online.frame.locator(".state-words")).to_have_text("Ready")
        await page.wait_for_function("() => onlineFrame.registered().includes('appCommandInvoked')")
        await online.deliver(online.client.command("checkSheet", "7"))
        await expect(online.frame.locator(".user")).to_contain_text("Check the active sheet")
        await expect(online.frame.locator(".answer").last).to_contain_text("Nothing is wrong")
        assert online.client.completed == ["7"]


async def test_selection_events_and_settings_go_both_ways(
    browser: Browser, online: ExcelOnline, tmp_path
):
    async with live_server(tmp_path, []) as server:
        await online.open(browser, server)
        await expect(online.frame.locator(".state-words")).to_have_text("Ready")
        pane = pane_of(online)
        await pane.evaluate(
            """async () => {
              window.heard = [];
              await new Promise(done => Office.context.document.addHandlerAsync(
                "documentSelectionChanged", () => heard.push("document"), done));
              await Excel.run(async context => {
                context.workbook.worksheets.onSelectionChanged.add(async args => { heard.push(args.address); });
                await context.sync();
              });
              Office.context.document.settings.set("seen", true);
              await new Promise(done => Office.context.document.settings.saveAsync(done));
              await Excel.run(async context => {
                context.workbook.worksheets.getActiveWorksheet().getRange("C3").select();
                await context.sync();
              });
            }"""
        )
        await pane.wait_for_function("() => heard.length >= 2")
        assert sorted(await pane.evaluate("heard")) == ["C3", "document"]
        assert online.excel.workbook.settings == {"seen": True}
