"""Named sheet views: how a sheet is filtered in each of them, apart from how it is by default.

Which AutoFilters a sheet has, and over which cells, is the sheet's; a view keeps only what their
columns filter by, and the order of rows as the file has it (MS-XLSX, named sheet views).
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from embedded_excel.calc.cells import Rect
from embedded_excel.calc.row_filters import ColumnFilter, RowFilter

Move: TypeAlias = Callable[[Rect], Rect | None]
"""Where cells are afterwards, None when they are gone."""


@dataclass(frozen=True, slots=True)
class ViewColumn:
    """What a column keeps in a view; `xml` is the element it was read from, "" for a new one."""

    filter: ColumnFilter
    xml: str = ""


@dataclass(frozen=True, slots=True)
class ViewSort:
    """A rule the view orders rows by, as the file has it; `column` counts within the filter."""

    column: int
    xml: str


@dataclass(frozen=True, slots=True)
class ViewFilter:
    """An AutoFilter as a view has it.

    Attributes:
        table: Name of its table, None for the sheet's own.
        rect: Its cells with the header row.
        columns: Those that filter.
        rules: How rows are ordered, the most important first; with `ordering`, the attributes of
            all of them. They are carried, not followed.
    """

    table: str | None
    rect: Rect
    columns: tuple[ViewColumn, ...] = ()
    rules: tuple[ViewSort, ...] = ()
    ordering: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class NamedView:
    """A view of a sheet.

    Attributes:
        name: "" for the temporary one, which no file keeps.
        id: A GUID in braces.
        extensions: What the file says beyond this, as XML.
    """

    name: str
    id: str
    filters: tuple[ViewFilter, ...] = ()
    extensions: str = ""


@dataclass(frozen=True, slots=True)
class ShownView:
    """The view that a sheet shows instead of the default one, and what the latter was like.

    Attributes:
        id: Of the view.
        filters: Of the default view.
        hidden: Rows that were hidden in it among those that are filtered, as whole rows.
    """

    id: str
    filters: tuple[ViewFilter, ...]
    hidden: tuple[Rect, ...]


def as_kept(table: str | None, found: RowFilter, before: ViewFilter | None) -> ViewFilter:
    """A filter for a view to keep; of `before` stays what didn't change."""
    known = {} if before is None else {column.filter: column for column in before.columns}
    columns = tuple(known.get(column, ViewColumn(column)) for column in found.columns)
    if before is None:
        return ViewFilter(table, found.rect, columns)
    return replace(before, table=table, rect=found.rect, columns=columns)


def moved_filters(filters: Iterable[ViewFilter], move: Move) -> tuple[ViewFilter, ...]:
    """Filters once cells of their sheet moved."""
    found = (_moved(one, move) for one in filters)
    return tuple(one for one in found if one is not None)


def _moved(found: ViewFilter, move: Move) -> ViewFilter | None:
    rect = move(found.rect)
    if rect is None:
        return None

    def position(column: int) -> int | None:
        left = found.rect.left + column
        after = move(replace(found.rect, left=left, right=left))
        return None if after is None else after.left - rect.left

    columns: list[ViewColumn] = []
    for one in found.columns:
        column = position(one.filter.column)
        if column is not None:
            columns.append(replace(one, filter=replace(one.filter, column=column)))
    rules: list[ViewSort] = []
    for rule in found.rules:
        column = position(rule.column)
        if column is not None:
            rules.append(replace(rule, column=column))
    return replace(found, rect=rect, columns=tuple(columns), rules=tuple(rules))


def moved_views(views: Sequence[NamedView], move: Move) -> tuple[NamedView, ...]:
    """Views once cells of their sheet moved."""
    return tuple(replace(view, filters=moved_filters(view.filters, move)) for view in views)


def moved_shown(shown: ShownView, move: Move) -> ShownView:
    """The same for what the default view is like meanwhile."""
    hidden = (move(rows) for rows in shown.hidden)
    return replace(
        shown,
        filters=moved_filters(shown.filters, move),
        hidden=tuple(rows for rows in hidden if rows is not None),
    )


def with_table_renamed(
    filters: Iterable[ViewFilter], before: str, after: str
) -> tuple[ViewFilter, ...]:
    """Filters once a table has another name."""
    folded = before.casefold()
    return tuple(
        replace(one, table=after)
        if one.table is not None and one.table.casefold() == folded
        else one
        for one in filters
    )
