"""Cells as Excel answers them on the wire, to arrays."""

from tieout.execution.looks.wire_cells import CELL_PROPERTIES, checked_grid
from tieout.office_wire.batch import JsonObject
from tieout.office_wire.build import ResultHandle
from tieout.office_wire.response import Results
from tieout.workbook.address import Address
from tieout.workbook.cell_columns import CellColumns, TextPool, cell_columns
from tieout.workbook.snapshot import RangeSnapshot

_MOST_CELLS = 1_000_000


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


class KnownBlocks:
    """Blocks that were read before, by their digests, where the host tells some.

    A block whose answer is the same isn't taken apart again: its arrays are the very same, and are
    compared by that.

    Args:
        pool: Of all blocks.

    Attributes:
        reused: Blocks that weren't taken apart again.
    """

    def __init__(self, pool: TextPool) -> None:
        self._pool = pool
        self._known: dict[str, CellColumns] = {}
        self._cells = 0
        self.reused = 0

    def snapshot(self, address: Address, results: Results, handle: ResultHandle) -> RangeSnapshot:
        """The cells of a rectangle from an answer with `CELL_PROPERTIES`.

        Raises:
            ExcelError: A grid is missing or has another shape.
        """
        digest = results.digest(handle)
        known = self._known.get(digest) if digest else None
        if known is not None and known.kinds.shape == (address.rows, address.columns):
            self.reused += 1
            return RangeSnapshot(address, columns=known)
        found = column_snapshot(address, results.properties(handle), self._pool)
        if digest and found.columns is not None:
            self._keep(digest, found.columns)
        return found

    def _keep(self, digest: str, columns: CellColumns) -> None:
        replaced = self._known.pop(digest, None)
        self._known[digest] = columns
        self._cells += columns.kinds.size - (0 if replaced is None else replaced.kinds.size)
        while self._cells > _MOST_CELLS and len(self._known) > 1:
            self._cells -= self._known.pop(next(iter(self._known))).kinds.size
