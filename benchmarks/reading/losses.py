"""Whether a range text reads back to all that was read: values, formulas, looks, rules, links."""

import sys
from pathlib import Path

from reading.sheets import RealSheet
from tieout.workbook.range_layouts import Layout
from tieout.workbook.range_text import RangeContext, range_text

sys.path.append(str(Path(__file__).resolve().parents[2] / "tests" / "unit" / "workbook"))
from range_style_reader import (
    expected_looks,
    expected_notes,
    read_looks,
    read_notes,
    without_weight_of_double,
)
from range_text_reader import expected, read_text


def whole_text(sheet: RealSheet, layout: Layout = "rows") -> str:
    """The text with nothing left out."""
    context = RangeContext(styles=sheet.styles)
    return range_text(sheet.cells, layout=layout, context=context, budget=None)


def is_equal(sheet: RealSheet, text: str) -> bool:
    """Whether a text without a budget gives back the sheet."""
    try:
        found = read_text(text)
        looks = without_weight_of_double(expected_looks(sheet.cells, sheet.styles))
        return (
            (found.cells, found.formats) == expected(sheet.cells)
            and read_looks(found) == looks
            and read_notes(found) == expected_notes(sheet.styles)
        )
    except (ValueError, KeyError, AssertionError):
        return False
