"""Whether a package wants its formulas calculated when it is opened."""

import re
from typing import Final

from embedded_excel.xlsx.package import unpack

_FULL_ON_LOAD: Final = re.compile(rb"<calcPr\b[^>]*\bfullCalcOnLoad=[\"'](?:1|true)[\"']")
_EMPTY_FORMULA: Final = re.compile(
    rb"<c\b([^>]*)>\s*(?:<f\b[^>]*/>|<f\b[^>]*>[^<]*</f>)\s*(?:<v\s*/>|<v>\s*</v>)?\s*</c>"
)
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
    return any(not _TEXT_RESULT.search(match[1]) for match in _EMPTY_FORMULA.finditer(sheet))
