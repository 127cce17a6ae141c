"""What a worksheet carries beside its cells: protection, filter, comments, pages, outline."""

from pydantic import JsonValue

from embedded_excel.model import outlining
from embedded_excel.model.areas import integer
from embedded_excel.model.filtering import FilterPlace
from embedded_excel.model.workbook import SheetId
from embedded_excel.objects.auto_filter import AutoFilter
from embedded_excel.objects.base import ExcelObject, method, navigation
from embedded_excel.objects.comments import CommentCollection
from embedded_excel.objects.named_sheet_views import NamedSheetViewCollection
from embedded_excel.objects.page_breaks import PageBreakCollection
from embedded_excel.objects.page_layout import PageLayout
from embedded_excel.objects.protection import WorksheetProtection


class WorksheetParts(ExcelObject):
    """Navigations to them."""

    sheet: SheetId

    @navigation("Protection")
    def protection(self) -> WorksheetProtection:
        """What is allowed on the sheet."""
        return WorksheetProtection(self.workbook, self.sheet)

    @navigation("AutoFilter")
    def auto_filter(self) -> AutoFilter:
        """The sheet's own filter."""
        return AutoFilter(self.workbook, FilterPlace(self.sheet, None))

    @navigation("NamedSheetViews")
    def named_sheet_views(self) -> NamedSheetViewCollection:
        """Views that filter the sheet apart from the default one."""
        return NamedSheetViewCollection(self.workbook, self.sheet)

    @navigation("Comments")
    def comments(self) -> CommentCollection:
        """Comments on the sheet."""
        return CommentCollection(self.workbook, self.sheet)

    @navigation("PageLayout")
    def page_layout(self) -> PageLayout:
        """How the sheet prints."""
        return PageLayout(self.workbook, self.sheet)

    @navigation("HorizontalPageBreaks")
    def horizontal_page_breaks(self) -> PageBreakCollection:
        """Manual breaks between rows."""
        return PageBreakCollection(self.workbook, self.sheet, rows=True)

    @navigation("VerticalPageBreaks")
    def vertical_page_breaks(self) -> PageBreakCollection:
        """Manual breaks between columns."""
        return PageBreakCollection(self.workbook, self.sheet, rows=False)

    @method("ShowOutlineLevels")
    def show_outline_levels(self, rows: JsonValue, columns: JsonValue) -> None:
        """Show groups up to a level."""
        outlining.show_levels(self.workbook, self.sheet, integer(rows, 0), rows=True)
        outlining.show_levels(self.workbook, self.sheet, integer(columns, 0), rows=False)
