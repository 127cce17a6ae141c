"""The same cells in other forms: as JSON, as CSV, as a markdown grid, one address for each cell.

JSON and the form with one address for each cell hold what ours holds: values, displayed texts,
formulas, looks, rules, links and comments. CSV holds values, the grid values and formulas.
"""

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator

from reading.sheets import RealSheet
from tieout.workbook.address import column_letters
from tieout.workbook.cell_styles import PLAIN, CellStyle, Edge
from tieout.workbook.cell_text import literal_text, number_text
from tieout.workbook.r1c1 import to_r1c1
from tieout.workbook.sampling import areas
from tieout.workbook.snapshot import CellContent

_DISPLAYED = re.compile(
    r"(?P<open>\()?(?P<sign>-)?[$€£¥]? ?(?P<digits>[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)"
    r"(?P<decimals>\.[0-9]+)?(?P<percent> ?%)?(?P<close>\))?\Z"
)
_KINDS: dict[type, str] = {str: "text", float: "number", bool: "logical", type(None): "empty"}
_ALIAS_FROM = 11


def as_json(sheet: RealSheet, *, looks: bool = True) -> str:
    """One object for each cell with content or looks; what is usual is left out of it."""
    cells: list[dict[str, object]] = []
    for row, column in _places(sheet):
        state = sheet.cells.state(row, column)
        style = _style(sheet, row, column)
        one: dict[str, object] = {"address": f"{column_letters(column)}{row}"}
        if state.value is not None:
            one["value"] = _plain(state.value)
        if state.text and state.text != _text(state.value):
            one["text"] = state.text
        if state.formula:
            one["formula"] = state.formula
        if looks:
            if state.number_format != "General":
                one["numberFormat"] = state.number_format
            one |= _look(style)
        if len(one) > 1:
            cells.append(one)
    found: dict[str, object] = {"range": str(sheet.cells.address), "cells": cells}
    if looks and sheet.styles is not None:
        for name in ("conditional", "validations", "hyperlinks", "comments"):
            notes = getattr(sheet.styles, name)
            if notes:
                found[name] = [
                    {"areas": [area.local for area in note.areas], "text": note.text}
                    for note in notes
                ]
    return json.dumps(found, ensure_ascii=False, separators=(",", ":"))


def as_addressed_cells(sheet: RealSheet, *, looks: bool = True) -> str:
    """`A2:North | B2:1200 | D2:11,988(F1)`, a line for each row, then formulas and styles by area."""
    patterns = {
        (row, column): to_r1c1(formula, row, column)
        for row, column in sheet.cells.filled()
        if (formula := sheet.cells.content(row, column)[1])
    }
    counts = Counter(patterns.values())
    often = [pattern for pattern in counts if counts[pattern] >= _ALIAS_FROM]
    aliases = {pattern: f"F{number}" for number, pattern in enumerate(often, 1)}
    lines = [f"{sheet.cells.address} ({sheet.cells.address.rows}×{sheet.cells.address.columns})"]
    by_row: dict[int, list[str]] = {}
    for row, column in sheet.cells.filled():
        state = sheet.cells.state(row, column)
        text = f"{column_letters(column)}{row}:{_shown(state.value, state.text)}"
        pattern = patterns.get((row, column))
        if pattern is not None:
            alias = aliases.get(pattern)
            text += f"({alias})" if alias else f" [{state.formula}]"
        by_row.setdefault(row, []).append(text)
    lines += [" | ".join(texts) for texts in by_row.values()]
    if aliases:
        parts = [
            f"{alias} = {pattern[1:]}  in {_where([at for at, one in patterns.items() if one == pattern])}"
            for pattern, alias in aliases.items()
        ]
        lines.append("formulas: " + " · ".join(parts))
    if looks:
        lines += _style_line(sheet)
    return "\n".join(lines)


def as_csv(sheet: RealSheet) -> str:
    """Values alone."""
    target = io.StringIO()
    writer = csv.writer(target, lineterminator="\n")
    for row in sheet.cells.values:
        writer.writerow([_text(value) for value in row])
    return target.getvalue()


def as_markdown(sheet: RealSheet) -> str:
    """A grid with column letters and row numbers, then each formula with its address."""
    area = sheet.cells.address
    columns = [column_letters(column) for column in range(area.left, area.right + 1)]
    lines = ["| | " + " | ".join(columns) + " |", "|---" * (len(columns) + 1) + "|"]
    for row, texts in enumerate(sheet.cells.texts, area.top):
        shown = [" ".join(text.split()).replace("|", "\\|") for text in texts]
        lines.append(f"| {row} | " + " | ".join(shown) + " |")
    formulas = [
        f"{column_letters(column)}{row}: {formula}"
        for row, column in sheet.cells.filled()
        if (formula := sheet.cells.content(row, column)[1])
    ]
    return "\n".join([*lines, *(["formulas:", *formulas] if formulas else [])])


def as_sheet_compressor(sheet: RealSheet) -> str:
    """sheet-compressor's encoding with addresses and values."""
    from sheet_compressor import compress  # noqa: PLC0415  (only where it is installed)

    area = sheet.cells.address
    grid = {
        "rows": [list(row) for row in sheet.cells.texts],
        "origin": {"row": area.top, "col": area.left},
    }
    return str(compress(grid)["encodings"]["anchor"]["string"])


def as_xlcompress(sheet: RealSheet) -> str:
    """xlcompress's text of the displayed grid."""
    from xlcompress import compress_grid  # noqa: PLC0415  (only where it is installed)

    return str(compress_grid([list(row) for row in sheet.cells.texts], name="Sheet1").compressed)


def _style_line(sheet: RealSheet) -> Iterator[str]:
    """Equal effective styles as one group, each with its areas, count and kind."""
    groups: dict[str, list[tuple[int, int]]] = {}
    for row, column in _places(sheet):
        state = sheet.cells.state(row, column)
        words = [
            f"{name} {value}" if value is not True else name
            for name, value in _look(_style(sheet, row, column)).items()
        ]
        if state.number_format != "General":
            words.insert(0, f"numberFormat {state.number_format}")
        if words:
            groups.setdefault(", ".join(words), []).append((row, column))
    parts: list[str] = []
    for words, cells in groups.items():
        kinds = {_KINDS[type(sheet.cells.state(*at).value)] for at in cells} - {"empty"}
        kind = "mixed" if len(kinds) > 1 else next(iter(kinds), "empty")
        parts.append(f"{_where(cells)} {len(cells)} cells ({kind}) {words}")
    if parts:
        yield "styles: " + " · ".join(parts)
    for name in ("conditional", "validations", "hyperlinks", "comments"):
        for note in getattr(sheet.styles, name, ()):
            yield f"{name}: {', '.join(area.local for area in note.areas)} {note.text}"


def _where(cells: list[tuple[int, int]]) -> str:
    return ", ".join(area.local for area in areas(cells, ""))


def _places(sheet: RealSheet) -> Iterator[tuple[int, int]]:
    area = sheet.cells.address
    for row in range(area.top, area.bottom + 1):
        for column in range(area.left, area.right + 1):
            yield row, column


def _style(sheet: RealSheet, row: int, column: int) -> CellStyle:
    found = None if sheet.styles is None else sheet.styles.style(row, column)
    return found or PLAIN


def _look(style: CellStyle) -> dict[str, object]:
    """What isn't usual, by short names."""
    found: dict[str, object] = {}
    for name in CellStyle.__dataclass_fields__:
        value = getattr(style, name)
        if value == getattr(PLAIN, name) or (name == "pattern" and not style.fill):
            continue
        found[name] = _edge(value) if isinstance(value, Edge) else value
    return found


def _edge(edge: Edge) -> str:
    return f"{edge.weight} {edge.style} {edge.color}"


def _plain(value: CellContent) -> object:
    if isinstance(value, float):
        short = float(number_text(value))
        return int(short) if short.is_integer() and abs(short) < 1e15 else short
    return value


def _text(value: CellContent) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    return number_text(value) if isinstance(value, float) else value


def _shown(value: CellContent, shown: str) -> str:
    """As displayed where that reads back to the same number, else the number with the text."""
    if not isinstance(value, float) or isinstance(value, bool):
        return literal_text(value) if isinstance(value, str) else _text(value)
    plain, shown = number_text(value), shown.strip()
    if shown == plain or not shown.strip("#"):
        return plain
    match = _DISPLAYED.match(shown)
    if match is not None:
        number = float(match["digits"].replace(",", "") + (match["decimals"] or ""))
        number = number / 100 if match["percent"] else number
        number = -number if match["sign"] or match["open"] else number
        if number_text(number) == plain:
            return shown
    return f"{plain} ({shown})"


FORMS: dict[str, Callable[[RealSheet], str]] = {
    "JSON cells": as_json,
    "one address for each cell": as_addressed_cells,
    "CSV": as_csv,
    "markdown grid": as_markdown,
    "sheet-compressor": as_sheet_compressor,
}
