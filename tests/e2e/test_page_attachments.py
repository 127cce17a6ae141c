"""Files, questions about the web, and made pages in Chromium, on the real server."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import openpyxl
import pytest
from page_turns import open_page, send
from playwright.async_api import Browser, expect

from tieout.headless.desk import Desks
from tieout.sessions.models import open_model
from tieout.sessions.served import ServedParts, ServedSession
from tieout.settings import Settings
from tieout.web.serving import Server, start_server
from tieout.web.workbook_view import EmbeddedView

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

HOSTILE = "<img src=x onerror=\"document.title='owned'\">"
URL = "http://rates.example/x?" + "&".join(f"cell{n}=1204" for n in range(40))


@asynccontextmanager
async def serving(folder: Path, *calls: tuple[str, dict]) -> AsyncIterator[Server]:
    """The product's server on a small workbook, with a model that makes these calls."""
    book = openpyxl.Workbook()
    book.active.title = "Data"
    for row in (["Region", HOSTILE], ["North", 1204], ["South", -300]):
        book.active.append(row)
    book.save(folder / "book.xlsx")
    script: list[dict] = []
    for name, arguments in calls:
        for tool, given in (
            ("get_tool_info", {"name": name}),
            ("execute_tool", {"name": name, "arguments": json.dumps(arguments)}),
        ):
            call = {"type": "tool_use", "name": tool, "input": given}
            script.append({"content": [call], "stop_reason": "tool_use"})
    script.append({"content": [{"type": "text", "text": "Done."}], "stop_reason": "end_turn"})
    (folder / "script.json").write_text(json.dumps(script), "utf-8")
    settings = Settings(pages_dir=folder / "pages")
    desks = Desks(settings)
    desk = await desks.open(folder / "book.xlsx")
    model = open_model(f"scripted:{folder / 'script.json'}", settings)
    session = ServedSession(ServedParts(desk, desks.open, model, settings))
    server = await start_server(session, workbook=lambda: EmbeddedView(desks.current))
    try:
        yield server
    finally:
        await server.close()
        await session.close()


async def test_a_file_is_attached_listed_named_to_the_model_and_removed(
    browser: Browser, tmp_path: Path
):
    async with serving(tmp_path) as server:
        watch = await open_page(browser, server.start_url)
        page = watch.page
        names = page.locator(".attachments .attached-name")
        await page.locator("input[type=file]").set_input_files(
            [{"name": "sales.csv", "mimeType": "text/csv", "buffer": b"a,b\n1,2\n"},
             {"name": "lease.txt", "mimeType": "text/plain", "buffer": b"Rent 1,204"}]
        )  # fmt: skip
        await expect(names).to_have_text(["sales.csv", "lease.txt"])
        await page.get_by_role("button", name="Remove lease.txt").click()
        await expect(names).to_have_text(["sales.csv"])
        await page.reload()
        await expect(names).to_have_text(["sales.csv"])
        await send(page, "Tie out.")
        await expect(page.locator(".log")).to_contain_text("Done.")
        await page.reload()
        await expect(page.locator(".log")).to_contain_text("read_attachment: sales.csv)")
        assert watch.complaints == []


async def test_what_can_not_be_attached_is_said(browser: Browser, tmp_path: Path):
    async with serving(tmp_path) as server:
        page = (await open_page(browser, server.start_url)).page
        await page.evaluate(
            """() => {
              const files = new DataTransfer();
              files.items.add(new File(["MZ"], "setup.exe"));
              const target = document.querySelector("#pane, .pane");
              target.dispatchEvent(new DragEvent("drop", {dataTransfer: files, bubbles: true, cancelable: true}));
            }"""
        )
        await expect(page.locator(".line.error")).to_contain_text("setup.exe can't be attached")
        await expect(page.locator(".attachments li")).to_have_count(0)


async def test_an_address_is_shown_whole_before_it_is_sent(browser: Browser, tmp_path: Path):
    async with serving(tmp_path, ("web_crawl", {"url": URL})) as server:
        watch = await open_page(browser, server.start_url)
        page = watch.page
        await send(page, "Look it up.")
        card = page.locator(".approval")
        await expect(card.locator("li")).to_have_text(f"Read the web page {URL}")
        await expect(page.locator(".execution .running")).to_have_text("Using web_crawl")
        await expect(card.locator(".approval-title")).to_contain_text("send this to the web")
        box, inside = await card.bounding_box(), await card.locator("li").bounding_box()
        assert box is not None
        assert inside is not None
        assert inside["x"] + inside["width"] <= box["x"] + box["width"]
        await card.get_by_role("button", name="Don’t allow").click()
        await expect(card.locator(".badge")).to_have_text("Not allowed")
        await expect(page.locator(".log")).to_contain_text("Done.")
        assert watch.complaints == []


async def test_a_made_page_opens_with_its_figures_and_runs_nothing(
    browser: Browser, tmp_path: Path
):
    sections = [
        {"type": "table", "range": "Data!A1:B3", "heading": HOSTILE},
        {"type": "chart", "range": "Data!A1:B3", "chart": "bar"},
    ]
    call = ("create_website", {"title": f"Sales {HOSTILE}", "sections": sections})
    async with serving(tmp_path, call) as server:
        watch = await open_page(browser, server.start_url)
        await send(watch.page, "Make a page.")
        link = watch.page.locator(".made-page a")
        await expect(link).to_have_text(f"Sales {HOSTILE}")
        async with watch.page.context.expect_page() as opened:
            await link.click()
        made = await opened.value
        await expect(made.locator("h1")).to_have_text(f"Sales {HOSTILE}")
        assert await made.title() == f"Sales {HOSTILE}"
        await expect(made.get_by_title("Data!B2", exact=True).first).to_have_text("1204")
        assert await made.locator("img").count() == 0
        assert await made.locator("svg rect[fill] title").count() == 2
        # A script that got in would still have no right to run, and no way out.
        outcome = await made.evaluate(
            """async () => {
              const script = document.createElement("script");
              script.textContent = "document.title = 'owned'";
              document.body.append(script);
              const sent = await fetch("/healthz").then(() => "sent", () => "refused");
              return [document.title !== "owned", sent, self.origin];
            }"""
        )
        assert outcome == [True, "refused", "null"]
        assert watch.complaints == []
