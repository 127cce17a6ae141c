"""AutoFilters of sheets and tables: setting criteria, and hiding rows by them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from embedded_excel.calc.cells import MAX_COLUMNS, Rect
from embedded_excel.calc.row_filters import ColumnFilter, RowFilter
from embedded_excel.errors import ExcelApiError, invalid_argument
from embedded_excel.model.areas import intersection
from embedded_excel.model.events import rows_hidden
from embedded_excel.model.protecting import deny_if_protected, deny_unless
from embedded_excel.model.workbook import Area, OpenWorkbook, SheetId


@dataclass(frozen=True, slots=True)
class FilterPlace:
    """Whose AutoFilter: a table's, or with None the sheet's own."""

    sheet: SheetId
    table: int | None


def filter_of(workbook: OpenWorkbook, place: FilterPlace) -> RowFilter | None:
    """The filter, None without one."""
    sheet = workbook.sheet_index(place.sheet)
    return workbook.engine.sheet_parts.filters.filter(sheet, place.table)


def enable(workbook: OpenWorkbook, place: FilterPlace, rect: Rect) -> RowFilter:
    """The sheet's filter over a range; a filter over other cells is taken away first.

    Raises:
        ExcelApiError: AccessDenied, InvalidArgument over a table.
    """
    deny_unless(workbook, place.sheet, "allowAutoFilter")
    now = filter_of(workbook, place)
    if now is not None and now.rect == rect:
        return now
    deny_if_protected(workbook, place.sheet)
    sheet = workbook.sheet_index(place.sheet)
    for table in workbook.engine.tables():
        if table.sheet == sheet and intersection(table.rect, rect) is not None:
            raise invalid_argument()
    if now is not None:
        remove(workbook, place)
    found = RowFilter(rect)
    workbook.engine.sheet_parts.filters.set_filter(sheet, place.table, found)
    workbook.changed = True
    return found


def set_columns(
    workbook: OpenWorkbook, place: FilterPlace, columns: Sequence[ColumnFilter]
) -> None:
    """Replace the criteria of all columns, and hide and show rows by them.

    Raises:
        ExcelApiError: InvalidOperation without a filter, AccessDenied.
    """
    deny_unless(workbook, place.sheet, "allowAutoFilter")
    found = needed(workbook, place)
    sheet = workbook.sheet_index(place.sheet)
    workbook.engine.sheet_parts.filters.set_filter(
        sheet, place.table, replace(found, columns=tuple(columns))
    )
    apply(workbook, place)


def clear(workbook: OpenWorkbook, place: FilterPlace) -> None:
    """Stop filtering by any column, if some do.

    Raises:
        ExcelApiError: AccessDenied.
    """
    found = filter_of(workbook, place)
    if found is not None and found.columns:
        set_columns(workbook, place, ())


def set_column(
    workbook: OpenWorkbook, place: FilterPlace, column: int, wanted: ColumnFilter | None
) -> None:
    """Replace or, with None, remove the criterion of a column.

    Raises:
        ExcelApiError: InvalidArgument for a column outside, InvalidOperation, AccessDenied.
    """
    found = needed(workbook, place)
    if not 0 <= column < found.rect.columns:
        raise invalid_argument()
    columns = [one for one in found.columns if one.column != column]
    if wanted is not None:
        columns.append(wanted)
    set_columns(workbook, place, sorted(columns, key=lambda one: one.column))


def needed(workbook: OpenWorkbook, place: FilterPlace) -> RowFilter:
    """The filter.

    Raises:
        ExcelApiError: InvalidOperation without one.
    """
    found = filter_of(workbook, place)
    if found is None:
        raise ExcelApiError("InvalidOperation", "There is no AutoFilter.", 400)
    return found


def apply(workbook: OpenWorkbook, place: FilterPlace) -> None:
    """Hide the rows the criteria exclude, and show the others of the range."""
    workbook.settle()
    sheet = workbook.sheet_index(place.sheet)
    first, stays = workbook.engine.sheet_parts.filters.matching(sheet, place.table)
    show_rows(workbook, place.sheet, first, stays)


def remove(workbook: OpenWorkbook, place: FilterPlace) -> None:
    """Take the filter away and show its rows.

    Raises:
        ExcelApiError: AccessDenied on a protected sheet, whatever its options.
    """
    deny_if_protected(workbook, place.sheet)
    found = filter_of(workbook, place)
    if found is None:
        return
    sheet = workbook.sheet_index(place.sheet)
    workbook.engine.sheet_parts.filters.remove_filter(sheet, place.table)
    if found.columns:
        count = found.rect.rows - 1
        show_rows(workbook, place.sheet, found.rect.top + 1, [True] * count)
    workbook.changed = True


def show_rows(workbook: OpenWorkbook, sheet_id: SheetId, first: int, stays: Sequence[bool]) -> None:
    """Show those of the rows from one on that stay, and hide the others."""
    sheet = workbook.sheet_index(sheet_id)
    hidden = workbook.engine.row_axis(sheet).hidden
    wanted = {first + offset: not stay for offset, stay in enumerate(stays)}
    for hide in (False, True):
        rows = [row for row, one in wanted.items() if one == hide and (row in hidden) != hide]
        for top, bottom in runs_of(rows):
            workbook.engine.set_rows_hidden(sheet, top, bottom, hide)
            rows_hidden(
                workbook, Area(sheet_id, Rect(top, 0, bottom, MAX_COLUMNS - 1)), hidden=hide
            )
    # SUBTOTAL and AGGREGATE count the rows that show.
    workbook.recalculate_if_automatic()


def runs_of(rows: Sequence[int]) -> list[tuple[int, int]]:
    """Rows in order, as first and last of those that follow each other."""
    runs: list[tuple[int, int]] = []
    for row in rows:
        if runs and runs[-1][1] == row - 1:
            runs[-1] = (runs[-1][0], row)
        else:
            runs.append((row, row))
    return runs
