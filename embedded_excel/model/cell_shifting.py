"""Inserting and deleting cells.

Whole rows and columns go through the engine, which adjusts every part of the file. A part of rows
or columns is moved here: contents, styles, merged areas, tables, what lies over cells, and all
references to them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from embedded_excel.calc.cells import (
    MAX_COLUMNS,
    MAX_ROWS,
    CellInput,
    CellStyle,
    Formula,
    Rect,
    Table,
)
from embedded_excel.errors import ExcelApiError, not_implemented, standard_error
from embedded_excel.model.areas import (
    Position,
    clipped,
    contains,
    has_content,
    intersection,
)
from embedded_excel.model.cell_writing import contents_of
from embedded_excel.model.events import ChangeType, ShiftDirection, range_edited
from embedded_excel.model.formula_shift import followed, store_moved
from embedded_excel.model.part_shifting import (
    check_parts,
    criteria_of_tables,
    move_parts,
    restore_criteria,
)
from embedded_excel.model.protecting import deny_shift
from embedded_excel.model.reference_moves import (
    follow_outside,
    move_pivots,
    pivots_in_the_way,
)
from embedded_excel.model.spills import spills
from embedded_excel.model.workbook import Area, OpenWorkbook, Shift


def insert_cells(
    workbook: OpenWorkbook, area: Area, *, down: bool, resized: Sequence[Table] = ()
) -> None:
    """Make room for an area by moving cells down or right.

    `resized` are tables that the caller gives another shape by it, as they are afterwards.

    Raises:
        ExcelApiError: NonBlankCellOffSheet, InsertDeleteConflict, AccessDenied, NotImplemented.
    """
    _shift(workbook, area, vertical=down, insert=True, resized=resized)


def delete_cells(
    workbook: OpenWorkbook, area: Area, *, up: bool, resized: Sequence[Table] = ()
) -> None:
    """Remove an area by moving cells up or left.

    `resized` are tables that the caller gives another shape by it, as they are afterwards.

    Raises:
        ExcelApiError: InsertDeleteConflict, AccessDenied, NotImplemented.
    """
    _shift(workbook, area, vertical=up, insert=False, resized=resized)


def _shift(
    workbook: OpenWorkbook,
    area: Area,
    *,
    vertical: bool,
    insert: bool,
    resized: Sequence[Table],
) -> None:
    rect = area.rect
    whole = rect.columns == MAX_COLUMNS if vertical else rect.rows == MAX_ROWS
    if not whole:
        # Whole rows can only move up and down, whole columns only to the sides.
        other = rect.rows == MAX_ROWS if vertical else rect.columns == MAX_COLUMNS
        if other:
            vertical, whole = not vertical, True
    start, count = (rect.top, rect.rows) if vertical else (rect.left, rect.columns)
    band = (rect.left, rect.right) if vertical else (rect.top, rect.bottom)
    shift = Shift(vertical, start, count if insert else -count, band)
    deny_shift(workbook, area, shift, whole=whole)
    if not whole:
        _deny_in_filter(workbook, area)
    _check_room(workbook, area, vertical=vertical, insert=insert)
    pivots = pivots_in_the_way(workbook, area, shift)
    if whole:
        _shift_whole(workbook, area, shift)
    else:
        _CellShift(workbook, area, shift, {table.id: table for table in resized}).run()
        move_pivots(workbook, pivots, shift)
    workbook.shift_references(area.sheet, shift)
    workbook.recalculate_if_automatic()
    _report(workbook, area, shift, whole=whole)


def _deny_in_filter(workbook: OpenWorkbook, area: Area) -> None:
    """Cells can't move among rows that a filter hides.

    Raises:
        ExcelApiError: FilteredRangeConflict.
    """
    found = workbook.engine.sheet_parts.filters.filter(workbook.sheet_index(area.sheet), None)
    if found is not None and found.columns and intersection(found.rect, area.rect) is not None:
        raise standard_error("FilteredRangeConflict")


def _check_room(workbook: OpenWorkbook, area: Area, *, vertical: bool, insert: bool) -> None:
    rect = area.rect
    if not insert:
        return
    last = (
        replace(rect, top=MAX_ROWS - rect.rows, bottom=MAX_ROWS - 1)
        if vertical
        else replace(rect, left=MAX_COLUMNS - rect.columns, right=MAX_COLUMNS - 1)
    )
    if has_content(workbook, Area(area.sheet, last)):
        raise ExcelApiError(
            "NonBlankCellOffSheet",
            "Microsoft Excel can't insert new cells because it would push non-empty cells off "
            "the end of the worksheet.",
            400,
        )


def _shift_whole(workbook: OpenWorkbook, area: Area, shift: Shift) -> None:
    engine, sheet = workbook.engine, workbook.sheet_index(area.sheet)
    count = abs(shift.count)
    match shift.vertical, shift.count > 0:
        case True, True:
            engine.insert_rows(sheet, shift.start, count)
        case True, False:
            engine.delete_rows(sheet, shift.start, count)
        case False, True:
            engine.insert_columns(sheet, shift.start, count)
        case _:
            engine.delete_columns(sheet, shift.start, count)


def _report(workbook: OpenWorkbook, area: Area, shift: Shift, *, whole: bool) -> None:
    verb = "Inserted" if shift.count > 0 else "Deleted"
    noun = ("Row" if shift.vertical else "Column") if whole else "Cell"
    kinds: dict[str, ChangeType] = {
        "RowInserted": "RowInserted",
        "RowDeleted": "RowDeleted",
        "ColumnInserted": "ColumnInserted",
        "ColumnDeleted": "ColumnDeleted",
        "CellInserted": "CellInserted",
        "CellDeleted": "CellDeleted",
    }
    direction: ShiftDirection = "None"
    if not whole:
        if shift.vertical:
            direction = "ShiftCellDown" if shift.count > 0 else "ShiftCellUp"
        else:
            direction = "ShiftCellRight" if shift.count > 0 else "ShiftCellLeft"
    range_edited(workbook, area, kinds[noun + verb], shift=direction)


def table_conflict() -> ExcelApiError:
    """What Excel says when cells would move through a table."""
    return ExcelApiError(
        "InsertDeleteConflict",
        "The insert or delete operation attempted resulted in a conflict.",
        400,
    )


@dataclass(frozen=True, slots=True)
class _CellShift:
    """A shift of a part of rows or columns."""

    workbook: OpenWorkbook
    area: Area
    shift: Shift
    resized: Mapping[int, Table]

    def run(self) -> None:
        workbook, shift = self.workbook, self.shift
        engine, sheet = workbook.engine, workbook.sheet_index(self.area.sheet)
        workbook.settle()
        band = self._band()
        tables = self._tables(band)
        merges = self._merges(band)
        self._check_arrays(band)
        check_parts(workbook, self.area.sheet, band)
        criteria = criteria_of_tables(workbook, tables)
        part = clipped(workbook, Area(self.area.sheet, band))
        if part is None:
            part = replace(self.area.rect)
        contents = contents_of(workbook, Area(self.area.sheet, part))
        styles = _styles(workbook, Area(self.area.sheet, part))
        rewrites = followed(workbook, self.area.sheet, shift.apply, lambda place: place in contents)
        own = rewrites.own
        moved: dict[Position, CellInput] = {}
        for place, content in contents.items():
            target = self._target(place)
            if target is not None:
                moved[target] = Formula(own[place]) if place in own else content
        blanks: dict[Position, CellInput] = dict.fromkeys(contents)
        store_moved(workbook, sheet, blanks | moved, contents, rewrites)
        self._move_styles(styles, part)
        for before, after in merges:
            engine.unmerge(sheet, before)
            if after is not None:
                engine.merge(sheet, after)
        for table in tables:
            engine.update_table(table)
        restore_criteria(workbook, criteria)
        move_parts(workbook, self.area.sheet, band, shift)
        follow_outside(workbook, self.area.sheet, shift.apply)
        if tables:
            # A header cell that was emptied while its table still stood there got a name.
            left = [place for place in blanks if place not in moved]
            engine.write(sheet, [(*place, None) for place in left])

    def _band(self) -> Rect:
        """Cells that move or go: from the area to the end of the sheet."""
        if self.shift.vertical:
            return replace(self.area.rect, bottom=MAX_ROWS - 1)
        return replace(self.area.rect, right=MAX_COLUMNS - 1)

    def _target(self, place: Position) -> Position | None:
        cell = self.shift.apply(Rect(*place, *place))
        return None if cell is None else (cell.top, cell.left)

    def _tables(self, band: Rect) -> list[Table]:
        """Tables as they are afterwards. A table moves whole, or grows and shrinks by whole rows or
        columns of its own; anything else Excel refuses.
        """
        sheet = self.workbook.sheet_index(self.area.sheet)
        changed: list[Table] = []
        for table in self.workbook.engine.tables():
            if table.id in self.resized:
                changed.append(self.resized[table.id])
                continue
            if table.sheet != sheet or intersection(table.rect, band) is None:
                continue
            after = self.shift.apply(table.rect)
            across = (
                (table.rect.left, table.rect.right)
                if self.shift.vertical
                else (table.rect.top, table.rect.bottom)
            )
            inside = self.shift.band[0] <= across[0] and across[1] <= self.shift.band[1]
            if not inside or after is None:
                raise table_conflict()
            resized = (after.rows, after.columns) != (table.rect.rows, table.rect.columns)
            if resized and not (self.shift.vertical and self._only_body(table)):
                raise table_conflict()
            changed.append(replace(table, rect=after))
        return changed

    def _only_body(self, table: Table) -> bool:
        first = table.rect.top + table.header
        last = table.rect.bottom - table.totals
        start, count = self.shift.start, self.shift.count
        if count > 0:
            return first <= start <= last + 1
        end = start - count - 1
        return first <= start and end <= last and end - start < last - first

    def _merges(self, band: Rect) -> list[tuple[Rect, Rect | None]]:
        moves: list[tuple[Rect, Rect | None]] = []
        for merge in self.workbook.engine.merges(self.workbook.sheet_index(self.area.sheet)):
            if intersection(merge, band) is None:
                continue
            after = self.shift.apply(merge)
            covered = contains(band, merge)
            if not covered and after == merge:
                raise ExcelApiError("InvalidOperation", "We can't do that to a merged cell.", 400)
            if after is not None and (after.rows, after.columns) == (1, 1):
                after = None
            moves.append((merge, after))
        return moves

    def _check_arrays(self, band: Rect) -> None:
        for spill in spills(self.workbook, self.area.sheet):
            if intersection(spill, band) is not None and not contains(band, spill):
                raise ExcelApiError("InvalidOperation", "You can't change part of an array.", 400)
            shared = intersection(spill, self.area.rect)
            if shared is not None and self.shift.count < 0 and shared != spill:
                raise not_implemented("Range.delete of a part of a spilled array")

    def _move_styles(self, styles: dict[Position, CellStyle], part: Rect) -> None:
        engine, sheet = self.workbook.engine, self.workbook.sheet_index(self.area.sheet)
        moved: dict[Position, CellStyle] = {}
        for place, style in styles.items():
            target = self._target(place)
            if target is not None:
                moved[target] = style
        if self.shift.count > 0:
            moved |= self._inherited()
        wide = self.shift.apply(part) or part
        for row in range(min(part.top, wide.top), max(part.bottom, wide.bottom) + 1):
            for column in range(min(part.left, wide.left), max(part.right, wide.right) + 1):
                place = (row, column)
                style = moved.get(place, CellStyle())
                if style != styles.get(place, CellStyle()):
                    engine.restyle(sheet, Rect(*place, *place), partial(_instead, style))

    def _inherited(self) -> dict[Position, CellStyle]:
        """New cells look like those above or to the left of them."""
        rect = self.area.rect
        vertical = self.shift.vertical
        before = (rect.top if vertical else rect.left) - 1
        if before < 0:
            return {}
        line = (
            replace(rect, top=before, bottom=before)
            if vertical
            else replace(rect, left=before, right=before)
        )
        found = _styles(self.workbook, Area(self.area.sheet, line))
        return {
            (row, column): found[(before, column) if vertical else (row, before)]
            for row in range(rect.top, rect.bottom + 1)
            for column in range(rect.left, rect.right + 1)
        }


def _instead(style: CellStyle, _: CellStyle) -> CellStyle:
    return style


def _styles(workbook: OpenWorkbook, area: Area) -> dict[Position, CellStyle]:
    engine, sheet = workbook.engine, workbook.sheet_index(area.sheet)
    return {
        (area.rect.top + row, area.rect.left + column): engine.style(style)
        for row, ids in enumerate(engine.style_ids(sheet, area.rect))
        for column, style in enumerate(ids)
    }
