"""AutoFilters of sheets and tables."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, get_args

from formulon.workbook import (
    AutoFilter,
    AutoFilterColumn,
    AutoFilterDateGroup,
    AutoFilterSortCondition,
    AutoFilterSortState,
    DifferentialFormat,
    DynamicFilterType,
    FillRecord,
    FilterOperator,
    FontRecord,
    SortMethod,
)
from formulon.workbook import FilterKind as WheelKind

from embedded_excel.calc.conditional_rules import IconPlace
from embedded_excel.calc.formulon import tables
from embedded_excel.calc.formulon.book import Book
from embedded_excel.calc.formulon.colors import argb_of, spec_of
from embedded_excel.calc.formulon.conditional import ICONS
from embedded_excel.calc.formulon.parts import Opened, range_of, rect_of
from embedded_excel.calc.formulon.rule_formats import read_format
from embedded_excel.calc.row_filters import (
    ColumnFilter,
    Comparison,
    Condition,
    DateGroup,
    DatePart,
    FilterKind,
    RowFilter,
    SortState,
)
from embedded_excel.xlsx.filter_columns import MONTHS

_PARTS: Final[tuple[DatePart, ...]] = get_args(DatePart)
_COMPARISONS: Final[tuple[Comparison, ...]] = get_args(Comparison)
_KINDS: Final[dict[int, FilterKind]] = {
    WheelKind.VALUES: "Values",
    WheelKind.CUSTOM: "Custom",
    WheelKind.TOP10: "Top",
    WheelKind.DYNAMIC: "Dynamic",
    WheelKind.COLOR: "CellColor",
    WheelKind.ICON: "Icon",
}


def _dynamic_names() -> dict[int, str]:
    names: dict[int, str] = {}
    for kind in DynamicFilterType:
        if kind is DynamicFilterType.NULL:
            names[kind] = "Unknown"
        elif kind >= DynamicFilterType.M1:
            names[kind] = f"AllDatesInPeriod{MONTHS[kind - DynamicFilterType.M1]}"
        elif kind >= DynamicFilterType.Q1:
            names[kind] = f"AllDatesInPeriodQuarter{kind - DynamicFilterType.Q1 + 1}"
        else:
            names[kind] = "".join(word.capitalize() for word in kind.name.split("_"))
    return names


_DYNAMIC: Final = _dynamic_names()
_DYNAMIC_KINDS: Final = {name: kind for kind, name in _DYNAMIC.items()}


class Filters:
    """AutoFilters of sheets and tables."""

    def __init__(self, opened: Opened) -> None:
        self._opened = opened

    def filter(self, sheet: int, table: int | None) -> RowFilter | None:
        """The filter, None without one."""
        with self._opened() as book:
            found = _read(book, sheet, table)
            if found is None:
                return None
            kept = [column for column in found.columns if column.kind in _KINDS]
            columns = tuple(_column(book, column) for column in kept)
        return RowFilter(rect_of(found.range), columns)

    def set_filter(self, sheet: int, table: int | None, found: RowFilter) -> None:
        """Replace the filter; columns that don't change are left as they are."""
        with self._opened() as book:
            before = _read(book, sheet, table)
            known = {column.col_id: column for column in (before.columns if before else ())}
            columns: list[AutoFilterColumn] = []
            for wanted in found.columns:
                old = known.pop(wanted.column, None)
                same = old is not None and old.kind in _KINDS and _column(book, old) == wanted
                columns.append(old if same and old is not None else _record(book, wanted, old))
            columns += [
                AutoFilterColumn(
                    old.col_id, hidden_button=old.hidden_button, show_button=old.show_button
                )
                for old in known.values()
                if old.hidden_button or not old.show_button
            ]
            columns.sort(key=lambda column: column.col_id)
            record = AutoFilter(range_of(found.rect), columns, before.sort if before else None)
            _write(book, sheet, table, record)

    def remove_filter(self, sheet: int, table: int | None) -> None:
        """Remove it."""
        with self._opened() as book:
            if table is None:
                book.wheel.remove_auto_filter(sheet)
            else:
                book.wheel.remove_table_auto_filter(tables.index_of(book, table))

    def matching(self, sheet: int, table: int | None) -> tuple[int, Sequence[bool]]:
        """Which rows stay."""
        with self._opened() as book:
            if table is None:
                return book.wheel.evaluate_auto_filter(sheet)
            return book.wheel.evaluate_table_auto_filter(tables.index_of(book, table))

    def sort_state(self, sheet: int, table: int | None) -> SortState | None:
        """How its cells were sorted last."""
        with self._opened() as book:
            found = _read(book, sheet, table)
        if found is None or found.sort is None or not found.sort.conditions:
            return None
        sort = found.sort
        keys = [(one.ref.first_col, not one.descending) for one in sort.conditions]
        strokes = sort.sort_method == SortMethod.STROKE
        return SortState(rect_of(sort.ref), tuple(keys), sort.case_sensitive, strokes)

    def set_sort_state(self, sheet: int, table: int | None, state: SortState | None) -> None:
        """Note or forget it."""
        with self._opened() as book:
            found = _read(book, sheet, table)
            if found is not None:
                sort = None if state is None else _sort_record(state)
                _write(book, sheet, table, replace(found, sort=sort))


def _sort_record(state: SortState) -> AutoFilterSortState:
    conditions = [
        AutoFilterSortCondition(
            range_of(replace(state.rect, left=column, right=column)), descending=not ascending
        )
        for column, ascending in state.keys
    ]
    return AutoFilterSortState(
        range_of(state.rect),
        case_sensitive=state.match_case,
        sort_method=SortMethod.STROKE if state.strokes else SortMethod.NONE,
        conditions=conditions,
    )


def _write(book: Book, sheet: int, table: int | None, record: AutoFilter) -> None:
    if table is None:
        book.wheel.set_auto_filter(sheet, record)
    else:
        book.wheel.set_table_auto_filter(tables.index_of(book, table), record)


def _read(book: Book, sheet: int, table: int | None) -> AutoFilter | None:
    if table is None:
        return book.wheel.get_auto_filter(sheet)
    return book.wheel.get_table_auto_filter(tables.index_of(book, table))


def _column(book: Book, found: AutoFilterColumn) -> ColumnFilter:
    conditions = [
        Condition(_COMPARISONS[found.op1], found.val1),
        Condition(_COMPARISONS[found.op2], found.val2),
    ]
    kind, color, icon = _KINDS[found.kind], "", None
    if kind == "Icon":
        known = found.has_icon_id and found.icon_set < len(ICONS)
        kind = "Icon" if known else "Other"
        icon = IconPlace(ICONS[found.icon_set][0], found.icon_id) if known else None
    if kind == "CellColor":
        look = read_format(book, found.dxf_id)
        kind = "CellColor" if found.cell_color else "FontColor"
        color = (look.fill if found.cell_color else look.color) or ""
    return ColumnFilter(
        found.col_id,
        kind,
        values=tuple(found.values),
        blanks=found.filter_blank,
        dates=tuple(
            DateGroup(
                _PARTS[group.grouping],
                group.year,
                group.month,
                group.day,
                group.hour,
                group.minute,
                group.second,
            )
            for group in found.date_groups
        ),
        conditions=tuple(conditions[: found.custom_count]) if kind == "Custom" else (),
        both=found.custom_and,
        top=found.top,
        percent=found.percent,
        count=found.top_val,
        dynamic=_DYNAMIC[found.dynamic_type] if kind == "Dynamic" else "",
        color=color,
        icon=icon,
    )


def _record(book: Book, wanted: ColumnFilter, old: AutoFilterColumn | None) -> AutoFilterColumn:
    record = AutoFilterColumn(wanted.column)
    if old is not None:
        record = replace(record, hidden_button=old.hidden_button, show_button=old.show_button)
    match wanted.kind:
        case "Values":
            return replace(
                record,
                kind=WheelKind.VALUES,
                values=list(wanted.values),
                filter_blank=wanted.blanks,
                date_groups=[
                    AutoFilterDateGroup(
                        group.year,
                        group.month,
                        group.day,
                        group.hour,
                        group.minute,
                        group.second,
                        _PARTS.index(group.part),
                    )
                    for group in wanted.dates
                ],
            )
        case "Custom":
            first, second = (*wanted.conditions, Condition("=", ""))[:2]
            return replace(
                record,
                kind=WheelKind.CUSTOM,
                custom_and=wanted.both,
                custom_count=len(wanted.conditions),
                op1=FilterOperator(_COMPARISONS.index(first.comparison)),
                val1=first.value,
                op2=FilterOperator(_COMPARISONS.index(second.comparison)),
                val2=second.value,
            )
        case "Top":
            return replace(
                record,
                kind=WheelKind.TOP10,
                top=wanted.top,
                percent=wanted.percent,
                top_val=wanted.count,
            )
        case "Dynamic":
            kind = DynamicFilterType(_DYNAMIC_KINDS[wanted.dynamic])
            return replace(record, kind=WheelKind.DYNAMIC, dynamic_type=kind)
        case "CellColor" | "FontColor":
            return replace(
                record,
                kind=WheelKind.COLOR,
                dxf_id=_color_format(book, wanted),
                cell_color=wanted.kind == "CellColor",
            )
        case "Icon":
            sets = [name for name, _ in ICONS]
            if wanted.icon is None or wanted.icon.icon_set not in sets:
                raise ValueError("The engine can't filter by icons of this set.")
            return replace(
                record,
                kind=WheelKind.ICON,
                icon_set=sets.index(wanted.icon.icon_set),
                icon_id=wanted.icon.index,
                has_icon_id=True,
            )
        case "Other":
            raise ValueError("A filter by no icon can't be made here.")


def _color_format(book: Book, wanted: ColumnFilter) -> int:
    """The differential format whose colour a filter compares with (ECMA-376 18.3.2.1)."""
    color, argb = spec_of(wanted.color), argb_of(wanted.color)
    book.shape += 1
    if wanted.kind == "CellColor":
        fill = FillRecord(pattern=1, fg=color, fg_argb=argb, bg=color, bg_argb=argb)
        return book.wheel.add_dxf(DifferentialFormat(fill=fill))
    font = FontRecord(color=color, color_argb=argb, has_size=False)
    return book.wheel.add_dxf(DifferentialFormat(font=font))
