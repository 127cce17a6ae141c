"""An embedded workbook as a served session has it open: host, view for the grid, revision."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from embedded_excel.host import EmbeddedExcel
from tieout.execution.ports import ExcelHost
from tieout.headless.embedded_host import EmbeddedHost
from tieout.headless.task import open_workbook
from tieout.office_wire.build import BatchBuilder
from tieout.settings import Settings
from tieout.workbook.address import Address, InvalidAddress

_Answer = TypeVar("_Answer")


class EmbeddedDesk:
    """One open workbook. Its file is read once and never written."""

    def __init__(self, excel: EmbeddedExcel, name: str, first_revision: int) -> None:
        self._host = EmbeddedHost(excel)
        self._name = name
        self._first_revision = first_revision

    @property
    def name(self) -> str:
        """File name of the workbook."""
        return self._name

    @property
    def host(self) -> ExcelHost:
        """The embedded Excel, for batches."""
        return self._host

    @property
    def first_revision(self) -> int:
        """What revisions of this workbook count from, so that they rise from desk to desk."""
        return self._first_revision

    async def revision(self) -> int:
        """The workbook's present revision."""
        return self._first_revision + await self.with_excel(lambda excel: excel.revision)

    async def with_excel(self, use: Callable[[EmbeddedExcel], _Answer]) -> _Answer:
        """Use the embedded Excel between two batches."""
        return await self._host.with_excel(use)

    async def select(self, address: str) -> None:
        """Make this the selection; what is no address of the workbook is ignored."""
        try:
            selected = Address.parse(address)
        except InvalidAddress:
            return
        batch = BatchBuilder()
        batch.worksheet(selected.sheet).range(selected.local).call("Select", writes=False)
        await self._host.send(batch.build())

    async def close(self) -> None:
        """Close without saving."""
        await self._host.close()


class Desks:
    """Opens workbooks for a served session, one after the other."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._current: EmbeddedDesk | None = None

    @property
    def current(self) -> EmbeddedDesk | None:
        """The one opened last."""
        return self._current

    async def open(self, path: Path) -> EmbeddedDesk:
        """Open a workbook file.

        Raises:
            WorkbookUnusable: It can't be opened.
        """
        excel = open_workbook(path, self._settings)
        first = 0 if self._current is None else await self._current.revision() + 1
        self._current = EmbeddedDesk(excel, path.name, first)
        return self._current
