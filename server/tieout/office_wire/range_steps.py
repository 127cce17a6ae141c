"""Where the reading methods of Worksheet and Range lead, as rectangles."""

from typing import TYPE_CHECKING

from tieout.office_wire.places import Place
from tieout.office_wire.request import Action, Path
from tieout.workbook.address import MAX_COLUMNS, MAX_ROWS, Address

_TRANSPOSE = 3

if TYPE_CHECKING:
    from tieout.office_wire.touch import Resolver


def step(parent: Place, path: Path, resolver: "Resolver") -> Place:
    """The range a method of a worksheet or range returns; unbounded where it can't be told."""
    if parent.class_name == "Worksheet":
        return _from_worksheet(parent, path)
    area = parent.area
    moved = None if area is None else _from_range(area, path, resolver)
    return Place("Range", parent.sheet, moved)


def _from_worksheet(parent: Place, path: Path) -> Place:
    sheet = parent.sheet
    whole = Address(sheet, 1, 1, MAX_ROWS, MAX_COLUMNS)
    match path.name:
        case "GetRange" if not path.arguments or path.arguments[0] is None:
            return Place("Range", sheet, whole)
        case "GetRange":
            return Place("Range", sheet, _parsed(sheet, path.arguments[0]))
        case "GetCell":
            return Place("Range", sheet, _shift_cell(whole, _numbers(path)))
        case "GetRangeByIndexes":
            match _numbers(path):
                case (top, left, rows, columns):
                    return Place("Range", sheet, _checked(sheet, top + 1, left + 1, rows, columns))
                case _:
                    return Place("Range", sheet)
        case _:
            return Place("Range", sheet)


def _from_range(area: Address, path: Path, resolver: "Resolver") -> Address | None:
    sheet = area.sheet
    match path.name:
        case "GetEntireRow":
            return Address(sheet, area.top, 1, area.bottom, MAX_COLUMNS)
        case "GetEntireColumn":
            return Address(sheet, 1, area.left, MAX_ROWS, area.right)
        case "GetLastCell":
            return Address.cell(sheet, area.bottom, area.right)
        case "GetLastRow":
            return Address(sheet, area.bottom, area.left, area.bottom, area.right)
        case "GetLastColumn":
            return Address(sheet, area.top, area.right, area.bottom, area.right)
        case "GetBoundingRect":
            return _bounding(area, path, resolver)
        case "GetIntersection" | "GetIntersectionOrNullObject":
            return area
        case _:
            return _by_numbers(area, path.name, _numbers(path))


def _by_numbers(area: Address, name: str, numbers: tuple[int, ...]) -> Address | None:
    sheet = area.sheet
    match name, numbers:
        case "GetCell", _:
            return _shift_cell(area, numbers)
        case "GetRow", (row,):
            return _checked(sheet, area.top + row, area.left, 1, area.columns)
        case "GetColumn", (column,):
            return _checked(sheet, area.top, area.left + column, area.rows, 1)
        case "GetOffsetRange", (down, across):
            return _checked(sheet, area.top + down, area.left + across, area.rows, area.columns)
        case "GetResizedRange", (rows, columns):
            return _checked(sheet, area.top, area.left, area.rows + rows, area.columns + columns)
        case "GetAbsoluteResizedRange", (rows, columns):
            return _checked(sheet, area.top, area.left, rows, columns)
        case _:
            return None


def _bounding(area: Address, path: Path, resolver: "Resolver") -> Address | None:
    if path.refers and path.refers[0]:
        other = resolver.place(path.refers[0]).area
    else:
        other = _parsed(area.sheet, path.arguments[0] if path.arguments else None)
    if other is None:
        return None
    return Address(
        area.sheet,
        min(area.top, other.top),
        min(area.left, other.left),
        max(area.bottom, other.bottom),
        max(area.right, other.right),
    )


def copy_target(area: Address | None, action: Action, resolver: "Resolver") -> Address | None:
    """The cells `copyFrom` fills: its range, or as many as the source has when those are more."""
    if area is None:
        return None
    if action.refers and action.refers[0]:
        source = resolver.place(action.refers[0]).area
    else:
        source = _parsed(area.sheet, action.arguments[0] if action.arguments else None)
    if source is None:
        return None
    transposed = bool(action.arguments[_TRANSPOSE]) if len(action.arguments) > _TRANSPOSE else False
    rows, columns = (source.columns, source.rows) if transposed else (source.rows, source.columns)
    rows, columns = max(rows, area.rows), max(columns, area.columns)
    return _checked(area.sheet, area.top, area.left, rows, columns)


def _numbers(path: Path) -> tuple[int, ...]:
    return tuple(
        int(value)
        for value in path.arguments
        if isinstance(value, int | float) and not isinstance(value, bool)
    )


def _parsed(sheet: str, text: object) -> Address | None:
    if not isinstance(text, str):
        return None
    try:
        area = Address.parse(text)
    except ValueError:
        return None
    return Address(sheet, area.top, area.left, area.bottom, area.right)


def _shift_cell(area: Address, numbers: tuple[int, ...]) -> Address | None:
    match numbers:
        case (row, column):
            return _checked(area.sheet, area.top + row, area.left + column, 1, 1)
        case _:
            return None


def _checked(sheet: str, top: int, left: int, rows: int, columns: int) -> Address | None:
    bottom, right = top + rows - 1, left + columns - 1
    inside = 1 <= top <= bottom <= MAX_ROWS and 1 <= left <= right <= MAX_COLUMNS
    return Address(sheet, top, left, bottom, right) if inside else None
