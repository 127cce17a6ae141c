"""Requests of the ribbon and the cell menu, put into a real pane in Chromium."""

import pytest
from page_server import PageServer, sample_workbook
from page_turns import open_page
from playwright.async_api import Browser

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

RUN = """async ({ model, connected, command, selection }) => {
  const { createPane } = await import("/js/pane.js");
  const { createCommands } = await import("/js/commands.js");
  const root = document.createElement("main");
  for (const part of ["header", "log", "foot", "live"]) {
    root.append(Object.assign(document.createElement("div"), {}));
    root.lastElementChild.dataset.part = part;
  }
  document.body.replaceChildren(root);
  const frames = [];
  const pane = createPane({ root, send: (frame) => frames.push(frame) > 0, select: () => {} });
  pane.receive({ type: "welcome", workbook: "Excel", model, demonstrations: [] });
  pane.setConnection(connected ? "connected" : "disconnected", "");
  let completed = 0;
  const commands = createCommands({
    showPane: async () => {},
    selection: async () => selection,
    propose: pane.propose,
    showError: pane.showError,
  });
  await commands[command]({ completed: () => { completed += 1; } });
  return { frames, completed, written: root.querySelector("textarea").value, text: root.innerText };
}"""


async def run(browser: Browser, command: str, **changes: object) -> dict:
    given = {"model": "m", "connected": True, "selection": "'Q1'!$B$2"} | changes
    async with PageServer(sample_workbook()).running() as url:
        watch = await open_page(browser, url)
        result = await watch.page.evaluate(RUN, given | {"command": command})
        assert result["completed"] == 1
        return result


@pytest.mark.parametrize("command", ["checkSheet", "explainSelection"])
async def test_a_button_s_request_is_sent_and_the_composer_is_empty(browser: Browser, command):
    result = await run(browser, command)
    [frame] = result["frames"]
    assert frame["type"] == "user.message"
    assert "active sheet" in frame["text"]
    assert result["written"] == ""


async def test_the_cell_menu_writes_a_beginning_for_the_user_to_finish(browser: Browser):
    result = await run(browser, "askAboutCell")
    assert result["frames"] == []
    assert result["written"] == "About B2 of the active sheet: "


async def test_without_a_connection_the_request_waits_in_the_composer(browser: Browser):
    result = await run(browser, "checkSheet", connected=False)
    assert result["frames"] == []
    assert result["written"].startswith("Check the active sheet")


async def test_without_a_model_the_pane_says_what_is_missing(browser: Browser):
    result = await run(browser, "checkSheet", model="")
    assert result["frames"] == []
    assert "start Tieout with a model key" in result["text"]


async def test_a_selection_that_is_no_cells_is_said(browser: Browser):
    result = await run(browser, "explainSelection", selection="")
    assert result["frames"] == []
    assert "Select cells first." in result["text"]
