"""Range: a rectangle of cells. Its parts by noun are in the `range_*` modules beside this one."""

from pydantic import JsonValue

from embedded_excel.calc.cells import Rect
from embedded_excel.errors import invalid_argument, item_not_found
from embedded_excel.model.areas import flag, intersection
from embedded_excel.model.searching import CELL_KINDS, VALUE_KINDS, find, special_cells
from embedded_excel.model.workbook import Area
from embedded_excel.objects.axis_properties import RangeAxisProperties
from embedded_excel.objects.base import ExcelObject, excel_class, method, navigation
from embedded_excel.objects.cell_properties import RangeCellProperties
from embedded_excel.objects.range_areas import RangeAreas
from embedded_excel.objects.range_base import choice, make
from embedded_excel.objects.range_cells import RangeCells
from embedded_excel.objects.range_edit import RangeEdit, search_of
from embedded_excel.objects.range_parts import RangeParts
from embedded_excel.objects.range_shape import RangeShape
from embedded_excel.objects.range_view import RangeView, visible_view
from embedded_excel.objects.sort import RangeSort
from embedded_excel.objects.workbook_range_areas import RangeTracing
from embedded_excel.pictures.range_pictures import picture_of_range


@excel_class("Range")
class Range(
    RangeCells,
    RangeShape,
    RangeEdit,
    RangeParts,
    RangeCellProperties,
    RangeAxisProperties,
    RangeTracing,
):
    """A rectangle of cells."""

    @navigation("Format")
    def format(self) -> ExcelObject:
        """Format of the cells."""
        return make("RangeFormat", self.workbook, (self.area,))

    @navigation("Sort")
    def sort(self) -> ExcelObject:
        """Sorting."""
        return RangeSort(self.workbook, self.area)

    @method("GetVisibleView")
    def get_visible_view(self) -> RangeView:
        """The cells that aren't hidden."""
        return visible_view(self.workbook, self.area)

    @method("GetImage")
    def get_image(self) -> JsonValue:
        """A PNG of the cells in base64, drawn in this host's own typeface."""
        return picture_of_range(self.workbook, self.area)

    @method("GetTables")
    def get_tables(self, fully_contained: JsonValue) -> ExcelObject:
        """Tables that overlap the range, or lie within it."""
        return make("TableScopedCollection", self.workbook, (self.area,), flag(fully_contained))

    @method("GetPivotTables")
    def get_pivot_tables(self, fully_contained: JsonValue) -> ExcelObject:
        """PivotTables that overlap the range, or lie within it."""
        inside = flag(fully_contained)
        return make("PivotTableScopedCollection", self.workbook, self.area, inside)

    # -- searching ---------------------------------------------------------------------------
    @method("Find")
    def find(self, text: JsonValue, criteria: JsonValue) -> "Range":
        """The first cell that contains a text."""
        found = self.find_or_null(text, criteria)
        if found is None:
            raise item_not_found()
        return found

    @method("FindOrNullObject")
    def find_or_null(self, text: JsonValue, criteria: JsonValue) -> "Range | None":
        """The first cell that contains a text, or a null object.

        From a single cell the whole sheet is searched, beginning after that cell.
        """
        if not isinstance(text, str) or not text:
            raise invalid_argument()
        search = search_of(text, criteria)
        direction = criteria.get("searchDirection") if isinstance(criteria, dict) else None
        backwards = choice(direction, ("Forward", "Backwards"), "Forward") == "Backwards"
        self.workbook.settle()
        area, after = self.area, None
        if (area.rect.rows, area.rect.columns) == (1, 1):
            after = (area.rect.top, area.rect.left)
            used = self.engine.used_rect(self.sheet, values_only=True)
            if used is None:
                return None
            area = Area(area.sheet, used)
        place = find(self.workbook, area, search, after=after, backwards=backwards)
        return None if place is None else self.at(Rect(*place, *place))

    @method("GetSpecialCells")
    def get_special_cells(self, kind: JsonValue, values: JsonValue) -> RangeAreas:
        """Cells of a kind."""
        found = self.get_special_cells_or_null(kind, values)
        if found is None:
            raise item_not_found()
        return found

    @method("GetSpecialCellsOrNullObject")
    def get_special_cells_or_null(self, kind: JsonValue, values: JsonValue) -> RangeAreas | None:
        """Cells of a kind, or a null object."""
        self.workbook.settle()
        rects = special_cells(
            self.workbook, self.area, choice(kind, CELL_KINDS), choice(values, VALUE_KINDS, "All")
        )
        return self._areas_of(rects)

    @method("GetMergedAreas")
    def get_merged_areas(self) -> RangeAreas:
        """Merged areas that touch the range."""
        found = self.get_merged_areas_or_null()
        if found is None:
            raise item_not_found()
        return found

    @method("GetMergedAreasOrNullObject")
    def get_merged_areas_or_null(self) -> RangeAreas | None:
        """Merged areas that touch the range, or a null object."""
        merges = self.engine.merges(self.sheet)
        return self._areas_of([merge for merge in merges if intersection(merge, self.rect)])

    def _areas_of(self, rects: list[Rect]) -> RangeAreas | None:
        if not rects:
            return None
        sheet = self.area.sheet
        return RangeAreas(self.workbook, tuple(Area(sheet, rect) for rect in rects))

    # -- spilling ----------------------------------------------------------------------------
    @method("GetSpillingToRange")
    def get_spilling_to_range(self) -> "Range":
        """The area the formula of this cell spills into."""
        found = self.get_spilling_to_range_or_null()
        if found is None:
            raise item_not_found()
        return found

    @method("GetSpillingToRangeOrNullObject")
    def get_spilling_to_range_or_null(self) -> "Range | None":
        """The area the formula of this cell spills into, or a null object."""
        rect = self.rect
        if (rect.rows, rect.columns) != (1, 1):
            return None
        spill = self.spill_at(rect)
        if spill is None or (spill.top, spill.left) != (rect.top, rect.left):
            return None
        return self.at(spill)

    @method("GetSpillParent")
    def get_spill_parent(self) -> "Range":
        """The cell whose formula spills into this one."""
        found = self.get_spill_parent_or_null()
        if found is None:
            raise item_not_found()
        return found

    @method("GetSpillParentOrNullObject")
    def get_spill_parent_or_null(self) -> "Range | None":
        """The cell whose formula spills into this one, or a null object."""
        rect = self.rect
        if (rect.rows, rect.columns) != (1, 1):
            return None
        spill = self.spill_at(rect)
        if spill is None:
            return None
        return self.at(Rect(spill.top, spill.left, spill.top, spill.left))
