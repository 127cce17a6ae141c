"""What lies over the cells of a sheet that is copied: breaks, comments, sparklines, drawings, slicers."""

import uuid
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from formulon.workbook import DrawingObjectKind, FormulonError

from embedded_excel.calc.cells import MAX_COLUMNS, MAX_ROWS, Rect
from embedded_excel.calc.engine import EngineRefused
from embedded_excel.calc.formulon.book import Book
from embedded_excel.calc.formulon.cells import walk
from embedded_excel.calc.formulon.charts import copy_chart
from embedded_excel.calc.formulon.slicers import new_name
from embedded_excel.calc.formulon.sparklines import copy_sparklines
from embedded_excel.xlsx.pivot_slicers import MARK

_ALL: Final = Rect(0, 0, MAX_ROWS - 1, MAX_COLUMNS - 1)


def copy_objects(
    book: Book,
    sheet: int,
    target: int,
    rename: Callable[[str], str],
    tables: Mapping[str, str],
) -> dict[str, int]:
    """Give a copy what lies over the cells of its model.

    Args:
        book: The workbook.
        sheet: The model.
        target: The copy; its cells and tables are there.
        rename: Points a formula at the copy.
        tables: Names of tables that were copied → names of their copies.

    Returns:
        What couldn't be copied: kind → how many.
    """
    _copy_breaks(book, sheet, target)
    _copy_threads(book, sheet, target)
    copy_sparklines(book, sheet, target, rename)
    for guarded in book.wheel.get_protected_ranges(sheet):
        book.wheel.add_protected_range(target, guarded)
    lost = {
        "cells of data tables (their values are)": _copy_data_tables(book, sheet, target),
        "slicers": _copy_slicers(book, sheet, target, tables),
    }
    return lost | _copy_drawings(book, sheet, target, rename)


def _copy_breaks(book: Book, sheet: int, target: int) -> None:
    for found in book.wheel.get_row_breaks(sheet):
        book.wheel.add_row_break(target, found.id, found.manual)
    for found in book.wheel.get_col_breaks(sheet):
        book.wheel.add_col_break(target, found.id, found.manual)


def _copy_threads(book: Book, sheet: int, target: int) -> None:
    """Comments have identities, which a copy can't share."""
    name = book.wheel.sheet_name(target)

    def fresh(identity: str) -> str:
        made = uuid.uuid5(uuid.NAMESPACE_OID, f"{identity}{name}{target}")
        return f"{{{str(made).upper()}}}" if identity else ""

    for found in book.wheel.get_threaded_comments(sheet):
        copied = replace(found, id=fresh(found.id), parent_id=fresh(found.parent_id))
        book.wheel.add_threaded_comment(target, copied)


def _copy_data_tables(book: Book, sheet: int, target: int) -> int:
    """What-if tables; how many cells have their values alone because the engine refused."""
    read_cstr = book.library.read_cstr
    places = [
        (row, column)
        for row, column, formula, _ in walk(book, sheet, _ALL)
        if formula and read_cstr(formula).startswith("=TABLE(")
    ]
    lost = 0
    done: set[tuple[int, int]] = set()
    for row, column in places:
        found = book.wheel.get_data_table(sheet, row, column)
        if found is None:
            lost += 1
            continue
        corner = (found.first_row, found.first_col)
        if corner in done:
            continue
        done.add(corner)
        inputs = {
            name: (cell.row, cell.col)
            for name, cell in (("row_input", found.row_input), ("col_input", found.col_input))
            if cell is not None and not cell.deleted
        }
        try:
            book.wheel.add_data_table(target, *corner, found.last_row, found.last_col, **inputs)
        except (FormulonError, ValueError):
            lost += (found.last_row - corner[0] + 1) * (found.last_col - corner[1] + 1)
    return lost


def _copy_slicers(book: Book, sheet: int, target: int, tables: Mapping[str, str]) -> int:
    """Slicers over tables, those that came along filter their copies; how many couldn't be."""
    lost = 0
    known = {table.name: index for index, table in enumerate(book.wheel.iter_tables())}
    for slicer in book.wheel.list_slicers(sheet):
        index = known.get(tables.get(slicer.table_name, slicer.table_name))
        columns = [column.name for table in book.wheel.iter_tables()
                   if known.get(table.name) == index for column in table.columns]  # fmt: skip
        if index is None or slicer.column_name not in columns:
            lost += 1
            continue
        book.wheel.add_slicer(
            target,
            index,
            columns.index(slicer.column_name),
            name=new_name(book, slicer.name),
            anchor=(
                *(slicer.from_row, slicer.from_col, slicer.to_row, slicer.to_col),
                *(slicer.from_row_off, slicer.from_col_off, slicer.to_row_off, slicer.to_col_off),
            ),
            caption=slicer.caption,
            style=slicer.style,
            column_count=slicer.column_count,
            row_height=slicer.row_height,
            sort_order=slicer.sort_order,
            cross_filter=slicer.cross_filter,
        )
    return lost


def _copy_drawings(
    book: Book, sheet: int, target: int, rename: Callable[[str], str]
) -> dict[str, int]:
    """Charts, pictures and shapes, from the back to the front; what couldn't be copied."""
    wheel = book.wheel
    lost: dict[str, int] = dict.fromkeys(("charts", "shapes", "slicers over PivotTables"), 0)
    for item in wheel.list_drawing_objects(sheet):
        if item.name.startswith(MARK):
            lost["slicers over PivotTables"] += 1
        elif item.kind == DrawingObjectKind.CHART:
            try:
                copy_chart(book, sheet, target, item.object_id, rename)
            except EngineRefused:
                lost["charts"] += 1
        elif item.kind == DrawingObjectKind.PICTURE:
            captured = wheel.snapshot_drawing(sheet, item.object_id)
            wheel.restore_drawing(target, captured, new_id=True)
        elif item.kind != DrawingObjectKind.GRAPHIC_FRAME:
            lost["shapes"] += 1
    return lost
