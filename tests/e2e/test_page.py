"""The pages in Chromium, against frames and a workbook written down here: they load under the strict
policy, show what arrives, obey keyboard and mouse, and let no text become markup."""

import re
from typing import Any

import pytest
from page_server import PageServer, Pane, sample_workbook
from page_turns import open_page, send, turn
from playwright.async_api import Browser, expect

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]


async def test_the_page_loads_without_a_complaint_and_shows_workbook_and_pane(browser: Browser):
    async with PageServer(sample_workbook()).running() as url:
        watch = await open_page(browser, url)
        page = watch.page
        await expect(page.locator(".workbook")).to_have_text("Regional sales.xlsx")
        await expect(page.locator(".sheet .cell-text", has_text="Revenue")).to_be_visible()
        await expect(page.locator(".tab")).to_have_text(["Sales", "Notes & risks"])
        await expect(page.locator(".empty h2")).to_be_visible()
        assert watch.complaints == []


async def test_hello_says_what_the_page_can_do(browser: Browser):
    server = PageServer(sample_workbook())
    async with server.running() as url:
        await open_page(browser, url)
        hello = server.received[0]
        assert (hello["type"], hello["v"], hello["roles"]) == ("hello", 1, ["sandbox", "ui"])
        assert 0 < len(hello["pane"]) <= 64


async def test_a_turn_becomes_messages_a_diff_card_and_quiet_lines(browser: Browser):
    async with PageServer(sample_workbook(), turn).running() as url:
        watch = await open_page(browser, url)
        page = watch.page
        await send(page, "Fill revenue")
        await expect(page.locator(".user")).to_have_text("Fill revenue")
        await expect(page.locator(".answer strong")).to_have_text("revenue")
        await expect(page.locator(".answer .address").first).to_have_text("Sales!D3:D202")
        card = page.locator(".execution")
        await expect(card.locator(".headline")).to_have_text(
            re.compile("199 cells written.*1 recalculated.*1 outside the scope.*1 object")
        )
        await expect(card.locator(".severity")).to_have_text(["Must fix", "Review"])
        await expect(card.locator("h3")).to_have_text(["Sales", "Notes & risks"])
        await expect(card.locator(".kind h4")).to_have_count(3)
        await expect(card.locator(".change").first).to_contain_text("#REF!")
        await expect(page.locator(".line.retry")).to_contain_text("Trying again in 8 s (attempt 2)")
        await expect(page.locator(".usage")).to_have_text(
            "1 request · 1,000 tokens in (90% cached) · 50 out"
        )
        await card.locator(".code-fold summary").click()
        await expect(card.locator(".code")).to_contain_text("async function execute()")
        await expect(page.locator(".state-words")).to_have_text("Ready")
        assert watch.complaints == []


async def test_show_more_lists_the_rest_and_says_what_is_not_listed(browser: Browser):
    async with PageServer(sample_workbook(), turn).running() as url:
        page = (await open_page(browser, url)).page
        await send(page, "Fill revenue")
        written = page.locator('.kind[data-kind="written"]')
        await expect(written.locator(".change")).to_have_count(6)
        await written.locator(".more").click()
        await expect(written.locator(".change")).to_have_count(21)
        await expect(written.locator(".unlisted")).to_have_text("and 178 more cells, not listed")
        await expect(written.locator(".change").nth(6)).to_be_focused()


async def test_revert_asks_the_server_and_shows_what_it_did(browser: Browser):
    server = PageServer(sample_workbook(), turn)
    async with server.running() as url:
        page = (await open_page(browser, url)).page
        await send(page, "Fill revenue")
        await page.locator(".revert").click()
        await expect(page.locator(".reverted")).to_contain_text("198 cells put back")
        await expect(page.locator(".reverted .address")).to_have_text("Sales!D60")
        await expect(page.locator(".revert")).to_have_count(0)
        assert [f["undo_id"] for f in server.received if f["type"] == "user.revert"] == ["u1"]


async def test_enter_sends_shift_enter_breaks_the_line_and_escape_stops(browser: Browser):
    async def begin(pane: Pane, frame: dict[str, Any]) -> None:
        if frame["type"] == "user.message" and frame["text"].startswith("first"):
            await pane.send("agent.turn_started", turn=1, task=frame["text"])
        elif frame["type"] == "user.stop":
            await pane.send("agent.turn_finished", end="stopped", reason="Nothing was changed.")

    server = PageServer(sample_workbook(), begin)
    async with server.running() as url:
        page = (await open_page(browser, url)).page
        await page.locator("#message").focus()
        await page.keyboard.type("first")
        await page.keyboard.press("Shift+Enter")
        await page.keyboard.type("second")
        await page.keyboard.press("Enter")
        await expect(page.locator(".state-words")).to_have_text("Working")
        await page.keyboard.type("also this")
        await page.keyboard.press("Enter")
        await expect(page.locator(".user.steering")).to_have_text("also this")
        await page.keyboard.press("Escape")
        await expect(page.locator(".line.end")).to_have_text("Stopped. Nothing was changed.")
        await expect(page.locator(".stop")).to_be_hidden()
        sent = [f.get("text", f["type"]) for f in server.received if f["type"].startswith("user.")]
        assert sent == ["first\nsecond", "also this", "user.stop"]


async def test_without_a_model_the_demonstrations_take_the_composers_place(browser: Browser):
    card = {"name": "fill", "title": "Fill revenue", "task": "Fill the column."}
    server = PageServer(sample_workbook(), model="", demonstrations=(card,))
    async with server.running() as url:
        page = (await open_page(browser, url)).page
        await expect(page.locator(".composer")).to_be_hidden()
        await expect(page.locator(".demonstrations")).to_contain_text(
            "Recorded demonstration: the model's words are recorded, everything after them runs for real"
        )
        await page.locator(".card").focus()
        await page.keyboard.press("Enter")
        await expect(page.locator(".state-words")).to_have_text("Working")
        await server.until(lambda got: {"type": "user.demonstration", "name": "fill"} in got)


async def test_a_lost_line_is_told_and_what_ran_is_not_shown_as_running(browser: Browser):
    async def drop(pane: Pane, frame: dict[str, Any]) -> None:
        if frame["type"] == "user.message":
            await pane.send("agent.turn_started", turn=1, task=frame["text"])
            await pane.close()

    async with PageServer(sample_workbook(), drop).running() as url:
        page = (await open_page(browser, url)).page
        await send(page, "Fill revenue")
        await expect(page.locator(".line.pane_lost")).to_contain_text(
            "connection to the server broke"
        )
        await expect(page.locator(".state-words")).to_have_text("Ready")  # it connects again


async def test_the_end_stays_in_view_until_the_reader_scrolls_away(browser: Browser):
    async def grow(pane: Pane, frame: dict[str, Any]) -> None:
        if frame["type"] == "user.message":
            await pane.send("agent.turn_started", turn=1, task=frame["text"])
            for _ in range(40):
                await pane.send("agent.text", text="A line of the answer.\n\n")

    server = PageServer(sample_workbook(), grow)
    async with server.running() as url:
        page = (await open_page(browser, url)).page
        await send(page, "tell me")
        await expect(page.locator(".answer p")).to_have_count(40)
        await expect(page.locator(".answer p").last).to_be_in_viewport()
        await page.locator(".log").hover()
        await page.mouse.wheel(0, -400)
        await expect(page.locator(".answer p").last).not_to_be_in_viewport()
        await server.panes[0].send("agent.text", text="One more.")
        await expect(page.locator(".answer p").last).to_have_text("One more.")
        await expect(page.locator(".answer p").last).not_to_be_in_viewport()


@pytest.mark.parametrize("width", [300, 350])
async def test_the_pane_alone_holds_at_its_narrowest(browser: Browser, width: int):
    async with PageServer(sample_workbook(), turn).running() as url:
        watch = await open_page(browser, url)
        page = watch.page
        await page.add_style_tag(
            content=f"body.split {{ grid-template-columns: 1fr {width}px !important }}"
        )
        await send(page, "Fill " + "averyverylongwordwithoutanybreak" * 5)
        await expect(page.locator(".usage")).to_be_visible()
        assert await page.locator(".log").evaluate("e => e.scrollWidth <= e.clientWidth")


@pytest.mark.parametrize("width", [300, 350, 540])
async def test_in_a_narrow_window_workbook_and_pane_stand_one_above_the_other(
    browser: Browser, width: int
):
    async with PageServer(sample_workbook(), turn).running() as url:
        page = (await open_page(browser, url)).page
        await page.set_viewport_size({"width": width, "height": 800})
        workbook = await page.locator(".workbook-view").bounding_box()
        pane = await page.locator(".pane").bounding_box()
        assert workbook is not None
        assert pane is not None
        assert workbook["y"] + workbook["height"] <= pane["y"]
        assert workbook["width"] == pane["width"] == width
        await send(page, "Fill it")
        await expect(page.locator(".usage")).to_be_visible()
        assert await page.evaluate(
            "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
        )


async def test_outside_excel_the_task_pane_says_so(browser: Browser):
    async with PageServer(sample_workbook()).running() as url:
        page = await browser.new_page()
        await page.route("https://appsforoffice.microsoft.com/**", lambda route: route.abort())
        await page.goto(url + "taskpane.html")
        await expect(page.locator(".state-words")).to_have_text("Disconnected")
        await expect(page.locator(".state-sentence")).to_contain_text(
            "Office.js could not be loaded"
        )
