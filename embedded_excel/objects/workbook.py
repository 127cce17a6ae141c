"""Workbook: the root of every object path."""

from pydantic import JsonValue

from embedded_excel.calc.cells import Rect
from embedded_excel.errors import invalid_argument, item_not_found, not_implemented
from embedded_excel.model import sheets
from embedded_excel.model.chart_activation import active_chart
from embedded_excel.model.sheet_views import package
from embedded_excel.model.workbook import ACROSS_SHEETS, Area
from embedded_excel.objects.application import CALCULATION_ENGINE_VERSION, Application, Runtime
from embedded_excel.objects.base import ExcelObject, excel_class, method, navigation, scalar
from embedded_excel.objects.bindings import BindingCollection
from embedded_excel.objects.common_api import CommonApi
from embedded_excel.objects.names import NamedItemCollection
from embedded_excel.objects.other_workbooks import InsertingSheets
from embedded_excel.objects.range_base import make
from embedded_excel.objects.tables import TableCollection
from embedded_excel.objects.tracked import (
    TrackedAreas,
    TrackedRange,
    invalid_reference,
    new_areas,
    new_range,
)
from embedded_excel.objects.workbook_parts import WorkbookParts
from embedded_excel.objects.worksheets import WorksheetCollection
from embedded_excel.wire.members import enum_value


@excel_class("Workbook")
class Workbook(WorkbookParts, InsertingSheets):
    """The open workbook. A client saves and closes what is open here; the file on the disk stays
    with whoever opened it (`EmbeddedExcel.saved_content`).
    """

    # -- properties ------------------------------------------------------------------------------
    @scalar("Name")
    def name(self) -> JsonValue:
        """The file's name."""
        return self.workbook.file_name

    @scalar("ReadOnly")
    def read_only(self) -> JsonValue:
        """Always false."""
        return False

    @scalar("AutoSave")
    def auto_save(self) -> JsonValue:
        """Always false."""
        return False

    @scalar("PreviouslySaved")
    def previously_saved(self) -> JsonValue:
        """Whether it came from a file."""
        return self.workbook.previously_saved

    @scalar("IsDirty")
    def is_dirty(self) -> JsonValue:
        """Whether anything was written since it was opened or saved."""
        return self.workbook.dirty or self.workbook.changed

    @is_dirty.setter
    def set_is_dirty(self, value: JsonValue) -> None:
        """Declare it changed or unchanged."""
        if not isinstance(value, bool):
            raise invalid_argument()
        self.workbook.declare(dirty=value)

    @scalar("CalculationEngineVersion")
    def calculation_engine_version(self) -> JsonValue:
        """What Excel writes into files it calculated."""
        return CALCULATION_ENGINE_VERSION

    # -- objects ---------------------------------------------------------------------------------
    @navigation("Worksheets")
    def worksheets(self) -> WorksheetCollection:
        """The sheets."""
        return WorksheetCollection(self.workbook)

    @navigation("Names")
    def names(self) -> NamedItemCollection:
        """The names of the workbook's scope."""
        return NamedItemCollection(self.workbook)

    @navigation("Tables")
    def tables(self) -> TableCollection:
        """Every table."""
        return TableCollection(self.workbook)

    @navigation("Bindings")
    def bindings(self) -> BindingCollection:
        """What an add-in bound."""
        return BindingCollection(self.workbook)

    @navigation("_V1Api")
    def common_api(self) -> CommonApi:
        """The Common API's calls."""
        return CommonApi(self.workbook)

    @navigation("Application")
    def application(self) -> Application:
        """Calculation and culture."""
        return Application(self.workbook)

    @navigation("_Runtime")
    def runtime(self) -> Runtime:
        """The switch of events."""
        return Runtime(self.workbook)

    @scalar("UsePrecisionAsDisplayed")
    def use_precision_as_displayed(self) -> JsonValue:
        """Whether the file says that numbers count as they are displayed."""
        return not self.workbook.engine.documents.full_precision()

    @use_precision_as_displayed.setter
    def set_use_precision_as_displayed(self, value: JsonValue) -> None:
        """Accepts false, and true where it is; it would round every number in the workbook."""
        if not isinstance(value, bool):
            raise invalid_argument()
        if value == self.use_precision_as_displayed:
            return
        if value:
            raise not_implemented("Workbook.usePrecisionAsDisplayed = true")
        self.workbook.engine.documents.set_full_precision()
        self.workbook.recalculate_if_automatic()

    # -- saving ----------------------------------------------------------------------------------
    @method("Save")
    def save(self, behavior: JsonValue) -> None:
        """Save. Nobody can be asked for a place, so `Prompt` saves under the name it has."""
        enum_value("SaveBehavior", "Save" if behavior is None else behavior)
        self.workbook.settle()
        self.workbook.saved = package(self.workbook)
        self.workbook.declare(dirty=False)
        self.workbook.previously_saved = True

    @method("Close")
    def close(self, behavior: JsonValue) -> None:
        """Close, saving first unless told otherwise; later batches find no workbook."""
        if enum_value("CloseBehavior", "Save" if behavior is None else behavior) == "Save":
            self.save(None)
        self.workbook.declare(dirty=self.workbook.dirty)
        self.workbook.closed = True

    # -- selection -------------------------------------------------------------------------------
    @method("GetActiveCell")
    def get_active_cell(self) -> TrackedRange:
        """The first cell of the selection."""
        area = sheets.selected(self.workbook)
        rect = area.rect
        corner = Rect(rect.top, rect.left, rect.top, rect.left)
        return new_range(self.workbook, Area(area.sheet, corner))

    @method("GetSelectedRange")
    def get_selected_range(self) -> TrackedRange:
        """The selection."""
        return new_range(self.workbook, sheets.selected(self.workbook))

    @method("GetSelectedRanges")
    def get_selected_ranges(self) -> TrackedAreas:
        """The selection, which is one area here."""
        return new_areas(self.workbook, (sheets.selected(self.workbook),))

    @method("GetActiveChartOrNullObject")
    def get_active_chart_or_null_object(self) -> ExcelObject | None:
        """The active chart, or null."""
        ref = active_chart(self.workbook)
        return None if ref is None else make("Chart", ref)

    @method("GetActiveChart")
    def get_active_chart(self) -> ExcelObject:
        """The active chart."""
        found = self.get_active_chart_or_null_object()
        if found is None:
            raise item_not_found()
        return found

    @method("GetActiveSlicer")
    def get_active_slicer(self) -> None:
        """Never there: slicers can't be activated here."""
        raise item_not_found()

    @method("GetActiveSlicerOrNullObject")
    def get_active_slicer_or_null_object(self) -> None:
        """Always null: slicers can't be activated here."""

    @method("GetIsActiveCollabSession")
    def get_is_active_collab_session(self) -> JsonValue:
        """Always false."""
        return False

    # -- references ------------------------------------------------------------------------------
    @method("_RemoveReference")
    def remove_reference(self, reference: JsonValue) -> None:
        """A client lets go of what it kept; an unknown reference is no error."""
        if isinstance(reference, str):
            self.workbook.references.pop(reference, None)
            self.workbook.area_references.pop(reference, None)

    @method("_RemoveAllReferences")
    def remove_all_references(self) -> None:
        """Every client lets go of everything."""
        self.workbook.references.clear()
        self.workbook.area_references.clear()

    @method("_GetReferenceCount")
    def get_reference_count(self) -> JsonValue:
        """How many references are kept."""
        return len(self.workbook.references) + len(self.workbook.area_references)

    @method("_GetObjectByReferenceId")
    def get_object_by_reference_id(self, reference: JsonValue) -> JsonValue:
        """The identity of a kept object."""
        self._kept_class(reference)
        return {"_ReferenceId": reference}

    @method("_GetObjectTypeNameByReferenceId")
    def get_object_type_name_by_reference_id(self, reference: JsonValue) -> JsonValue:
        """The class of a kept object."""
        return self._kept_class(reference)

    @method("_GetRangeForEventByReferenceId")
    def get_range_for_event(self, reference: JsonValue) -> TrackedRange:
        """The cells a change event was about."""
        found = self.get_range_or_null_object_for_event(reference)
        if found is None:
            raise invalid_reference()
        return found

    @method("_GetRangeOrNullObjectForEventByReferenceId")
    def get_range_or_null_object_for_event(self, reference: JsonValue) -> TrackedRange | None:
        """The cells a change event was about, or null when they are gone."""
        area = self.workbook.event_references.get(_text(reference))
        return None if area is None else new_range(self.workbook, area)

    @method("_GetRangesForEventByReferenceId")
    def get_ranges_for_event(self, reference: JsonValue) -> TrackedAreas:
        """The same as several areas."""
        return new_areas(self.workbook, (self.get_range_for_event(reference).area,))

    @method("_GetRangesOrNullObjectForEventByReferenceId")
    def get_ranges_or_null_object_for_event(self, reference: JsonValue) -> TrackedAreas | None:
        """The same as several areas, or null."""
        found = self.get_range_or_null_object_for_event(reference)
        return None if found is None else new_areas(self.workbook, (found.area,))

    def _kept_class(self, reference: JsonValue) -> str:
        key = _text(reference)
        if key in self.workbook.area_references:
            return "WorkbookRangeAreas" if key.startswith(ACROSS_SHEETS) else "RangeAreas"
        if self.workbook.references.get(key) is None:
            raise invalid_reference()
        return "Range"


def _text(value: JsonValue) -> str:
    if not isinstance(value, str):
        raise invalid_argument()
    return value
