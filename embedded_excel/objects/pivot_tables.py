"""PivotTable and its collections."""

from collections.abc import Sequence
from dataclasses import replace

from pydantic import JsonValue
from typing_extensions import override

from embedded_excel.calc.cells import Rect
from embedded_excel.calc.pivots import Pivot, PivotSource
from embedded_excel.errors import ExcelApiError, invalid_argument, item_not_found
from embedded_excel.model import pivots, slicers
from embedded_excel.model.a1 import sheet_prefix
from embedded_excel.model.areas import contains, intersection
from embedded_excel.model.workbook import Area, OpenWorkbook, SheetId
from embedded_excel.objects.base import (
    ExcelCollection,
    ExcelObject,
    excel_class,
    method,
    navigation,
    scalar,
)
from embedded_excel.objects.pivot_hierarchies import (
    ColumnHierarchies,
    FilterPivotHierarchyCollection,
    PivotHierarchyCollection,
    RowHierarchies,
)
from embedded_excel.objects.pivot_layout import PivotLayout
from embedded_excel.objects.pivot_options import TableOptions
from embedded_excel.objects.pivot_values import DataPivotHierarchyCollection
from embedded_excel.objects.range_base import address_of, area_argument, make
from embedded_excel.objects.tables import Table


@excel_class("PivotTable")
class PivotTable(TableOptions):
    """One pivot, by identity."""

    @override
    def identity(self) -> dict[str, JsonValue]:
        return {"Id": self.pivot_id}

    @scalar("Id")
    def id(self) -> JsonValue:
        """Identity."""
        return self.pivot_id

    @scalar("Name")
    def name(self) -> JsonValue:
        """Name."""
        return self.pivot.name

    @name.setter
    def set_name(self, value: JsonValue) -> None:
        """Rename it."""
        pivot = self.pivot
        if value != pivot.name:
            sheet = self.workbook.sheet_ids[pivot.sheet]
            name = pivots.checked_name(self.workbook, sheet, value)
            self.change(replace(pivot, name=name))

    @navigation("Worksheet")
    def worksheet(self) -> ExcelObject:
        """The sheet it is on."""
        return make("Worksheet", self.workbook, self.workbook.sheet_ids[self.pivot.sheet])

    @navigation("Hierarchies")
    def hierarchies(self) -> PivotHierarchyCollection:
        """Columns of the source."""
        return PivotHierarchyCollection(self.workbook, self.pivot_id)

    @navigation("RowHierarchies")
    def row_hierarchies(self) -> RowHierarchies:
        """The row axis."""
        return RowHierarchies(self.workbook, self.pivot_id)

    @navigation("ColumnHierarchies")
    def column_hierarchies(self) -> ColumnHierarchies:
        """The column axis."""
        return ColumnHierarchies(self.workbook, self.pivot_id)

    @navigation("FilterHierarchies")
    def filter_hierarchies(self) -> FilterPivotHierarchyCollection:
        """The filters."""
        return FilterPivotHierarchyCollection(self.workbook, self.pivot_id)

    @navigation("DataHierarchies")
    def data_hierarchies(self) -> DataPivotHierarchyCollection:
        """The data fields."""
        return DataPivotHierarchyCollection(self.workbook, self.pivot_id)

    @navigation("Layout")
    def layout(self) -> PivotLayout:
        """Form and areas."""
        return PivotLayout(self.workbook, self.pivot_id)

    @method("Refresh")
    def refresh(self) -> None:
        """Take over the data the source has now."""
        pivots.refresh(self.workbook, self.pivot)

    @method("Delete")
    def delete(self) -> None:
        """Delete it with its cells."""
        slicers.delete_with_pivot(self.workbook, self.pivot)
        pivots.delete(self.workbook, self.pivot)

    @method("GetDataSourceString")
    def get_data_source_string(self) -> JsonValue:
        """The source: an address with its sheet, or a name."""
        source = self.pivot.source
        if source.name:
            return source.name
        if not source.ref:
            return ""
        try:
            area = pivots.source_area(self.workbook, source)
        except ExcelApiError:
            # It is gone: what is left is where it was.
            return f"{sheet_prefix(source.sheet)}!{source.ref}"
        return address_of(self.workbook, area)

    @method("GetDataSourceType")
    def get_data_source_type(self) -> JsonValue:
        """What kind of source it is."""
        source = self.pivot.source
        if not (source.name or source.ref):
            return "Unknown"
        tables = [table.name.casefold() for table in self.workbook.engine.tables()]
        return "LocalTable" if source.name.casefold() in tables else "LocalRange"


class _Pivots(ExcelCollection):
    """What both collections of pivots share."""

    def states(self) -> Sequence[Pivot]:
        """The pivots, in order."""
        raise NotImplementedError

    def _object(self, pivot: Pivot) -> PivotTable:
        return PivotTable(self.workbook, pivots.id_of(self.workbook, pivot))

    @override
    def items(self) -> Sequence[PivotTable]:
        return [self._object(pivot) for pivot in self.states()]

    @override
    def get_item(self, key: JsonValue) -> PivotTable:
        found = self.get_item_or_null_object(key)
        if found is None:
            raise item_not_found()
        return found

    @method("GetItemOrNullObject")
    def get_item_or_null_object(self, key: JsonValue) -> PivotTable | None:
        """A pivot by name or id, or null."""
        text = str(key).casefold()
        states = self.states()
        for pivot in states:
            if pivot.name.casefold() == text:
                return self._object(pivot)
        for pivot in states:
            if pivots.id_of(self.workbook, pivot).casefold() == text:
                return self._object(pivot)
        return None

    @method("GetCount")
    def get_count(self) -> JsonValue:
        """How many there are."""
        return len(self.states())


@excel_class("PivotTableCollection")
class PivotTableCollection(_Pivots):
    """Pivots of the workbook, or of one sheet."""

    def __init__(self, workbook: OpenWorkbook, sheet: SheetId | None = None) -> None:
        super().__init__(workbook)
        self._sheet = sheet

    @override
    def states(self) -> Sequence[Pivot]:
        return pivots.pivots_on(self.workbook, self._sheet)

    @method("Add")
    def add(self, name: JsonValue, source: object, destination: object) -> PivotTable:
        """Make an empty pivot of a range or table, with its upper left corner at a cell."""
        active = self.workbook.sheet_ids[self.workbook.engine.active_sheet()]
        home = Area(self._sheet or active, Rect(0, 0, 0, 0))
        place = area_argument(self.workbook, destination, home)
        if self._sheet is not None and place.sheet != self._sheet:
            raise invalid_argument()
        checked = pivots.checked_name(self.workbook, place.sheet, name)
        found = self._source(source, home)
        return self._object(pivots.add(self.workbook, checked, found, place))

    def _source(self, source: object, home: Area) -> PivotSource:
        if isinstance(source, Table):
            return PivotSource(name=source.state.name)
        if isinstance(source, str):
            for table in self.workbook.engine.tables():
                if table.name.casefold() == source.casefold():
                    return PivotSource(name=table.name)
        return pivots.source_of(self.workbook, area_argument(self.workbook, source, home))

    @method("RefreshAll")
    def refresh_all(self) -> None:
        """Refresh every one."""
        for pivot in self.states():
            pivots.refresh(self.workbook, pivot)


@excel_class("PivotTableScopedCollection")
class PivotTableScopedCollection(_Pivots):
    """Pivots that overlap a range, or lie within it."""

    def __init__(self, workbook: OpenWorkbook, area: Area, fully_contained: bool) -> None:
        super().__init__(workbook)
        self._area = area
        self._fully_contained = fully_contained

    @override
    def states(self) -> Sequence[Pivot]:
        found: list[Pivot] = []
        for pivot in pivots.pivots_on(self.workbook, self._area.sheet):
            if pivot.top < 0:
                continue
            body = pivots.report_of(self.workbook, pivot).body
            inside = (
                contains(self._area.rect, body)
                if self._fully_contained
                else intersection(self._area.rect, body) is not None
            )
            if inside:
                found.append(pivot)
        return sorted(found, key=lambda pivot: (pivot.top, pivot.left))

    @method("GetFirst")
    def get_first(self) -> PivotTable:
        """The first one, from the top."""
        found = self.get_first_or_null_object()
        if found is None:
            raise item_not_found()
        return found

    @method("GetFirstOrNullObject")
    def get_first_or_null_object(self) -> PivotTable | None:
        """The first one, or null."""
        states = self.states()
        return self._object(states[0]) if states else None
