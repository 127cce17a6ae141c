"""Edits that a pane hints at, as the session knows them."""

from tieout.protocol.frames import HintedEdit
from tieout.workbook.address import Address, InvalidAddress
from tieout.workbook.hints import Hint


def read_hint(edit: HintedEdit) -> Hint:
    """An edit of the frame; one at an address that is none is somewhere on its sheet."""
    by = "co-author" if edit.source == "remote" else "user"
    try:
        area = Address.parse(edit.address) if edit.address else None
    except InvalidAddress:
        area = None
    return Hint(edit.sheet, area, by)
