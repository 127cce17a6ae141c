"""Copying, moving and clearing cells as Excel's copy, cut and clear do."""

from dataclasses import dataclass, replace
from functools import partial
from typing import Literal, TypeAlias

from embedded_excel.calc.cells import CellInput, CellStyle, Formula, Rect
from embedded_excel.errors import not_implemented
from embedded_excel.model.a1 import rect_text, sheet_prefix
from embedded_excel.model.areas import (
    Position,
    checked,
    clipped,
    contains,
    deny_if_locked,
    intersection,
    is_unbounded,
)
from embedded_excel.model.cell_shifting import table_conflict
from embedded_excel.model.cell_writing import contents_of, store
from embedded_excel.model.events import format_changed, range_edited
from embedded_excel.model.formula_shift import followed, store_moved
from embedded_excel.model.protecting import deny_unless
from embedded_excel.model.reference_moves import follow_outside
from embedded_excel.model.references import TransposeRefused, copied, transposed
from embedded_excel.model.rule_copying import carries, copy_rules
from embedded_excel.model.typed_input import TypedInput
from embedded_excel.model.workbook import Area, OpenWorkbook

CopyType: TypeAlias = Literal["All", "Formulas", "Values", "Formats", "Link"]


@dataclass(frozen=True, slots=True)
class Copy:
    """How to copy: what, and `skip_blanks` and `transpose` of `Range.copyFrom`."""

    kind: CopyType = "All"
    skip_blanks: bool = False
    transpose: bool = False


def copy_cells(workbook: OpenWorkbook, source: Area, target: Area, how: Copy) -> None:
    """Copy cells; a target of several times the source's size is filled with copies.

    Raises:
        ExcelApiError: InvalidArgument, AccessDenied, NotImplemented.
    """
    workbook.settle()
    shape, part = _shape(workbook, source, target)
    size = (shape.columns, shape.rows) if how.transpose else (shape.rows, shape.columns)
    places = _tiles(target.rect, size)
    whole = bounding_of(places, size)
    destination = Area(target.sheet, checked(whole))
    deny_if_locked(workbook, destination)
    origin_area = Area(source.sheet, shape)
    if how.transpose and how.kind in ("All", "Formats") and carries(workbook, origin_area):
        raise not_implemented("Range.copyFrom with transpose of links, rules or comments")
    one = _OneCopy(workbook, Area(source.sheet, shape), part, how)
    cells: dict[Position, TypedInput] = {}
    styles = one.styles() if how.kind in ("All", "Formats") else {}
    contents = one.contents() if how.kind != "Formats" else {}
    for place in places:
        for origin, content in contents.items():
            cells[one.target(origin, place)] = TypedInput(one.rewritten(origin, content, place))
    if how.kind == "All":
        workbook.engine.unmerge(workbook.sheet_index(target.sheet), whole)
    if cells:
        store(workbook, destination, cells)
    if how.kind in ("All", "Formats"):
        copy_rules(workbook, origin_area, destination, places, all_=how.kind == "All")
    for place in places:
        one.restyle(target.sheet, place, styles)
        if how.kind == "All" and not how.transpose:
            one.merge(target.sheet, place)
    if styles:
        workbook.changed = True
        format_changed(workbook, destination)


def _shape(workbook: OpenWorkbook, source: Area, target: Area) -> tuple[Rect, Rect | None]:
    """The source as far as it has to be copied, and its used part."""
    part = clipped(workbook, source)
    rect = source.rect
    if not is_unbounded(rect):
        return rect, part
    # Whole columns onto whole columns: what lies beyond both used ranges is blank on either side.
    reach = [found for found in (part, clipped(workbook, target)) if found is not None]
    if rect.rows > rect.columns or rect.top == 0:
        bottom = max((found.bottom for found in reach), default=rect.top)
        rect = replace(rect, bottom=min(rect.bottom, bottom))
    right = max((found.right for found in reach), default=rect.left)
    if is_unbounded(rect):
        rect = replace(rect, right=min(rect.right, max(right, rect.left)))
    return rect, None if part is None else intersection(part, rect)


def _tiles(target: Rect, size: tuple[int, int]) -> list[Position]:
    rows, columns = size
    down = target.rows // rows if target.rows % rows == 0 else 1
    across = target.columns // columns if target.columns % columns == 0 else 1
    if is_unbounded(target):
        down = across = 1
    return [
        (target.top + row * rows, target.left + column * columns)
        for row in range(max(down, 1))
        for column in range(max(across, 1))
    ]


def bounding_of(places: list[Position], size: tuple[int, int]) -> Rect:
    """Rectangle around copies of a size at some places."""
    first, last = places[0], places[-1]
    return Rect(*first, last[0] + size[0] - 1, last[1] + size[1] - 1)


@dataclass(frozen=True, slots=True)
class _OneCopy:
    """One source and how it is copied; each target place gets it once."""

    workbook: OpenWorkbook
    source: Area
    part: Rect | None
    how: Copy

    def contents(self) -> dict[Position, CellInput]:
        """Contents by position, the blank cells among them unless they are skipped."""
        rect = self.source.rect
        blank: dict[Position, CellInput] = {}
        if not self.how.skip_blanks:
            blank = {
                (row, column): None
                for row in range(rect.top, rect.bottom + 1)
                for column in range(rect.left, rect.right + 1)
            }
        if self.part is None:
            return blank
        if self.how.kind == "Values":
            engine, sheet = self.workbook.engine, self.workbook.sheet_index(self.source.sheet)
            block = engine.read(sheet, self.part)
            return blank | {
                (self.part.top + row, self.part.left + column): value
                for row, line in enumerate(block.values)
                for column, value in enumerate(line)
                if value is not None
            }
        return blank | contents_of(self.workbook, Area(self.source.sheet, self.part))

    def target(self, origin: Position, place: Position) -> Position:
        """Where a source cell goes in the copy that starts at a place."""
        down, right = origin[0] - self.source.rect.top, origin[1] - self.source.rect.left
        if self.how.transpose:
            down, right = right, down
        return place[0] + down, place[1] + right

    def rewritten(self, origin: Position, content: CellInput, place: Position) -> CellInput:
        """The content as it is stored at the target."""
        row, column = self.target(origin, place)
        if self.how.kind == "Link":
            sheet = self.workbook.sheet_name(self.source.sheet)
            return Formula(f"={sheet_prefix(sheet)}!{rect_text(Rect(*origin, *origin))}")
        if not isinstance(content, Formula):
            return content
        if not self.how.transpose:
            return Formula(copied(content.text, row - origin[0], column - origin[1]))
        try:
            return Formula(transposed(content.text, origin, (row, column)))
        except TransposeRefused:
            raise not_implemented("Range.copyFrom transposing partly fixed references") from None

    def styles(self) -> dict[Position, CellStyle]:
        """Styles by position."""
        engine, sheet = self.workbook.engine, self.workbook.sheet_index(self.source.sheet)
        rect = self.source.rect
        return {
            (rect.top + row, rect.left + column): engine.style(style)
            for row, ids in enumerate(engine.style_ids(sheet, rect))
            for column, style in enumerate(ids)
        }

    def restyle(self, sheet_id: str, place: Position, styles: dict[Position, CellStyle]) -> None:
        """Give target cells the source's styles, a run of equal ones in a column at a time."""
        engine, sheet = self.workbook.engine, self.workbook.sheet_index(sheet_id)
        run: tuple[Rect, CellStyle] | None = None
        targets = sorted(
            ((self.target(origin, place), style) for origin, style in styles.items()),
            key=lambda item: (item[0][1], item[0][0]),
        )
        for (row, column), style in targets:
            if run is not None:
                rect, known = run
                if known == style and rect.left == column and rect.bottom == row - 1:
                    run = (replace(rect, bottom=row), style)
                    continue
                engine.restyle(sheet, rect, partial(_instead, known))
            run = (Rect(row, column, row, column), style)
        if run is not None:
            engine.restyle(sheet, run[0], partial(_instead, run[1]))

    def merge(self, sheet_id: str, place: Position) -> None:
        """Merge the target's cells like the source's."""
        engine = self.workbook.engine
        rect = self.source.rect
        down, right = place[0] - rect.top, place[1] - rect.left
        for merge in engine.merges(self.workbook.sheet_index(self.source.sheet)):
            if contains(rect, merge):
                moved = Rect(
                    merge.top + down, merge.left + right, merge.bottom + down, merge.right + right
                )
                engine.merge(self.workbook.sheet_index(sheet_id), moved)


def _instead(style: CellStyle, _: CellStyle) -> CellStyle:
    return style


# -- moving --------------------------------------------------------------------------------------
def move_cells(workbook: OpenWorkbook, source: Area, target: Area) -> None:
    """Cut and paste: contents, styles and merges go, and every reference follows.

    Raises:
        ExcelApiError: InsertDeleteConflict where a table would be cut, AccessDenied,
            InvalidArgument, NotImplemented.
    """
    if is_unbounded(source.rect):
        raise not_implemented("Range.moveTo of entire rows or columns")
    if source.sheet != target.sheet:
        raise not_implemented("Range.moveTo another worksheet")
    workbook.settle()
    rect = source.rect
    down, right = target.rect.top - rect.top, target.rect.left - rect.left
    place = checked(
        Rect(rect.top + down, rect.left + right, rect.bottom + down, rect.right + right)
    )
    destination = Area(target.sheet, place)
    deny_if_locked(workbook, source)
    deny_if_locked(workbook, destination)
    engine, sheet = workbook.engine, workbook.sheet_index(source.sheet)
    _refuse_unmovable(workbook, source, destination)
    contents = contents_of(workbook, source)
    styles = _OneCopy(workbook, source, None, Copy()).styles()
    merges = [merge for merge in engine.merges(sheet) if contains(rect, merge)]

    def move(found: Rect) -> Rect | None:
        if contains(rect, found):
            return Rect(
                found.top + down, found.left + right, found.bottom + down, found.right + right
            )
        return None if contains(place, found) else found

    rewrites = followed(workbook, source.sheet, move, lambda at: at in contents)
    own = rewrites.own
    cells: dict[Position, CellInput] = {
        (row, column): None
        for row in range(rect.top, rect.bottom + 1)
        for column in range(rect.left, rect.right + 1)
    }
    moved: dict[Position, CellInput] = {(row + down, column + right): None for row, column in cells}
    for (row, column), content in contents.items():
        text = own.get((row, column))
        moved[row + down, column + right] = content if text is None else Formula(text)
    held = contents | contents_of(workbook, destination)
    store_moved(workbook, sheet, cells | moved, held, rewrites)
    engine.unmerge(sheet, rect)
    engine.restyle(sheet, rect, partial(_instead, CellStyle()))
    copy = _OneCopy(workbook, source, None, Copy())
    copy.restyle(target.sheet, (place.top, place.left), styles)
    for merge in merges:
        after = move(merge)
        if after is not None:
            engine.merge(sheet, after)
    follow_outside(workbook, source.sheet, move)
    workbook.recalculate_if_automatic()
    range_edited(workbook, source)
    range_edited(workbook, destination)


# -- clearing ------------------------------------------------------------------------------------
def _refuse_unmovable(workbook: OpenWorkbook, source: Area, destination: Area) -> None:
    sheet = workbook.sheet_index(source.sheet)
    for table in workbook.engine.tables():
        if table.sheet == sheet and intersection(table.rect, source.rect) not in (
            None,
            source.rect,
        ):
            raise table_conflict()
        if table.sheet == sheet and contains(source.rect, table.rect):
            raise not_implemented("Range.moveTo of a table")
    if carries(workbook, source) or carries(workbook, destination):
        raise not_implemented("Range.moveTo of cells with links, rules or comments")


def clear_cells(workbook: OpenWorkbook, area: Area, *, contents: bool, formats: bool) -> None:
    """Clear what an area holds, how it looks, or both.

    Raises:
        ExcelApiError: AccessDenied.
    """
    if contents:
        deny_if_locked(workbook, area)
    if formats:
        deny_unless(workbook, area.sheet, "allowFormatCells")
    engine, sheet = workbook.engine, workbook.sheet_index(area.sheet)
    if contents:
        part = clipped(workbook, area, values_only=True)
        cells: dict[Position, TypedInput] = {}
        if part is not None:
            cells = {place: TypedInput(None) for place in engine.occupied(sheet, part)}
        store(workbook, area, cells)
    if formats:
        engine.restyle(sheet, area.rect, partial(_instead, CellStyle()))
        if contents:
            engine.unmerge(sheet, area.rect)
        workbook.changed = True
        format_changed(workbook, area)
