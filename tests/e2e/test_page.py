"""The pages in Chromium, against frames and a workbook written down here: they load under the strict
policy, show what arrives, obey keyboard and mouse, and let no text become markup."""

import json
import re
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from page_server import PageServer, Pane, sample_workbook
from playwright.async_api import Browser, Page, async_playwright, expect

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

CODE = '// scope: Sales!D3:D202\nasync function execute() {\n  await sheet.setCell("Sales!D3", "=B3*C3");\n}\n'
HOSTILE = "<img src=x onerror=\"document.title='owned'\">"


def cell(sheet: str, address: str, kind: str, after: str, **rest: str) -> dict[str, str]:
    empty = {"before": "", "before_formula": "", "after_formula": ""}
    return {"sheet": sheet, "address": address, "kind": kind, "after": after, **empty, **rest}


def finished(**fields: Any) -> dict[str, Any]:
    return {
        "execution_id": "e1",
        "outcome": "applied",
        "error": "",
        "console": [],
        "cells": [],
        "objects": [],
        "findings": [],
        "notes": [],
        "counts": {},
        "undo_id": "",
        "seconds": 0.5,
        **fields,
    }


FULL = finished(
    console=[{"level": "log", "text": "rows 200"}],
    cells=[
        cell(
            "Sales",
            "D57",
            "written",
            "#REF!",
            before="12",
            before_formula="=B57*C56",
            after_formula="=B57*#REF!",
        ),
        *(
            cell("Sales", f"D{row}", "written", f"{row}.00", after_formula=f"=B{row}*C{row}")
            for row in range(60, 80)
        ),
        cell("Sales", "F2", "collateral", "", before="3"),
        cell("Notes & risks", "A1", "recalculated", "7"),
    ],
    objects=[{"noun": "sheet", "name": "Summary", "verb": "added", "detail": ""}],
    findings=[
        {
            "severity": "review",
            "code": "HARDCODED_NUMBER",
            "cells": ["Sales!C9"],
            "why": "A number.",
            "fix": "Use a formula.",
        },
        {
            "severity": "must_fix",
            "code": "INVALID_FORMULA",
            "cells": ["Sales!D57"],
            "why": "Broken.",
            "fix": "Point it at C57.",
        },
    ],
    counts={"written": 199, "recalculated": 1, "collateral": 1, "must_fix": 1, "review": 1},
    undo_id="u1",
)


async def run_code(pane: Pane, result: dict[str, Any], code: str = CODE) -> None:
    """One execution as the agent tells it: the code in pieces, its start, its end."""
    text = json.dumps({"code": code})
    for start in range(0, len(text), 13):
        await pane.send("agent.code", tool_use_id="t1", partial_json=text[start : start + 13])
    await pane.send("agent.execution_started", execution_id="e1", code=code)
    await pane.send("agent.execution_finished", **result)


async def turn(pane: Pane, frame: dict[str, Any]) -> None:
    """A whole turn for whatever is sent; other frames get the answer a server would give."""
    match frame["type"]:
        case "user.message":
            await pane.send("agent.turn_started", turn=1, task=frame["text"])
            await pane.send("agent.request_started", number=1)
            await pane.send("agent.thinking", text="Units times price.")
            await pane.send("agent.text", text="Filling **revenue** in `Sales!D3:D2")
            await pane.send("agent.text", text="02`. Q1 stays.")
            await run_code(pane, FULL)
            await pane.send("agent.request_started", number=2)
            await pane.send("agent.retry", reason="The service is overloaded", attempt=2, seconds=8)
            await pane.send("agent.text", text="See 'Notes & risks'!A1.")
            await pane.send(
                "agent.usage", input_tokens=100, cache_read_input_tokens=900, output_tokens=50
            )
            await pane.send("agent.turn_finished", end="answered", reason="")
        case "user.revert":
            await pane.send(
                "agent.reverted",
                undo_id=frame["undo_id"],
                restored=198,
                kept=["Sales!D60"],
                failure="",
            )


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        chromium = await playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox"]
        )
        yield chromium
        await chromium.close()


class Watch:
    """A page whose complaints are collected: console errors, exceptions, policy violations."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.complaints: list[str] = []
        page.on("console", lambda m: self._hear(m.type, m.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _hear(self, kind: str, text: str) -> None:
        if kind in ("error", "warning"):
            self.complaints.append(text)


async def open_page(browser: Browser, url: str, **context: Any) -> Watch:
    page = await (
        await browser.new_context(viewport={"width": 1280, "height": 800}, **context)
    ).new_page()
    watch = Watch(page)
    await page.goto(url)
    await expect(page.locator(".state-words")).to_have_text("Ready")
    return watch


async def send(page: Page, text: str) -> None:
    await page.locator("#message").fill(text)
    await page.keyboard.press("Enter")


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


async def test_the_grid_keeps_hidden_rows_out_and_shows_merged_and_wrapped_cells(browser: Browser):
    async with PageServer(sample_workbook()).running() as url:
        page = (await open_page(browser, url)).page
        headings = await page.locator(".sheet .row-heading").all_inner_texts()
        assert headings[:6] == ["1", "2", "3", "4", "6", "7"]
        title = page.locator(".sheet .cell-text", has_text="Sales by region").last
        await expect(title).to_be_visible()
        wrapped = page.locator(".sheet .cell-text", has_text="Wrapped text")
        assert await wrapped.evaluate("e => e.clientHeight") > 25


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


async def test_a_click_on_a_change_selects_its_cell_in_the_grid(browser: Browser):
    server = PageServer(sample_workbook(), turn)
    async with server.running() as url:
        page = (await open_page(browser, url)).page
        await send(page, "Fill revenue")
        await page.locator('.change[data-address="Sales!D57"]').click()
        await expect(page.locator(".address-box")).to_have_value("D57")
        await expect(page.locator(".formula-text")).to_have_text("=B57*C57")
        await page.locator(".change[data-address=\"'Notes & risks'!A1\"]").click()
        await expect(page.locator('.tab[aria-selected="true"]')).to_contain_text("Notes & risks")
        await expect(page.locator(".formula-text")).to_have_text("Source: ledger")
        await server.until(lambda received: received[-1].get("address") == "'Notes & risks'!A1")


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


async def test_changed_cells_are_marked_until_the_marks_are_switched_off(browser: Browser):
    async with PageServer(sample_workbook(), turn).running() as url:
        page = (await open_page(browser, url)).page
        await send(page, "Fill revenue")
        mark = page.locator(".sheet .changed-collateral")
        await expect(mark).to_have_count(1)
        shown = "e => getComputedStyle(e, '::before').display"
        assert await mark.evaluate(shown) == "block"
        await page.locator(".mark-toggle").click()
        assert await mark.evaluate(shown) == "none"


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


@pytest.mark.parametrize(
    "text",
    [
        HOSTILE,
        "![](https://evil.test/x.png)",
        "[x](javascript:document.title='owned')",
        "[x](data:text/html,<script>document.title='owned'</script>)",
        "<svg/onload=document.title='owned'>",
        "<a href=//evil.test onclick=document.title='owned'>x</a>",
        "<style>body{display:none}</style><form action=//evil.test><input></form>",
    ],
)
async def test_hostile_markdown_in_an_answer_stays_inert(browser: Browser, text: str):
    async def answer(pane: Pane, frame: dict[str, Any]) -> None:
        if frame["type"] == "user.message":
            await pane.send("agent.turn_started", turn=1, task=frame["text"])
            await pane.send("agent.text", text=f"Before. {text} After.")
            await pane.send("agent.turn_finished", end="answered", reason="")

    async with PageServer(sample_workbook(), answer).running() as url:
        watch = await open_page(browser, url)
        page = watch.page
        requested: list[str] = []
        page.on("request", lambda request: requested.append(request.url))
        await send(page, text)
        await expect(page.locator(".answer")).to_contain_text("After.")
        active = page.locator(
            ".answer :is(img, svg, style, form, input, script, iframe, a:not(.link-open))"
        )
        await expect(active).to_have_count(0)
        assert await page.locator(".answer *").evaluate_all(
            "all => all.every(e => [...e.attributes].every(a => !a.name.startsWith('on')))"
        )
        assert await page.title() == "Tieout"
        assert [u for u in requested if "evil" in u] == []
        assert watch.complaints == []


async def test_hostile_text_from_the_workbook_stays_text_everywhere(browser: Browser):
    reversed_text = "total\u202e001\u202c"

    async def answer(pane: Pane, frame: dict[str, Any]) -> None:
        if frame["type"] != "user.message":
            return
        await pane.send("agent.turn_started", turn=1, task=frame["text"])
        await pane.send("agent.thinking", text=HOSTILE)
        result = finished(
            error=HOSTILE,
            console=[{"level": "error", "text": HOSTILE}],
            cells=[
                cell(HOSTILE, "A1", "written", HOSTILE, after_formula=HOSTILE),
                cell("Sales", "A2", "written", reversed_text),
            ],
            objects=[{"noun": HOSTILE, "name": HOSTILE, "verb": "added", "detail": HOSTILE}],
            findings=[
                {
                    "severity": "review",
                    "code": "A",
                    "cells": [HOSTILE],
                    "why": HOSTILE,
                    "fix": HOSTILE,
                }
            ],
            notes=[HOSTILE],
        )
        await run_code(pane, result, code=f"// {HOSTILE}\n")
        await pane.send("error", message=HOSTILE, about="")
        await pane.send("agent.turn_finished", end="refused", reason=HOSTILE)

    workbook = sample_workbook()
    workbook["name"] = HOSTILE
    workbook["sheets"][1]["name"] = HOSTILE
    async with PageServer(workbook, answer).running() as url:
        watch = await open_page(browser, url)
        page = watch.page
        await send(page, HOSTILE)
        await expect(page.locator(".line.refused")).to_contain_text("<img")
        await expect(page.locator("img")).to_have_count(0)
        await expect(page.locator('.change[data-address="Sales!A2"] .after')).to_have_text(
            "total\\u{202e}001\\u{202c}"
        )
        assert "\u202e" not in await page.locator("body").inner_text()
        assert await page.title() == "Tieout"
        assert watch.complaints == []


async def test_a_link_shows_its_target_before_it_can_be_opened(browser: Browser):
    async def answer(pane: Pane, frame: dict[str, Any]) -> None:
        if frame["type"] == "user.message":
            await pane.send("agent.turn_started", turn=1, task=frame["text"])
            await pane.send("agent.text", text="[prices](https://prices.example/2026?q=1)")

    async with PageServer(sample_workbook(), answer).running() as url:
        page = (await open_page(browser, url)).page
        await send(page, "source?")
        await expect(page.locator(".link-open")).to_be_hidden()
        await page.locator(".link").click()
        await expect(page.locator(".link-full code")).to_have_text(
            "https://prices.example/2026?q=1"
        )
        await expect(page.locator(".link-open")).to_have_attribute("rel", "noopener noreferrer")


async def test_keyboard_and_mouse_select_as_in_a_spreadsheet(browser: Browser):
    async with PageServer(sample_workbook()).running() as url:
        page = (
            await open_page(browser, url, permissions=["clipboard-read", "clipboard-write"])
        ).page
        box = page.locator(".address-box")
        await box.fill("B3")
        await page.keyboard.press("Enter")
        await expect(page.locator(".formula-text")).to_have_text("114")
        await page.keyboard.press("ArrowDown")
        await page.keyboard.press("ArrowDown")
        await expect(box).to_have_value("B6")  # row 5 is hidden
        await page.keyboard.press("Shift+ArrowRight")
        await page.keyboard.press("Shift+ArrowDown")
        await expect(box).to_have_value("B6:C7")
        await page.keyboard.press("Control+c")
        copied = "() => navigator.clipboard.readText()"
        assert await page.evaluate(copied) == "135\t10.75\n142\t11.00"
        await page.keyboard.press("Control+Home")
        await expect(box).to_have_value("A1")
        await page.keyboard.press("PageDown")
        assert await box.input_value() != "A1"
        await page.locator(".slick-header-column", has_text="D").click()
        await expect(box).to_have_value(re.compile("^D1:D"))
        first = page.locator(".sheet").get_by_text("1,140.00", exact=True)
        await box.fill("A3")
        await box.press("Enter")
        start, end = (
            await first.bounding_box(),
            await page.locator(".sheet").get_by_text("1,562.00", exact=True).bounding_box(),
        )
        assert start
        assert end
        await page.mouse.move(start["x"] + 5, start["y"] + 5)
        await page.mouse.down()
        await page.mouse.move(end["x"] + 5, end["y"] + 5, steps=4)
        await page.mouse.up()
        await expect(box).to_have_value("D3:D7")


async def test_an_address_that_does_not_exist_is_refused_by_the_box(browser: Browser):
    async with PageServer(sample_workbook()).running() as url:
        page = (await open_page(browser, url)).page
        await page.locator(".address-box").fill("Nowhere!A1")
        await page.keyboard.press("Enter")
        await expect(page.locator(".address-box")).to_have_attribute("aria-invalid", "true")


async def test_scrolling_far_loads_cells_and_grows_the_sheet(browser: Browser):
    async with PageServer(sample_workbook(rows=1000)).running() as url:
        page = (await open_page(browser, url)).page
        await page.locator(".address-box").fill("D1003")
        await page.keyboard.press("Enter")
        await expect(page.locator(".formula-text")).to_have_text("=SUM(D3:D1002)")
        await page.locator(".address-box").fill("ZZ5000")
        await page.keyboard.press("Enter")
        await expect(page.locator(".row-heading", has_text="5000")).to_be_visible()
        await expect(page.locator(".slick-header-column", has_text="ZZ")).to_be_visible()


async def test_changed_cells_are_read_again_when_the_workbook_changes(browser: Browser):
    workbook = sample_workbook()
    server = PageServer(workbook)
    async with server.running() as url:
        page = (await open_page(browser, url)).page
        await expect(page.locator(".sheet .cell-text", has_text="1,140.00")).to_be_visible()
        revenue = next(c for c in workbook["sheets"][0]["cells"] if c[:2] == [2, 3])
        revenue[2] = "9,999.00"
        workbook["revision"] = 2
        await server.panes[0].send("workbook.changed", revision=2)
        await expect(page.locator(".sheet .cell-text", has_text="9,999.00")).to_be_visible()


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


async def test_the_workbook_follows_the_task_unless_the_user_looks_elsewhere(browser: Browser):
    async def write(pane: Pane, frame: dict[str, Any]) -> None:
        if frame["type"] == "user.message":
            await pane.send("agent.turn_started", turn=1, task=frame["text"])
            where = frame["text"]
            result = finished(cells=[cell(where, "C4", "written", "1")], counts={"written": 1})
            await run_code(pane, result)
            await pane.send("agent.turn_finished", end="answered", reason="")

    async with PageServer(sample_workbook(), write).running() as url:
        page = (await open_page(browser, url)).page
        await send(page, "Notes & risks")
        await expect(page.locator('.tab[aria-selected="true"]')).to_contain_text("Notes & risks")
        await expect(page.locator(".address-box")).to_have_value("C4")
        await expect(page.locator("#message")).to_be_focused()


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


async def test_outside_excel_the_task_pane_says_so(browser: Browser):
    async with PageServer(sample_workbook()).running() as url:
        page = await browser.new_page()
        await page.route("https://appsforoffice.microsoft.com/**", lambda route: route.abort())
        await page.goto(url + "taskpane.html")
        await expect(page.locator(".state-words")).to_have_text("Disconnected")
        await expect(page.locator(".state-sentence")).to_contain_text(
            "Office.js could not be loaded"
        )
