"""Which sheets people no longer work on: hidden ones, archives, copies, scratch."""

import re
from typing import Literal, TypeAlias

from tieout.workbook.snapshot import SheetSnapshot

Standing: TypeAlias = Literal["", "hidden", "very hidden", "archived"]

_ARCHIVED = re.compile(
    r"(?<![a-z])(?:old|archived?|backup|bak|copy of|copy|scratch|temp|tmp|obsolete|deprecated|unused)"
    r"(?![a-z])|\([2-9]\)\s*\Z|旧|备份|副本|存档",
    re.IGNORECASE,
)
_WEIGHTS: dict[Standing, float] = {"": 1.0, "hidden": 0.5, "very hidden": 0.4, "archived": 0.25}


def standing(sheet: SheetSnapshot) -> Standing:
    """What speaks against a sheet; its name says more than its visibility."""
    if _ARCHIVED.search(sheet.name):
        return "archived"
    if sheet.visibility == "VeryHidden":
        return "very hidden"
    return "hidden" if sheet.visibility == "Hidden" else ""


def weight(found: Standing) -> float:
    """By how much its places are ranked down: they come later, and never go missing."""
    return _WEIGHTS[found]
