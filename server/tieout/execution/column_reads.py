"""Cells as Excel answers them on the wire, to arrays."""

from tieout.execution.wire_cells import CELL_PROPERTIES, checked_grid
from tieout.office_wire.batch import JsonObject
from tieout.workbook.address import Address
from tieout.workbook.cell_columns import TextPool, cell_columns
from tieout.workbook.snapshot import RangeSnapshot


def column_snapshot(address: Address, properties: JsonObject, pool: TextPool) -> RangeSnapshot:
    """The cells of a rectangle from its loaded `CELL_PROPERTIES`, in columns.

    Raises:
        ExcelError: A grid is missing (Excel answers null for too many cells) or has another shape.
    """
    values, formulas, texts, formats = (
        checked_grid(properties, name, address) for name in CELL_PROPERTIES
    )
    columns = cell_columns(pool, values, formulas, texts, formats)
    return RangeSnapshot(address, columns=columns)
