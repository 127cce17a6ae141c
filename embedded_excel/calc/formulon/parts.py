"""What sheets carry beside cells, family by family; the smaller families are here."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Final, TypeAlias, TypeVar, get_args

from formulon.workbook import Hyperlink as WheelLink
from formulon.workbook import MergeRange, SheetProtection

from embedded_excel.calc.cells import MAX_COLUMNS, Rect
from embedded_excel.calc.formulon.book import Book
from embedded_excel.calc.sheet_parts import (
    Allowance,
    Hyperlink,
    Outline,
    PasswordHash,
    Protection,
    ProtectionSelection,
)

Opened: TypeAlias = Callable[[], AbstractContextManager[Book]]
"""Opens the workbook for a call; what fails inside is told as the engine tells it."""

Part = TypeVar("Part")


def rect_of(found: MergeRange) -> Rect:
    """A rectangle from the wheel's form."""
    return Rect(found.first_row, found.first_col, found.last_row, found.last_col)


def range_of(rect: Rect) -> MergeRange:
    """The wheel's form of a rectangle."""
    return MergeRange(rect.top, rect.left, rect.bottom, rect.right)


def exchange(
    now: Sequence[Part],
    wanted: Sequence[Part],
    remove: Callable[[int], None],
    add: Callable[[Part], None],
) -> None:
    """Turn a list of parts into another one; what stays isn't touched, so it keeps all it has."""
    left = list(wanted)
    gone: list[int] = []
    for index, part in enumerate(now):
        if part in left:
            left.remove(part)
        else:
            gone.append(index)
    for index in reversed(gone):
        remove(index)
    for part in left:
        add(part)


class Links:
    """Hyperlinks."""

    def __init__(self, opened: Opened) -> None:
        self._opened = opened

    def links(self, sheet: int) -> Sequence[Hyperlink]:
        """Every link."""
        with self._opened() as book:
            return [_link(found) for found in book.wheel.get_hyperlinks(sheet)]

    def set_links(self, sheet: int, links: Sequence[Hyperlink]) -> None:
        """Replace them all."""
        with self._opened() as book:
            wheel = book.wheel

            def add(link: Hyperlink) -> None:
                rect = link.rect
                wheel.add_hyperlink_range(
                    sheet,
                    rect.top,
                    rect.left,
                    rect.bottom,
                    rect.right,
                    link.address,
                    link.display,
                    link.tip,
                    link.location,
                )

            now = [_link(found) for found in wheel.get_hyperlinks(sheet)]
            exchange(now, links, lambda index: wheel.remove_hyperlink_at(sheet, index), add)


def _link(found: WheelLink) -> Hyperlink:
    rect = Rect(found.row, found.col, found.last_row, found.last_col)
    return Hyperlink(rect, found.target, found.location, found.tooltip, found.display)


_FLAGS: Final[Mapping[Allowance, str]] = {
    "allowAutoFilter": "auto_filter",
    "allowDeleteColumns": "delete_columns",
    "allowDeleteRows": "delete_rows",
    "allowEditObjects": "objects",
    "allowEditScenarios": "scenarios",
    "allowFormatCells": "format_cells",
    "allowFormatColumns": "format_columns",
    "allowFormatRows": "format_rows",
    "allowInsertColumns": "insert_columns",
    "allowInsertHyperlinks": "insert_hyperlinks",
    "allowInsertRows": "insert_rows",
    "allowPivotTables": "pivot_tables",
    "allowSort": "sort",
}
"""What the file's flags lock (ECMA-376 18.3.1.85): true means not allowed."""
assert set(_FLAGS) == set(get_args(Allowance))


class Protections:
    """Protection of sheets."""

    def __init__(self, opened: Opened) -> None:
        self._opened = opened

    def protection(self, sheet: int) -> Protection:
        """A sheet's protection."""
        with self._opened() as book:
            found = book.wheel.get_sheet_protection(sheet)
        selection: ProtectionSelection = "Normal"
        if found.select_unlocked_cells:
            selection = "None"
        elif found.select_locked_cells:
            selection = "Unlocked"
        return Protection(
            found.enabled and found.sheet,
            frozenset(name for name, flag in _FLAGS.items() if not getattr(found, flag)),
            selection,
            _password(found),
        )

    def set_protection(self, sheet: int, protection: Protection) -> None:
        """Replace it."""
        wanted = SheetProtection()
        if protection.on:
            wanted = SheetProtection(
                enabled=True,
                sheet=True,
                select_locked_cells=protection.selection != "Normal",
                select_unlocked_cells=protection.selection == "None",
            )
            for name, flag in _FLAGS.items():
                setattr(wanted, flag, name not in protection.allowed)
            password = protection.password
            if password is not None and not password.algorithm:
                wanted.legacy_password = password.value
            elif password is not None:
                wanted.algorithm_name = password.algorithm
                wanted.hash_value = password.value
                wanted.salt_value = password.salt
                wanted.spin_count = password.spins
        with self._opened() as book:
            book.wheel.set_sheet_protection(sheet, wanted)
            book.changed()


def _password(found: SheetProtection) -> PasswordHash | None:
    if found.hash_value:
        return PasswordHash(
            found.algorithm_name, found.hash_value, found.salt_value, found.spin_count
        )
    return PasswordHash("", found.legacy_password) if found.legacy_password else None


class Outlines:
    """Groups of rows and columns."""

    def __init__(self, opened: Opened) -> None:
        self._opened = opened

    def outline(self, sheet: int, *, rows: bool) -> Outline:
        """Levels of the rows or columns that have one."""
        with self._opened() as book:
            if rows:
                found = book.wheel.get_sheet_row_overrides(sheet)
                return Outline({row.row: row.outline_level for row in found if row.outline_level})
            levels: dict[int, int] = {}
            for span in book.wheel.get_sheet_columns(sheet):
                if span.outline_level:
                    last = min(span.last, MAX_COLUMNS - 1)
                    levels.update(dict.fromkeys(range(span.first, last + 1), span.outline_level))
            return Outline(levels)

    def set_outline(self, sheet: int, levels: Mapping[int, int], *, rows: bool) -> None:
        """Set levels, 0 for none."""
        with self._opened() as book:
            for index, level in levels.items():
                if rows:
                    book.wheel.set_row_outline(sheet, index, level)
                else:
                    book.wheel.set_column_outline(sheet, index, index, level)

    def set_collapsed(self, sheet: int, index: int, collapsed: bool, *, rows: bool) -> None:
        """Say whether a group's details are hidden."""
        with self._opened() as book:
            if rows:
                book.wheel.set_row_collapsed(sheet, index, collapsed)
            else:
                book.wheel.set_column_collapsed(sheet, index, index, collapsed)
