"""WorkbookRangeAreas: areas on several sheets, as precedents and dependents come."""

from collections.abc import Sequence

from pydantic import JsonValue
from typing_extensions import override

from embedded_excel.errors import item_not_found
from embedded_excel.model import tracing
from embedded_excel.model.areas import integer, sheet_named
from embedded_excel.model.workbook import Area, OpenWorkbook, SheetId
from embedded_excel.objects.base import (
    ExcelCollection,
    ExcelObject,
    excel_class,
    method,
    navigation,
    scalar,
)
from embedded_excel.objects.range_areas import RangeCollection
from embedded_excel.objects.range_base import RangeBase, address_of, make
from embedded_excel.objects.tracked import TrackedAreas


@excel_class("WorkbookRangeAreas")
class WorkbookRangeAreas(TrackedAreas):
    """Areas of one or more sheets."""

    across_sheets = True

    def by_sheet(self) -> dict[SheetId, list[Area]]:
        """The areas of each sheet."""
        found: dict[SheetId, list[Area]] = {}
        for area in self.areas:
            found.setdefault(area.sheet, []).append(area)
        return found

    @scalar("Addresses")
    def addresses(self) -> JsonValue:
        """Addresses with the sheet's name, joined by commas: one text for each sheet."""
        return [
            ",".join(address_of(self.workbook, area) for area in areas)
            for areas in self.by_sheet().values()
        ]

    @navigation("Areas")
    def range_areas(self) -> "RangeAreasCollection":
        """One RangeAreas for each sheet."""
        return RangeAreasCollection(
            self.workbook, [tuple(areas) for areas in self.by_sheet().values()]
        )

    @navigation("Ranges")
    def ranges(self) -> RangeCollection:
        """All areas as ranges."""
        return RangeCollection(self.workbook, self.areas)

    @method("GetRangeAreasBySheet")
    def get_range_areas_by_sheet(self, key: JsonValue) -> ExcelObject:
        """The areas of a sheet by its name or id."""
        found = self.get_range_areas_or_null_object_by_sheet(key)
        if found is None:
            raise item_not_found()
        return found

    @method("GetRangeAreasOrNullObjectBySheet")
    def get_range_areas_or_null_object_by_sheet(self, key: JsonValue) -> ExcelObject | None:
        """The areas of a sheet, or null."""
        text = str(key)
        known = self.workbook.sheet_ids
        areas = self.by_sheet().get(text if text in known else sheet_named(self.workbook, text))
        return None if areas is None else make("RangeAreas", self.workbook, tuple(areas))


@excel_class("RangeAreasCollection")
class RangeAreasCollection(ExcelCollection):
    """One RangeAreas for each sheet."""

    def __init__(self, workbook: OpenWorkbook, sheets: Sequence[tuple[Area, ...]]) -> None:
        super().__init__(workbook)
        self._sheets = sheets

    @override
    def items(self) -> Sequence[ExcelObject]:
        return [make("RangeAreas", self.workbook, areas) for areas in self._sheets]

    @override
    def get_item(self, key: JsonValue) -> ExcelObject:
        return self.get_item_at(key)

    @method("GetCount")
    def get_count(self) -> JsonValue:
        """On how many sheets there are areas."""
        return len(self._sheets)

    @method("GetItemAt")
    def get_item_at(self, index: JsonValue) -> ExcelObject:
        """The areas of one of the sheets."""
        number = integer(index)
        if not 0 <= number < len(self._sheets):
            raise item_not_found()
        return make("RangeAreas", self.workbook, self._sheets[number])


class RangeTracing(RangeBase):
    """What the formulas of a range read, and who reads the range."""

    @method("GetDirectPrecedents")
    def get_direct_precedents(self) -> WorkbookRangeAreas:
        """Cells its formulas read."""
        found = tracing.direct_precedents(self.workbook, self.area)
        return WorkbookRangeAreas(self.workbook, found)

    @method("GetPrecedents")
    def get_precedents(self) -> WorkbookRangeAreas:
        """Cells its formulas read, on every level."""
        found = tracing.all_precedents(self.workbook, self.area)
        return WorkbookRangeAreas(self.workbook, found)

    @method("GetDirectDependents")
    def get_direct_dependents(self) -> WorkbookRangeAreas:
        """Cells whose formulas read it."""
        found = tracing.direct_dependents(self.workbook, self.area)
        return WorkbookRangeAreas(self.workbook, found)

    @method("GetDependents")
    def get_dependents(self) -> WorkbookRangeAreas:
        """Cells whose formulas read it, on every level."""
        found = tracing.all_dependents(self.workbook, self.area)
        return WorkbookRangeAreas(self.workbook, found)
