"""Looks of a range in few lines: what cells have in common, and the few rectangles that have it.

A look is taken apart into properties (bold, a fill, a number format …). Properties that hold for
exactly the same cells share a line; what is usual in Excel (General, black Calibri 11, no fill, no
lines) is left out. The full look of a cell is the union of the lines that name it.
"""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tieout.workbook.address import Address
from tieout.workbook.cell_grid import EMPTY, ERROR, LOGICAL, NUMBER, TEXT, CellGrid, compact
from tieout.workbook.cell_styles import BLACK, PLAIN, USUAL_FONT, CellStyle, Edge, RangeStyles
from tieout.workbook.date_display import reads_as_date
from tieout.workbook.rectangles import mask_runs, rectangles

_NOUNS = {EMPTY: "empty", NUMBER: "number", TEXT: "text", LOGICAL: "logical", ERROR: "error"}
_SIDES = ("top", "bottom", "left", "right")


@dataclass(frozen=True, slots=True)
class StyleGroup:
    """Cells with the same properties beyond the usual.

    Attributes:
        properties: In a fixed order, such as `bold`, `fill #4472C4`, `format #,##0.00`.
        content: Kind of what they hold, such as `numbers` or `empty`.
    """

    properties: tuple[str, ...]
    areas: tuple[Address, ...]
    count: int
    content: str


@dataclass(frozen=True, slots=True)
class StyleGroups:
    """Groups in the order of their first cell; `font` is the usual one, said once."""

    font: str
    groups: tuple[StyleGroup, ...]


def style_groups(grid: CellGrid, styles: RangeStyles | None) -> StyleGroups:
    """The groups of a range; number formats alone where looks weren't read."""
    looks, table = _looks(grid, styles)
    font = _usual_font(looks, table, grid)
    codes = len(grid.format_codes)
    combined = looks.astype(np.int64) * codes + grid.formats
    ids, places = compact(combined)
    holders: dict[str, list[int]] = {}
    numbered: list[int] = ids.tolist()
    for number, identity in enumerate(numbered):
        look, code = divmod(identity, codes)
        for part in _properties(table[look], font, grid.format_codes[code]):
            holders.setdefault(part, []).append(number)
    masks = {part: np.isin(places, numbers) for part, numbers in holders.items()}
    _tell_shared_lines_once(masks)
    together: dict[bytes, list[str]] = {}
    for part, mask in masks.items():
        if mask.any():
            together.setdefault(mask.tobytes(), []).append(part)
    groups = [_group(grid, parts, masks[parts[0]]) for parts in together.values()]
    groups.sort(key=lambda group: (group.areas[0].top, group.areas[0].left, -group.count))
    return StyleGroups("" if font == USUAL_FONT else f"{font[0]} {font[1]:g}", tuple(groups))


def _looks(
    grid: CellGrid, styles: RangeStyles | None
) -> tuple[NDArray[np.int64], Sequence[CellStyle]]:
    """Places in a table of looks; cells that weren't looked at are taken as plain."""
    shape = grid.kinds.shape
    if styles is None or not styles.table:
        return np.zeros(shape, np.int64), (PLAIN,)
    looks = np.array(styles.ids, np.int64)
    return np.where(looks < 0, len(styles.table), looks), (*styles.table, PLAIN)


def _usual_font(
    looks: NDArray[np.int64], table: Sequence[CellStyle], grid: CellGrid
) -> tuple[str, float]:
    """The font of most filled cells."""
    filled = grid.filled
    counts = np.bincount(looks[filled] if filled.any() else looks.ravel(), minlength=len(table))
    fonts: Counter[tuple[str, float]] = Counter()
    for style, count in zip(table, counts.tolist(), strict=True):
        if count:
            fonts[style.font, style.size] += count
    return fonts.most_common(1)[0][0] if fonts else USUAL_FONT


def _properties(style: CellStyle, font: tuple[str, float], code: str) -> Iterator[str]:
    """What a cell has beyond the usual, in a fixed order; the number format last."""
    yield from _font(style, font)
    if style.color != BLACK:
        yield f"color {style.color}"
    if style.fill:
        yield f"fill {style.fill}"
        if style.pattern not in ("Solid", ""):
            yield f"pattern {style.pattern}"
    yield from _alignment(style)
    yield from _borders(style)
    if not style.locked:
        yield "unlocked"
    if style.hidden:
        yield "hidden"
    if style.formula_hidden:
        yield "formula-hidden"
    if code != "General":
        plain = code.isprintable() and code == code.strip() and not code.startswith("json ")
        yield f"format {code}" if plain else f"format json {json.dumps(code, ensure_ascii=False)}"


def _font(style: CellStyle, usual: tuple[str, float]) -> Iterator[str]:
    if style.font != usual[0]:
        yield f"font {json.dumps(style.font, ensure_ascii=False)}"
    if style.size != usual[1]:
        yield f"size {style.size:g}"
    for name in ("bold", "italic", "strikethrough"):
        if getattr(style, name):
            yield name
    if style.underline != "None":
        yield "underline" if style.underline == "Single" else f"underline {style.underline.lower()}"


def _alignment(style: CellStyle) -> Iterator[str]:
    if style.horizontal != "General":
        yield f"align {style.horizontal.lower()}"
    if style.vertical != "Bottom":
        yield f"valign {style.vertical.lower()}"
    if style.indent:
        yield f"indent {style.indent}"
    if style.wrap:
        yield "wrap"
    if style.rotation:
        yield f"rotation {style.rotation}"


def _borders(style: CellStyle) -> Iterator[str]:
    for side in _SIDES:
        edge: Edge = getattr(style, side)
        if edge.style != "None":
            yield f"border {side} {_line(edge)}"


def _tell_shared_lines_once(masks: dict[str, NDArray[np.bool_]]) -> None:
    """A line between two cells counts as the bottom of the upper or the right of the left one."""
    for part, mask in masks.items():
        if part.startswith("border top "):
            above = masks.get(part.replace("top", "bottom", 1))
            if above is not None:
                mask[1:] &= ~above[:-1]
        elif part.startswith("border left "):
            before = masks.get(part.replace("left", "right", 1))
            if before is not None:
                mask[:, 1:] &= ~before[:, :-1]


def _in_order(parts: Sequence[str]) -> tuple[str, ...]:
    """Four sides with one line as `border all thin`; the number format last."""
    lines = Counter(part.split(" ", 2)[2] for part in parts if part.startswith("border "))
    around = {line for line, count in lines.items() if count == len(_SIDES)}
    kept = [
        part
        for part in parts
        if not (part.startswith("border ") and part.split(" ", 2)[2] in around)
    ]
    kept.extend(f"border all {line}" for line in around)
    return tuple(sorted(kept, key=lambda part: part.startswith("format ")))


def _line(edge: Edge) -> str:
    """`thin`, `medium`, `double`, `thin dash #FF0000`."""
    words = [] if edge.style == "Double" else [edge.weight.lower()]
    if edge.style != "Continuous":
        words.append(edge.style.lower())
    if edge.color not in (BLACK, ""):
        words.append(edge.color)
    return " ".join(words)


def _group(grid: CellGrid, parts: Sequence[str], mask: NDArray[np.bool_]) -> StyleGroup:
    areas = rectangles(mask_runs(mask, grid.address.top, grid.address.left))
    kinds = np.flatnonzero(np.bincount(grid.kinds[mask & grid.filled])).tolist()
    content = _NOUNS[kinds[0]] if len(kinds) == 1 else "mixed" if kinds else "empty"
    if content == "number" and any(_shows_dates(part) for part in parts):
        content = "date"
    return StyleGroup(_in_order(parts), areas, int(mask.sum()), content)


def _shows_dates(part: str) -> bool:
    return part.startswith("format ") and reads_as_date(part.removeprefix("format "))
