"""The constraints of the session in the page: shown, entered by keyboard, withdrawn, asked about."""

from typing import Any

import pytest
from page_server import PageServer, Pane, sample_workbook
from page_turns import open_page, send
from playwright.async_api import Browser, Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

HOSTILE = "never <img src=x onerror=alert(1)> touch \u202eInputs"
KEPT = [
    {"id": "K1", "text": HOSTILE, "origin": "said", "enforced": "no changes in Inputs"},
    {"id": "K2", "text": "Use thousands.", "origin": "quoted", "enforced": ""},
]


class Ledger:
    """Answers as the server does, with a list of its own."""

    def __init__(self) -> None:
        self.cards: list[dict[str, Any]] = []

    async def show(self, pane: Pane, left_out: int = 0) -> None:
        await pane.send("session.constraints", constraints=self.cards, left_out=left_out)

    async def __call__(self, pane: Pane, frame: dict[str, Any]) -> None:
        match frame["type"]:
            case "user.message":
                await pane.send("agent.turn_started", turn=1, task=frame["text"])
                self.cards = list(KEPT)
                await self.show(pane)
                await pane.send(
                    "agent.approval_asked",
                    approval_id="approval-1",
                    subject="constraint",
                    what=['go against K1 ("Never touch Inputs."): change Inputs!C4'],
                    scope="Inputs!C4",
                )
            case "user.constraint" if frame["text"] == "refuse me":
                await pane.send("error", message="It is kept already.", about="user.constraint")
            case "user.constraint":
                card = {"id": "K3", "text": frame["text"], "origin": "added", "enforced": None}
                self.cards = [*self.cards, card]
                await self.show(pane, left_out=2)
            case "user.constraint_removed":
                self.cards = [card for card in self.cards if card["id"] != frame["id"]]
                await self.show(pane)


def items(page: Page):
    return page.get_by_role("list", name="Constraints of this session").locator("li")


async def test_every_constraint_stands_with_its_id_its_words_and_what_is_enforced(
    browser: Browser,
):
    server = PageServer(sample_workbook(), Ledger())
    async with server.running() as url:
        watch = await open_page(browser, url)
        page = watch.page
        await send(page, "Never touch Inputs")
        await expect(page.locator(".constraints .fold-title")).to_have_text("Constraints · 2")
        await page.locator(".constraints summary").click()
        await expect(items(page).locator(".constraint-id")).to_have_text(["K1", "K2"])
        await expect(items(page).locator(".constraint-words")).to_have_text(
            [HOSTILE.replace("\u202e", "\\u{202e}"), "Use thousands."]
        )
        await expect(items(page).locator(".constraint-state")).to_have_text(
            ["Enforced: no changes in Inputs", "Kept in mind, not enforceable by code"]
        )
        await expect(page.locator(".constraints img")).to_have_count(0)
        card = page.locator(".approval")
        await expect(card.locator(".approval-title")).to_have_text(
            "May Tieout do this? You ruled it out in this session."
        )
        await expect(card.locator("li")).to_have_text(
            ['Go against K1 ("Never touch Inputs."): change Inputs!C4']
        )
        await expect(card.locator(".scope")).to_have_text("The code named: Inputs!C4")
        assert watch.complaints == []


async def test_one_is_entered_and_withdrawn_by_keyboard_alone(browser: Browser):
    server = PageServer(sample_workbook(), Ledger())
    async with server.running() as url:
        watch = await open_page(browser, url)
        page = watch.page
        await page.locator(".constraints summary").focus()
        await page.keyboard.press("Enter")
        await page.keyboard.press("Tab")
        await expect(page.get_by_role("textbox", name="Another constraint")).to_be_focused()
        await page.keyboard.type("Only edit Summary")
        await page.keyboard.press("Enter")
        await expect(items(page).locator(".constraint-words")).to_have_text(["Only edit Summary"])
        await expect(items(page).locator(".constraint-state")).to_have_text(
            "Checked against the workbook when the next task starts"
        )
        await expect(items(page).last).to_have_text(
            "2 more sentences were not kept: there are too many."
        )
        await expect(page.locator("[data-part=live]")).to_contain_text(
            "Constraint K3 is kept: Only edit Summary."
        )
        await page.get_by_role("button", name="Remove constraint K3").focus()
        await page.keyboard.press("Enter")
        await expect(items(page)).to_have_count(0)
        await expect(page.get_by_role("textbox", name="Another constraint")).to_be_focused()
        sent = [f for f in server.received if f["type"].startswith("user.constraint")]
        assert sent == [
            {"type": "user.constraint", "text": "Only edit Summary"},
            {"type": "user.constraint_removed", "id": "K3"},
        ]
        assert watch.complaints == []


async def test_focus_stays_in_the_list_and_refused_words_come_back(browser: Browser):
    server = PageServer(sample_workbook(), Ledger())
    async with server.running() as url:
        page = (await open_page(browser, url)).page
        await send(page, "Never touch Inputs")
        await page.locator(".constraints summary").click()
        await page.get_by_role("button", name="Remove constraint K1").click()
        await expect(page.get_by_role("button", name="Remove constraint K2")).to_be_focused()
        field = page.get_by_role("textbox", name="Another constraint")
        await field.fill("refuse me")
        await field.press("Enter")
        await expect(page.locator(".line.error")).to_have_text("It is kept already.")
        await expect(field).to_have_value("refuse me")


async def test_without_a_model_there_is_nothing_to_constrain(browser: Browser):
    server = PageServer(sample_workbook(), Ledger(), model="")
    async with server.running() as url:
        page = (await open_page(browser, url)).page
        await expect(page.locator(".constraints")).to_be_hidden()
