"""Tables as Excel changes them: creating, naming, adding and removing rows and columns."""

from collections.abc import Sequence
from dataclasses import replace

from pydantic import JsonValue

from embedded_excel.calc.cells import CellValue, Rect, Table, TableColumn
from embedded_excel.calc.engine import EngineRefused
from embedded_excel.errors import ExcelApiError, invalid_argument, item_not_found
from embedded_excel.model import filtering
from embedded_excel.model.areas import (
    checked,
    clipped,
    deny_if_locked,
    has_content,
    intersection,
    is_unbounded,
)
from embedded_excel.model.cell_shifting import delete_cells, insert_cells
from embedded_excel.model.cell_writing import store
from embedded_excel.model.events import table_added, table_deleted
from embedded_excel.model.protecting import deny_if_protected
from embedded_excel.model.table_headers import header_names, unique
from embedded_excel.model.table_names import TableId, free_table_name
from embedded_excel.model.typed_input import TypedInput
from embedded_excel.model.workbook import Area, OpenWorkbook


def overlap() -> ExcelApiError:
    """What Excel says to a table over something that a table can't contain."""
    return ExcelApiError(
        "MergedRangeConflict",
        "Cannot complete the operation. A table can't overlap with another table, a PivotTable "
        "report, query results, merged cells, or an XML Map.",
        400,
    )


def table_by_id(workbook: OpenWorkbook, table: TableId) -> Table:
    """The table as it is now.

    Raises:
        ExcelApiError: ItemNotFound when it is gone.
    """
    for found in workbook.engine.tables():
        if found.id == table:
            return found
    raise item_not_found()


def body_rect(table: Table) -> Rect:
    """The data rows."""
    return replace(
        table.rect, top=table.rect.top + table.header, bottom=table.rect.bottom - table.totals
    )


def sheet_area(workbook: OpenWorkbook, table: Table, rect: Rect) -> Area:
    """An area on the table's sheet."""
    return Area(workbook.sheet_ids[table.sheet], rect)


def update(workbook: OpenWorkbook, table: Table) -> None:
    """Store a changed table.

    Raises:
        ExcelApiError: InvalidArgument when the engine refuses it.
    """
    try:
        workbook.engine.update_table(table)
    except EngineRefused as refusal:
        raise invalid_argument(
            f"The argument is invalid or missing or has an incorrect format. {refusal}"
        ) from None
    workbook.recalculate_if_automatic()


def add_table(workbook: OpenWorkbook, area: Area, *, has_headers: bool) -> Table:
    """Make a table of a range. Without headers a header row is inserted above the data.

    Raises:
        ExcelApiError: MergedRangeConflict over another table or merged cells, AccessDenied,
            InvalidArgument.
    """
    workbook.settle()
    deny_if_protected(workbook, area.sheet)
    rect = _table_rect(workbook, area)
    engine, sheet = workbook.engine, workbook.sheet_index(area.sheet)
    obstacles = [table.rect for table in engine.tables() if table.sheet == sheet]
    obstacles += engine.merges(sheet)
    if any(intersection(rect, other) is not None for other in obstacles):
        raise overlap()
    if not has_headers:
        rect = _make_header_room(workbook, replace(area, rect=rect), obstacles)
    elif rect.rows == 1:
        below = replace(rect, top=rect.bottom + 1, bottom=rect.bottom + 1)
        if any(intersection(below, other) is not None for other in obstacles):
            raise overlap()
        if has_content(workbook, replace(area, rect=below)):
            insert_cells(workbook, replace(area, rect=checked(below)), down=True)
        rect = replace(rect, bottom=rect.bottom + 1)
    top = replace(rect, bottom=rect.top)
    values: Sequence[CellValue] = (
        engine.read(sheet, top).values[0] if has_headers else [None] * rect.columns
    )
    names = header_names(values)
    cells = {
        (rect.top, rect.left + column): TypedInput(name)
        for column, name in enumerate(names)
        if values[column] != name
    }
    if cells:
        store(workbook, replace(area, rect=top), cells)
    try:
        table = engine.add_table(
            Table(
                0,
                free_table_name(workbook),
                sheet,
                rect,
                tuple(TableColumn(name) for name in names),
                style=workbook.engine.documents.table_styles.defaults()[0],
            )
        )
    except EngineRefused as refusal:
        raise invalid_argument(
            f"The argument is invalid or missing or has an incorrect format. {refusal}"
        ) from None
    workbook.recalculate_if_automatic()
    table_added(workbook, table.id, area.sheet)
    return table


def _table_rect(workbook: OpenWorkbook, area: Area) -> Rect:
    if not is_unbounded(area.rect):
        return area.rect
    part = clipped(workbook, area, values_only=True)
    if part is None:
        raise invalid_argument()
    return part


def _make_header_room(workbook: OpenWorkbook, area: Area, obstacles: Sequence[Rect]) -> Rect:
    """Shift the data down by one row to make room for generated headers."""
    rect = area.rect
    grown = checked(replace(rect, bottom=rect.bottom + 1))
    last = replace(grown, top=grown.bottom)
    if any(intersection(last, other) is not None for other in obstacles):
        raise overlap()
    insert_cells(workbook, replace(area, rect=replace(rect, bottom=rect.top)), down=True)
    return grown


# -- rows ----------------------------------------------------------------------------------------
def insert_rows(
    workbook: OpenWorkbook, table: Table, index: int | None, count: int, *, always: bool
) -> int:
    """Make room for data rows; answers the index of the first. None appends.

    Appending moves cells below the table down: `always`, or only when some of the room is filled.

    Raises:
        ExcelApiError: InvalidArgument for an index outside, or what stops cells from moving.
    """
    body = body_rect(table)
    if index is not None and not 0 <= index <= body.rows:
        raise invalid_argument()
    at = body.bottom + 1 if index is None else body.top + index
    appended = at == body.bottom + 1
    room = checked(replace(body, top=at, bottom=at + count - 1))
    area = sheet_area(workbook, table, room)
    free = (
        appended
        and not always
        and not table.totals
        and not has_content(workbook, area)
        and not _tables_below(workbook, table, room)
    )
    if not free:
        insert_cells(workbook, area, down=True)
    elif workbook.engine.is_protected(table.sheet):
        deny_if_locked(workbook, area)
    if appended:
        _copy_row_styles(workbook, table, at, count)
    if appended and not table.totals:
        grown = replace(table, rect=replace(table.rect, bottom=table.rect.bottom + count))
        update(workbook, grown)
    return at - body.top


def _copy_row_styles(workbook: OpenWorkbook, table: Table, at: int, count: int) -> None:
    """Appended rows look like the last data row."""
    engine = workbook.engine
    last = replace(body_rect(table), top=at - 1, bottom=at - 1)
    for offset, style in enumerate(engine.style_ids(table.sheet, last)[0]):
        record = engine.style(style)
        column = last.left + offset
        engine.restyle(table.sheet, Rect(at, column, at + count - 1, column), lambda _, r=record: r)


def _tables_below(workbook: OpenWorkbook, table: Table, room: Rect) -> bool:
    return any(
        other.id != table.id
        and other.sheet == table.sheet
        and intersection(other.rect, room) is not None
        for other in workbook.engine.tables()
    )


def delete_rows(workbook: OpenWorkbook, table: TableId, indexes: Sequence[int]) -> None:
    """Delete data rows, whichever order they are given in. The last one is only emptied.

    Raises:
        ExcelApiError: InvalidArgument for a row that isn't there.
    """
    found = table_by_id(workbook, table)
    rows = body_rect(found).rows
    if any(not 0 <= index < rows for index in indexes) or len(set(indexes)) != len(indexes):
        raise invalid_argument()
    for first, count in reversed(_runs(sorted(indexes))):
        current = table_by_id(workbook, table)
        body = body_rect(current)
        top = body.top + first
        rect = replace(body, top=top, bottom=top + count - 1)
        if count == body.rows:
            # A table keeps one data row, an empty one.
            _empty(workbook, sheet_area(workbook, current, replace(rect, bottom=top)))
            rect = replace(rect, top=top + 1)
        if rect.rows > 0:
            delete_cells(workbook, sheet_area(workbook, current, rect), up=True)


def _empty(workbook: OpenWorkbook, area: Area) -> None:
    deny_if_locked(workbook, area)
    rect = area.rect
    cells = {(rect.top, column): TypedInput(None) for column in range(rect.left, rect.right + 1)}
    store(workbook, area, cells)


def _runs(indexes: Sequence[int]) -> list[tuple[int, int]]:
    """Consecutive numbers as `(first, how many)`."""
    runs: list[tuple[int, int]] = []
    for index in indexes:
        if runs and sum(runs[-1]) == index:
            runs[-1] = (runs[-1][0], runs[-1][1] + 1)
        else:
            runs.append((index, 1))
    return runs


# -- columns -------------------------------------------------------------------------------------
def insert_column(
    workbook: OpenWorkbook, table: Table, index: int | None, name: JsonValue
) -> Table:
    """Make room for a column: cells right of it on the table's rows move right. None appends.

    Raises:
        ExcelApiError: InvalidArgument, or what stops cells from moving.
    """
    count = len(table.columns)
    at = count if index is None else index
    if not 0 <= at <= count:
        raise invalid_argument()
    if name is not None and (not isinstance(name, str) or not name):
        raise invalid_argument()
    taken = [column.name for column in table.columns]
    header = unique(name, taken) if isinstance(name, str) else _free_column(taken)
    rect = table.rect
    left = rect.left + at
    room = checked(replace(rect, left=left, right=left))
    area = sheet_area(workbook, table, room)
    beyond = at == count and not has_content(workbook, area)
    grown = replace(
        table,
        rect=replace(rect, right=rect.right + 1),
        columns=(*table.columns[:at], TableColumn(header), *table.columns[at:]),
    )
    if beyond and not _tables_below(workbook, table, room):
        deny_if_locked(workbook, area)
        update(workbook, grown)
    else:
        insert_cells(workbook, area, down=False, resized=(grown,))
    if table.header:
        cells = {(rect.top, left): TypedInput(header)}
        store(workbook, replace(area, rect=Rect(rect.top, left, rect.top, left)), cells)
    return table_by_id(workbook, table.id)


def _free_column(taken: Sequence[str]) -> str:
    number = 1
    used = {name.casefold() for name in taken}
    while f"column{number}" in used:
        number += 1
    return f"Column{number}"


def delete_column(workbook: OpenWorkbook, table: Table, index: int) -> None:
    """Delete a column; what stands right of the table on its rows moves left.

    Raises:
        ExcelApiError: InvalidOperation for the only column.
    """
    rect = table.rect
    if len(table.columns) == 1:
        raise ExcelApiError("InvalidOperation", "The only column of a table can't be deleted.", 400)
    column = replace(rect, left=rect.left + index, right=rect.left + index)
    shrunk = replace(
        table,
        rect=replace(rect, right=rect.right - 1),
        columns=table.columns[:index] + table.columns[index + 1 :],
    )
    delete_cells(workbook, sheet_area(workbook, table, column), up=False, resized=(shrunk,))


# -- the whole -----------------------------------------------------------------------------------
def remove_table(workbook: OpenWorkbook, table: Table) -> None:
    """Turn a table back into a range; its cells stay."""
    area = sheet_area(workbook, table, table.rect)
    deny_if_protected(workbook, area.sheet)
    # Without its filter nothing would bring the hidden rows back.
    filtering.clear(workbook, filtering.FilterPlace(area.sheet, table.id))
    workbook.engine.remove_table(table.id)
    table_deleted(workbook, table.id, table.name, area.sheet)
    workbook.recalculate_if_automatic()


def resize(workbook: OpenWorkbook, table: Table, rect: Rect) -> None:
    """Give the table another rectangle; its header row stays where it is.

    Raises:
        ExcelApiError: InvalidArgument, MergedRangeConflict.
    """
    if rect.top != table.rect.top or intersection(rect, table.rect) is None:
        raise invalid_argument()
    if rect.rows <= table.header + table.totals or is_unbounded(rect):
        raise invalid_argument()
    if table.totals and rect.bottom != table.rect.bottom:
        raise invalid_argument()
    others = [
        other.rect
        for other in workbook.engine.tables()
        if other.sheet == table.sheet and other.id != table.id
    ] + list(workbook.engine.merges(table.sheet))
    if any(intersection(rect, other) is not None for other in others):
        raise overlap()
    columns: list[TableColumn] = []
    row = replace(rect, bottom=rect.top)
    values = workbook.engine.read(table.sheet, row).values[0]
    for offset, value in enumerate(values):
        old = rect.left + offset - table.rect.left
        if 0 <= old < len(table.columns):
            columns.append(table.columns[old])
            continue
        taken = [column.name for column in (*columns, *table.columns)]
        name = header_names([value])[0] if value is not None else _free_column(taken)
        columns.append(TableColumn(unique(name, taken)))
    update(workbook, replace(table, rect=rect, columns=tuple(columns)))
    if table.header:
        cells = {
            (rect.top, rect.left + offset): TypedInput(column.name)
            for offset, column in enumerate(columns)
            if values[offset] != column.name
        }
        if cells:
            store(workbook, sheet_area(workbook, table, row), cells)
