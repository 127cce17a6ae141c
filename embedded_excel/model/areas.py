"""Rectangles on sheets: clipping to what is used, resolving texts, intersecting, styles inside."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias, TypeVar

from pydantic import JsonValue

from embedded_excel.calc.cells import MAX_COLUMNS, MAX_ROWS, CellStyle, Rect
from embedded_excel.errors import ExcelApiError, invalid_argument, item_not_found
from embedded_excel.model.a1 import parse_rect, split_sheet
from embedded_excel.model.workbook import Area, OpenWorkbook, SheetId

Item = TypeVar("Item")

MAX_CELLS_READ = 5_000_000
"""Excel answers null for the cells of a larger range."""

_FEW = 4_096

Position: TypeAlias = tuple[int, int]


def is_unbounded(rect: Rect) -> bool:
    """Whether a rectangle is whole columns, whole rows or the sheet."""
    return rect.rows == MAX_ROWS or rect.columns == MAX_COLUMNS


def intersection(one: Rect, other: Rect) -> Rect | None:
    """Cells two rectangles share."""
    rect = Rect(
        max(one.top, other.top),
        max(one.left, other.left),
        min(one.bottom, other.bottom),
        min(one.right, other.right),
    )
    return rect if rect.rows > 0 and rect.columns > 0 else None


def bounding(one: Rect, other: Rect) -> Rect:
    """Smallest rectangle around two."""
    return Rect(
        min(one.top, other.top),
        min(one.left, other.left),
        max(one.bottom, other.bottom),
        max(one.right, other.right),
    )


def contains(outer: Rect, inner: Rect) -> bool:
    """Whether one rectangle lies wholly in another."""
    return intersection(outer, inner) == inner


def checked(rect: Rect) -> Rect:
    """The rectangle if it lies on the sheet.

    Raises:
        ExcelApiError: InvalidArgument.
    """
    if (
        not (0 <= rect.top <= rect.bottom < MAX_ROWS)
        or not 0 <= rect.left <= rect.right < MAX_COLUMNS
    ):
        raise invalid_argument()
    return rect


def clipped(workbook: OpenWorkbook, area: Area, *, values_only: bool = False) -> Rect | None:
    """The part of an area inside the used range; what lies outside is empty."""
    used = workbook.engine.used_rect(workbook.sheet_index(area.sheet), values_only=values_only)
    return None if used is None else intersection(used, area.rect)


def used_part(workbook: OpenWorkbook, area: Area, *, values_only: bool) -> Rect | None:
    """The smallest rectangle of used cells within an area: filled ones, or formatted ones too."""
    part = clipped(workbook, area, values_only=values_only)
    if part is None:
        return None
    engine, sheet = workbook.engine, workbook.sheet_index(area.sheet)
    places = set(engine.occupied(sheet, part))
    if not values_only:
        places |= {
            (row, column)
            for row, styles in enumerate(engine.style_ids(sheet, part), part.top)
            for column, style in enumerate(styles, part.left)
            if style
        }
    if not places:
        return None
    rows, columns = [row for row, _ in places], [column for _, column in places]
    return Rect(min(rows), min(columns), max(rows), max(columns))


def has_content(workbook: OpenWorkbook, area: Area) -> bool:
    """Whether any cell of an area holds a value or formula."""
    part = clipped(workbook, area, values_only=True)
    if part is None:
        return False
    return any(True for _ in workbook.engine.occupied(workbook.sheet_index(area.sheet), part))


def integer(value: JsonValue, default: int | None = None) -> int:
    """A whole number argument.

    Raises:
        ExcelApiError: InvalidArgument when it is none, or missing without a default.
    """
    if value is None and default is not None:
        return default
    if isinstance(value, bool) or not isinstance(value, (int, float)) or int(value) != value:
        raise invalid_argument()
    return int(value)


def item_at(items: Sequence[Item], index: JsonValue) -> Item:
    """An item of a collection by its position from 0.

    Raises:
        ExcelApiError: ItemNotFound when there is none.
    """
    position = integer(index)
    if not 0 <= position < len(items):
        raise item_not_found()
    return items[position]


def flag(value: JsonValue, *, default: bool = False) -> bool:
    """A boolean argument.

    Raises:
        ExcelApiError: InvalidArgument when it is something else.
    """
    if value is None:
        return default
    if not isinstance(value, bool):
        raise invalid_argument()
    return value


def sheet_named(workbook: OpenWorkbook, name: str) -> SheetId:
    """Identity of a sheet by its name, whatever the case.

    Raises:
        ExcelApiError: ItemNotFound.
    """
    for index, sheet in enumerate(workbook.engine.sheet_names()):
        if sheet.casefold() == name.casefold():
            return workbook.sheet_ids[index]
    raise item_not_found()


def resolve(workbook: OpenWorkbook, text: str, home: SheetId) -> Area:
    """The area an address, a defined name or a table's name means, seen from a sheet.

    Raises:
        ExcelApiError: InvalidArgument when it means none.
    """
    sheet_text, rest = split_sheet(text.strip().removeprefix("="))
    sheet = home
    if sheet_text is not None:
        try:
            sheet = sheet_named(workbook, sheet_text)
        except ExcelApiError:
            raise invalid_argument() from None
    rect = parse_rect(rest)
    if rect is not None:
        return Area(sheet, rect)
    named = _named(workbook, rest, sheet)
    if named is None:
        raise invalid_argument()
    return named


def _named(workbook: OpenWorkbook, name: str, home: SheetId) -> Area | None:
    index = workbook.sheet_index(home)
    found = [
        item
        for item in workbook.engine.names()
        if item.name.casefold() == name.casefold() and item.sheet in (index, None)
    ]
    for item in sorted(found, key=lambda item: item.sheet is None):
        sheet_text, rest = split_sheet(item.formula.removeprefix("="))
        rect = parse_rect(rest)
        if rect is not None:
            sheet = home if sheet_text is None else sheet_named(workbook, sheet_text)
            return Area(sheet, rect)
    for table in workbook.engine.tables():
        if table.name.casefold() == name.casefold():
            rect = table.rect
            body = replace(rect, top=rect.top + table.header, bottom=rect.bottom - table.totals)
            return Area(workbook.sheet_ids[table.sheet], body)
    return None


def styles_in(workbook: OpenWorkbook, area: Area) -> list[CellStyle]:
    """The different looks of an area's cells."""
    return [workbook.engine.style(one) for one in style_ids_in(workbook, area)]


def style_ids_in(workbook: OpenWorkbook, area: Area) -> list[int]:
    """The different style ids of an area's cells, without visiting unused cells one by one.

    Beyond the used range a cell's style comes from its column or its row, so one line of cells
    below and one beside the used range stand for all the rest.
    """
    engine, sheet = workbook.engine, workbook.sheet_index(area.sheet)
    rect = area.rect
    if rect.rows * rect.columns <= _FEW:
        found = dict.fromkeys(style for row in engine.style_ids(sheet, rect) for style in row)
        return list(found)
    used = engine.used_rect(sheet, values_only=False)
    parts: list[Rect] = []
    inside = None if used is None else intersection(used, rect)
    if inside is not None:
        parts.append(inside)
    bottom = -1 if used is None else used.bottom
    right = -1 if used is None else used.right
    if inside is None or rect.bottom > bottom or rect.top < inside.top:
        line = rect.top if inside is None or rect.top < inside.top else bottom + 1
        parts.append(replace(rect, top=line, bottom=line))
    if inside is not None and (rect.right > right or rect.left < inside.left):
        line = rect.left if rect.left < inside.left else right + 1
        parts.append(Rect(inside.top, line, inside.bottom, line))
    seen: dict[int, None] = {}
    for part in parts:
        for row in engine.style_ids(sheet, part):
            seen.update(dict.fromkeys(row))
    return list(seen)


def deny_if_locked(workbook: OpenWorkbook, area: Area) -> None:
    """Refuse a change to locked cells of a protected sheet.

    Raises:
        ExcelApiError: AccessDenied.
    """
    if workbook.engine.is_protected(workbook.sheet_index(area.sheet)) and any(
        style.locked for style in styles_in(workbook, area)
    ):
        raise access_denied()


def access_denied() -> ExcelApiError:
    """Excel's AccessDenied."""
    return ExcelApiError("AccessDenied", "You cannot perform the requested operation.", 401)
