"""Hostile text in answers and cells: it stays text, and links show where they lead."""

from typing import Any

import pytest
from page_server import PageServer, Pane, sample_workbook
from page_turns import HOSTILE, cell, finished, open_page, run_code, send
from playwright.async_api import Browser, expect

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]


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
