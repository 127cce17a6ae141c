"""What a workbook has besides sheets, names and tables."""

from embedded_excel.objects.base import ExcelObject, navigation
from embedded_excel.objects.cell_styles import StyleCollection
from embedded_excel.objects.comments import CommentCollection
from embedded_excel.objects.custom_xml import CustomXmlPartCollection
from embedded_excel.objects.document_properties import DocumentProperties
from embedded_excel.objects.functions import Functions
from embedded_excel.objects.linked_workbooks import LinkedWorkbookCollection
from embedded_excel.objects.pivot_tables import PivotTableCollection
from embedded_excel.objects.queries import QueryCollection
from embedded_excel.objects.settings import SettingCollection
from embedded_excel.objects.slicers import SlicerCollection
from embedded_excel.objects.table_styles import (
    PivotTableStyleCollection,
    SlicerStyleCollection,
    TableStyleCollection,
    TimelineStyleCollection,
)
from embedded_excel.objects.workbook_protection import WorkbookProtection


class WorkbookParts(ExcelObject):
    """Navigations to properties, settings and other parts of the file."""

    @navigation("Properties")
    def properties(self) -> DocumentProperties:
        """What the file says about itself."""
        return DocumentProperties(self.workbook)

    @navigation("Settings")
    def settings(self) -> SettingCollection:
        """What an add-in keeps."""
        return SettingCollection(self.workbook)

    @navigation("CustomXmlParts")
    def custom_xml_parts(self) -> CustomXmlPartCollection:
        """XML that applications keep."""
        return CustomXmlPartCollection(self.workbook)

    @navigation("Functions")
    def functions(self) -> Functions:
        """The worksheet functions."""
        return Functions(self.workbook)

    @navigation("Protection")
    def protection(self) -> WorkbookProtection:
        """Whether the structure is locked."""
        return WorkbookProtection(self.workbook)

    @navigation("PivotTables")
    def pivot_tables(self) -> PivotTableCollection:
        """Every PivotTable."""
        return PivotTableCollection(self.workbook)

    @navigation("Comments")
    def comments(self) -> CommentCollection:
        """Comments on all sheets."""
        return CommentCollection(self.workbook, None)

    @navigation("Styles")
    def styles(self) -> StyleCollection:
        """Named cell styles."""
        return StyleCollection(self.workbook)

    @navigation("TableStyles")
    def table_styles(self) -> TableStyleCollection:
        """Styles of tables."""
        return TableStyleCollection(self.workbook)

    @navigation("PivotTableStyles")
    def pivot_table_styles(self) -> PivotTableStyleCollection:
        """Styles of PivotTables."""
        return PivotTableStyleCollection(self.workbook)

    @navigation("SlicerStyles")
    def slicer_styles(self) -> SlicerStyleCollection:
        """Styles of slicers."""
        return SlicerStyleCollection(self.workbook)

    @navigation("TimelineStyles")
    def timeline_styles(self) -> TimelineStyleCollection:
        """Styles of timelines."""
        return TimelineStyleCollection(self.workbook)

    @navigation("LinkedWorkbooks")
    def linked_workbooks(self) -> LinkedWorkbookCollection:
        """Workbooks that formulas refer to."""
        return LinkedWorkbookCollection(self.workbook)

    @navigation("Queries")
    def queries(self) -> QueryCollection:
        """Queries of Power Query."""
        return QueryCollection(self.workbook)

    @navigation("Slicers")
    def slicers(self) -> SlicerCollection:
        """Every slicer over a table."""
        return SlicerCollection(self.workbook)
