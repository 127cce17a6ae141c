"""The embedded Excel as an Excel host: one workbook, one thread, batches in the order they came."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from embedded_excel.errors import ExcelApiError
from embedded_excel.host import EmbeddedExcel
from embedded_excel.wire.errors import error_response
from embedded_excel.wire.replies import Answered, Silent, TurnedAway, Waiting
from tieout.errors import PaneLost
from tieout.execution.ports import EMBEDDED, HostCapabilities
from tieout.office_wire.batch import Batch, BatchResponse

_Answer = TypeVar("_Answer")
_ASK_AGAIN_SECONDS = 0.05


class EmbeddedHost:
    """An `ExcelHost` that runs batches of the server on an `EmbeddedExcel` without blocking the event loop.

    The engine is used from one worker thread only; whoever needs it for something else (rendering,
    saving) goes through `with_excel`.

    Args:
        excel: The open workbook.
        answer_seconds: How long one batch may take, for behaviours that keep answers away.
    """

    def __init__(self, excel: EmbeddedExcel, *, answer_seconds: float = 60.0) -> None:
        self._excel = excel
        self._answer_seconds = answer_seconds
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="embedded-excel")
        self._capabilities = HostCapabilities(EMBEDDED, excel.requirement_sets)

    @property
    def capabilities(self) -> HostCapabilities:
        """What the embedded Excel claims."""
        return self._capabilities

    async def send(self, batch: Batch) -> BatchResponse:
        """Run one batch. Cancelling the caller doesn't stop a batch that has begun.

        Raises:
            PaneLost: This Excel was told not to answer.
        """
        body, flags = batch.body, batch.flags
        deadline = asyncio.get_running_loop().time() + self._answer_seconds
        while True:
            reply = await self.with_excel(lambda excel: excel.reply(body, flags))
            match reply:
                case Answered(body=answer):
                    return BatchResponse(answer)
                case TurnedAway():
                    return BatchResponse(error_response(ExcelApiError(reply.code, reply.message)))
                case Waiting() if asyncio.get_running_loop().time() < deadline:
                    await asyncio.sleep(_ASK_AGAIN_SECONDS)
                case Waiting() | Silent():
                    await asyncio.sleep(max(0, deadline - asyncio.get_running_loop().time()))
                    raise PaneLost(f"Excel did not answer within {self._answer_seconds:g} seconds.")

    async def with_excel(self, use: Callable[[EmbeddedExcel], _Answer]) -> _Answer:
        """Use the embedded Excel between two batches, in its own thread."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, use, self._excel)

    async def close(self) -> None:
        """Free the engine and end the thread."""
        await self.with_excel(EmbeddedExcel.close)
        self._thread.shutdown(wait=False)
