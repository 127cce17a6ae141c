"""Sheets as tabs: names, order, visibility, which one is active, and the events of all that."""

from embedded_excel.calc.cells import Rect, Visibility
from embedded_excel.errors import ExcelApiError, invalid_argument
from embedded_excel.model import events
from embedded_excel.model.documents import deny_if_structure_locked
from embedded_excel.model.sheet_spans import follow_order
from embedded_excel.model.workbook import Area, OpenWorkbook, SheetId

MAX_NAME = 31
_FORBIDDEN = frozenset(":\\/?*[]")


def invalid_operation(what: str) -> ExcelApiError:
    """Excel's InvalidOperation, with the reason."""
    return ExcelApiError(
        "InvalidOperation", f"The operation attempted is invalid on the object. {what}", 400
    )


def already_exists() -> ExcelApiError:
    """Excel's ItemAlreadyExists for a taken name."""
    return ExcelApiError(
        "ItemAlreadyExists",
        "A resource with the same name or identifier already exists.",
        409,
    )


def checked_name(workbook: OpenWorkbook, name: object, *, besides: SheetId | None = None) -> str:
    """A sheet name by Excel's rules.

    `besides` is the sheet that is being renamed; its own name doesn't count as taken.

    Raises:
        ExcelApiError: InvalidArgument for a bad name, ItemAlreadyExists for a taken one.
    """
    if (
        not isinstance(name, str)
        or not 0 < len(name.encode("utf-16-le", "surrogatepass")) // 2 <= MAX_NAME
    ):
        raise invalid_argument()
    if _FORBIDDEN & set(name) or name[0] == "'" or name[-1] == "'":
        raise invalid_argument()
    if any(ord(character) < ord(" ") for character in name) or name.casefold() == "history":
        raise invalid_argument()
    for sheet, taken in zip(workbook.sheet_ids, workbook.engine.sheet_names(), strict=True):
        if sheet != besides and taken.casefold() == name.casefold():
            raise already_exists()
    return name


def free_name(workbook: OpenWorkbook, stem: str, pattern: str, first: int) -> str:
    """The first name of a numbered series that no sheet has."""
    taken = {name.casefold() for name in workbook.engine.sheet_names()}
    number = first
    while True:
        ending = pattern.format(number)
        name = stem[: MAX_NAME - len(ending)] + ending
        if name.casefold() not in taken:
            return name
        number += 1


def is_visible(workbook: OpenWorkbook, sheet: SheetId) -> bool:
    """Whether the tab shows."""
    return workbook.engine.sheet_view(workbook.sheet_index(sheet)).visibility == "Visible"


def add(workbook: OpenWorkbook, name: object) -> SheetId:
    """Append a sheet; None as name lets Excel choose one. The new sheet isn't activated.

    Raises:
        ExcelApiError: As `checked_name`.
    """
    deny_if_structure_locked(workbook)
    text = free_name(workbook, "Sheet", "{}", 1) if name is None else checked_name(workbook, name)
    workbook.engine.add_sheet(text)
    sheet = workbook.new_sheet_id()
    workbook.sheet_ids.append(sheet)
    workbook.recalculate_if_automatic()
    events.worksheet_added(workbook, sheet)
    return sheet


def copy(workbook: OpenWorkbook, sheet: SheetId, to: int) -> SheetId:
    """Copy a sheet to a tab position, named as Excel names copies."""
    deny_if_structure_locked(workbook)
    source = workbook.sheet_index(sheet)
    name = free_name(workbook, workbook.sheet_name(sheet), " ({})", 2)
    active = workbook.sheet_ids[workbook.engine.active_sheet()]
    workbook.engine.copy_sheet(source, name, to)
    new = workbook.new_sheet_id()
    workbook.sheet_ids.insert(to, new)
    workbook.engine.set_active_sheet(workbook.sheet_index(active))
    workbook.recalculate_if_automatic()
    events.worksheet_added(workbook, new)
    return new


def rename(workbook: OpenWorkbook, sheet: SheetId, name: object) -> None:
    """Rename a sheet.

    Raises:
        ExcelApiError: As `checked_name`.
    """
    deny_if_structure_locked(workbook)
    text = checked_name(workbook, name, besides=sheet)
    before = workbook.sheet_name(sheet)
    if text != before:
        workbook.engine.rename_sheet(workbook.sheet_index(sheet), text)
        workbook.recalculate_if_automatic()
        events.worksheet_renamed(workbook, sheet, before, text)


def move(workbook: OpenWorkbook, sheet: SheetId, to: int) -> None:
    """Move a tab.

    Raises:
        ExcelApiError: InvalidArgument for a position outside the tabs.
    """
    deny_if_structure_locked(workbook)
    before = workbook.sheet_index(sheet)
    if not 0 <= to < len(workbook.sheet_ids):
        raise invalid_argument()
    if to == before:
        return
    active = workbook.sheet_ids[workbook.engine.active_sheet()]
    names = list(workbook.engine.sheet_names())
    workbook.engine.move_sheet(before, to)
    follow_order(workbook, names[before], names)
    workbook.sheet_ids.insert(to, workbook.sheet_ids.pop(before))
    workbook.engine.set_active_sheet(workbook.sheet_index(active))
    workbook.changed = True
    events.worksheet_moved(workbook, sheet, before, to)


def set_visibility(workbook: OpenWorkbook, sheet: SheetId, visibility: Visibility) -> None:
    """Show or hide a tab. Hiding the active one activates its neighbour.

    Raises:
        ExcelApiError: InvalidOperation for the last visible sheet.
    """
    deny_if_structure_locked(workbook)
    index = workbook.sheet_index(sheet)
    before = workbook.engine.sheet_view(index).visibility
    if visibility == before:
        return
    if visibility != "Visible" and before == "Visible":
        neighbour = _neighbour(workbook, sheet)
        if workbook.engine.active_sheet() == index:
            activate(workbook, neighbour)
    workbook.engine.set_visibility(index, visibility)
    workbook.changed = True
    events.worksheet_visibility_changed(workbook, sheet, before, visibility)


def delete(workbook: OpenWorkbook, sheet: SheetId) -> None:
    """Delete a sheet; what clients keep on it is gone.

    Raises:
        ExcelApiError: InvalidOperation for the last visible sheet or a very hidden one.
    """
    deny_if_structure_locked(workbook)
    index = workbook.sheet_index(sheet)
    visibility = workbook.engine.sheet_view(index).visibility
    if visibility == "VeryHidden":
        raise invalid_operation("A very hidden worksheet can't be deleted.")
    was_active = workbook.engine.active_sheet() == index
    active = workbook.sheet_ids[workbook.engine.active_sheet()]
    if visibility == "Visible":
        neighbour = _neighbour(workbook, sheet)
        active = neighbour if was_active else active
    workbook.engine.remove_sheet(index)
    del workbook.sheet_ids[index]
    workbook.forget_sheet(sheet)
    workbook.engine.set_active_sheet(workbook.sheet_index(active))
    workbook.recalculate_if_automatic()
    events.worksheet_deleted(workbook, sheet)
    if was_active:
        _restore_selection(workbook, active)
        events.worksheet_activated(workbook, active, None)


def activate(workbook: OpenWorkbook, sheet: SheetId) -> None:
    """Make a sheet the active one.

    Raises:
        ExcelApiError: InvalidOperation when it is hidden.
    """
    if not is_visible(workbook, sheet):
        raise invalid_operation("A hidden worksheet can't be activated.")
    index = workbook.sheet_index(sheet)
    left = workbook.engine.active_sheet()
    if index == left:
        return
    workbook.engine.set_active_sheet(index)
    workbook.changed = True
    events.chart_left(workbook)
    _restore_selection(workbook, sheet)
    events.worksheet_activated(workbook, sheet, workbook.sheet_ids[left])


def select(workbook: OpenWorkbook, area: Area) -> None:
    """Select an area, activating its sheet.

    Raises:
        ExcelApiError: InvalidOperation when the sheet is hidden.
    """
    before = workbook.selection
    activate(workbook, area.sheet)
    events.chart_left(workbook)
    if workbook.selection != area:
        workbook.selection = area
        workbook.selections[area.sheet] = area.rect
        workbook.changed = True
        events.selection_changed(workbook, area, before)


def selected(workbook: OpenWorkbook) -> Area:
    """The selected area."""
    assert workbook.selection is not None, "a workbook has a sheet, and a sheet a selection"
    return workbook.selection


def _restore_selection(workbook: OpenWorkbook, sheet: SheetId) -> None:
    workbook.selection = Area(sheet, workbook.selections.get(sheet, Rect(0, 0, 0, 0)))


def _neighbour(workbook: OpenWorkbook, sheet: SheetId) -> SheetId:
    index = workbook.sheet_index(sheet)
    order = workbook.sheet_ids[index + 1 :] + workbook.sheet_ids[:index][::-1]
    for other in order:
        if is_visible(workbook, other):
            return other
    raise invalid_operation("A workbook must contain at least one visible worksheet.")
