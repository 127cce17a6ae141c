"""Which files the server hands out, and where Office.js for the pane's sandbox comes from."""

from pathlib import Path

import pytest

from tieout.assets import asset
from tieout.errors import SettingsError
from tieout.web.static_files import OFFICE_JS, find_static_files


def test_another_copy_of_office_js_is_served_in_place_of_the_own(tmp_path: Path):
    other = tmp_path / "excel.js"
    other.write_text("//", "utf-8")
    files = find_static_files(asset("taskpane_static"), other).files
    assert files[f"/{OFFICE_JS}"] == other
    assert files["/js/main.js"] == asset("taskpane_static/js/main.js")


def test_a_copy_that_is_not_there_is_said_to_be_missing(tmp_path: Path):
    with pytest.raises(SettingsError, match=r"^The pages need Office\.js, which"):
        find_static_files(asset("taskpane_static"), tmp_path / "none.js")
