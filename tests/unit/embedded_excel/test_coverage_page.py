"""The page about Excel's API lists what is implemented."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "scripts"))
from coverage_table import PAGE, coverage, difference, page  # noqa: E402


def test_the_page_lists_what_is_implemented() -> None:
    assert difference(PAGE.read_text("utf-8")) == []


def test_a_member_the_page_lacks_or_has_too_much_is_named() -> None:
    text = page(coverage({"Range": ["Values"]}))
    assert difference(text) == []
    assert "* Tested: values\n" in text
    without = text.replace("* Tested: values\n", "* Tested: valuesOfMine\n")
    assert difference(without) == ["Range: values, valuesOfMine"]
