"""What the tests of the pages share: frames of a turn, and a page whose complaints are collected."""

import json
from typing import Any

from page_server import Pane
from playwright.async_api import Browser, Page, expect

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


# A busy machine draws late; waiting longer costs nothing where it draws in time.
expect.set_options(timeout=20_000)


async def open_page(browser: Browser, url: str, **context: Any) -> Watch:
    page = await (
        await browser.new_context(viewport={"width": 1280, "height": 800}, **context)
    ).new_page()
    watch = Watch(page)
    await page.goto(url)
    await expect(page.locator(".state-words")).to_have_text("Ready")
    # An address typed before the first cells are there would be overtaken by their arrival.
    await expect(page.locator(".sheet .cell-text").first).to_be_visible()
    return watch


async def send(page: Page, text: str) -> None:
    await page.locator("#message").fill(text)
    await page.keyboard.press("Enter")
