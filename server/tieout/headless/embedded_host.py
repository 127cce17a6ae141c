"""The embedded Excel as an Excel host: one workbook, one thread, batches in the order they came."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from embedded_excel.host import EmbeddedExcel
from tieout.execution.ports import HostCapabilities
from tieout.office_wire.batch import Batch, BatchResponse

_Answer = TypeVar("_Answer")


class EmbeddedHost:
    """An `ExcelHost` that runs batches of the server on an `EmbeddedExcel` without blocking the event loop.

    The engine is used from one worker thread only; whoever needs it for something else (rendering,
    saving) goes through `with_excel`.
    """

    def __init__(self, excel: EmbeddedExcel) -> None:
        self._excel = excel
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="embedded-excel")
        self._capabilities = HostCapabilities("Embedded Excel", excel.requirement_sets)

    @property
    def capabilities(self) -> HostCapabilities:
        """What the embedded Excel claims."""
        return self._capabilities

    async def send(self, batch: Batch) -> BatchResponse:
        """Run one batch. Cancelling the caller doesn't stop a batch that has begun."""
        body, flags = batch.body, batch.flags
        return BatchResponse(await self.with_excel(lambda excel: excel.run_batch(body, flags)))

    async def with_excel(self, use: Callable[[EmbeddedExcel], _Answer]) -> _Answer:
        """Use the embedded Excel between two batches, in its own thread."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, use, self._excel)

    async def close(self) -> None:
        """Free the engine and end the thread."""
        await self.with_excel(EmbeddedExcel.close)
        self._thread.shutdown(wait=False)
