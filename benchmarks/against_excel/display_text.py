"""Displayed text: numbers and formats with the text Excel showed for them."""

import gzip
import io
import json
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from against_excel.figures import Tally
from embedded_excel.calc.cells import Rect
from embedded_excel.calc.formulon_engine import FormulonEngine

_SYSTEM = ("mm-dd-yy", "m/d/yy h:mm", "m/d/yy")


def measure(path: Path, *, short: bool) -> Tally:
    """Each value is stored in a cell with its number format; the cell's text is compared.

    Values marked as too wide for their column are left out: `Range.text` doesn't depend on widths.
    """
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        known = [json.loads(line) for line in lines]
    known = [one for one in known if not one["overflow"]]
    if short:
        known = known[:: max(1, len(known) // 5_000)]
    tally = Tally()
    for date1904 in (False, True):
        cases = [one for one in known if one["date1904"] is date1904]
        for case, text in _texts(cases, date1904):
            if text == case["text"]:
                tally.same()
            else:
                example = f"{case['value']!r} as {case['fmt']}: {case['text']!r}, here {text!r}"
                tally.differs(_reason(case), example)
    return tally


def _texts(cases: list[dict], date1904: bool) -> Iterator[tuple[dict, str]]:
    """Every case in a column of its format."""
    engine = _date1904_book() if date1904 else FormulonEngine.new()
    by_format: dict[str, list[dict]] = {}
    for case in cases:
        by_format.setdefault(case["fmt"], []).append(case)
    for column, (code, group) in enumerate(by_format.items()):
        rect = Rect(0, column, len(group) - 1, column)
        engine.write(0, [(row, column, case["value"]) for row, case in enumerate(group)])
        engine.restyle(0, rect, lambda style, code=code: replace(style, number_format=code))
        yield from zip(group, (row[0] for row in engine.texts(0, rect)), strict=True)
    engine.close()


def _date1904_book() -> FormulonEngine:
    """An empty workbook that counts days from 1904."""
    empty = FormulonEngine.new()
    package = empty.save()
    empty.close()
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(package)) as source, zipfile.ZipFile(out, "w") as target:
        for name in source.namelist():
            content = source.read(name)
            if name == "xl/workbook.xml":
                assert b"<sheets>" in content
                start = content.index(b"<sheets>")
                head = content[:start].replace(b"<workbookPr/>", b"")
                content = head + b'<workbookPr date1904="1"/>' + content[start:]
            target.writestr(name, content)
    engine = FormulonEngine.load(out.getvalue())
    assert engine.date1904()
    return engine


def _reason(case: dict) -> str:
    code = case["fmt"]
    if code.upper() == "GENERAL":
        return "General"
    if "[$-F" in code or code in _SYSTEM:
        return "dates and times by the settings of the system"
    if "/" in code and ("?" in code or "#" in code):
        return "fractions"
    if "e+" in code.lower() or "e-" in code.lower():
        return "scientific"
    if any(letter in code.lower() for letter in ("yy", "mm", "h:", "[h", "ss", "d/")):
        return "dates and times"
    return "numbers"
