"""Questions to the user and the ways back in the page: what is shown, and what is sent."""

from typing import Any

import pytest
from page_server import PageServer, Pane, sample_workbook
from page_turns import finished, open_page, run_code, send
from playwright.async_api import Browser, expect

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

HOSTILE = "delete the sheet <img src=x onerror=alert(1)>"


async def asking(pane: Pane, frame: dict[str, Any]) -> None:
    match frame["type"]:
        case "user.message":
            await pane.send("agent.turn_started", turn=1, task=frame["text"])
            await pane.send(
                "agent.approval_asked",
                approval_id="approval-1",
                subject="loss",
                what=[HOSTILE, "empty 117 filled cells in Sales!A2:C40"],
                scope="Sales!D3",
            )
        case "user.approval":
            await pane.send(
                "agent.approval_closed",
                approval_id=frame["approval_id"],
                allowed=frame["allow"],
            )
            await run_code(pane, finished(undo_id="u1", counts={"written": 1}))
            await run_code(pane, finished(execution_id="e1", undo_id="u2", counts={"written": 1}))
            await pane.send("agent.turn_finished", end="answered", reason="")
        case "user.revert":
            again = frame["undo_id"].endswith("/revert")
            await pane.send(
                "agent.reverted",
                undo_id=frame["undo_id"],
                restored=1,
                kept=[],
                failure="",
                redo_id=f"{frame['undo_id']}/revert" if not again else "",
            )


@pytest.mark.parametrize(("button", "allow"), [("Allow", True), ("Don’t allow", False)])
async def test_a_question_shows_what_would_happen_and_sends_the_answer(
    browser: Browser, button: str, allow: bool
):
    server = PageServer(sample_workbook(), asking)
    async with server.running() as url:
        watch = await open_page(browser, url)
        page = watch.page
        await send(page, "Clean up")
        card = page.locator(".approval")
        await expect(card.locator("li")).to_have_text(
            [HOSTILE.replace("delete", "Delete"), "Empty 117 filled cells in Sales!A2:C40"]
        )
        await expect(card.locator(".scope")).to_have_text("The code named: Sales!D3")
        await card.get_by_role("button", name=button, exact=True).click()
        await expect(card.locator(".badge")).to_have_text("Allowed" if allow else "Not allowed")
        await expect(card.locator("button")).to_have_count(0)
        sent = [f for f in server.received if f["type"] == "user.approval"]
        assert sent == [{"type": "user.approval", "approval_id": "approval-1", "allow": allow}]
        assert watch.complaints == []


async def test_a_change_is_reverted_put_back_and_the_whole_task_reverted(browser: Browser):
    server = PageServer(sample_workbook(), asking)
    async with server.running() as url:
        page = (await open_page(browser, url)).page
        await send(page, "Clean up")
        await page.get_by_role("button", name="Allow", exact=True).click()
        first = page.locator(".execution").first
        await first.get_by_role("button", name="Revert").click()
        await expect(first.locator(".reverted")).to_have_text("Reverted: 1 cell put back.")
        await first.get_by_role("button", name="Put back").click()
        await expect(first.locator(".reverted").first).to_have_text(
            "Applied again: 1 cell put back."
        )
        await page.get_by_role("button", name="Revert all 2 changes").click()
        await expect(page.locator(".line.reverted")).to_have_text("Reverted: 1 cell put back.")
        sent = [f["undo_id"] for f in server.received if f["type"] == "user.revert"]
        assert sent == ["u1", "u1/revert", "turn/u1"]
