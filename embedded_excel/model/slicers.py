"""Slicers: where they are, which values they offer, and which of them the filter keeps."""

from dataclasses import replace
from typing import Final

from embedded_excel.calc.cells import Table
from embedded_excel.calc.chart_parts import ChartPlace
from embedded_excel.calc.engine import EngineRefused
from embedded_excel.calc.pivot_labels import label_order
from embedded_excel.calc.pivots import Pivot, PivotField
from embedded_excel.calc.row_filters import ColumnFilter
from embedded_excel.calc.slicers import Slicer, SlicerParts
from embedded_excel.errors import invalid_argument, item_not_found, not_implemented
from embedded_excel.model import filtering, pivots
from embedded_excel.model.chart_places import Box, box_at, place_in
from embedded_excel.model.filtering import FilterPlace
from embedded_excel.model.pivot_filters import showing
from embedded_excel.model.sheets import already_exists
from embedded_excel.model.table_edit import body_rect
from embedded_excel.model.workbook import OpenWorkbook, SheetId

NEW_SIZE: Final = (144.0, 198.75)
"""Points: what Excel gives a slicer that is added."""
NEW_STYLE: Final = "SlicerStyleLight1"


def slicers_on(workbook: OpenWorkbook, sheet: SheetId) -> list[Slicer]:
    """The slicers of a sheet: those over tables, then those over pivots."""
    index = workbook.sheet_index(sheet)
    engine = workbook.engine
    return [*engine.shapes.slicers.slicers(index), *engine.pivots.slicers.slicers(index)]


def _parts(workbook: OpenWorkbook, slicer: Slicer) -> SlicerParts:
    return workbook.engine.shapes.slicers if slicer.table else workbook.engine.pivots.slicers


def slicer_by_id(workbook: OpenWorkbook, sheet: SheetId, number: int) -> Slicer:
    """A slicer as it is now.

    Raises:
        ExcelApiError: ItemNotFound when it was deleted.
    """
    for slicer in slicers_on(workbook, sheet):
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
    return _add(
        workbook,
        sheet,
        Slicer(0, "", names[0], table.name, names[0], _place(workbook, sheet), NEW_STYLE),
    )


def add_for_pivot(workbook: OpenWorkbook, sheet: SheetId, pivot: Pivot, field: int) -> int:
    """Add a slicer over a field of a pivot."""
    workbook.engine.pivots.know_items(pivot, field)
    name = pivot.fields[field].name
    place = _place(workbook, sheet)
    pivots = ((pivot.sheet, pivot.name),)
    return _add(workbook, sheet, Slicer(0, "", name, "", name, place, NEW_STYLE, pivots=pivots))


def _place(workbook: OpenWorkbook, sheet: SheetId) -> ChartPlace:
    return place_in(workbook, sheet, Box(0, 0, *NEW_SIZE))


def _add(workbook: OpenWorkbook, sheet: SheetId, slicer: Slicer) -> int:
    number = _parts(workbook, slicer).add(workbook.sheet_index(sheet), slicer)
    workbook.changed = True
    return number


def change(workbook: OpenWorkbook, sheet: SheetId, slicer: Slicer) -> None:
    """Let a slicer become another one.

    Raises:
        ExcelApiError: NotImplemented for another name of a slicer over a table.
    """
    try:
        _parts(workbook, slicer).update(workbook.sheet_index(sheet), slicer)
    except EngineRefused:
        raise not_implemented("Slicer.name of a slicer over a table") from None
    workbook.changed = True


def rename(workbook: OpenWorkbook, sheet: SheetId, slicer: Slicer, name: str) -> None:
    """Give a slicer a name no other has.

    Raises:
        ExcelApiError: ItemAlreadyExists; NotImplemented as `change`.
    """
    others = [found for one in workbook.sheet_ids for found in slicers_on(workbook, one)]
    if any(
        found.name.casefold() == name.casefold() and found.name != slicer.name for found in others
    ):
        raise already_exists()
    change(workbook, sheet, replace(slicer, name=name))


def delete(workbook: OpenWorkbook, sheet: SheetId, slicer: Slicer) -> None:
    """Delete a slicer; the filter stays."""
    _parts(workbook, slicer).remove(workbook.sheet_index(sheet), slicer)
    workbook.changed = True


def delete_with_pivot(workbook: OpenWorkbook, pivot: Pivot) -> None:
    """Delete the slicers that filter a pivot alone."""
    for sheet in workbook.sheet_ids:
        for slicer in slicers_on(workbook, sheet):
            if slicer.pivots == ((pivot.sheet, pivot.name),):
                delete(workbook, sheet, slicer)


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
    """The different texts its column shows, or the items of its field, in its order."""
    if not slicer.table:
        return _items_of(workbook, slicer)
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
    if not slicer.table:
        items = _field(workbook, slicer)[0][1].items
        if all(item.visible for item in items):
            return None
        shown = {item.caption or item.name for item in items if item.visible}
        return [name for name in values_of(workbook, slicer) if name in shown]
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


def _field(workbook: OpenWorkbook, slicer: Slicer) -> list[tuple[Pivot, PivotField, int]]:
    """The field in each of its pivots.

    Raises:
        ExcelApiError: ItemNotFound when none is left.
    """
    found = [
        (pivot, field, number)
        for pivot in workbook.engine.pivots.pivots()
        if (pivot.sheet, pivot.name) in slicer.pivots
        for number, field in enumerate(pivot.fields)
        if field.name == slicer.column
    ]
    if not found:
        raise item_not_found()
    return found


def _items_of(workbook: OpenWorkbook, slicer: Slicer) -> list[str]:
    pivot, field, number = _field(workbook, slicer)[0]
    values = workbook.engine.pivots.values_of(pivot, number)
    sort = slicer.sort
    names = [item.name for item in field.items]
    ordered = label_order(
        replace(field, sort=sort), lambda label: values.get(label, label), names, lists=True
    )
    captions = {item.name: item.caption or item.name for item in field.items}
    return [captions[name] for name in ordered]


def has_data(workbook: OpenWorkbook, slicer: Slicer, key: str) -> bool:
    """Whether a record that passes the other filters has a value."""
    if slicer.table:
        return True
    pivot, _, number = _field(workbook, slicer)[0]
    return key in workbook.engine.pivots.values_with_data(pivot, number)


def select(workbook: OpenWorkbook, slicer: Slicer, items: list[str] | None) -> None:
    """Let the filter keep these values, or all.

    Raises:
        ExcelApiError: InvalidArgument for a value there isn't.
    """
    if items is not None and (not items or not set(items) <= set(values_of(workbook, slicer))):
        raise invalid_argument()
    if not slicer.table:
        _show_items(workbook, slicer, items)
        return
    table, column = _table(workbook, slicer)
    place = FilterPlace(workbook.sheet_ids[table.sheet], table.id)
    if items is None:
        if selected(workbook, slicer) is not None:
            filtering.set_column(workbook, place, column, None)
        return
    kept = ColumnFilter(column, "Values", tuple(text for text in items if text), blanks="" in items)
    filtering.set_column(workbook, place, column, kept)


def _show_items(workbook: OpenWorkbook, slicer: Slicer, items: list[str] | None) -> None:
    for pivot, field, number in _field(workbook, slicer):
        names = None
        if items is not None:
            names = {item.name for item in field.items if (item.caption or item.name) in items}
        if names is None or names:
            pivots.change(workbook, showing(pivot, number, names))
