"""Sorting cells of a range: Excel's order of values, stable, formulas moving with their row."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cmp_to_key, partial
from typing import Literal

from embedded_excel.calc.cells import CellError, CellInput, CellStyle, CellValue, Formula, Rect
from embedded_excel.errors import ExcelApiError, invalid_argument, not_implemented
from embedded_excel.model.areas import Position, deny_if_locked, intersection
from embedded_excel.model.cell_writing import contents_of
from embedded_excel.model.events import range_edited, sorted_by_columns, sorted_by_rows
from embedded_excel.model.protecting import deny_unless
from embedded_excel.model.references import copied
from embedded_excel.model.spills import spills
from embedded_excel.model.workbook import Area, OpenWorkbook


@dataclass(frozen=True, slots=True)
class SortKey:
    """One condition: which column of the range (or row), which way.

    Attributes:
        look: Instead of values: cells with this `color` behind or of their text come first, or,
            when it doesn't ascend, last.
    """

    offset: int
    ascending: bool = True
    text_as_number: bool = False
    look: Literal["", "CellColor", "FontColor"] = ""
    color: str = ""


def _rank(value: CellValue, *, text_as_number: bool) -> tuple[int, float | str]:
    """Numbers before text before booleans before errors."""
    match value:
        case bool():
            return 2, float(value)
        case float() | int():
            return 0, float(value)
        case str():
            if text_as_number:
                try:
                    return 0, float(value)
                except ValueError:
                    pass
            return 1, value
        case CellError():
            return 3, 0.0
        case None:
            return 4, 0.0


def _text_order(value: str, *, match_case: bool) -> tuple[str, str]:
    # Excel ignores hyphens and apostrophes at first; lower case comes before upper when it counts.
    plain = value.replace("-", "").replace("'", "").casefold()
    return plain, value.swapcase() if match_case else value.casefold()


def compare(one: CellValue, other: CellValue, key: SortKey, *, match_case: bool) -> int:
    """Order of two values under a key. Blank cells come last whichever way it sorts."""
    if one is None or other is None:
        return (one is None) - (other is None)
    first = _rank(one, text_as_number=key.text_as_number)
    second = _rank(other, text_as_number=key.text_as_number)
    left: tuple[object, ...] = first
    right: tuple[object, ...] = second
    if isinstance(first[1], str) and isinstance(second[1], str):
        left = (1, *_text_order(first[1], match_case=match_case))
        right = (1, *_text_order(second[1], match_case=match_case))
    order = (left > right) - (left < right)
    return order if key.ascending else -order


def order_of(
    lines: Sequence[Sequence[CellValue]], keys: Sequence[SortKey], *, match_case: bool
) -> list[int]:
    """Which line comes where: indexes of lines in sorted order."""

    def by_keys(one: int, other: int) -> int:
        for key in keys:
            order = compare(
                lines[one][key.offset], lines[other][key.offset], key, match_case=match_case
            )
            if order:
                return order
        return 0

    return sorted(range(len(lines)), key=cmp_to_key(by_keys))


def sort_cells(
    workbook: OpenWorkbook,
    area: Area,
    keys: Sequence[SortKey],
    *,
    match_case: bool = False,
    by_columns: bool = False,
) -> None:
    """Sort the rows of an area (or its columns): contents and styles move, references stay put
    except those of moved formulas, which shift as in a copy.

    Raises:
        ExcelApiError: InvalidArgument for a key outside, InvalidOperation over merged cells,
            AccessDenied, NotImplemented over spilled arrays.
    """
    workbook.settle()
    engine, sheet = workbook.engine, workbook.sheet_index(area.sheet)
    used = engine.used_rect(sheet, values_only=True)
    rect = None if used is None else intersection(used, area.rect)
    if rect is None:
        return
    size = area.rect.rows if by_columns else area.rect.columns
    if any(not 0 <= key.offset < size for key in keys):
        raise invalid_argument()
    # Keys count from the range's own first column, which may lie left of the used cells.
    rect = replace(rect, top=area.rect.top) if by_columns else replace(rect, left=area.rect.left)
    deny_unless(workbook, area.sheet, "allowSort")
    deny_if_locked(workbook, area)
    _refuse_blocks(workbook, area, rect)
    block = engine.read(sheet, rect)
    lines = list(zip(*block.values, strict=True)) if by_columns else list(block.values)
    width = len(lines[0])
    reachable = [key for key in keys if key.offset < width]
    if any(key.look for key in reachable):
        looks = _looks(workbook, Area(area.sheet, rect), by_columns=by_columns)
        for at, key in enumerate(reachable):
            if key.look:
                column = [_has_other_look(look[key.offset], key) for look in looks]
                lines = [(*line, other) for line, other in zip(lines, column, strict=True)]
                reachable[at] = replace(key, offset=len(lines[0]) - 1)
    order = _order_of_shown(
        workbook, Area(area.sheet, rect), lines, reachable, match_case, by_columns
    )
    if order == list(range(len(lines))):
        return
    _rearrange(workbook, Area(area.sheet, rect), order, by_columns=by_columns)
    workbook.recalculate_if_automatic()
    range_edited(workbook, area)
    (sorted_by_columns if by_columns else sorted_by_rows)(workbook, area)


def _order_of_shown(
    workbook: OpenWorkbook,
    area: Area,
    lines: Sequence[Sequence[CellValue]],
    keys: Sequence[SortKey],
    match_case: bool,
    by_columns: bool,
) -> list[int]:
    """Where each line comes from. Hidden rows, or columns, stay where they are."""
    engine, sheet = workbook.engine, workbook.sheet_index(area.sheet)
    hidden = (engine.column_axis(sheet) if by_columns else engine.row_axis(sheet)).hidden
    first = area.rect.left if by_columns else area.rect.top
    shown = [at for at in range(len(lines)) if first + at not in hidden]
    order = list(range(len(lines)))
    among_shown = order_of([lines[at] for at in shown], keys, match_case=match_case)
    for place, origin in zip(shown, among_shown, strict=True):
        order[place] = shown[origin]
    return order


def _looks(workbook: OpenWorkbook, area: Area, *, by_columns: bool) -> list[tuple[CellStyle, ...]]:
    engine, sheet = workbook.engine, workbook.sheet_index(area.sheet)
    for rule in engine.sheet_parts.conditional.rules(sheet):
        if any(intersection(one, area.rect) is not None for one in rule.rects):
            raise not_implemented("RangeSort.apply by colour where conditional formats colour")
    ids = engine.style_ids(sheet, area.rect)
    known = {style: engine.style(style) for line in ids for style in line}
    lines = zip(*ids, strict=True) if by_columns else iter(ids)
    return [tuple(known[style] for style in line) for line in lines]


def _has_other_look(style: CellStyle, key: SortKey) -> bool:
    color = style.fill if key.look == "CellColor" else style.font.color
    return color.upper() != key.color.upper()


def _refuse_blocks(workbook: OpenWorkbook, area: Area, rect: Rect) -> None:
    for merge in workbook.engine.merges(workbook.sheet_index(area.sheet)):
        if intersection(merge, rect) is not None:
            raise ExcelApiError(
                "InvalidOperation",
                "To do this, all the merged cells need to be the same size.",
                400,
            )
    if any(intersection(spill, rect) for spill in spills(workbook, area.sheet)):
        raise not_implemented("RangeSort.apply over spilled arrays")


def _rearrange(
    workbook: OpenWorkbook, area: Area, order: Sequence[int], *, by_columns: bool
) -> None:
    engine, sheet = workbook.engine, workbook.sheet_index(area.sheet)
    rect = area.rect
    contents = contents_of(workbook, area)
    styles = {
        (row, column): style
        for row, ids in enumerate(engine.style_ids(sheet, rect), rect.top)
        for column, style in enumerate(ids, rect.left)
    }
    cells: list[tuple[int, int, CellInput]] = []
    restyled: list[tuple[Position, int]] = []
    for to, origin in enumerate(order):
        for place in _line(rect, to, by_columns=by_columns):
            source = _moved(place, origin - to, by_columns=by_columns)
            content = contents.get(source)
            if isinstance(content, Formula):
                text = copied(content.text, place[0] - source[0], place[1] - source[1])
                content = Formula(text)
            cells.append((*place, content))
            if styles[source] != styles[place]:
                restyled.append((place, styles[source]))
    records = {style: engine.style(style) for _, style in restyled}
    engine.write(sheet, cells)
    for place, style in restyled:
        engine.restyle(sheet, Rect(*place, *place), _always(records[style]))


def _line(rect: Rect, index: int, *, by_columns: bool) -> list[Position]:
    if by_columns:
        return [(row, rect.left + index) for row in range(rect.top, rect.bottom + 1)]
    return [(rect.top + index, column) for column in range(rect.left, rect.right + 1)]


def _moved(place: Position, by: int, *, by_columns: bool) -> Position:
    return (place[0], place[1] + by) if by_columns else (place[0] + by, place[1])


def _always(style: CellStyle) -> Callable[[CellStyle], CellStyle]:
    return partial(_instead, style)


def _instead(style: CellStyle, _: CellStyle) -> CellStyle:
    return style
