"""Contents of cells as they must be typed to come out the same."""

import re

from pydantic import JsonValue

from tieout.workbook.changes import CellState

_PLAIN_TEXT = re.compile(r"[^\W\d][^\d%$€£¥:/\\]*\Z")
_WORDS_WITH_MEANING = frozenset({"true", "false"})


def typed_content(state: CellState) -> JsonValue:
    """What to type into a cell so that it holds this content again.

    Text that Excel would turn into a number, date or formula gets a leading apostrophe.
    """
    if state.formula:
        return state.formula
    value = state.value
    if value is None:
        return ""
    if isinstance(value, str) and (
        not _PLAIN_TEXT.match(value) or value.casefold() in _WORDS_WITH_MEANING
    ):
        return f"'{value}"
    return value
