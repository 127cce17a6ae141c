"""Number formats of pivots, which the engine keeps as the decimal text of a format's id."""

from embedded_excel.calc.formulon.book import Book
from embedded_excel.calc.formulon.style_codes import BUILT_IN_FORMATS, BUILT_IN_IDS

_GENERAL = "General"


def format_code(book: Book, identity: str) -> str:
    """The code behind an id, "" without one."""
    if not identity.isdecimal():
        return identity
    number = int(identity)
    code = BUILT_IN_FORMATS.get(number) or book.wheel.get_num_fmt(number)
    return "" if code == _GENERAL else code


def format_id(book: Book, code: str) -> str:
    """The id of a code, which is stored with the workbook when it is a new one."""
    if not code or code == _GENERAL:
        return ""
    known = BUILT_IN_IDS.get(code)
    return str(book.wheel.add_num_fmt(code) if known is None else known)
