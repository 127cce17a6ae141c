"""Read how tables look, in one batch."""

from collections.abc import Sequence

from tieout.execution.ports import ExcelHost
from tieout.office_wire.build import BatchBuilder
from tieout.office_wire.response import Results
from tieout.office_wire.touch import Write
from tieout.workbook.snapshot import TableSnapshot, WorkbookSnapshot
from tieout.workbook.table_image import TableLook

TABLE_SETTINGS = (
    "Style",
    "ShowBandedRows",
    "ShowBandedColumns",
    "HighlightFirstColumn",
    "HighlightLastColumn",
    "ShowFilterButton",
)
_ENDING = frozenset(
    {"Range.insert", "Range.delete", "Range.moveTo", "Range.clear", "Worksheet.delete"}
)


def tables_at_risk(writes: Sequence[Write], known: WorkbookSnapshot) -> list[TableSnapshot]:
    """Tables that writes may remove or change the looks of; of unknown sheets none."""
    sheets = {
        write.sheet.casefold()
        for write in writes
        if write.member in _ENDING or write.member.startswith("Table.")
    }
    return [table for table in known.tables if table.address.sheet.casefold() in sheets]


async def read_table_looks(host: ExcelHost, table_ids: Sequence[str]) -> dict[str, TableLook]:
    """Looks of these tables; those that are gone are left out.

    Raises:
        ExcelError: Excel refused.
        PaneLost: The host went away.
    """
    if not table_ids:
        return {}
    builder = BatchBuilder()
    asked = {
        table: (
            item := builder.workbook.child("Tables").method("GetItemOrNullObject", table),
            item.load(*TABLE_SETTINGS),
            item.child("AutoFilter").load("IsDataFiltered"),
        )
        for table in table_ids
    }
    results = Results(await host.send(builder.build()))
    found: dict[str, TableLook] = {}
    for table, (_, looks, filters) in asked.items():
        properties = results.properties(looks)
        if properties:
            values = tuple(
                (name, value if isinstance(value := properties.get(name), str | bool) else None)
                for name in TABLE_SETTINGS
            )
            filtered = results.properties(filters).get("IsDataFiltered") is True
            found[table] = TableLook(values, filtered)
    return found
