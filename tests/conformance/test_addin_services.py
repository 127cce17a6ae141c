"""What office.js tells Excel about the add-in itself."""

import pytest
from office_page import OfficePage

from embedded_excel.host import EmbeddedExcel


@pytest.fixture
def page():
    excel = EmbeddedExcel.new()
    page = OfficePage(excel, bridge=False)
    page.excel = excel
    yield page
    page.close()
    excel.close()


def test_the_pane_is_hidden_and_shown(page):
    page.value(page.excel, "await Office.addin.hide();")
    assert page.excel.workbook.pane_state == "Background"
    page.value(page.excel, "await Office.addin.showAsTaskpane();")
    assert (page.excel.workbook.pane_state, page.excel.revision) == ("Visible", 0)


def test_a_ribbon_command_runs_its_function_and_says_when_it_is_done(page):
    page.v8.eval(
        "Office.actions.associate('check', event => { events.push(event.source.id); event.completed(); });"
    )
    page.press("check")
    assert (page.collected(), page.client.completed) == (["check"], ["1"])


def test_a_command_nobody_wrote_is_told_to_excel(page):
    page.press("nothing")
    assert page.client.completed == ["1"]
