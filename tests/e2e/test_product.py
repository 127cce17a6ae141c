"""The product in Chromium, started as a user starts it: page, task, answer, diff card, changed cell."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import openpyxl
import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

pytestmark = [pytest.mark.browser, pytest.mark.filterwarnings("ignore::DeprecationWarning")]

CHROMIUM = Path("/usr/bin/chromium")
# A busy machine draws late; waiting longer costs nothing where it draws in time.
expect.set_options(timeout=20_000)
CODE = """// scope: Data!B1:B3
await sheet.setRange("Data!B1:B3", [["=A1*10"], ["=A2*10"], ["=SUM(B1:B2)"]]);
console.log("three cells");"""
ANSWER = "The sum is **30** (`Data!B3`)."


@dataclass
class Watched:
    """A page, and everything it complained about."""

    page: Page
    complaints: list[str] = field(default_factory=list)

    def assert_silent(self) -> None:
        assert self.complaints == []


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if not CHROMIUM.exists():
        pytest.skip("Chromium is not installed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=str(CHROMIUM), args=["--no-sandbox", "--disable-gpu"]
        )
        yield browser
        browser.close()


@pytest.fixture
def watched(browser) -> Iterator[Watched]:
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    watched = Watched(context.new_page())
    watched.page.on(
        "console",
        lambda message: (
            watched.complaints.append(message.text)
            if message.type in {"error", "warning"}
            else None
        ),
    )
    watched.page.on("pageerror", lambda error: watched.complaints.append(str(error)))
    yield watched
    context.close()


@dataclass
class Served:
    """A running `tieout serve` and the address it printed."""

    process: subprocess.Popen[str]
    url: str


def _serve(*arguments: str, **settings: str) -> Served:
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("TIEOUT", "ANTHROPIC"))}
    clean |= {"TIEOUT_TRACE": "false", **settings}
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "tieout", "serve", "--port", "0", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=clean,
        cwd="/",
    )
    said = ""
    for line in process.stdout:
        said += line
        if found := re.search(r"http://127\.0\.0\.1:\d+/p/\S+", line):
            return Served(process, found[0])
    raise AssertionError(f"the server ended: {said}")


@pytest.fixture
def serve() -> Iterator[object]:
    started: list[Served] = []

    def start(*arguments: str, **settings: str) -> Served:
        started.append(_serve(*arguments, **settings))
        return started[-1]

    yield start
    for served in started:
        served.process.terminate()
        served.process.communicate(timeout=20)


@pytest.fixture
def book(tmp_path) -> Path:
    book = openpyxl.Workbook()
    book.active.title = "Data"
    book.active["A1"], book.active["A2"] = 1, 2
    path = tmp_path / "figures.xlsx"
    book.save(path)
    return path


def _replies(folder: Path, code: str = CODE) -> str:
    call = {"type": "tool_use", "name": "execute_code", "input": {"code": code}}
    replies = [
        {"content": [{"type": "text", "text": "On it."}, call], "stop_reason": "tool_use"},
        {"content": [{"type": "text", "text": ANSWER}], "stop_reason": "end_turn"},
    ]
    path = folder / "replies.json"
    path.write_text(json.dumps(replies), "utf-8")
    return f"scripted:{path}"


def _send(page: Page, task: str) -> None:
    expect(page.locator(".state-words")).to_have_text("Ready")
    page.locator("#message").fill(task)
    page.keyboard.press("Enter")


def _expect_answer(page: Page) -> None:
    expect(page.locator(".answer").last).to_contain_text("The sum is 30", timeout=30_000)
    expect(page.locator(".execution .headline")).to_contain_text("3 cells written")


def test_a_task_is_answered_shown_and_seen_in_the_grid(serve, watched, book, tmp_path):
    before = book.read_bytes()
    served = serve("--workbook", str(book), "--model", _replies(tmp_path))
    page = watched.page
    page.goto(served.url)
    assert "/p/" not in page.url, "the secret start address does not stay in the address bar"
    expect(page.locator(".workbook")).to_have_text("figures.xlsx")
    _send(page, "Ten times column A, and the sum")
    expect(page.locator(".user")).to_have_text("Ten times column A, and the sum")
    _expect_answer(page)
    expect(page.locator(".sheet .cell-text", has_text="30")).to_be_visible()
    page.locator(".answer .address", has_text="Data!B3").click()
    expect(page.locator(".address-box")).to_have_value("B3")
    expect(page.locator(".formula-text")).to_have_text("=SUM(B1:B2)")
    page.locator(".revert").click()
    expect(page.locator(".reverted")).to_contain_text("3 cells put back")
    expect(page.locator(".sheet .cell-text", has_text="30")).to_have_count(0)
    watched.assert_silent()
    assert book.read_bytes() == before, "serving never writes the file"


def test_the_pane_leads_to_what_the_model_saw(serve, watched, book, tmp_path):
    served = serve(
        "--workbook",
        str(book),
        "--model",
        _replies(tmp_path),
        TIEOUT_TRACE="true",
        TIEOUT_SESSIONS_FILE=str(tmp_path / "sessions.db"),
    )
    page = watched.page
    page.goto(served.url)
    _send(page, "Ten times column A, and the sum")
    _expect_answer(page)
    with page.context.expect_page() as opened:
        page.locator(".trace").click()
    trace = opened.value
    expect(trace.locator("caption")).to_contain_text("Tokens of each layer")
    expect(trace.locator("tbody").first.locator("tr")).to_have_count(2)
    trace.locator("summary", has_text="L1").first.click()
    expect(trace.locator("pre", has_text="Ten times column A").first).to_be_visible()
    trace.get_by_role("button", name="Show the difference").click()
    expect(trace.locator("#difference ~ p")).to_contain_text("first in tail (evidence)")
    watched.assert_silent()


def test_a_demonstration_runs_for_real_and_is_labelled(serve, watched):
    page = watched.page
    page.goto(serve().url)
    expect(page.locator(".demonstrations")).to_contain_text("the model's words are recorded")
    page.get_by_text("Add a computed column and a total").click()
    expect(page.locator(".answer").last).to_contain_text("$1,019,255.05", timeout=60_000)
    expect(page.locator(".execution .headline", has_text="203 cells written")).to_be_visible()
    expect(page.locator(".sheet .cell-text", has_text="$4,284.00")).to_be_visible()
    watched.assert_silent()


def test_the_workbook_follows_the_task_to_a_sheet_that_was_added(serve, watched):
    page = watched.page
    page.goto(serve().url)
    page.get_by_text("Build a summary across sheets").click()
    expect(page.locator(".answer").last).to_contain_text("141.1 % of NAV", timeout=60_000)
    expect(page.locator('.tab[aria-selected="true"]')).to_contain_text("Summary")
    expect(page.locator(".sheet .cell-text", has_text="Exposure by sector")).to_be_visible()
    page.locator(".revert").click()
    expect(page.locator(".reverted")).to_contain_text("put back")
    expect(page.locator(".tab", has_text="Summary")).to_have_count(0)
    watched.assert_silent()


def test_a_reloaded_page_shows_what_happened_before(serve, watched, book, tmp_path):
    page = watched.page
    page.goto(serve("--workbook", str(book), "--model", _replies(tmp_path)).url)
    _send(page, "Go")
    _expect_answer(page)
    page.reload()
    _expect_answer(page)
    watched.assert_silent()


def test_a_pane_killed_in_the_middle_loses_nothing(serve, watched, browser, book, tmp_path):
    endless = 'await sheet.setCell("Data!A1", 99); await sheet.getCellRange("Data!A1"); for (;;) {}'
    served = serve("--workbook", str(book), "--model", _replies(tmp_path, endless))
    victim = browser.new_page()
    victim.goto(served.url)
    _send(victim, "Never ends")
    expect(victim.locator(".sheet .cell-text", has_text="1").first).to_be_visible()
    expect(victim.locator(".state-words")).to_have_text("Working")
    victim.wait_for_timeout(1_500)
    victim.close()
    page = watched.page
    page.goto(served.url)
    expect(page.locator(".user")).to_have_text("Never ends")
    expect(page.locator(".line.pane_lost, .line.end")).to_be_visible(timeout=30_000)
    expect(page.locator(".badge")).to_have_text("Rolled back")
    expect(page.locator(".state-words")).to_have_text("Ready")
    assert served.process.poll() is None
    watched.assert_silent()


def test_stop_kills_code_that_never_ends_and_takes_it_back(serve, watched, book, tmp_path):
    endless = 'await sheet.setCell("Data!A1", 99); await sheet.getCellRange("Data!A1"); for (;;) {}'
    page = watched.page
    page.goto(serve("--workbook", str(book), "--model", _replies(tmp_path, endless)).url)
    _send(page, "Never ends")
    expect(page.locator(".execution")).to_be_visible(timeout=20_000)
    page.wait_for_timeout(1_000)
    page.keyboard.press("Escape")
    expect(page.locator(".line.end")).to_contain_text("Stopped", timeout=15_000)
    expect(page.locator(".sheet .cell-text", has_text="99")).to_have_count(0)
    watched.assert_silent()


def test_the_page_needs_the_printed_address(serve, watched, book):
    served = serve("--workbook", str(book))
    answer = watched.page.goto(re.sub(r"/p/.*", "/", served.url))
    assert answer.status in {401, 403}
