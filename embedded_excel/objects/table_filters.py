"""The filter of a table as a whole."""

from embedded_excel.calc.cells import Table
from embedded_excel.model import filtering
from embedded_excel.model.filtering import FilterPlace
from embedded_excel.objects.auto_filter import AutoFilter
from embedded_excel.objects.base import ExcelObject, method, navigation


class TableFilters(ExcelObject):
    """Filter members of Table."""

    @property
    def state(self) -> Table:
        """The table as it is now."""
        raise NotImplementedError

    def _place(self) -> FilterPlace:
        table = self.state
        return FilterPlace(self.workbook.sheet_ids[table.sheet], table.id)

    @navigation("AutoFilter")
    def auto_filter(self) -> AutoFilter:
        """The table's filter."""
        return AutoFilter(self.workbook, self._place())

    @method("ClearFilters")
    def clear_filters(self) -> None:
        """Stop filtering by any column."""
        filtering.clear(self.workbook, self._place())

    @method("ReapplyFilters")
    def reapply_filters(self) -> None:
        """Hide and show rows by the values they have now."""
        place = self._place()
        found = filtering.filter_of(self.workbook, place)
        if found is not None and found.columns:
            filtering.apply(self.workbook, place)
