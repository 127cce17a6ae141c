"""The whole pane inside what real office.js takes for desktop Excel, answered by an embedded Excel."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from excel_around import ExcelAround, code_replies, live_server, send_task
from playwright.async_api import Browser, expect

from embedded_excel.calc.cells import Rect
from embedded_excel.host import EmbeddedExcel

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

CODE = """// scope: Sheet1!B1:B3
await sheet.setRange("Sheet1!B1:B3", [["=A1*10"], ["=A2*10"], ["=SUM(B1:B2)"]]);"""


def figures() -> EmbeddedExcel:
    """Two numbers in column A."""
    excel = EmbeddedExcel.new("figures.xlsx")
    actions = [
        {
            "Id": 2,
            "ActionType": 4,
            "Name": "Values",
            "ObjectPathId": 5,
            "ArgumentInfo": {"Arguments": [[[1], [2]]]},
        }
    ]
    paths = {
        "1": {"Id": 1, "ObjectPathType": 1, "Name": ""},
        "3": {"Id": 3, "ObjectPathType": 4, "Name": "Worksheets", "ParentObjectPathId": 1},
        "4": {
            "Id": 4,
            "ObjectPathType": 3,
            "Name": "GetActiveWorksheet",
            "ParentObjectPathId": 3,
            "ArgumentInfo": {"Arguments": []},
        },
        "5": {
            "Id": 5,
            "ObjectPathType": 3,
            "Name": "GetRange",
            "ParentObjectPathId": 4,
            "ArgumentInfo": {"Arguments": ["A1:A2"]},
        },
    }
    assert excel.run_batch({"Actions": actions, "ObjectPaths": paths}, 1)["Error"] is None
    return excel


@pytest_asyncio.fixture(loop_scope="module")
async def around() -> AsyncIterator[ExcelAround]:
    around = ExcelAround(figures())
    yield around
    await around.page.context.close()
    around.excel.close()


def value_at(excel: EmbeddedExcel, row: int, column: int):
    workbook = excel.workbook
    return workbook.value_at(workbook.sheet_ids[0], row, column)


async def test_a_task_runs_through_live_excel_and_its_changes_are_shown_and_taken_back(
    browser: Browser, around: ExcelAround, tmp_path
):
    async with live_server(
        tmp_path, code_replies(CODE, answer="The sum is 30 (`Sheet1!B3`).")
    ) as server:
        page = await around.open(browser, server)
        await send_task(page, "Ten times column A, and the sum")
        await expect(page.locator(".answer").last).to_contain_text("The sum is 30", timeout=30_000)
        await expect(page.locator(".execution .headline")).to_contain_text("3 cells written")
        assert value_at(around.excel, 2, 1) == 30
        await page.locator(".answer .address", has_text="Sheet1!B3").click()
        await page.locator(".revert").click()
        await expect(page.locator(".reverted")).to_contain_text("3 cells put back")
        assert value_at(around.excel, 2, 1) is None
        assert around.excel.workbook.selection.rect == Rect(2, 1, 2, 1)
        assert around.complaints == []


async def test_office_js_finds_desktop_excel_and_the_server_hears_what_it_can(
    browser: Browser, around: ExcelAround, tmp_path
):
    async with live_server(tmp_path, []) as server:
        page = await around.open(browser, server)
        await expect(page.locator(".state-words")).to_have_text("Ready")
        found = await page.evaluate(
            "async () => ({...await Office.onReady(), host2: Office.context.host,"
            "sets: ['1.12', '1.15', '1.16'].map(one => Office.context.requirements.isSetSupported('ExcelApi', one))})"
        )
        assert (found["host"], found["platform"], found["host2"]) == ("Excel", "PC", "Excel")
        assert found["sets"] == [True, True, False]


async def test_a_ribbon_button_puts_its_request_and_tells_excel_it_is_done(
    browser: Browser, around: ExcelAround, tmp_path
):
    async with live_server(tmp_path, code_replies(answer="Nothing is wrong.")) as server:
        page = await around.open(browser, server)
        await expect(page.locator(".state-words")).to_have_text("Ready")
        await page.wait_for_function("() => richClient.registered().includes('39:')")
        await around.deliver(around.client.command("checkSheet", "7"))
        await expect(page.locator(".user")).to_contain_text("Check the active sheet for errors")
        await expect(page.locator(".answer").last).to_contain_text("Nothing is wrong")
        assert around.client.completed == ["7"]


@pytest.mark.parametrize(("theme", "shown"), [("white", "light"), ("black", "dark")])
async def test_the_pane_takes_on_office_s_theme(browser: Browser, tmp_path, theme, shown):
    around = ExcelAround(figures(), theme=theme)
    async with live_server(tmp_path, []) as server:
        page = await around.open(browser, server)
        await expect(page.locator("html")).to_have_attribute("data-theme", shown)
        await page.context.close()
    around.excel.close()


async def test_selection_events_and_settings_go_both_ways(
    browser: Browser, around: ExcelAround, tmp_path
):
    async with live_server(tmp_path, []) as server:
        page = await around.open(browser, server)
        await expect(page.locator(".state-words")).to_have_text("Ready")
        await page.evaluate(
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
        await around.happens()
        await page.wait_for_function("() => heard.length >= 2")
        assert sorted(await page.evaluate("heard")) == ["C3", "document"]
        assert around.excel.workbook.settings == {"seen": True}


async def test_generated_code_has_the_excel_library_of_the_page(
    browser: Browser, around: ExcelAround, tmp_path
):
    asked: list[str] = []
    async with live_server(tmp_path, []) as server:
        page = await around.open(browser, server)
        page.on("request", lambda request: asked.append(request.url))
        await expect(page.locator(".state-words")).to_have_text("Ready")
        await page.wait_for_function("() => document.querySelector('iframe')")
        libraries = [url for url in asked if "/excel-" in url]
        assert libraries
        assert all(url.startswith("https://appsforoffice.microsoft.com/") for url in libraries)
