"""R1C1 notation: A1 formulas with the R1C1 text Excel wrote for the same cell."""

import gzip
import json
import re
from pathlib import Path

from against_excel.figures import Tally
from embedded_excel.model.r1c1 import from_r1c1, to_r1c1

_LOST = re.compile(r"[\r\n]|_xlfn\.")


def measure(path: Path, *, short: bool) -> Tally:
    """Both ways: A1 → R1C1 must be Excel's text, and that text → A1 must come back.

    The A1 text is a file's, the R1C1 text another's: the prefixes of newer functions, which Excel
    never shows, and line breaks, which one of the two formats loses, aren't compared. Names of the
    workbook itself (`[0]!`) are left out: Excel wrote its path in their place.
    """
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        known = [json.loads(line) for line in lines]
    known = [case for case in known if "[0]!" not in case["a1"]]
    tally = Tally()
    for case in known[:: max(1, len(known) // 2_000)] if short else known:
        row, column = case["row"] - 1, case["col"] - 1
        a1, r1c1 = (_LOST.sub("", case[key]) for key in ("a1", "r1c1"))
        there = to_r1c1(a1, row, column)
        back = from_r1c1(r1c1, row, column)
        if there != r1c1:
            tally.differs("A1 to R1C1", f"{a1} → {there}, Excel {r1c1}")
        elif to_r1c1(back, row, column) != r1c1:
            tally.differs("R1C1 to A1", f"{r1c1} → {back}, Excel {a1}")
        else:
            tally.same()
    return tally
