"""What the web application is made of: the values and ports that whoever starts it brings."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from pydantic import JsonValue

from tieout.sessions.ports import SessionPort
from tieout.sessions.trace.store import TraceStore
from tieout.web.pane_socket import PaneTimes
from tieout.web.security import Access, Origin


@dataclass(frozen=True, slots=True)
class TileRequest:
    """A rectangle of one sheet, 0-based, all bounds inclusive. `sheet` is its name, in any case."""

    sheet: str
    top: int
    left: int
    bottom: int
    right: int


@dataclass(frozen=True, slots=True)
class WorkbookFile:
    """The workbook as a file to download."""

    name: str
    content: bytes


class WorkbookView(Protocol):
    """What the browser's grid reads of an open workbook; shapes as in `docs/protocol.md`."""

    async def describe(self) -> JsonValue:
        """Name, revision, sheets with their sizes and views."""
        ...

    async def tile(self, request: TileRequest) -> JsonValue:
        """Cells of a rectangle that have content or a style.

        Raises:
            LookupError: There is no such sheet.
        """
        ...

    async def file(self) -> WorkbookFile:
        """The workbook as it is now.

        Raises:
            UserError: It can't be written.
        """
        ...


def _no_workbook() -> WorkbookView | None:
    return None


@dataclass(frozen=True, slots=True)
class Deps:
    """Everything `create_app` needs.

    Attributes:
        session: The one session of this process.
        origin: Scheme and port under which the server is reached; the port has to be bound already.
        access: The secrets of this start.
        workbook: The embedded workbook that is open now, or None in live Excel.
        office_cdn: The pane loads Office.js from Microsoft (live Excel).
        office_js: Another copy of the Excel host file of Office.js for the pane's sandbox.
        times: How long a pane's connection may take.
        traces: What requests held, to be looked at under `/trace`; None keeps none.
    """

    session: SessionPort
    origin: Origin
    access: Access
    workbook: Callable[[], WorkbookView | None] = _no_workbook
    office_cdn: bool = False
    office_js: Path | None = None
    times: PaneTimes = PaneTimes()  # noqa: RUF009 - it is frozen
    traces: TraceStore | None = None
