"""Groups of rows and columns: levels, hiding and showing their details."""

from embedded_excel.calc.cells import MAX_COLUMNS, MAX_ROWS, Rect
from embedded_excel.errors import ExcelApiError, invalid_argument
from embedded_excel.model.events import rows_hidden
from embedded_excel.model.protecting import deny_if_protected
from embedded_excel.model.workbook import Area, OpenWorkbook, SheetId

MOST_LEVELS = 8
"""Levels as `showOutlineLevels` counts them: 1 is what stands in no group."""


def group(workbook: OpenWorkbook, area: Area, *, rows: bool, by: int) -> None:
    """Put rows or columns one level deeper, or with `by` -1 one level up.

    Raises:
        ExcelApiError: InvalidArgument for whole columns by rows and the other way round,
            InvalidOperation beyond the levels there are, AccessDenied.
    """
    first, last = _span(area, rows=rows)
    deny_if_protected(workbook, area.sheet)
    outlines, sheet = workbook.engine.sheet_parts.outlines, workbook.sheet_index(area.sheet)
    now = outlines.outline(sheet, rows=rows).levels
    levels = {index: now.get(index, 0) + by for index in range(first, last + 1)}
    if by < 0:
        levels = {index: level for index, level in levels.items() if level >= 0}
    if not levels or max(levels.values()) >= MOST_LEVELS:
        raise ExcelApiError(
            "InvalidOperation", "The operation attempted is invalid on the object.", 400
        )
    outlines.set_outline(sheet, levels, rows=rows)
    workbook.changed = True


def show_details(workbook: OpenWorkbook, area: Area, *, rows: bool, shown: bool) -> None:
    """Show or hide the rows or columns of the groups an area touches.

    Raises:
        ExcelApiError: InvalidArgument as `group`, InvalidOperation without a group, AccessDenied.
    """
    first, last = _span(area, rows=rows)
    deny_if_protected(workbook, area.sheet)
    outlines, sheet = workbook.engine.sheet_parts.outlines, workbook.sheet_index(area.sheet)
    levels = outlines.outline(sheet, rows=rows).levels
    touched = [index for index in levels if first <= index <= last]
    if not touched:
        raise ExcelApiError(
            "InvalidOperation", "The operation attempted is invalid on the object.", 400
        )
    level = min(levels[index] for index in touched)
    first, last = min(touched), max(touched)
    while levels.get(first - 1, 0) >= level:
        first -= 1
    while levels.get(last + 1, 0) >= level:
        last += 1
    wanted = {index: not shown for index in range(first, last + 1) if levels.get(index, 0)}
    _hide(workbook, area.sheet, wanted, rows=rows)
    outlines.set_collapsed(sheet, last + 1, not shown, rows=rows)


def show_levels(workbook: OpenWorkbook, sheet: SheetId, levels: int, *, rows: bool) -> None:
    """Show rows or columns up to a level; 1 shows no group's details, 0 changes nothing.

    Raises:
        ExcelApiError: InvalidArgument, AccessDenied.
    """
    if not 0 <= levels <= MOST_LEVELS:
        raise invalid_argument()
    if levels == 0:
        return
    deny_if_protected(workbook, sheet)
    index = workbook.sheet_index(sheet)
    found = workbook.engine.sheet_parts.outlines.outline(index, rows=rows).levels
    _hide(workbook, sheet, {at: level >= levels for at, level in found.items()}, rows=rows)


def _span(area: Area, *, rows: bool) -> tuple[int, int]:
    rect = area.rect
    other = rect.rows == MAX_ROWS if rows else rect.columns == MAX_COLUMNS
    if other:
        raise invalid_argument()
    return (rect.top, rect.bottom) if rows else (rect.left, rect.right)


def _hide(workbook: OpenWorkbook, sheet: SheetId, wanted: dict[int, bool], *, rows: bool) -> None:
    index = workbook.sheet_index(sheet)
    engine = workbook.engine
    axis = engine.row_axis(index) if rows else engine.column_axis(index)
    for at, hide in sorted(wanted.items()):
        if (at in axis.hidden) == hide:
            continue
        if rows:
            engine.set_rows_hidden(index, at, at, hide)
            rows_hidden(workbook, Area(sheet, Rect(at, 0, at, MAX_COLUMNS - 1)), hidden=hide)
        else:
            engine.set_columns_hidden(index, at, at, hide)
    workbook.changed = True
    if rows:
        workbook.recalculate_if_automatic()  # SUBTOTAL and AGGREGATE count what shows.
