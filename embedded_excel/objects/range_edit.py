"""What changes a range as a whole: clearing, inserting, copying, merging, replacing."""

from typing import cast

from pydantic import JsonValue

from embedded_excel.calc.cells import MAX_COLUMNS, Rect
from embedded_excel.errors import ExcelApiError, invalid_argument, not_implemented
from embedded_excel.model import cell_shifting
from embedded_excel.model.areas import (
    Position,
    clipped,
    deny_if_locked,
    flag,
    integer,
    intersection,
    is_unbounded,
)
from embedded_excel.model.cell_copying import Copy, CopyType, clear_cells, copy_cells, move_cells
from embedded_excel.model.cell_writing import contents_of, store
from embedded_excel.model.clearing import (
    clear_everything_over,
    clear_formats_over,
    clear_links,
)
from embedded_excel.model.events import format_changed
from embedded_excel.model.filling import KINDS, auto_fill
from embedded_excel.model.protecting import deny_if_protected
from embedded_excel.model.searching import Search, edit_text
from embedded_excel.model.sheets import select
from embedded_excel.model.typed_input import TypedInput, Typing, typed
from embedded_excel.model.workbook import Area, OpenWorkbook
from embedded_excel.objects.base import ExcelObject, excel_class, method, scalar
from embedded_excel.objects.range_base import RangeBase, area_argument, area_arguments, choice

_COPY_TYPES = ("All", "Formulas", "Values", "Formats", "Link")
_FILLS = (
    "FillDefault",
    "FillCopy",
    "FillSeries",
    "FillFormats",
    "FillValues",
    "FillDays",
    "FillWeekdays",
    "FillMonths",
    "FillYears",
    "LinearTrend",
    "GrowthTrend",
    "FlashFill",
)
_CLEAR = ("All", "Formats", "Contents", "Hyperlinks", "RemoveHyperlinks", "ResetContents")


@excel_class("RemoveDuplicatesResult")
class RemoveDuplicatesResult(ExcelObject):
    """How many rows `removeDuplicates` removed and kept."""

    def __init__(self, workbook: OpenWorkbook, removed: int, remaining: int) -> None:
        super().__init__(workbook)
        self._removed = removed
        self._remaining = remaining

    @scalar("Removed")
    def removed(self) -> JsonValue:
        """Rows removed."""
        return self._removed

    @scalar("UniqueRemaining")
    def unique_remaining(self) -> JsonValue:
        """Rows left."""
        return self._remaining


def clear(workbook: OpenWorkbook, area: Area, apply_to: JsonValue) -> None:
    """What `Range.clear` and `RangeAreas.clear` do to an area.

    Raises:
        ExcelApiError: AccessDenied, InvalidArgument.
    """
    match choice(apply_to, _CLEAR, "All"):
        case "All":
            clear_cells(workbook, area, contents=True, formats=True)
            clear_everything_over(workbook, area)
        case "Formats":
            clear_cells(workbook, area, contents=False, formats=True)
            clear_formats_over(workbook, area)
        case "Contents" | "ResetContents":
            clear_cells(workbook, area, contents=True, formats=False)
        case other:
            clear_links(workbook, area, formats=other == "RemoveHyperlinks")


def copy_from(
    workbook: OpenWorkbook,
    target: Area,
    source: object,
    how: tuple[JsonValue, JsonValue, JsonValue],
) -> None:
    """What `Range.copyFrom` does.

    Raises:
        ExcelApiError: InvalidArgument, AccessDenied, NotImplemented for several source areas.
    """
    sources = area_arguments(workbook, source, target)
    if len(sources) != 1:
        raise not_implemented("Range.copyFrom of several areas")
    kind = cast("CopyType", choice(how[0], _COPY_TYPES, "All"))
    copy_cells(
        workbook, sources[0], target, Copy(kind, skip_blanks=flag(how[1]), transpose=flag(how[2]))
    )


class RangeEdit(RangeBase):
    """Changes of a range as a whole."""

    @method("Clear")
    def clear(self, apply_to: JsonValue) -> None:
        """Clear contents, formats or both."""
        clear(self.workbook, self.area, apply_to)

    @method("Insert")
    def insert(self, shift: JsonValue) -> "RangeEdit":
        """Insert cells here; the returned range is the new blank space."""
        down = choice(shift, ("Down", "Right")) == "Down"
        area = self.area
        cell_shifting.insert_cells(self.workbook, area, down=down)
        return self.in_area(area)

    @method("Delete")
    def delete(self, shift: JsonValue) -> None:
        """Delete the cells; others move into their place."""
        up = choice(shift, ("Up", "Left")) == "Up"
        cell_shifting.delete_cells(self.workbook, self.area, up=up)

    @method("CopyFrom")
    def copy_from(
        self, source: JsonValue, kind: JsonValue, skip_blanks: JsonValue, transpose: JsonValue
    ) -> None:
        """Copy cells or formats here."""
        copy_from(self.workbook, self.area, source, (kind, skip_blanks, transpose))

    @method("AutoFill")
    def auto_fill(self, destination: JsonValue, kind: JsonValue) -> None:
        """Go on with the cells into a range that extends this one."""
        if destination is None:
            raise not_implemented("Range.autoFill without a destination")
        target = area_argument(self.workbook, destination, self.area)
        name = choice(kind, _FILLS, "FillDefault")
        if name not in KINDS:
            raise not_implemented(f"Range.autoFill of {name}")
        auto_fill(self.workbook, self.area, target, KINDS[name])

    @method("SetDirty")
    def set_dirty(self) -> None:
        """Have the cells calculated again: the engine then calculates everything."""
        self.engine.recalculate(full=True)

    @method("MoveTo")
    def move_to(self, destination: JsonValue) -> None:
        """Cut the cells and paste them elsewhere; references follow."""
        target = area_argument(self.workbook, destination, self.area)
        move_cells(self.workbook, self.area, target)

    @method("Merge")
    def merge(self, across: JsonValue) -> None:
        """Merge the cells, or each row's; only the first cell's content stays."""
        rect = self.rect
        deny_if_protected(self.workbook, self.area.sheet)
        for table in self.engine.tables():
            if table.sheet == self.sheet and intersection(table.rect, rect) is not None:
                raise ExcelApiError("MergedRangeConflict", "Cells of a table can't be merged.", 400)
        rows = [rect]
        if flag(across):
            if is_unbounded(rect) and rect.columns < MAX_COLUMNS:
                raise invalid_argument()
            rows = [
                Rect(row, rect.left, row, rect.right) for row in range(rect.top, rect.bottom + 1)
            ]
        for row in rows:
            self._merge_one(row)
        self.workbook.recalculate_if_automatic()
        format_changed(self.workbook, self.area)

    def _merge_one(self, rect: Rect) -> None:
        if (rect.rows, rect.columns) == (1, 1):
            return
        area = Area(self.area.sheet, rect)
        contents = contents_of(self.workbook, area)
        first = next(iter(sorted(contents)), None)
        top_left = (rect.top, rect.left)
        cells = {place: TypedInput(None) for place in contents if place != top_left}
        if first is not None and first != top_left:
            # Excel keeps the upper-left-most value when the first cell itself is empty.
            cells[top_left] = TypedInput(contents[first])
        if cells:
            store(self.workbook, area, cells)
        self.engine.unmerge(self.sheet, rect)
        self.engine.merge(self.sheet, rect)

    @method("Unmerge")
    def unmerge(self) -> None:
        """Split every merged area in the range."""
        deny_if_protected(self.workbook, self.area.sheet)
        self.engine.unmerge(self.sheet, self.rect)
        self.workbook.changed = True
        format_changed(self.workbook, self.area)

    @method("Select")
    def select(self) -> None:
        """Select the cells, going to their sheet."""
        select(self.workbook, self.area)

    @method("Calculate")
    def calculate(self) -> None:
        """Calculate the cells. The engine can't calculate a part, so everything stale is."""
        self.engine.recalculate()

    @method("ReplaceAll")
    def replace_all(
        self, text: JsonValue, replacement: JsonValue, criteria: JsonValue
    ) -> JsonValue:
        """Replace a text in formulas and constants; answers the number of replacements."""
        if not isinstance(text, str) or not text or not isinstance(replacement, str):
            raise invalid_argument()
        pattern = search_of(text, criteria).pattern()
        self.workbook.settle()
        deny_if_locked(self.workbook, self.area)
        contents = contents_of(self.workbook, self.area)
        count = 0
        cells: dict[Position, TypedInput] = {}
        typing = Typing(date1904=self.engine.date1904(), today=self.workbook.today())
        for place, content in contents.items():
            replaced, times = pattern.subn(lambda _: replacement, edit_text(content))
            if times:
                count += times
                cells[place] = typed(replaced, typing)
        if cells:
            store(self.workbook, self.area, cells)
        return count

    @method("RemoveDuplicates")
    def remove_duplicates(
        self, columns: JsonValue, includes_header: JsonValue
    ) -> RemoveDuplicatesResult:
        """Remove rows whose values in the given columns all occurred above; the rest moves up."""
        if not isinstance(columns, list) or not columns:
            raise invalid_argument()
        offsets = [integer(column) for column in columns]
        if any(not 0 <= offset < self.rect.columns for offset in offsets):
            raise invalid_argument()
        self.workbook.settle()
        used = clipped(self.workbook, self.area)
        if used is None:
            return RemoveDuplicatesResult(self.workbook, 0, 0)
        top = self.rect.top + flag(includes_header)
        area = Area(self.area.sheet, Rect(top, self.rect.left, used.bottom, self.rect.right))
        rows = list(self.engine.read(self.sheet, area.rect).values)
        while rows and all(value is None for value in rows[-1]):
            rows.pop()
        seen: set[tuple[object, ...]] = set()
        kept: list[int] = []
        for row, values in enumerate(rows):
            key = tuple(_folded(values[offset]) for offset in offsets)
            if key not in seen:
                seen.add(key)
                kept.append(row)
        removed = len(rows) - len(kept)
        if removed:
            self._keep_rows(area, kept)
        return RemoveDuplicatesResult(self.workbook, removed, len(kept))

    def _keep_rows(self, area: Area, kept: list[int]) -> None:
        deny_if_locked(self.workbook, area)
        contents = contents_of(self.workbook, area)
        rect = area.rect
        cells: dict[Position, TypedInput] = {}
        for to in range(rect.rows):
            for column in range(rect.left, rect.right + 1):
                origin = (rect.top + kept[to], column) if to < len(kept) else None
                content = None if origin is None else contents.get(origin)
                cells[rect.top + to, column] = TypedInput(content)
        store(self.workbook, area, cells)


def _folded(value: object) -> object:
    return value.casefold() if isinstance(value, str) else (type(value).__name__, value)


def search_of(text: str, criteria: JsonValue) -> Search:
    """The `SearchCriteria` or `ReplaceCriteria` argument.

    Raises:
        ExcelApiError: InvalidArgument.
    """
    if criteria is None:
        criteria = {}
    if not isinstance(criteria, dict):
        raise invalid_argument()
    return Search(
        text,
        whole=flag(criteria.get("completeMatch")),
        match_case=flag(criteria.get("matchCase")),
    )
