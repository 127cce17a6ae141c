"""Query and QueryCollection: the queries a workbook carries, and how they were loaded last."""

from collections.abc import Sequence

from pydantic import JsonValue
from typing_extensions import override

from embedded_excel.calc.documents import Query as StoredQuery
from embedded_excel.errors import invalid_argument, item_not_found
from embedded_excel.model.workbook import OpenWorkbook
from embedded_excel.objects.base import ExcelCollection, ExcelObject, excel_class, method, scalar


@excel_class("Query")
class Query(ExcelObject):
    """One query."""

    def __init__(self, workbook: OpenWorkbook, query: StoredQuery) -> None:
        super().__init__(workbook)
        self._query = query

    @scalar("Name")
    def name(self) -> JsonValue:
        """Name."""
        return self._query.name

    @scalar("LoadedTo")
    def loaded_to(self) -> JsonValue:
        """What shows its rows."""
        return self._query.loaded_to

    @scalar("LoadedToDataModel")
    def loaded_to_data_model(self) -> JsonValue:
        """Whether the data model has its rows."""
        return self._query.in_data_model

    @scalar("RowsLoadedCount")
    def rows_loaded_count(self) -> JsonValue:
        """How many rows it brought."""
        return self._query.rows

    @scalar("RefreshDate")
    def refresh_date(self) -> JsonValue:
        """When it was run last, null when it never was."""
        return self._query.refreshed or None

    @scalar("Error")
    def error(self) -> JsonValue:
        """What went wrong then."""
        return "Unknown" if self._query.failed else "None"


@excel_class("QueryCollection")
class QueryCollection(ExcelCollection):
    """The queries of the workbook, by name."""

    @override
    def items(self) -> Sequence[Query]:
        queries = self.workbook.engine.documents.document().queries
        return [Query(self.workbook, query) for query in queries]

    @override
    def get_item(self, key: JsonValue) -> Query:
        if not isinstance(key, str):
            raise invalid_argument()
        for query in self.workbook.engine.documents.document().queries:
            if query.name.casefold() == key.casefold():
                return Query(self.workbook, query)
        raise item_not_found()

    @method("GetCount")
    def get_count(self) -> JsonValue:
        """How many there are."""
        return len(self.items())
