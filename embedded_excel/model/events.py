"""What Excel tells its listeners: objects call these after a change, with the changed area.

Each function adds one entry per registered target (the object itself and, where the API has it, the
collection above: `"Workbook"` or the worksheet) to `workbook.events`, and does nothing when no one
listens or events are switched off. The codes are those Office.js registers its handlers under.
"""

from typing import Literal, TypeAlias

from pydantic import JsonValue

from embedded_excel.calc.cells import CellValue, Rect, Visibility
from embedded_excel.model.a1 import rect_text
from embedded_excel.model.binding_events import (
    bindings_edited,
    selected_in_bindings,
    shared_cells,
)
from embedded_excel.model.json_values import json_value, value_type
from embedded_excel.model.workbook import Area, Event, OpenWorkbook, SheetId

ChangeType: TypeAlias = Literal[
    "RangeEdited",
    "RowInserted",
    "RowDeleted",
    "ColumnInserted",
    "ColumnDeleted",
    "CellInserted",
    "CellDeleted",
    "Unknown",
]
ShiftDirection: TypeAlias = Literal[
    "None", "ShiftCellLeft", "ShiftCellUp", "ShiftCellRight", "ShiftCellDown"
]

WORKBOOK_TARGET = "Workbook"

SETTINGS_CHANGED = 1
DOCUMENT_SELECTION_CHANGED = 2
WORKSHEET_CHANGED = 10
WORKSHEET_ACTIVATED = 11
WORKSHEET_DEACTIVATED = 12
WORKSHEET_ADDED = 13
WORKSHEET_SELECTION_CHANGED = 14
WORKSHEET_DELETED = 15
WORKSHEET_CALCULATED = 16
WORKSHEET_FORMAT_CHANGED = 18
WORKSHEET_ROW_SORTED = 19
WORKSHEET_COLUMN_SORTED = 20
WORKSHEET_ROW_HIDDEN_CHANGED = 22
WORKSHEET_FORMULA_CHANGED = 23
WORKSHEET_PROTECTION_CHANGED = 24
WORKSHEET_NAME_CHANGED = 25
WORKSHEET_VISIBILITY_CHANGED = 26
WORKSHEET_MOVED = 27
CHART_ADDED = 50
CHART_ACTIVATED = 51
CHART_DEACTIVATED = 52
CHART_DELETED = 53
TABLE_SELECTION_CHANGED = 100
TABLE_CHANGED = 101
TABLE_ADDED = 102
TABLE_DELETED = 103
COMMENT_ADDED = 250
COMMENT_DELETED = 251
COMMENT_CHANGED = 252


def listens(workbook: OpenWorkbook, event_type: int, *targets: str) -> bool:
    """Whether anyone is registered for an event on one of the targets."""
    if not workbook.registrations or not workbook.enable_events:
        return False
    return any(workbook.registrations.get((event_type, target), 0) > 0 for target in targets)


def wants_changes(workbook: OpenWorkbook, sheet: SheetId) -> bool:
    """Whether a change of cells on this sheet interests anyone; ask before reading a value before."""
    return listens(workbook, WORKSHEET_CHANGED, sheet, WORKBOOK_TARGET) or any(
        event_type == TABLE_CHANGED and count > 0
        for (event_type, _), count in workbook.registrations.items()
    )


def range_edited(
    workbook: OpenWorkbook,
    area: Area,
    change_type: ChangeType = "RangeEdited",
    *,
    before: CellValue = None,
    shift: ShiftDirection = "None",
) -> None:
    """Cells of an area were written, inserted or deleted (worksheet and table `onChanged`).

    Call it after the change. `before` matters for a single edited cell only: Excel gives details
    (value before and after) just there; the value after is read here.
    """
    bindings_edited(workbook, area)
    if not wants_changes(workbook, area.sheet):
        return
    message: dict[str, JsonValue] = {
        "changeType": change_type,
        "source": "Local",
        "worksheetId": area.sheet,
        "address": rect_text(area.rect),
    }
    if change_type == "RangeEdited" and area.rect.rows == area.rect.columns == 1:
        workbook.settle()
        after = workbook.value_at(area.sheet, area.rect.top, area.rect.left)
        message |= {
            "valueBefore": json_value(before),
            "valueAfter": json_value(after),
            "valueTypeBefore": value_type(before),
            "valueTypeAfter": value_type(after),
        }
    message |= {"triggerSource": "ThisLocalAddin", "shiftDirection": shift}
    _emit(workbook, WORKSHEET_CHANGED, message, area.sheet, WORKBOOK_TARGET, tracked=area)
    _tables_edited(workbook, area, message)


def _tables_edited(workbook: OpenWorkbook, area: Area, message: dict[str, JsonValue]) -> None:
    if not workbook.enable_events:
        return
    sheet = workbook.sheet_index(area.sheet)
    rect = area.rect
    for table in workbook.engine.tables():
        outside = (
            table.sheet != sheet
            or table.rect.top > rect.bottom
            or table.rect.bottom < rect.top
            or table.rect.left > rect.right
            or table.rect.right < rect.left
        )
        if not outside:
            target = str(table.id)
            _emit(
                workbook,
                TABLE_CHANGED,
                {**message, "tableId": target},
                target,
                area.sheet,
                WORKBOOK_TARGET,
                tracked=area,
            )


def format_changed(workbook: OpenWorkbook, area: Area) -> None:
    """Formats of an area changed."""
    message = _of_area(area)
    _emit(workbook, WORKSHEET_FORMAT_CHANGED, message, area.sheet, WORKBOOK_TARGET, tracked=area)


def wants_formulas(workbook: OpenWorkbook, sheet: SheetId) -> bool:
    """Whether changed formulas of this sheet interest anyone; ask before reading those before."""
    return listens(workbook, WORKSHEET_FORMULA_CHANGED, sheet, WORKBOOK_TARGET)


def formulas_changed(
    workbook: OpenWorkbook, sheet: SheetId, changed: list[tuple[Rect, str]]
) -> None:
    """Formulas were entered, replaced or overwritten: their cells, and the formulas before."""
    if not changed:
        return
    message: dict[str, JsonValue] = {
        "formulaDetails": [
            {"cellAddress": rect_text(cell), "previousFormula": before} for cell, before in changed
        ],
        "source": "Local",
        "worksheetId": sheet,
    }
    _emit(workbook, WORKSHEET_FORMULA_CHANGED, message, sheet, WORKBOOK_TARGET)


def protection_changed(workbook: OpenWorkbook, sheet: SheetId, *, on: bool) -> None:
    """A sheet was protected, or isn't any more."""
    message: dict[str, JsonValue] = {"isProtected": on, "source": "Local", "worksheetId": sheet}
    _emit(workbook, WORKSHEET_PROTECTION_CHANGED, message, sheet, WORKBOOK_TARGET)


def sorted_by_rows(workbook: OpenWorkbook, area: Area) -> None:
    """A sort moved rows of an area (`onRowSorted`)."""
    _emit(workbook, WORKSHEET_ROW_SORTED, _of_area(area), area.sheet, WORKBOOK_TARGET)


def sorted_by_columns(workbook: OpenWorkbook, area: Area) -> None:
    """A sort moved columns of an area (`onColumnSorted`)."""
    _emit(workbook, WORKSHEET_COLUMN_SORTED, _of_area(area), area.sheet, WORKBOOK_TARGET)


def rows_hidden(workbook: OpenWorkbook, area: Area, *, hidden: bool) -> None:
    """Rows were hidden or shown again."""
    message = _of_area(area) | {"changeType": "Hidden" if hidden else "Unhidden"}
    _emit(workbook, WORKSHEET_ROW_HIDDEN_CHANGED, message, area.sheet, WORKBOOK_TARGET)


def selection_changed(workbook: OpenWorkbook, area: Area, before: Area | None) -> None:
    """The selection moved from `before`. `workbook.onSelectionChanged` has no registration, so it always goes."""
    message: dict[str, JsonValue] = {
        "worksheetId": area.sheet,
        "address": rect_text(area.rect),
    }
    _emit(workbook, WORKSHEET_SELECTION_CHANGED, message, area.sheet, WORKBOOK_TARGET)
    if workbook.enable_events:
        workbook.events.append(Event(DOCUMENT_SELECTION_CHANGED, "", {}))
    selected_in_bindings(workbook, area)
    _selected_in_tables(workbook, area, before)


def settings_changed(workbook: OpenWorkbook) -> None:
    """An add-in saved its settings. This event has no registration either."""
    if workbook.enable_events:
        workbook.events.append(Event(SETTINGS_CHANGED, "", {}))


def _selected_in_tables(workbook: OpenWorkbook, area: Area, before: Area | None) -> None:
    """Tables are told what of them is selected, and once when nothing is any more ("")."""
    for table in workbook.engine.tables():
        target, bound = str(table.id), Area(workbook.sheet_ids[table.sheet], table.rect)
        now = shared_cells(bound, area)
        was = None if before is None else shared_cells(bound, before)
        if now is not None or was is not None:
            message: dict[str, JsonValue] = {
                "tableId": target,
                "worksheetId": bound.sheet,
                "address": "" if now is None else rect_text(now),
            }
            _emit(workbook, TABLE_SELECTION_CHANGED, message, target)


def worksheet_activated(workbook: OpenWorkbook, sheet: SheetId, left: SheetId | None) -> None:
    """Another sheet became the active one; `left` is the one that was, if it still exists."""
    if left is not None:
        gone: dict[str, JsonValue] = {"worksheetId": left}
        _emit(workbook, WORKSHEET_DEACTIVATED, gone, left, WORKBOOK_TARGET)
    _emit(workbook, WORKSHEET_ACTIVATED, {"worksheetId": sheet}, sheet, WORKBOOK_TARGET)


def worksheet_added(workbook: OpenWorkbook, sheet: SheetId) -> None:
    """A sheet was added or copied."""
    _emit(workbook, WORKSHEET_ADDED, _of_sheet(sheet), WORKBOOK_TARGET)


def worksheet_deleted(workbook: OpenWorkbook, sheet: SheetId) -> None:
    """A sheet was deleted."""
    _emit(workbook, WORKSHEET_DELETED, _of_sheet(sheet), WORKBOOK_TARGET)


def worksheet_renamed(workbook: OpenWorkbook, sheet: SheetId, before: str, after: str) -> None:
    """A sheet's name changed."""
    message = _of_sheet(sheet) | {"nameBefore": before, "nameAfter": after}
    _emit(workbook, WORKSHEET_NAME_CHANGED, message, sheet, WORKBOOK_TARGET)


def worksheet_visibility_changed(
    workbook: OpenWorkbook, sheet: SheetId, before: Visibility, after: Visibility
) -> None:
    """A tab was hidden or shown."""
    message = _of_sheet(sheet) | {"visibilityBefore": before, "visibilityAfter": after}
    _emit(workbook, WORKSHEET_VISIBILITY_CHANGED, message, sheet, WORKBOOK_TARGET)


def worksheet_moved(workbook: OpenWorkbook, sheet: SheetId, before: int, after: int) -> None:
    """A tab moved to another position."""
    message = _of_sheet(sheet) | {"positionBefore": before, "positionAfter": after}
    _emit(workbook, WORKSHEET_MOVED, message, WORKBOOK_TARGET)


def calculated(workbook: OpenWorkbook) -> None:
    """Values were brought up to date. One entry per sheet and delivery: repeats are merged.

    The engine doesn't say which sheets changed, so every sheet counts as calculated.
    """
    for sheet in workbook.sheet_ids:
        for target in (sheet, WORKBOOK_TARGET):
            event = Event(WORKSHEET_CALCULATED, target, {"worksheetId": sheet, "address": ""})
            if listens(workbook, WORKSHEET_CALCULATED, target) and event not in workbook.events:
                workbook.events.append(event)


def table_added(workbook: OpenWorkbook, table_id: int, sheet: SheetId) -> None:
    """A table was created."""
    message = _of_sheet(sheet) | {"tableId": str(table_id)}
    _emit(workbook, TABLE_ADDED, message, sheet, WORKBOOK_TARGET)


def table_deleted(workbook: OpenWorkbook, table_id: int, name: str, sheet: SheetId) -> None:
    """A table was deleted or turned back into a range."""
    message = _of_sheet(sheet) | {"tableId": str(table_id), "tableName": name}
    _emit(workbook, TABLE_DELETED, message, sheet, WORKBOOK_TARGET)


def chart_added(workbook: OpenWorkbook, chart: str, sheet: SheetId) -> None:
    """A chart was added to a sheet."""
    _emit(workbook, CHART_ADDED, _of_sheet(sheet) | {"chartId": chart}, sheet)


def chart_activated(workbook: OpenWorkbook, sheet: SheetId, number: int, chart: str) -> None:
    """A chart became the active one."""
    chart_left(workbook)
    workbook.active_chart = (sheet, number, chart)
    _emit(workbook, CHART_ACTIVATED, _chart_at(chart, sheet), chart, sheet)


def chart_left(workbook: OpenWorkbook) -> None:
    """Something else is selected than the chart that was, if one was."""
    left, workbook.active_chart = workbook.active_chart, None
    if left is not None:
        _emit(workbook, CHART_DEACTIVATED, _chart_at(left[2], left[0]), left[2], left[0])


def _chart_at(chart: str, sheet: SheetId) -> dict[str, JsonValue]:
    return {"chartId": chart, "worksheetId": sheet}


def chart_deleted(workbook: OpenWorkbook, chart: str, sheet: SheetId) -> None:
    """A chart was deleted."""
    _emit(workbook, CHART_DELETED, _of_sheet(sheet) | {"chartId": chart}, sheet)


def comment_event(
    workbook: OpenWorkbook,
    event_type: int,
    sheet: SheetId,
    comment: tuple[str, list[str]],
    change: str = "",
) -> None:
    """A comment, given with the ids of its replies, was added, deleted or changed."""
    replies: list[JsonValue] = [*comment[1]]
    details: list[JsonValue] = [{"commentId": comment[0], "replyIds": replies}]
    message = _of_sheet(sheet)
    message["commentDetails"] = details
    if change:
        message["changeType"] = change
    _emit(workbook, event_type, message, sheet, WORKBOOK_TARGET)


def _emit(
    workbook: OpenWorkbook,
    event_type: int,
    message: dict[str, JsonValue],
    *targets: str,
    tracked: Area | None = None,
) -> None:
    if not listens(workbook, event_type, *targets):
        return
    if tracked is not None:
        message = message | {"referenceId": workbook.track_for_event(tracked)}
    for target in targets:
        if listens(workbook, event_type, target):
            workbook.events.append(Event(event_type, target, message))


def _of_sheet(sheet: SheetId) -> dict[str, JsonValue]:
    return {"source": "Local", "worksheetId": sheet}


def _of_area(area: Area) -> dict[str, JsonValue]:
    return _of_sheet(area.sheet) | {"address": rect_text(area.rect)}
