"""Slicers over tables: where they are, which values they offer, and which of them the filter keeps."""

from dataclasses import replace
from typing import Final

from embedded_excel.calc.cells import Table
from embedded_excel.calc.row_filters import ColumnFilter
from embedded_excel.calc.slicers import Slicer
from embedded_excel.errors import invalid_argument, item_not_found
from embedded_excel.model import filtering
from embedded_excel.model.chart_places import Box, box_at, place_in
from embedded_excel.model.filtering import FilterPlace
from embedded_excel.model.table_edit import body_rect
from embedded_excel.model.workbook import OpenWorkbook, SheetId

NEW_SIZE: Final = (144.0, 198.75)
"""Points: what Excel gives a slicer that is added."""
NEW_STYLE: Final = "SlicerStyleLight1"


def slicer_by_id(workbook: OpenWorkbook, sheet: SheetId, number: int) -> Slicer:
    """A slicer as it is now.

    Raises:
        ExcelApiError: ItemNotFound when it was deleted.
    """
    for slicer in workbook.engine.shapes.slicers.slicers(workbook.sheet_index(sheet)):
        if slicer.id == number:
            return slicer
    raise item_not_found()


def add(workbook: OpenWorkbook, sheet: SheetId, table: Table, column: str) -> int:
    """Add a slicer over a column of a table.

    Raises:
        ExcelApiError: InvalidArgument when there is no such column.
    """
    names = [known.name for known in table.columns if known.name.casefold() == column.casefold()]
    if not names:
        raise invalid_argument()
    place = place_in(workbook, sheet, Box(0, 0, *NEW_SIZE))
    slicer = Slicer(0, "", names[0], table.name, names[0], place, NEW_STYLE)
    number = workbook.engine.shapes.slicers.add(workbook.sheet_index(sheet), slicer)
    workbook.changed = True
    return number


def change(workbook: OpenWorkbook, sheet: SheetId, slicer: Slicer) -> None:
    """Let a slicer become another one."""
    workbook.engine.shapes.slicers.update(workbook.sheet_index(sheet), slicer)
    workbook.changed = True


def box_of(workbook: OpenWorkbook, sheet: SheetId, slicer: Slicer) -> Box:
    """Where it is."""
    return box_at(workbook, workbook.sheet_index(sheet), slicer.place)


def put(workbook: OpenWorkbook, sheet: SheetId, slicer: Slicer, box: Box) -> None:
    """Move and resize it."""
    if min(box.left, box.top, box.width, box.height) < 0:
        raise invalid_argument()
    place = place_in(workbook, sheet, box)
    change(workbook, sheet, replace(slicer, place=place))


def _table(workbook: OpenWorkbook, slicer: Slicer) -> tuple[Table, int]:
    for table in workbook.engine.tables():
        if table.name.casefold() == slicer.table.casefold():
            for index, column in enumerate(table.columns):
                if column.name == slicer.column:
                    return table, index
    raise item_not_found()


def values_of(workbook: OpenWorkbook, slicer: Slicer) -> list[str]:
    """The different texts its column shows, in its order."""
    table, column = _table(workbook, slicer)
    rect = body_rect(table)
    rect = replace(rect, left=rect.left + column, right=rect.left + column)
    workbook.settle()
    block = workbook.engine.read(table.sheet, rect)
    texts = workbook.engine.texts(table.sheet, rect)
    found: dict[str, tuple[int, float, str]] = {}
    for values, shown in zip(block.values, texts, strict=True):
        value, text = values[0], shown[0]
        if isinstance(value, int | float) and not isinstance(value, bool):
            found.setdefault(text, (0, float(value), ""))
        else:
            found.setdefault(text, (1, 0.0, text.casefold()))
    return sorted(found, key=lambda text: found[text], reverse=slicer.sort == "Descending")


def selected(workbook: OpenWorkbook, slicer: Slicer) -> list[str] | None:
    """The values the filter keeps; None when it keeps all."""
    table, column = _table(workbook, slicer)
    found = filtering.filter_of(workbook, FilterPlace(workbook.sheet_ids[table.sheet], table.id))
    for known in () if found is None else found.columns:
        if known.column == column:
            kept = {text.casefold() for text in known.values}
            return [
                text
                for text in values_of(workbook, slicer)
                if text.casefold() in kept or (known.blanks and not text)
            ]
    return None


def select(workbook: OpenWorkbook, slicer: Slicer, items: list[str] | None) -> None:
    """Let the table's filter keep these values, or all.

    Raises:
        ExcelApiError: InvalidArgument for a value the column doesn't have.
    """
    table, column = _table(workbook, slicer)
    place = FilterPlace(workbook.sheet_ids[table.sheet], table.id)
    if items is None:
        if selected(workbook, slicer) is not None:
            filtering.set_column(workbook, place, column, None)
        return
    known = values_of(workbook, slicer)
    if not items or not set(items) <= set(known):
        raise invalid_argument()
    kept = ColumnFilter(column, "Values", tuple(text for text in items if text), blanks="" in items)
    filtering.set_column(workbook, place, column, kept)
