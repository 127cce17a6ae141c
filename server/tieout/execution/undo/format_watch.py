"""Pre-images: what is about to be formatted, sized, merged or moved is read before it changes.

Cell by cell up to 5,000 cells; beyond that the filled part is taken column by column and the rest
as areas that are alike throughout. What can't be read that way is named, not guessed.
"""

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass, replace

from tieout.errors import ExcelError
from tieout.execution.ports import ExcelHost
from tieout.execution.undo.format_aspects import Aspects, aspects_of
from tieout.execution.undo.format_point import SHEET_PROPERTIES, FormatPoint, look_again
from tieout.execution.undo.format_reads import (
    Look,
    LookKind,
    area_sides,
    formatted_extents,
    read_formats,
)
from tieout.execution.undo.rule_watch import RuleWatch
from tieout.office_wire.touch import Write
from tieout.workbook.address import MAX_COLUMNS, MAX_ROWS, Address
from tieout.workbook.format_image import (
    FormatImage,
    Spot,
    Values,
    bounding,
    intersection,
    is_restorable,
    surrounded,
    widened,
    without,
)
from tieout.workbook.snapshot import SheetSnapshot, WorkbookSnapshot

_ROWS_BY_CELL = 10
"""Of a part that is too large: its heading rows are formatted cell by cell."""
_MOST_PARTS = 200
_WHOLE = Address("", 1, 1, MAX_ROWS, MAX_COLUMNS)


@dataclass(frozen=True, slots=True)
class FormatLimits:
    """Attributes:
    cells: Most cells of one area, and
    in_all: of one execution, that are read cell by cell.
    lines: Most rows or columns of one area whose sizes are read one by one.
    """

    cells: int = 5_000
    in_all: int = 20_000
    lines: int = 1_000


@dataclass(frozen=True, slots=True)
class Uncovered:
    """Something an undo won't restore, and the sheet it is on ("" when of no sheet)."""

    sheet: str
    text: str


class FormatWatch:
    """The pre-images of one execution.

    Attributes:
        uncovered: What was touched and couldn't be read.
    """

    def __init__(self, host: ExcelHost, limits: FormatLimits = FormatLimits()) -> None:
        self._host = host
        self._limits = limits
        self._left = limits.in_all
        self._looks: list[Look] = []
        self._before: dict[Spot, Values] = {}
        self._claimed: dict[tuple[str, str], list[Address]] = {}
        self._extents: dict[str, Address] = {}
        self._sized: list[tuple[SheetSnapshot, Address, Aspects]] = []
        self.uncovered: list[Uncovered] = []
        self._rules = RuleWatch(host)

    async def before(self, writes: Sequence[Write], known: WorkbookSnapshot) -> None:
        """Read what a batch is about to change, in one batch, or in none when nothing is.

        Raises:
            PaneLost: The host went away.
        """
        await self._rules.before(writes, known)
        await self._widen(writes, known)
        looks: list[Look] = []
        for write in writes:
            aspects = aspects_of(write)
            sheet = known.sheet(write.sheet)
            if sheet is not None and write.area is not None and _is_bounded(write.area):
                local = _local(write.area)
                self._extents[sheet.id] = bounding(self._extents.get(sheet.id), local)
            elif sheet is not None and write.area is not None and write.area.rows < MAX_ROWS:
                rows = Address("", write.area.top, 1, write.area.bottom, 1)
                self._extents[sheet.id] = bounding(self._extents.get(sheet.id), rows)
            if aspects is None:
                continue
            if sheet is None:
                where = write.area or write.sheet or "the workbook"
                self.uncovered.append(Uncovered(write.sheet, f"{write.member} on {where}"))
                continue
            if aspects.sized:
                self._sized.append((sheet, write.area or _WHOLE, aspects))
            if aspects.missing:
                text = f"{aspects.missing} on {write.area or write.sheet}, if there were any"
                self.uncovered.append(Uncovered(write.sheet, text))
            looks.extend(self._needed(write, aspects, sheet))
        if not looks:
            self._name_hidden()
            return
        looks = _together(looks)
        try:
            found = await read_formats(self._host, looks)
        except ExcelError as error:
            names = {sheet.id: sheet.name for sheet in known.sheets}
            self.uncovered.extend(_unread(look, names, str(error)) for look in looks)
            return
        self._looks.extend(looks)
        self._before.update(found)
        self._name_missing(looks, found, known)
        self._name_hidden()

    async def _widen(self, writes: Sequence[Write], known: WorkbookSnapshot) -> None:
        """Of a sheet that goes, formats of empty cells count too."""
        going = [known.sheet(write.sheet) for write in writes if write.member == "Worksheet.delete"]
        with contextlib.suppress(ExcelError):
            found = await formatted_extents(self._host, [one.id for one in going if one])
            self._extents.update(
                {sheet: bounding(self._extents.get(sheet), area) for sheet, area in found.items()}
            )

    async def after(self, workbook: WorkbookSnapshot) -> FormatPoint:
        """The same once more after the run; no batch when nothing was read before it.

        Raises:
            ExcelError: Excel refused.
            PaneLost: The host went away.
        """
        self.uncovered.extend(Uncovered(*missing) for missing in self._rules.uncovered)
        point = FormatPoint(tuple(self._looks), self._before, rules=self._rules.point)
        point = await look_again(self._host, point, workbook)
        names = {sheet.id: sheet.name for sheet in workbook.sheets}
        for spot in point.changed:
            if not is_restorable(spot):
                name = names[spot.sheet_id]
                where = Address(name, *astuple(spot.area)[1:])
                self.uncovered.append(Uncovered(name, f"borders of empty cells in {where}"))
        return point

    def _needed(self, write: Write, aspects: Aspects, sheet: SheetSnapshot) -> Iterator[Look]:
        moves = aspects.reach == "moves"
        core = self._core(sheet, write) if moves else self._extent(sheet)
        target = _WHOLE if write.area is None else _local(write.area)
        if moves:
            target = core or Address("", 1, 1, 1, 1)
        for group in aspects.groups:
            wanted = surrounded(target) if group == "borders" else target
            for part in self._claim(sheet.id, group, wanted):
                whole = not moves and wanted.rows == MAX_ROWS
                if whole or (not moves and wanted.columns == MAX_COLUMNS):
                    yield from self._endless_looks(sheet, group, part, core, columns=whole)
                else:
                    yield from self._cell_looks(sheet, group, part, core, moves=moves)
        if aspects.rows:
            across = Address("", target.top, 1, target.bottom, MAX_COLUMNS)
            for part in self._claim(sheet.id, "rows", across):
                yield from self._line_looks(sheet, "rows", part, core, moves=moves)
        if aspects.columns:
            down = Address("", 1, target.left, MAX_ROWS, target.right)
            for part in self._claim(sheet.id, "columns", down):
                yield from self._line_looks(sheet, "columns", part, core, moves=moves)
        if aspects.merges and any(self._claim(sheet.id, "merges", _WHOLE)):
            yield Look(sheet.id, "merges")
        going = write.member == "Worksheet.delete"
        yield from self._sheet_looks(sheet, SHEET_PROPERTIES if going else (aspects.sheet,))

    def _sheet_looks(self, sheet: SheetSnapshot, names: Sequence[str]) -> Iterator[Look]:
        for name in names:
            if name and any(self._claim(sheet.id, name, _WHOLE)):
                yield Look(sheet.id, "sheet", groups=(name,))

    def _claim(self, sheet_id: str, group: str, wanted: Address) -> list[Address]:
        """The parts nobody asked for yet: later they no longer look as before the run."""
        parts = [wanted]
        claimed = self._claimed.setdefault((sheet_id, group), [])
        for taken in claimed:
            parts = [rest for part in parts for rest in without(part, taken)]
        claimed.append(wanted)
        return parts

    def _extent(self, sheet: SheetSnapshot) -> Address | None:
        own = self._extents.get(sheet.id)
        used = None if sheet.used is None else _local(sheet.used)
        return used if own is None else bounding(used, own)

    def _core(self, sheet: SheetSnapshot, write: Write) -> Address | None:
        """Where cells can be after a move: what is filled, and as far again as it moves."""
        extent = self._extent(sheet)
        origin = write.origin
        if extent is None:
            return None
        rows, columns = 1, 0
        if origin is not None:
            rows = 0 if origin.rows == MAX_ROWS else origin.rows
            columns = 0 if origin.columns == MAX_COLUMNS else origin.columns
        # The next move starts from where this one can have brought cells.
        self._extents[sheet.id] = widened(extent, rows, columns)
        return self._extents[sheet.id]

    def _cell_looks(
        self, sheet: SheetSnapshot, group: str, part: Address, core: Address | None, *, moves: bool
    ) -> Iterator[Look]:
        filled = part if part.size <= self._limits.cells else None
        if filled is None and core is not None:
            filled = intersection(part, core)
        if filled is not None:
            yield from self._by_cell(sheet, group, filled)
        if moves:
            return
        for rest in (part,) if filled is None else without(part, filled):
            yield from self._rest(sheet, group, rest, None)

    def _endless_looks(
        self,
        sheet: SheetSnapshot,
        group: str,
        part: Address,
        core: Address | None,
        *,
        columns: bool,
    ) -> Iterator[Look]:
        """Of whole columns (or rows) or what earlier looks left of them."""
        filled = None if core is None else intersection(part, core)
        ends = part.bottom == MAX_ROWS if columns else part.right == MAX_COLUMNS
        across = None if core is None else intersection(part, _lines_of(core, rows=not columns))
        count = 0 if across is None else across.columns if columns else across.rows
        if across is None or not ends or count > _MOST_PARTS:
            yield from self._cell_looks(sheet, group, part, core, moves=False)
            return
        for rest in without(part, across):
            yield from self._rest(sheet, group, rest, None)
        if filled is not None and columns:
            filled = Address("", part.top, filled.left, filled.bottom, filled.right)
        elif filled is not None:
            filled = Address("", filled.top, part.left, filled.bottom, filled.right)
        if filled is not None:
            yield from self._by_cell(sheet, group, filled)
        for line in _each(across, columns=columns):
            if filled is None:
                rest = line
            elif columns:
                rest = Address("", filled.bottom + 1, line.left, MAX_ROWS, line.right)
            else:
                rest = Address("", line.top, filled.right + 1, line.bottom, MAX_COLUMNS)
            yield from self._rest(sheet, group, rest, _lines_of(line, rows=not columns))

    def _rest(
        self, sheet: SheetSnapshot, group: str, rest: Address, whole: Address | None
    ) -> Iterator[Look]:
        if group == "numberFormat":
            self._skip(sheet, f"number formats of empty cells in {_on(sheet, rest)}")
        else:
            yield Look(sheet.id, "area", rest, (group,), whole)

    def _by_cell(self, sheet: SheetSnapshot, group: str, part: Address) -> Iterator[Look]:
        if part.size <= min(self._limits.cells, self._left):
            yield Look(sheet.id, "cells", part, (group,))
            return
        rows = min(part.rows, _ROWS_BY_CELL, self._limits.cells // part.columns)
        head = Address("", part.top, part.left, part.top + rows - 1, part.right)
        if rows and head.size <= self._left:
            yield Look(sheet.id, "cells", head, (group,))
            part = Address("", part.top + rows, part.left, part.bottom, part.right)
        if group == "numberFormat":
            return  # filled cells have theirs from the snapshot
        columns = range(part.left, part.right + 1)
        if part.top > part.bottom:
            return
        if len(columns) > _MOST_PARTS:
            yield Look(sheet.id, "area", part, (group,))
            return
        for column in columns:
            yield Look(
                sheet.id, "area", Address("", part.top, column, part.bottom, column), (group,)
            )

    def _line_looks(
        self,
        sheet: SheetSnapshot,
        kind: LookKind,
        part: Address,
        core: Address | None,
        *,
        moves: bool,
    ) -> Iterator[Look]:
        rows = kind == "rows"
        filled: Address | None = part
        if (part.rows if rows else part.columns) > self._limits.lines:
            across = None if core is None else _lines_of(core, rows=rows)
            filled = None if across is None else intersection(part, across)
        if filled is not None:
            many = (filled.rows if rows else filled.columns) > self._limits.lines
            yield Look(sheet.id, kind, filled, ("together",) if many else ())
        if not moves:
            for rest in (part,) if filled is None else without(part, filled):
                yield Look(sheet.id, kind, rest, ("together",))

    def _name_missing(
        self, looks: Sequence[Look], found: FormatImage, known: WorkbookSnapshot
    ) -> None:
        names = {sheet.id: sheet for sheet in known.sheets}
        have = {(spot.sheet_id, spot.area, spot.group) for spot in found}
        for look in looks:
            sheet = names[look.sheet_id]
            if look.kind == "cells":
                self._left -= look.area.size
            elif look.kind == "area":
                for group in look.groups:
                    parts = area_sides(look.area) if group == "borders" else (group,)
                    if any((look.sheet_id, look.area, part) not in have for part in parts):
                        noun = "borders" if group == "borders" else f"{group} formats"
                        self._skip(sheet, f"{noun} on {_on(sheet, look.area)}, which differ there")
            elif look.groups == ("together",):
                for group, noun in (("size", "sizes"), ("hidden", "hiding")):
                    if (look.sheet_id, look.area, group) not in have:
                        text = f"{noun} of {look.kind} {_on(sheet, look.area)}, which differ there"
                        self._skip(sheet, text)

    def _name_hidden(self) -> None:
        """Excel tells no size of a hidden row or column; one that was set while hidden is lost."""
        for sheet, area, aspects in self._sized:
            kind = "row" if aspects.rows else "column"
            for spot, values in self._before.items():
                hidden = spot.group == "hidden" and any(value is True for _, value in values)
                same = spot.kind == kind and spot.sheet_id == sheet.id
                if hidden and same and intersection(spot.area, area) is not None:
                    self._skip(sheet, f"the size of the hidden {kind} {_on(sheet, spot.area)}")
        self._sized.clear()

    def _skip(self, sheet: SheetSnapshot, text: str) -> None:
        self.uncovered.append(Uncovered(sheet.name, text))


def _together(looks: Sequence[Look]) -> list[Look]:
    """Groups of the same cells in one look."""
    groups: dict[Look, list[str]] = {}
    for look in looks:
        groups.setdefault(replace(look, groups=()), []).extend(look.groups)
    return [replace(look, groups=tuple(dict.fromkeys(found))) for look, found in groups.items()]


def _each(area: Address, *, columns: bool) -> Iterator[Address]:
    if columns:
        for column in range(area.left, area.right + 1):
            yield Address("", area.top, column, area.bottom, column)
    else:
        for row in range(area.top, area.bottom + 1):
            yield Address("", row, area.left, row, area.right)


def _unread(look: Look, names: dict[str, str], why: str) -> Uncovered:
    sheet = names[look.sheet_id]
    where = Address(sheet, look.area.top, look.area.left, look.area.bottom, look.area.right)
    what = ", ".join(look.groups) or look.kind
    return Uncovered(sheet, f"{what} on {where}, which couldn't be read ({why})")


def _lines_of(area: Address, *, rows: bool) -> Address:
    if rows:
        return Address("", area.top, 1, area.bottom, MAX_COLUMNS)
    return Address("", 1, area.left, MAX_ROWS, area.right)


def _is_bounded(area: Address) -> bool:
    return area.rows < MAX_ROWS and area.columns < MAX_COLUMNS


def _local(area: Address) -> Address:
    return Address("", area.top, area.left, area.bottom, area.right)


def _on(sheet: SheetSnapshot, area: Address) -> Address:
    return Address(sheet.name, area.top, area.left, area.bottom, area.right)
