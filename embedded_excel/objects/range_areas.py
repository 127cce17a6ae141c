"""RangeAreas, and the collection of its ranges."""

from collections.abc import Sequence

from pydantic import JsonValue
from typing_extensions import override

from embedded_excel.calc.cells import MAX_COLUMNS, MAX_ROWS, Rect
from embedded_excel.errors import item_not_found
from embedded_excel.model.a1 import rect_text
from embedded_excel.model.areas import checked, flag, integer, intersection, used_part
from embedded_excel.model.cell_styles import apply_style, shared_style
from embedded_excel.model.searching import CELL_KINDS, VALUE_KINDS, special_cells
from embedded_excel.model.workbook import Area, OpenWorkbook
from embedded_excel.objects.base import (
    ExcelCollection,
    ExcelObject,
    excel_class,
    method,
    navigation,
    scalar,
)
from embedded_excel.objects.range_base import address_of, area_arguments, choice, make
from embedded_excel.objects.range_edit import clear, copy_from
from embedded_excel.objects.tracked import TrackedAreas

_MOST_COUNTED = 2**31 - 1


@excel_class("RangeCollection")
class RangeCollection(ExcelCollection):
    """The ranges of a RangeAreas."""

    def __init__(self, workbook: OpenWorkbook, areas: tuple[Area, ...]) -> None:
        super().__init__(workbook)
        self._areas = areas

    @override
    def items(self) -> Sequence[ExcelObject]:
        return [make("Range", self.workbook, area) for area in self._areas]

    @override
    def get_item(self, key: JsonValue) -> ExcelObject:
        return self.get_item_at(key)

    @method("GetCount")
    def get_count(self) -> JsonValue:
        """Number of ranges."""
        return len(self._areas)

    @method("GetItemAt")
    def get_item_at(self, index: JsonValue) -> ExcelObject:
        """A range by its position."""
        number = integer(index)
        if not 0 <= number < len(self._areas):
            raise item_not_found()
        return make("Range", self.workbook, self._areas[number])


@excel_class("RangeAreas")
class RangeAreas(TrackedAreas):
    """One or more rectangles of cells on a sheet."""

    def _from(self, rects: Sequence[Rect]) -> "RangeAreas | None":
        if not rects:
            return None
        sheet = self.areas[0].sheet
        return RangeAreas(self.workbook, tuple(Area(sheet, rect) for rect in rects))

    @scalar("Address")
    def address(self) -> JsonValue:
        """Addresses with the sheet's name, joined by commas."""
        return ",".join(address_of(self.workbook, area) for area in self.areas)

    @scalar("AddressLocal")
    def address_local(self) -> JsonValue:
        """The same without the sheet's name."""
        return ",".join(rect_text(area.rect) for area in self.areas)

    @scalar("AreaCount")
    def area_count(self) -> JsonValue:
        """Number of rectangles."""
        return len(self.areas)

    @scalar("CellCount")
    def cell_count(self) -> JsonValue:
        """Number of cells, -1 when it doesn't fit 32 bits."""
        count = sum(area.rect.rows * area.rect.columns for area in self.areas)
        return count if count <= _MOST_COUNTED else -1

    @scalar("IsEntireColumn")
    def is_entire_column(self) -> JsonValue:
        """Whether all rectangles are whole columns."""
        return all(area.rect.rows == MAX_ROWS for area in self.areas)

    @scalar("IsEntireRow")
    def is_entire_row(self) -> JsonValue:
        """Whether all rectangles are whole rows."""
        return all(area.rect.columns == MAX_COLUMNS for area in self.areas)

    @scalar("Style")
    def style(self) -> JsonValue:
        """Name of the cells' style, null when they have different ones."""
        return shared_style(self.workbook, self.areas)

    @style.setter
    def set_style(self, value: JsonValue) -> None:
        """Give the cells a style."""
        apply_style(self.workbook, self.areas, value)

    @navigation("Areas")
    def ranges(self) -> ExcelObject:
        """The rectangles as ranges."""
        return RangeCollection(self.workbook, self.areas)

    @navigation("Format")
    def format(self) -> ExcelObject:
        """Format of all cells."""
        return make("RangeFormat", self.workbook, self.areas)

    @navigation("ConditionalFormats")
    def conditional_formats(self) -> ExcelObject:
        """Conditional formats that touch any of the cells."""
        return make("ConditionalFormatCollection", self.workbook, *self.areas)

    @navigation("DataValidation")
    def data_validation(self) -> ExcelObject:
        """Data validation of all cells."""
        return make("DataValidation", self.workbook, *self.areas)

    @navigation("Worksheet")
    def worksheet(self) -> ExcelObject:
        """The sheet."""
        return make("Worksheet", self.workbook, self.areas[0].sheet)

    @method("Calculate")
    def calculate(self) -> None:
        """Calculate; everything that is stale is."""
        self.workbook.engine.recalculate()

    @method("SetDirty")
    def set_dirty(self) -> None:
        """Have the cells calculated again: the engine then calculates everything."""
        self.workbook.engine.recalculate(full=True)

    @method("ConvertDataTypeToText")
    def convert_data_type_to_text(self) -> None:
        """Linked data types become text; no cell here has one."""

    @method("Clear")
    def clear(self, apply_to: JsonValue) -> None:
        """Clear every rectangle."""
        for area in self.areas:
            clear(self.workbook, area, apply_to)

    @method("CopyFrom")
    def copy_from(
        self, source: JsonValue, kind: JsonValue, skip_blanks: JsonValue, transpose: JsonValue
    ) -> None:
        """Copy a range to each rectangle."""
        for area in self.areas:
            copy_from(self.workbook, area, source, (kind, skip_blanks, transpose))

    @method("GetEntireRow")
    def get_entire_row(self) -> "RangeAreas | None":
        """Whole rows of all rectangles."""
        return self._from([Rect(a.rect.top, 0, a.rect.bottom, MAX_COLUMNS - 1) for a in self.areas])

    @method("GetEntireColumn")
    def get_entire_column(self) -> "RangeAreas | None":
        """Whole columns of all rectangles."""
        return self._from([Rect(0, a.rect.left, MAX_ROWS - 1, a.rect.right) for a in self.areas])

    @method("GetOffsetRangeAreas")
    def get_offset(self, rows: JsonValue, columns: JsonValue) -> "RangeAreas | None":
        """The rectangles moved by rows and columns."""
        down, right = integer(rows), integer(columns)
        return self._from(
            [
                checked(
                    Rect(
                        area.rect.top + down,
                        area.rect.left + right,
                        area.rect.bottom + down,
                        area.rect.right + right,
                    )
                )
                for area in self.areas
            ]
        )

    @method("GetIntersection")
    def get_intersection(self, other: JsonValue) -> "RangeAreas":
        """Cells shared with other areas."""
        found = self.get_intersection_or_null(other)
        if found is None:
            raise item_not_found()
        return found

    @method("GetIntersectionOrNullObject")
    def get_intersection_or_null(self, other: JsonValue) -> "RangeAreas | None":
        """Cells shared with other areas, or a null object."""
        others = area_arguments(self.workbook, other, self.areas[0])
        return self._from(
            [
                shared
                for one in self.areas
                for two in others
                if one.sheet == two.sheet
                and (shared := intersection(one.rect, two.rect)) is not None
            ]
        )

    @method("GetUsedRangeAreas")
    def get_used_range_areas(self, values_only: JsonValue) -> "RangeAreas":
        """The used parts."""
        found = self.get_used_range_areas_or_null(values_only)
        if found is None:
            raise item_not_found()
        return found

    @method("GetUsedRangeAreasOrNullObject")
    def get_used_range_areas_or_null(self, values_only: JsonValue) -> "RangeAreas | None":
        """The used parts, or a null object."""
        only = flag(values_only)
        parts = [used_part(self.workbook, area, values_only=only) for area in self.areas]
        return self._from([part for part in parts if part is not None])

    @method("GetSpecialCells")
    def get_special_cells(self, kind: JsonValue, values: JsonValue) -> "RangeAreas":
        """Cells of a kind."""
        found = self.get_special_cells_or_null(kind, values)
        if found is None:
            raise item_not_found()
        return found

    @method("GetSpecialCellsOrNullObject")
    def get_special_cells_or_null(self, kind: JsonValue, values: JsonValue) -> "RangeAreas | None":
        """Cells of a kind, or a null object."""
        self.workbook.settle()
        return self._from(
            [
                rect
                for area in self.areas
                for rect in special_cells(
                    self.workbook,
                    area,
                    choice(kind, CELL_KINDS),
                    choice(values, VALUE_KINDS, "All"),
                )
            ]
        )

    @method("GetTables")
    def get_tables(self, fully_contained: JsonValue) -> ExcelObject:
        """Tables that overlap, or lie within."""
        return make(
            "TableScopedCollection",
            self.workbook,
            self.areas,
            flag(fully_contained),
        )
