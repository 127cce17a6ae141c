"""An Excel that is asked again where that is safe: it was busy, and nothing of the request ran.

A request that writes is never sent again when anything of it may have run: the workbook is read
instead. Which code allows what is said in `office_wire/excel_errors.py`.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence

from tieout.execution.ports import ExcelHost, HostCapabilities
from tieout.office_wire.batch import Batch, BatchResponse
from tieout.office_wire.build import FLAG_WRITE
from tieout.office_wire.excel_errors import RULES, may_repeat
from tieout.office_wire.response import error_of

log = logging.getLogger(__name__)

WAITS = (1.0, 2.0, 4.0, 8.0)
"""Seconds before each further attempt."""


class PatientHost:
    """Passes batches on, and again when Excel was busy for a moment.

    Args:
        host: The Excel.
        waits: Seconds before each further attempt.
        sleep: Waits some seconds.
    """

    def __init__(
        self,
        host: ExcelHost,
        *,
        waits: Sequence[float] = WAITS,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._host = host
        self._waits = tuple(waits)
        self._sleep = sleep

    @property
    def capabilities(self) -> HostCapabilities:
        """Those of the Excel."""
        return self._host.capabilities

    async def send(self, batch: Batch) -> BatchResponse:
        """Run one batch, with as many attempts as its errors allow.

        Raises:
            PaneLost: As the host; that is never tried again.
        """
        writes = bool(batch.flags & FLAG_WRITE)
        response = await self._host.send(batch)
        for repeats, seconds in enumerate(self._waits):
            error = error_of(response)
            if error is None:
                break
            if error.code not in RULES:
                log.warning(
                    "Excel answered with the unknown code %s at %s", error.code, error.location
                )
            if not may_repeat(error, writes=writes, repeats=repeats):
                break
            await self._sleep(seconds)
            response = await self._host.send(batch)
        return response
