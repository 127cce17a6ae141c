"""Copying a sheet, composed of what the engine can read and write."""

import re
from dataclasses import replace
from typing import Any

from formulon.workbook import (
    ConditionalFormat,
    ConditionalFormatInput,
    DataValidationInput,
    FormulonError,
)

from embedded_excel.calc.cells import MAX_COLUMNS, MAX_ROWS, CellValue, Rect, Table
from embedded_excel.calc.engine import EngineRefused
from embedded_excel.calc.formulon import names, sheets, tables
from embedded_excel.calc.formulon.book import Book
from embedded_excel.calc.formulon.cells import walk, write_raw
from embedded_excel.calc.formulon.copying_objects import copy_objects
from embedded_excel.calc.formulon.formulas import replace_table_references
from embedded_excel.calc.formulon.styles import stored_styles

_PRINTER = re.compile(r"\sr:id\s*=\s*(\"[^\"]*\"|'[^']*')")
"""The link to the printer's own settings, which stay with the source."""
_CODE_NAME = re.compile(r"\scodeName\s*=\s*(\"[^\"]*\"|'[^']*')")
"""What macros call a sheet: no two are called alike."""
_ALL = Rect(0, 0, MAX_ROWS - 1, MAX_COLUMNS - 1)


def copy_sheet(book: Book, sheet: int, name: str, to: int) -> None:
    """Copy a sheet to tab position `to`; what can't be copied is named in a note."""
    book.wheel.add_sheet(name)
    book.changed()
    target = book.wheel.sheet_count() - 1
    try:
        _copy(book, sheet, target)
    except (EngineRefused, FormulonError):
        tables.forget_sheet(book, target)
        book.wheel.remove_sheet(target)
        book.changed()
        raise
    book.wheel.move_sheet(target, to)
    book.changed()


def _copy(book: Book, sheet: int, target: int) -> None:
    source_name, name = book.wheel.sheet_name(sheet), book.wheel.sheet_name(target)
    copied = _copied_tables(book, sheet, target)
    renamed = {old.name: new.name for old, new in copied}
    _copy_layout(book, sheet, target)
    _copy_cells(book, sheet, target, renamed)
    book.changed()
    for _, table in copied:
        tables.add_table(book, table)
    for area in sheets.merges(book, sheet):
        book.wheel.add_merge(target, sheets.to_range(area))
    _copy_rules(book, sheet, target)
    _copy_view(book, sheet, target)
    _copy_names(book, sheet, target, (source_name, name))

    def rename(formula: str) -> str:
        return sheets.rename_sheet_in_formula(formula, source_name, name)

    lost = copy_objects(book, sheet, target, rename, renamed)
    missing = [f"{count} {kind}" for kind, count in lost.items() if count]
    if missing:
        book.notes.append(
            f'The copied sheet "{name}" lacks what its source has: {", ".join(missing)}.'
        )


def _copied_tables(book: Book, sheet: int, target: int) -> list[tuple[Table, Table]]:
    taken = {table.name.lower() for table in tables.tables(book)}
    taken |= {name.name.lower() for name in names.names(book)}
    copied: list[tuple[Table, Table]] = []
    for table in tables.tables(book):
        if table.sheet != sheet:
            continue
        number = 2
        while f"{table.name}{number}".lower() in taken:
            number += 1
        fresh = f"{table.name}{number}"
        taken.add(fresh.lower())
        copied.append((table, replace(table, name=fresh, sheet=target)))
    return copied


def _copy_cells(book: Book, sheet: int, target: int, renamed: dict[str, str]) -> None:
    formulas: list[tuple[int, int, str]] = []
    values: list[tuple[int, int, CellValue]] = []
    anchors: list[Rect] = []
    read_cstr = book.library.read_cstr
    found = [
        (row, column, read_cstr(formula) if formula else "", value)
        for row, column, formula, value in walk(book, sheet, _ALL)
    ]
    for row, column, formula, value in found:
        if formula and not formula.startswith("=TABLE("):
            formulas.append((row, column, _renamed(formula, renamed)))
            spill = book.wheel.spill_info(sheet, row, column)
            if spill.engaged:
                anchors.append(Rect(row, column, row + spill.rows - 1, column + spill.cols - 1))
        elif not any(
            area.top <= row <= area.bottom and area.left <= column <= area.right for area in anchors
        ):
            values.append((row, column, value))
    write_raw(book, target, values, formulas)
    put = book.export("fm_cell_set_xf_index")
    for row, column, style in stored_styles(book, sheet):
        book.check(put(book.handle, target, row, column, style), "The style can't be copied")


def _renamed(formula: str, tables_renamed: dict[str, str]) -> str:
    if "[" in formula:
        for old, new in tables_renamed.items():
            formula = replace_table_references(
                formula, old, lambda _, brackets, name=new: name + brackets
            )
    return formula


def _copy_layout(book: Book, sheet: int, target: int) -> None:
    wheel = book.wheel
    wheel.set_sheet_format_defaults(target, wheel.get_sheet_format_defaults(sheet))
    for column in wheel.get_sheet_columns(sheet):
        span = (column.first, min(column.last, MAX_COLUMNS - 1))
        if column.has_width:
            wheel.set_column_width(target, *span, column.width)
        if column.hidden:
            wheel.set_column_hidden(target, *span, hidden=True)
        if column.outline_level:
            wheel.set_column_outline(target, *span, column.outline_level)
        if column.has_style:
            wheel.set_column_style(target, *span, column.style_xf)
    for row in wheel.get_sheet_row_overrides(sheet):
        if row.has_height:
            wheel.set_row_height(target, row.row, row.height)
        if row.hidden:
            wheel.set_row_hidden(target, row.row, hidden=True)
        if row.outline_level:
            wheel.set_row_outline(target, row.row, row.outline_level)
        if row.has_style:
            wheel.set_row_style(target, row.row, row.row, row.style_xf)


def _copy_rules(book: Book, sheet: int, target: int) -> None:
    """Conditional formats, validations, links, comments and protection."""
    wheel = book.wheel
    for rule in wheel.get_conditional_formats(sheet):
        wheel.add_conditional_format(target, _input_of(rule))
    for validation in wheel.get_validations(sheet):
        wheel.add_validation(target, DataValidationInput(**vars(validation)))
    for link in wheel.get_hyperlinks(sheet):
        wheel.add_hyperlink_range(
            target,
            link.row,
            link.col,
            link.last_row,
            link.last_col,
            link.target,
            link.location,
            link.display,
            link.tooltip,
        )
    threads = {(found.row, found.col) for found in wheel.get_threaded_comments(sheet)}
    for comment in wheel.get_comments(sheet):
        if (comment.row, comment.col) in threads:
            continue
        wheel.set_comment(target, comment.row, comment.col, comment.author, comment.text)
        if wheel.get_comment_visible(sheet, comment.row, comment.col):
            wheel.set_comment_visible(target, comment.row, comment.col, visible=True)
    protection = wheel.get_sheet_protection(sheet)
    if protection.enabled:
        wheel.set_sheet_protection(target, protection)


def _input_of(rule: ConditionalFormat) -> ConditionalFormatInput:
    fields: dict[str, Any] = dict(vars(rule))
    fields["id"] = ""
    return ConditionalFormatInput(**fields)


def _copy_view(book: Book, sheet: int, target: int) -> None:
    wheel = book.wheel
    view = wheel.get_sheet_view(sheet)
    wheel.set_sheet_freeze(target, view.freeze_rows, view.freeze_cols)
    wheel.set_sheet_show_grid_lines(target, view.show_grid_lines)
    wheel.set_sheet_show_row_col_headers(target, view.show_row_col_headers)
    wheel.set_sheet_show_zeros(target, view.show_zeros)
    wheel.set_sheet_right_to_left(target, view.right_to_left)
    if view.zoom_scale:
        wheel.set_sheet_zoom(target, view.zoom_scale)
    wheel.set_sheet_show_outline_symbols(target, view.show_outline_symbols)
    properties = _CODE_NAME.sub("", wheel.get_sheet_pr_xml(sheet))
    if properties:
        wheel.set_sheet_pr_xml(target, properties)
    filtered = wheel.get_auto_filter_xml(sheet)
    if filtered:
        wheel.set_auto_filter_xml(target, filtered)
    for part in ("page_setup", "page_margins", "print_options", "header_footer"):
        xml = getattr(wheel, f"get_{part}_xml")(sheet)
        if xml:
            getattr(wheel, f"set_{part}_xml")(target, _PRINTER.sub("", xml))


def _copy_names(book: Book, sheet: int, target: int, titles: tuple[str, str]) -> None:
    """Names of the sheet's own scope, pointing at the copy where they pointed at the sheet.

    Names of the workbook that point at the sheet get such a copy as well, as in Excel.
    """
    own = {name.name.lower() for name in names.names(book) if name.sheet == sheet}
    for found in names.names(book):
        if found.name.startswith("_xlnm._"):
            continue
        formula = sheets.rename_sheet_in_formula(found.formula, *titles)
        shared = found.sheet is None and formula != found.formula and found.name.lower() not in own
        if found.sheet == sheet or shared:
            names.set_name(book, replace(found, sheet=target, formula=formula))
