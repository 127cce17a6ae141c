"""What a worksheet has besides cells, names and tables."""

from embedded_excel.model.workbook import OpenWorkbook, SheetId
from embedded_excel.objects.base import ExcelObject, navigation
from embedded_excel.objects.pivot_tables import PivotTableCollection
from embedded_excel.objects.shape_collection import ShapeCollection
from embedded_excel.objects.slicers import SlicerCollection
from embedded_excel.objects.worksheet_properties import WorksheetCustomPropertyCollection


class WorksheetContents(ExcelObject):
    """Navigations to the objects that lie on a sheet."""

    def __init__(self, workbook: OpenWorkbook, sheet: SheetId) -> None:
        super().__init__(workbook)
        self.sheet = sheet

    @navigation("CustomProperties")
    def custom_properties(self) -> WorksheetCustomPropertyCollection:
        """Properties applications keep with the sheet."""
        return WorksheetCustomPropertyCollection(self.workbook, self.sheet)

    @navigation("PivotTables")
    def pivot_tables(self) -> PivotTableCollection:
        """The sheet's PivotTables."""
        return PivotTableCollection(self.workbook, self.sheet)

    @navigation("Shapes")
    def shapes(self) -> ShapeCollection:
        """The sheet's shapes, lines and images."""
        return ShapeCollection(self.workbook, self.sheet)

    @navigation("Slicers")
    def slicers(self) -> SlicerCollection:
        """The sheet's slicers over tables."""
        return SlicerCollection(self.workbook, self.sheet)
