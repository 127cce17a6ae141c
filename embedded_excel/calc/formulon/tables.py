"""Tables: the engine's list by position on one side, `Table` values with an identity on the other."""

from dataclasses import replace

from formulon.workbook import AutoFilter
from formulon.workbook import Table as TableRecord

from embedded_excel.calc.cells import Rect, Table, TableColumn
from embedded_excel.calc.engine import EngineRefused
from embedded_excel.calc.formulon import structured
from embedded_excel.calc.formulon.book import Book
from embedded_excel.calc.formulon.cells import write_raw
from embedded_excel.calc.formulon.formulas import format_rect, parse_rect
from embedded_excel.calc.formulon.names import check_name
from embedded_excel.calc.formulon.sheets import to_range
from embedded_excel.calc.formulon.texts import texts


def tables(book: Book) -> list[Table]:
    """Every table, in the engine's order, with identities that last while the book is open."""
    return book.remember_shape(("all tables",), lambda: _read_tables(book))


def _read_tables(book: Book) -> list[Table]:
    found: list[Table] = []
    for index, record in enumerate(book.wheel.iter_tables()):
        key = record.display_name.lower()
        if key not in book.table_ids:
            book.table_ids[key] = book.next_table_id
            book.next_table_id += 1
        found.append(_from_record(book, index, record, book.table_ids[key]))
    return found


def _from_record(book: Book, index: int, record: TableRecord, table_id: int) -> Table:
    return Table(
        id=table_id,
        name=record.display_name,
        sheet=record.sheet_index,
        rect=parse_rect(record.ref),
        columns=tuple(
            TableColumn(
                name=column.name,
                totals_function=""
                if column.totals_row_function == "none"
                else column.totals_row_function,
                totals_label=column.totals_row_label,
                formula=column.totals_row_formula,
            )
            for column in record.columns
        ),
        header=record.header_row_count > 0,
        totals=record.totals_row_count > 0,
        style=record.style_name,
        banded_rows=record.show_row_stripes,
        banded_columns=record.show_column_stripes,
        first_column=record.show_first_column,
        last_column=record.show_last_column,
        filter_buttons=book.wheel.get_table_auto_filter(index) is not None,
    )


def index_of(book: Book, table_id: int) -> int:
    """Position in the engine's list.

    Raises:
        EngineRefused: No table has this identity.
    """
    for index, table in enumerate(tables(book)):
        if table.id == table_id:
            return index
    raise EngineRefused("The table was removed.")


def add_table(book: Book, table: Table) -> Table:
    """Create a table over existing cells."""
    _check(book, table, None)
    _create(book, table)
    book.changed()
    book.table_ids[table.name.lower()] = book.next_table_id
    book.next_table_id += 1
    return tables(book)[-1]


def _create(book: Book, table: Table) -> None:
    wheel = book.wheel
    index = wheel.table_create(
        table.sheet,
        format_rect(table.rect),
        table.name,
        table.name,
        [column.name for column in table.columns],
        table.style,
        table.header,
        table.totals,
    )
    _set_style(book, index, table)
    _set_totals(book, index, table, None)
    _set_filter(book, index, table)


def _set_style(book: Book, index: int, table: Table) -> None:
    book.wheel.table_set_style_info(
        index,
        table.style,
        table.first_column,
        table.last_column,
        table.banded_rows,
        table.banded_columns,
    )


def _set_totals(book: Book, index: int, table: Table, before: Table | None) -> None:
    for position, column in enumerate(table.columns):
        known = before.columns[position] if before is not None else TableColumn(column.name)
        if replace(known, name=column.name) != column:
            book.wheel.table_set_column_totals(
                index,
                position,
                column.totals_function or None,
                column.totals_label or None,
                column.formula or None,
            )


def _set_filter(book: Book, index: int, table: Table) -> None:
    shown = table.filter_buttons and table.header
    now = book.wheel.get_table_auto_filter(index)
    if not shown and now is not None:
        book.wheel.remove_table_auto_filter(index)
    rows = to_range(replace(table.rect, bottom=table.rect.bottom - int(table.totals)))
    if shown and now is None:
        book.wheel.set_table_auto_filter(index, AutoFilter(rows, []))
    elif shown and now is not None and now.range != rows:
        book.wheel.set_table_auto_filter(index, replace(now, range=rows))


def _check(book: Book, table: Table, index: int | None) -> None:
    check_name(table.name)
    if len(table.columns) != table.rect.columns:
        raise EngineRefused("A table has one column for each column of its range.")
    if table.rect.rows <= int(table.header) + int(table.totals):
        raise EngineRefused("A table needs at least one row of cells under its header.")
    names = [column.name.lower() for column in table.columns]
    if len(set(names)) != len(names) or "" in names:
        raise EngineRefused("The columns of a table need names that differ.")
    for position, other in enumerate(tables(book)):
        if position == index:
            continue
        if other.name.lower() == table.name.lower():
            raise EngineRefused(f'There is already a table "{table.name}".')
        if other.sheet == table.sheet and _overlap(other.rect, table.rect):
            raise EngineRefused(f'A table can\'t overlap another table ("{other.name}").')


def _overlap(one: Rect, other: Rect) -> bool:
    return (
        one.top <= other.bottom
        and other.top <= one.bottom
        and one.left <= other.right
        and other.left <= one.right
    )


def update_table(book: Book, table: Table) -> None:
    """Make the table with this identity what the value says."""
    index = index_of(book, table.id)
    before = tables(book)[index]
    if table == before:
        return
    _check(book, table, index)
    if table.name != before.name:
        book.wheel.table_rename(index, table.name, table.name)
        del book.table_ids[before.name.lower()]
        book.table_ids[table.name.lower()] = table.id
    if [column.name for column in before.columns] != [column.name for column in table.columns]:
        _recreate(book, index, before, table)
    else:
        book.wheel.table_update(
            index,
            format_rect(table.rect),
            None,
            header_row=table.header,
            totals_row=table.totals,
        )
        _set_style(book, index, table)
        _set_totals(book, index, table, before)
        _set_filter(book, index, table)
    book.changed()


def _recreate(book: Book, index: int, before: Table, table: Table) -> None:
    """The engine can't change a table's columns: make it anew, and fix what names them."""
    renamed: dict[str, str] = {}
    if len(before.columns) == len(table.columns):
        renamed = {
            old.name: new.name
            for old, new in zip(before.columns, table.columns, strict=True)
            if old.name != new.name
        }
    using = structured.formulas_naming(book, table.name)
    criteria = book.wheel.get_table_auto_filter(index)
    book.wheel.table_remove(index)
    _create(book, table)
    book.changed()
    if criteria is not None:
        _keep_criteria(book, table, criteria, [renamed.get(c.name, c.name) for c in before.columns])
    book.changed()

    def rewrite(text: str) -> str:
        return structured.rename_columns(text, table.name, renamed)

    structured.store(
        book, [(sheet, row, column, rewrite(text)) for sheet, row, column, text in using]
    )
    structured.rewrite_names(book, table.name, rewrite)


def _keep_criteria(book: Book, table: Table, before: AutoFilter, names: list[str]) -> None:
    """Give a table made anew what its columns filtered by; `names` are those of the old columns."""
    index = index_of(book, table.id)
    now = book.wheel.get_table_auto_filter(index)
    if now is None:
        return
    at = {column.name: number for number, column in enumerate(table.columns)}
    now.columns = [
        replace(column, col_id=at[names[column.col_id]])
        for column in before.columns
        if column.col_id < len(names) and names[column.col_id] in at
    ]
    book.wheel.set_table_auto_filter(index, now)


def remove_table(book: Book, table_id: int) -> None:
    """Convert the table to a range: references to it become references to its cells."""
    index = index_of(book, table_id)
    table = tables(book)[index]
    using = structured.formulas_naming(book, table.name)
    structured.rewrite_names(
        book, table.name, lambda text: structured.to_cell_references(book, text, table, -1, 0)
    )
    book.wheel.table_remove(index)
    del book.table_ids[table.name.lower()]
    book.changed()
    plain = [
        (sheet, row, column, structured.to_cell_references(book, text, table, sheet, row))
        for sheet, row, column, text in using
    ]
    structured.store(book, plain)


def header_cells(book: Book, sheet: int) -> dict[tuple[int, int], int]:
    """Cells that hold the name of a table's column, with the table's identity."""
    return book.remember_shape(
        ("headers", sheet),
        lambda: {
            (table.rect.top, column): table.id
            for table in tables(book)
            if table.sheet == sheet and table.header
            for column in range(table.rect.left, table.rect.right + 1)
        },
    )


def take_names_from_headers(book: Book, table_ids: set[int]) -> None:
    """After header cells were written: columns are named by them, empty and repeated ones anew."""
    for table_id in sorted(table_ids):
        table = tables(book)[index_of(book, table_id)]
        top = Rect(table.rect.top, table.rect.left, table.rect.top, table.rect.right)
        shown = texts(book, table.sheet, top)[0]
        taken: set[str] = set()
        columns: list[TableColumn] = []
        for position, column in enumerate(table.columns):
            name = _free_name(shown[position], position, taken)
            taken.add(name.lower())
            columns.append(replace(column, name=name))
        labels = [
            (table.rect.top, table.rect.left + position, column.name)
            for position, column in enumerate(columns)
        ]
        write_raw(book, table.sheet, labels, ())
        update_table(book, replace(table, columns=tuple(columns)))


def _free_name(shown: str, position: int, taken: set[str]) -> str:
    name = shown or f"Column{position + 1}"
    number = 2
    free = name
    while free.lower() in taken:
        free = f"{name}{number}"
        number += 1
    return free


def forget_sheet(book: Book, sheet: int) -> None:
    """Drop the identities of tables that go with a sheet."""
    for table in tables(book):
        if table.sheet == sheet:
            del book.table_ids[table.name.lower()]
