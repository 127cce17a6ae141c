"""The workbook's grid in Chromium: selection, changes, scrolling, following the task."""

import re
from typing import Any

import pytest
from page_server import PageServer, Pane, sample_workbook
from page_turns import cell, finished, open_page, run_code, send, turn
from playwright.async_api import Browser, expect

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]


async def test_the_grid_keeps_hidden_rows_out_and_shows_merged_and_wrapped_cells(browser: Browser):
    async with PageServer(sample_workbook()).running() as url:
        page = (await open_page(browser, url)).page
        headings = await page.locator(".sheet .row-heading").all_inner_texts()
        assert headings[:6] == ["1", "2", "3", "4", "6", "7"]
        title = page.locator(".sheet .cell-text", has_text="Sales by region").last
        await expect(title).to_be_visible()
        wrapped = page.locator(".sheet .cell-text", has_text="Wrapped text")
        assert await wrapped.evaluate("e => e.clientHeight") > 25


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
