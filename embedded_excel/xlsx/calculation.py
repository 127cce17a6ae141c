"""Whether a package wants its formulas calculated when it is opened."""

import re
from typing import Final

from embedded_excel.xlsx.package import unpack

_FULL_ON_LOAD: Final = re.compile(rb"<calcPr\b[^>]*\bfullCalcOnLoad=[\"'](?:1|true)[\"']")
_EMPTY_FORMULA: Final = re.compile(
    rb"<c\b([^>]*)>\s*(?:<f\b[^>]*/>|<f\b[^>]*>[^<]*</f>)\s*(?:<v\s*/>|<v>\s*</v>)?\s*</c>"
)
_TEXT_RESULT: Final = re.compile(rb"\bt=[\"']str[\"']")


def wants_calculation(package: bytes) -> bool:
    """Whether Excel would calculate this workbook on opening it.

    It does when the file says so (`fullCalcOnLoad`, ECMA-376 18.2.2), and has to when a formula was
    saved without a value, as programs without a calculation engine do.

    Args:
        package: A normalised package: unprefixed main namespace.
    """
    parts = unpack(package)
    if any(
        _FULL_ON_LOAD.search(content)
        for name, content in parts.items()
        if name.lower().endswith("workbook.xml")
    ):
        return True
    return any(
        _has_formula_without_value(content)
        for name, content in parts.items()
        if "worksheets/" in name.lower() and name.lower().endswith(".xml")
    )


def _has_formula_without_value(sheet: bytes) -> bool:
    """Whether one lacks its value; an empty text is a value."""
    return any(not _TEXT_RESULT.search(match[1]) for match in _EMPTY_FORMULA.finditer(sheet))
