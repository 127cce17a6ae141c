"""Events of bindings. Bindings register nothing on the wire, so each one that was touched is told."""

from pydantic import JsonValue

from embedded_excel.calc.cells import Rect
from embedded_excel.model.workbook import Area, Binding, Event, OpenWorkbook

BINDING_SELECTION_CHANGED = 3
BINDING_DATA_CHANGED = 4


def bound_area(workbook: OpenWorkbook, binding: Binding) -> Area | None:
    """The cells of a binding, headings and totals of a table included; None when they are gone."""
    if binding.table is None:
        return workbook.binding_areas.get(binding.id)
    for table in workbook.engine.tables():
        if table.id == binding.table:
            return Area(workbook.sheet_ids[table.sheet], table.rect)
    return None


def shared_cells(one: Area, other: Area) -> Rect | None:
    """The cells that two areas have in common."""
    if one.sheet != other.sheet:
        return None
    rect = Rect(
        max(one.rect.top, other.rect.top),
        max(one.rect.left, other.rect.left),
        min(one.rect.bottom, other.rect.bottom),
        min(one.rect.right, other.rect.right),
    )
    return None if rect.bottom < rect.top or rect.right < rect.left else rect


def _common(workbook: OpenWorkbook, binding: Binding, area: Area) -> tuple[Area, Rect] | None:
    """A binding's cells and those of them that are in an area."""
    bound = bound_area(workbook, binding) if workbook.enable_events else None
    rect = None if bound is None else shared_cells(bound, area)
    return None if bound is None or rect is None else (bound, rect)


def bindings_edited(workbook: OpenWorkbook, area: Area) -> None:
    """Cells of an area were written: each binding they are in is told. Call it after the change."""
    for binding in workbook.bindings.values():
        event = Event(BINDING_DATA_CHANGED, binding.id, {"bindingId": binding.id})
        # Many writes of one batch are one change to whoever reads the binding again.
        if _common(workbook, binding, area) is not None and event not in workbook.events:
            workbook.events.append(event)


def selected_in_bindings(workbook: OpenWorkbook, area: Area) -> None:
    """An area was selected: bindings are told what of them is in it."""
    for binding in workbook.bindings.values():
        common = _common(workbook, binding, area)
        if common is None:
            continue
        bound, rect = common
        message: dict[str, JsonValue] = {
            "bindingId": binding.id,
            "startRow": rect.top - bound.rect.top,
            "startColumn": rect.left - bound.rect.left,
            "rowCount": rect.rows,
            "columnCount": rect.columns,
        }
        workbook.events.append(Event(BINDING_SELECTION_CHANGED, binding.id, message))
