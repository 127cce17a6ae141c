"""Showing and removing the header row and the totals row of a table."""

from dataclasses import replace

from embedded_excel.calc.cells import Formula, Rect, Table, TableColumn
from embedded_excel.model.areas import checked, has_content
from embedded_excel.model.cell_copying import clear_cells
from embedded_excel.model.cell_shifting import insert_cells
from embedded_excel.model.cell_writing import store
from embedded_excel.model.structured import escaped
from embedded_excel.model.table_edit import body_rect, sheet_area, table_by_id, update
from embedded_excel.model.typed_input import TypedInput
from embedded_excel.model.workbook import OpenWorkbook

_SUM, _COUNT = 109, 103


def show_totals(workbook: OpenWorkbook, table: Table) -> None:
    """Add a totals row: a label in the first column, a sum (or count) in the last."""
    rect = table.rect
    row = checked(replace(rect, top=rect.bottom + 1, bottom=rect.bottom + 1))
    area = sheet_area(workbook, table, row)
    if has_content(workbook, area):
        insert_cells(workbook, area, down=True)
    workbook.settle()
    body = body_rect(table)
    last = workbook.engine.read(table.sheet, replace(body, left=body.right)).values
    numbers = any(isinstance(line[0], float) for line in last)
    name = table.columns[-1].name
    function = _SUM if numbers else _COUNT
    columns = list(table.columns)
    columns[-1] = replace(columns[-1], totals_function="sum" if numbers else "count")
    if len(columns) > 1:
        columns[0] = replace(columns[0], totals_label="Total")
    update(
        workbook,
        replace(table, rect=replace(rect, bottom=row.top), totals=True, columns=tuple(columns)),
    )
    formula = Formula(f"=SUBTOTAL({function},[{escaped(name)}])")
    cells = {(row.top, row.right): TypedInput(formula)}
    if len(columns) > 1:
        cells[row.top, row.left] = TypedInput("Total")
    store(workbook, area, cells)


def hide_totals(workbook: OpenWorkbook, table: Table) -> None:
    """Remove the totals row with what it holds."""
    rect = table.rect
    row = sheet_area(workbook, table, replace(rect, top=rect.bottom))
    columns = tuple(TableColumn(column.name, formula=column.formula) for column in table.columns)
    update(
        workbook,
        replace(table, rect=replace(rect, bottom=rect.bottom - 1), totals=False, columns=columns),
    )
    clear_cells(workbook, row, contents=True, formats=True)


def hide_headers(workbook: OpenWorkbook, table: Table) -> None:
    """Take the header row away; the columns keep their names, the cells are emptied."""
    rect = table.rect
    row = sheet_area(workbook, table, replace(rect, bottom=rect.top))
    update(
        workbook,
        replace(table, rect=replace(rect, top=rect.top + 1), header=False, filter_buttons=False),
    )
    clear_cells(workbook, row, contents=True, formats=False)


def show_headers(workbook: OpenWorkbook, table: Table) -> None:
    """Bring the header row back above the data, moving cells down if something is there."""
    rect = table.rect
    above = Rect(rect.top - 1, rect.left, rect.top - 1, rect.right)
    free = above.top >= 0 and not has_content(workbook, sheet_area(workbook, table, above))
    if not free:
        room = replace(rect, bottom=rect.top)
        insert_cells(workbook, sheet_area(workbook, table, room), down=True)
        above = room
        table = table_by_id(workbook, table.id)
    grown = replace(
        table, rect=replace(table.rect, top=above.top), header=True, filter_buttons=True
    )
    area = sheet_area(workbook, table, above)
    cells = {
        (above.top, above.left + offset): TypedInput(column.name)
        for offset, column in enumerate(table.columns)
    }
    store(workbook, area, cells)
    update(workbook, grown)
