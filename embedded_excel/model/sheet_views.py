"""Named views of sheets: switching between them, and what each keeps."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from embedded_excel.calc.cells import MAX_COLUMNS, Rect
from embedded_excel.calc.documents import views_of_sheet, with_views
from embedded_excel.calc.row_filters import ColumnFilter, RowFilter
from embedded_excel.calc.sheet_views import (
    NamedView,
    ShownView,
    ViewFilter,
    as_kept,
    with_table_renamed,
)
from embedded_excel.errors import invalid_argument, item_not_found, not_implemented
from embedded_excel.model.areas import intersection
from embedded_excel.model.filtering import FilterPlace, runs_of, show_rows
from embedded_excel.model.sheets import already_exists
from embedded_excel.model.workbook import Area, OpenWorkbook, SheetId
from embedded_excel.xlsx.sheet_views import new_view_id

_RESERVED = ("default", "temporary view")
"""What Excel itself calls the two views without a name."""


def views_of(workbook: OpenWorkbook, sheet: SheetId) -> tuple[NamedView, ...]:
    """The views of a sheet, the temporary one with them; the shown one as it is now."""
    document = workbook.engine.documents.document()
    views = views_of_sheet(document, workbook.sheet_index(sheet))
    shown = workbook.shown_views.get(sheet)
    if shown is None:
        return views
    return tuple(
        replace(view, filters=_filters(workbook, sheet, view.filters))
        if view.id == shown.id
        else view
        for view in views
    )


def view_of(workbook: OpenWorkbook, sheet: SheetId, identity: str) -> NamedView:
    """A view by its id.

    Raises:
        ExcelApiError: ItemNotFound.
    """
    for view in views_of(workbook, sheet):
        if view.id == identity:
            return view
    raise item_not_found()


def add(
    workbook: OpenWorkbook, sheet: SheetId, name: object, like: NamedView | None = None
) -> NamedView:
    """Add a view like another one, or like what the sheet shows.

    Raises:
        ExcelApiError: InvalidArgument for a name that can't be, ItemAlreadyExists.
    """
    return _add(workbook, sheet, checked_name(workbook, sheet, name), like)


def _add(
    workbook: OpenWorkbook, sheet: SheetId, name: str, like: NamedView | None = None
) -> NamedView:
    views = views_of(workbook, sheet)
    now = like or NamedView("", "", _filters(workbook, sheet))
    taken = {view.id for view in views}
    number = len(views)
    while (identity := new_view_id(f"{sheet} {name} {number}")) in taken:
        number += 1
    view = replace(now, name=name, id=identity)
    _set(workbook, sheet, (*views, view))
    return view


def duplicate(workbook: OpenWorkbook, sheet: SheetId, identity: str, name: object) -> NamedView:
    """Copy a view; without a name Excel makes one.

    Raises:
        ExcelApiError: As `add`.
    """
    view = view_of(workbook, sheet, identity)
    if name is None:
        taken = {one.name for one in views_of(workbook, sheet)}
        form = f"{view.name} ({{}})" if view.name else "View{}"
        number = 2 if view.name else 1
        while (name := form.format(number)) in taken:
            number += 1
    return add(workbook, sheet, name, view)


def rename(workbook: OpenWorkbook, sheet: SheetId, identity: str, name: object) -> None:
    """Rename a view; the temporary one is kept from then on.

    Raises:
        ExcelApiError: As `add`.
    """
    if name == view_of(workbook, sheet, identity).name:
        return
    text = checked_name(workbook, sheet, name)
    views = views_of(workbook, sheet)
    _set(
        workbook,
        sheet,
        [replace(view, name=text) if view.id == identity else view for view in views],
    )


def checked_name(workbook: OpenWorkbook, sheet: SheetId, name: object) -> str:
    """A name for a view; names differ by case.

    Raises:
        ExcelApiError: InvalidArgument for none or a reserved one, ItemAlreadyExists.
    """
    if not isinstance(name, str) or not name or name.casefold() in _RESERVED:
        raise invalid_argument()
    if any(view.name == name for view in views_of(workbook, sheet)):
        raise already_exists()
    return name


def delete(workbook: OpenWorkbook, sheet: SheetId, identity: str) -> None:
    """Delete a view; a sheet that shows it goes back to its default view."""
    view_of(workbook, sheet, identity)
    shown = workbook.shown_views.get(sheet)
    if shown is not None and shown.id == identity:
        leave(workbook, sheet)
    _set(workbook, sheet, [view for view in views_of(workbook, sheet) if view.id != identity])


def shown_view(workbook: OpenWorkbook, sheet: SheetId) -> NamedView:
    """The view a sheet shows.

    Raises:
        ExcelApiError: ItemNotFound for the default one, which is none of them.
    """
    shown = workbook.shown_views.get(sheet)
    if shown is None:
        raise item_not_found()
    return view_of(workbook, sheet, shown.id)


def enter_temporary(workbook: OpenWorkbook, sheet: SheetId) -> NamedView:
    """Show a new temporary view, which begins like what the sheet shows."""
    now = NamedView("", "", _filters(workbook, sheet))
    if any(not view.name for view in views_of(workbook, sheet)):
        leave(workbook, sheet)
    view = _add(workbook, sheet, "", now)
    activate(workbook, sheet, view.id)
    return view


def activate(workbook: OpenWorkbook, sheet: SheetId, identity: str) -> None:
    """Show a view: filter by its criteria.

    Raises:
        ExcelApiError: ItemNotFound, NotImplemented for a view that orders rows or filters by what
            can't be filtered by here.
    """
    view = view_of(workbook, sheet, identity)
    shown = workbook.shown_views.get(sheet)
    if shown is not None and shown.id == identity:
        return
    if any(found.rules for found in view.filters):
        raise not_implemented("NamedSheetView.activate of a view that sorts rows")
    kinds = {column.filter.kind for found in view.filters for column in found.columns}
    if "Other" in kinds:
        raise not_implemented("NamedSheetView.activate of a view with a filter of this kind")
    if shown is None:
        shown = ShownView("", _filters(workbook, sheet), _hidden_rows(workbook, sheet))
    else:
        _put_away(workbook, sheet)
    workbook.shown_views[sheet] = replace(shown, id=identity)
    changed = _set_filters(workbook, sheet, view.filters)
    workbook.settle()
    filters, index = workbook.engine.sheet_parts.filters, workbook.sheet_index(sheet)
    matches = [filters.matching(index, place.table) for place in changed]
    # Rows beside each other can be under several filters, and one that hides them is enough.
    hidden = {row for first, stays in matches for row, stay in enumerate(stays, first) if not stay}
    for first, stays in matches:
        rows = range(first, first + len(stays))
        show_rows(workbook, sheet, first, [row not in hidden for row in rows])
    workbook.changed = True


def leave(workbook: OpenWorkbook, sheet: SheetId) -> None:
    """Show the default view again, with the rows it hid; nothing when it is shown."""
    shown = workbook.shown_views.get(sheet)
    if shown is None:
        return
    _put_away(workbook, sheet)
    del workbook.shown_views[sheet]
    _set_filters(workbook, sheet, shown.filters)
    hidden = {row for rows in shown.hidden for row in range(rows.top, rows.bottom + 1)}
    for _, found in _places(workbook, sheet):
        body = range(found.rect.top + 1, found.rect.bottom + 1)
        show_rows(workbook, sheet, body.start, [row not in hidden for row in body])
    workbook.changed = True


def package(workbook: OpenWorkbook) -> bytes:
    """The workbook's file, where every sheet is as its default view has it."""
    engine, changed = workbook.engine, workbook.changed
    shown = dict(workbook.shown_views)
    for sheet in shown:
        index = workbook.sheet_index(sheet)
        views = views_of(workbook, sheet)
        engine.documents.set_document(with_views(engine.documents.document(), index, views))
    if not shown:
        return engine.save()
    kept = {sheet: (_filters(workbook, sheet), _hidden_rows(workbook, sheet)) for sheet in shown}
    for sheet, default in shown.items():
        _set_quietly(workbook, sheet, default.filters, default.hidden)
    try:
        return engine.save()
    finally:
        for sheet, (filters, hidden) in kept.items():
            _set_quietly(workbook, sheet, filters, hidden)
        workbook.changed = changed


def deny_sorting(workbook: OpenWorkbook, area: Area, member: str) -> None:
    """Refuse to move the rows of everybody for one view.

    Raises:
        ExcelApiError: NotImplemented.
    """
    if area.sheet in workbook.shown_views:
        for _, found in _places(workbook, area.sheet):
            if intersection(found.rect, area.rect) is not None:
                raise not_implemented(f"{member} in a sheet view")


def table_renamed(workbook: OpenWorkbook, sheet: SheetId, before: str, after: str) -> None:
    """Let views follow a table's name."""
    shown = workbook.shown_views.get(sheet)
    if shown is not None:
        filters = with_table_renamed(shown.filters, before, after)
        workbook.shown_views[sheet] = replace(shown, filters=filters)
    document, index = workbook.engine.documents.document(), workbook.sheet_index(sheet)
    views = [
        replace(view, filters=with_table_renamed(view.filters, before, after))
        for view in views_of_sheet(document, index)
    ]
    if views:
        workbook.engine.documents.set_document(with_views(document, index, views))


def _set(workbook: OpenWorkbook, sheet: SheetId, views: Sequence[NamedView]) -> None:
    documents, index = workbook.engine.documents, workbook.sheet_index(sheet)
    documents.set_document(with_views(documents.document(), index, views))
    workbook.changed = True


def _put_away(workbook: OpenWorkbook, sheet: SheetId) -> None:
    """Keep the shown view as it is; a temporary one goes."""
    _set(workbook, sheet, [view for view in views_of(workbook, sheet) if view.name])


def _places(workbook: OpenWorkbook, sheet: SheetId) -> list[tuple[FilterPlace, RowFilter]]:
    """The AutoFilters a sheet has, its own and its tables'."""
    filters, index = workbook.engine.sheet_parts.filters, workbook.sheet_index(sheet)
    tables = [table.id for table in workbook.engine.tables() if table.sheet == index]
    places = [FilterPlace(sheet, table) for table in (None, *tables)]
    found = [(place, filters.filter(index, place.table)) for place in places]
    return [(place, one) for place, one in found if one is not None]


def _table_name(workbook: OpenWorkbook, table: int | None) -> str | None:
    return next((one.name for one in workbook.engine.tables() if one.id == table), None)


def _filters(
    workbook: OpenWorkbook, sheet: SheetId, before: Iterable[ViewFilter] = ()
) -> tuple[ViewFilter, ...]:
    """What a sheet is filtered by now; of `before` stays what didn't change."""
    known = {_key(found.table): found for found in before}
    kept: list[ViewFilter] = []
    for place, found in _places(workbook, sheet):
        table = _table_name(workbook, place.table)
        one = as_kept(table, found, known.get(_key(table)))
        if one.columns or one.rules:
            kept.append(one)
    return tuple(kept)


def _key(table: str | None) -> str | None:
    return None if table is None else table.casefold()


def _set_filters(
    workbook: OpenWorkbook, sheet: SheetId, wanted: Sequence[ViewFilter]
) -> list[FilterPlace]:
    """Give a sheet's AutoFilters other criteria; those that filter now or did before."""
    filters, index = workbook.engine.sheet_parts.filters, workbook.sheet_index(sheet)
    known = {_key(found.table): found for found in wanted}
    changed: list[FilterPlace] = []
    for place, now in _places(workbook, sheet):
        columns = _fitting(known.get(_key(_table_name(workbook, place.table))), now, place)
        if columns or now.columns:
            filters.set_filter(index, place.table, replace(now, columns=columns))
            changed.append(place)
    return changed


def _fitting(
    found: ViewFilter | None, now: RowFilter, place: FilterPlace
) -> tuple[ColumnFilter, ...]:
    """The criteria that fit an AutoFilter as it is now."""
    if found is None or (place.table is None and found.rect != now.rect):
        return ()
    columns = (column.filter for column in found.columns)
    return tuple(column for column in columns if column.column < now.rect.columns)


def _hidden_rows(workbook: OpenWorkbook, sheet: SheetId) -> tuple[Rect, ...]:
    hidden = workbook.engine.row_axis(workbook.sheet_index(sheet)).hidden
    rows = {
        row
        for _, found in _places(workbook, sheet)
        for row in range(found.rect.top + 1, found.rect.bottom + 1)
        if row in hidden
    }
    return tuple(Rect(row, 0, row, MAX_COLUMNS - 1) for row in sorted(rows))


def _set_quietly(
    workbook: OpenWorkbook, sheet: SheetId, filters: Sequence[ViewFilter], hidden: Sequence[Rect]
) -> None:
    """What switching does without anybody being told."""
    _set_filters(workbook, sheet, filters)
    index = workbook.sheet_index(sheet)
    wanted = {rows.top for rows in hidden}
    now = workbook.engine.row_axis(index).hidden
    for _, found in _places(workbook, sheet):
        body = range(found.rect.top + 1, found.rect.bottom + 1)
        for hide in (False, True):
            rows = [row for row in body if (row in wanted) == hide and (row in now) != hide]
            for first, last in runs_of(rows):
                workbook.engine.set_rows_hidden(index, first, last, hide)
