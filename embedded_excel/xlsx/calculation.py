"""Whether a package wants its formulas calculated when it is opened."""

import re
from collections.abc import Iterator
from typing import Final

from embedded_excel.xlsx.package import unpack

_FULL_ON_LOAD: Final = re.compile(rb"<calcPr\b[^>]*\bfullCalcOnLoad=[\"'](?:1|true)[\"']")
_NO_VALUE: Final = re.compile(rb"\s*(?:<v\s*/>|<v>\s*</v>)?\s*</c>")
_CELL: Final = re.compile(rb"<c\b([^>]*)>")
_SPILL: Final = re.compile(
    rb"<c\b[^>]*\bcm=[\"'][^>]*>\s*<f\b[^>]*\bref=[\"'][A-Z0-9]+:[A-Z0-9]+[\"'][^>]*>([^<]*)</f>"
)
_DEFINED_NAME: Final = re.compile(rb"<definedName\b[^>]*?\bname=[\"']([^\"']+)[\"']")
_WORD: Final = re.compile(rb"[^\s!\"'#%&()*+,/:;<=>@^{}\[\]-]+")
_TEXT_RESULT: Final = re.compile(rb"\bt=[\"']str[\"']")


def wants_calculation(package: bytes) -> bool:
    """Whether Excel would calculate this workbook on opening it.

    It does when the file says so (`fullCalcOnLoad`, ECMA-376 18.2.2), and has to when a formula was
    saved without a value, as programs without a calculation engine do. A formula that spills and
    uses a defined name is calculated too: the engine loads the value of its first cell only.

    Args:
        package: A normalised package: unprefixed main namespace.
    """
    parts = unpack(package)
    books = [text for name, text in parts.items() if name.lower().endswith("workbook.xml")]
    if any(_FULL_ON_LOAD.search(book) for book in books):
        return True
    names = {name.lower() for book in books for name in _DEFINED_NAME.findall(book)}
    return any(
        _has_formula_without_value(content) or _spills_by_name(content, names)
        for name, content in parts.items()
        if "worksheets/" in name.lower() and name.lower().endswith(".xml")
    )


def _spills_by_name(sheet: bytes, names: set[bytes]) -> bool:
    """Whether a formula that spills uses one of the names, given in small letters."""
    if not names:
        return False
    return any(
        word.lower() in names
        for match in _SPILL.finditer(sheet)
        for word in _WORD.findall(match[1])
    )


def _has_formula_without_value(sheet: bytes) -> bool:
    """Whether one lacks its value; an empty text is a value."""
    return any(
        _NO_VALUE.match(sheet, end) and not _is_text(sheet, end) for end in _formula_ends(sheet)
    )


def _formula_ends(sheet: bytes) -> Iterator[int]:
    """Where formulas end. Plain searches: an expression takes a second for a million cells."""
    position = sheet.find(b"</f>")
    while position >= 0:
        yield position + 4
        position = sheet.find(b"</f>", position + 4)
    position = sheet.find(b"<f ")
    while position >= 0:
        end = sheet.find(b">", position) + 1
        if sheet[end - 2 : end] == b"/>":
            yield end
        position = sheet.find(b"<f ", position + 3)


def _is_text(sheet: bytes, end: int) -> bool:
    """Whether the cell around a formula that ends there says its value is a text."""
    cell = _CELL.match(sheet, max(sheet.rfind(b"<c ", 0, end), 0))
    return cell is not None and _TEXT_RESULT.search(cell[1]) is not None
