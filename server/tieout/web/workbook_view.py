"""The embedded workbook for the browser's grid: the one module of `web` that knows embedded Excel.

Reading cells for the grid waits for the batch that is running; it goes through the same one thread.
"""

from collections.abc import Callable
from typing import Protocol, TypeVar

from pydantic import JsonValue, TypeAdapter

from embedded_excel.calc.cells import Rect
from embedded_excel.errors import ExcelApiError, WorkbookFileError
from embedded_excel.host import EmbeddedExcel
from embedded_excel.render.grid import describe, tile
from tieout.errors import WorkbookUnusable
from tieout.web.deps import TileRequest, WorkbookFile

Answer = TypeVar("Answer")

_JSON: TypeAdapter[JsonValue] = TypeAdapter(JsonValue)


class Desk(Protocol):
    """An open embedded workbook, such as `headless.desk.EmbeddedDesk`."""

    @property
    def name(self) -> str:
        """File name of the workbook."""
        ...

    @property
    def first_revision(self) -> int:
        """What its revisions count from."""
        ...

    async def with_excel(self, use: Callable[[EmbeddedExcel], Answer]) -> Answer:
        """Use the embedded Excel between two batches, in its own thread."""
        ...


class EmbeddedView:
    """A `WorkbookView` of an open embedded workbook."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def describe(self) -> JsonValue:
        """Name, revision, sheets with their sizes and views; see `GridWorkbook`."""
        first = self._desk.first_revision
        facts = await self._desk.with_excel(
            lambda excel: describe(excel.workbook, first + excel.revision)
        )
        return _JSON.validate_python(facts)

    async def tile(self, request: TileRequest) -> JsonValue:
        """Cells of a rectangle that show anything; see `GridTile`.

        Raises:
            LookupError: There is no such sheet, or the rectangle lies outside of it.
        """
        first = self._desk.first_revision
        rect = Rect(request.top, request.left, request.bottom, request.right)
        try:
            cells = await self._desk.with_excel(
                lambda excel: tile(excel.workbook, first + excel.revision, request.sheet, rect)
            )
        except ExcelApiError as error:
            raise LookupError(error.message) from error
        return _JSON.validate_python(cells)

    async def file(self) -> WorkbookFile:
        """The workbook as it is now, under its own name.

        Raises:
            WorkbookUnusable: It can't be written.
        """
        try:
            content = await self._desk.with_excel(EmbeddedExcel.to_bytes)
        except WorkbookFileError as error:
            raise WorkbookUnusable(str(error)) from error
        return WorkbookFile(self._desk.name, content)
