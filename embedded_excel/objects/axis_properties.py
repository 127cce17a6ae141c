"""Formats row by row and column by column in one call: `getRowProperties` and its kin."""

from collections.abc import Mapping
from typing import cast

from pydantic import JsonValue

from embedded_excel.calc.cells import Rect
from embedded_excel.errors import invalid_argument, not_implemented
from embedded_excel.model.a1 import rect_text
from embedded_excel.model.areas import is_unbounded
from embedded_excel.model.cell_writing import WRONG_SHAPE
from embedded_excel.model.workbook import Area
from embedded_excel.objects.base import MEMBERS, ExcelCollection, ExcelObject, method
from embedded_excel.objects.cell_properties import SIDE_INDEX, asked, assign
from embedded_excel.objects.range_base import RangeBase, address_of, make

_MOST_LINES = 100_000


class RangeAxisProperties(RangeBase):
    """Formats row by row and column by column; null where the cells of a line differ."""

    @method("GetRowProperties")
    def get_row_properties(self, options: JsonValue) -> JsonValue:
        """The asked properties of each row."""
        return [self._read(area, options, rows=True) for area in self._lines(rows=True)]

    @method("GetColumnProperties")
    def get_column_properties(self, options: JsonValue) -> JsonValue:
        """The asked properties of each column."""
        return [self._read(area, options, rows=False) for area in self._lines(rows=False)]

    @method("SetRowProperties")
    def set_row_properties(self, lines: JsonValue) -> None:
        """Set properties of each row."""
        self._write(lines, rows=True)

    @method("SetColumnProperties")
    def set_column_properties(self, lines: JsonValue) -> None:
        """Set properties of each column."""
        self._write(lines, rows=False)

    def _lines(self, *, rows: bool) -> list[Area]:
        rect, sheet = self.rect, self.area.sheet
        count = rect.rows if rows else rect.columns
        if count > _MOST_LINES:
            raise invalid_argument()
        if rows:
            lines = [Rect(row, rect.left, row, rect.right) for row in _span(rect.top, rect.bottom)]
        else:
            columns = _span(rect.left, rect.right)
            lines = [Rect(rect.top, column, rect.bottom, column) for column in columns]
        return [Area(sheet, line) for line in lines]

    def _read(self, area: Area, options: JsonValue, *, rows: bool) -> JsonValue:
        kind = "row" if rows else "column"
        range_ = make("Range", self.workbook, area)
        found: dict[str, JsonValue] = {}
        for name, inner in asked(options):
            if name == "address":
                found[name] = address_of(self.workbook, area)
            elif name == "addressLocal":
                found[name] = rect_text(area.rect)
            elif name == "format":
                found[name] = _part(make("RangeFormat", self.workbook, (area,)), inner)
            elif name in (f"{kind}Hidden", f"{kind}Index", "hidden", "style", "hyperlink"):
                found[name] = _scalar(range_, name)
            else:
                raise not_implemented(f"Range.get{kind.capitalize()}Properties of {name}")
        return found

    def _write(self, lines: JsonValue, *, rows: bool) -> None:
        if not isinstance(lines, list) or (is_unbounded(self.rect) and len(lines) != 1):
            raise invalid_argument()
        areas = [self.area] if len(lines) == 1 else self._lines(rows=rows)
        if len(areas) != len(lines):
            raise invalid_argument(WRONG_SHAPE)
        for area, properties in zip(areas, lines, strict=True):
            if properties is None:
                continue
            if not isinstance(properties, dict):
                raise invalid_argument()
            given = dict(properties)
            if (style := given.pop("style", None)) is not None:
                # A style comes first: what is said beside it is laid over it.
                assign(make("Range", self.workbook, area), {"style": style})
            if (look := given.pop("format", None)) is not None:
                assign(make("RangeFormat", self.workbook, (area,)), look)
            assign(make("Range", self.workbook, area), given)


def _span(first: int, last: int) -> range:
    return range(first, last + 1)


def _scalar(target: ExcelObject, name: str) -> JsonValue:
    members = MEMBERS[target.class_name]
    found = members.scalars.get(name[:1].upper() + name[1:])
    if found is None:
        raise not_implemented(f"{target.class_name}.{name}")
    return found.get(target)


def _part(target: ExcelObject, options: JsonValue) -> dict[str, JsonValue]:
    """Properties of an object of the API by their names in JavaScript, nested ones too."""
    if options is True:
        return {}
    found: dict[str, JsonValue] = {}
    for name, inner in asked(options):
        part = MEMBERS[target.class_name].navigations.get(name[:1].upper() + name[1:])
        if part is None:
            found[name] = _scalar(target, name)
            continue
        one = part(target)
        if isinstance(one, ExcelCollection):
            found[name] = cast("JsonValue", _borders(one, inner))
        elif one is not None:
            found[name] = cast("JsonValue", _part(one, inner))
    return found


def _borders(borders: ExcelCollection, options: JsonValue) -> Mapping[str, JsonValue]:
    return {
        side: cast("JsonValue", _part(borders.get_item(index), options))
        for side, index in SIDE_INDEX.items()
    }
