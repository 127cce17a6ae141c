"""The execution ports over a pane's frames: `PaneSandbox` and `PaneHost`.

Both are fed by the socket (`deliver`, `lose`) and write through `post`, which never blocks. What is
asked of a pane that goes away fails with `PaneLost`: whether it was applied is then unknown.
"""

import asyncio
import itertools
import logging
from collections.abc import Callable, Coroutine
from typing import TypeAlias, TypeVar, assert_never

from pydantic import JsonValue
from pydantic_core import to_json

from tieout.errors import ModelVisibleError, PaneLost
from tieout.execution.ports import (
    CodeError,
    ConsoleLine,
    HostCapabilities,
    Killed,
    Returned,
    SandboxResult,
    SandboxRun,
    SandboxServices,
    Threw,
)
from tieout.office_wire.batch import Batch, BatchResponse
from tieout.protocol.frames import (
    CodeErrorFrame,
    HostBatch,
    HostResult,
    SandboxCall,
    SandboxCallResult,
    SandboxCancel,
    SandboxDone,
    SandboxRunFrame,
    SandboxSync,
    SandboxSyncResult,
    ServerFrame,
    WorkbookHint,
)
from tieout.protocol.pending import Answered, Failed, PendingRequests, Settlement
from tieout.web.held_answers import HeldAnswers, Offer
from tieout.web.hinted_edits import read_hint

log = logging.getLogger(__name__)

Post: TypeAlias = Callable[[ServerFrame], None]
T = TypeVar("T")

HOST_SECONDS = 60.0
"""Excel may hold a batch back while the user edits a cell; after this the outcome is unknown."""
GRACE_SECONDS = 15.0
"""The pane enforces the limits of a run; the server does when the pane is this much too late."""
DRAIN_SECONDS = 10.0
"""A batch that is with Excel can't be recalled: a cancelled run waits this long for its outcome."""


class PaneHost:
    """The live Excel around a pane.

    Args:
        post: Puts a frame on its way to the pane.
        capabilities: What the pane said of its Excel.
        answer_seconds: How long one batch may take.
    """

    def __init__(
        self, post: Post, capabilities: HostCapabilities, *, answer_seconds: float = HOST_SECONDS
    ) -> None:
        self._post = post
        self._capabilities = capabilities
        self._answer_seconds = answer_seconds
        self._pending: PendingRequests[int, HostResult] = PendingRequests()
        self._ids = itertools.count(1)
        self._turn = asyncio.Lock()
        self.held = HeldAnswers()

    @property
    def capabilities(self) -> HostCapabilities:
        """Fixed for the life of the pane."""
        return self._capabilities

    async def send(self, batch: Batch) -> BatchResponse:
        """Run one batch; one at a time, since Excel refuses many calls in flight.

        A batch that the pane could not run is answered with an `Error` as Excel would.

        Raises:
            PaneLost: The pane went away or Excel did not answer in time.
        """
        async with self._turn:
            offer = self.held.offer(batch)
            result = await self._ask(batch, offer)
            if result.body is not None:
                response = self.held.completed(result, offer)
                if response is not None:
                    return response
                log.warning("the pane left out an answer that isn't held; the batch is read again")
                result = await self._ask(batch, Offer())
        if result.body is not None:
            return BatchResponse(result.body)
        error: JsonValue = {
            "Code": result.code or "GeneralException",
            "Message": result.failure or "The batch could not be run.",
            "Location": "",
        }
        return BatchResponse({"Error": error, "Results": []})

    def deliver(self, frame: HostResult) -> None:
        """An answer came in."""
        receipt = self._pending.answer(frame.batch_id, frame)
        if receipt != "settled":
            log.info("a %s answer to batch %d was dropped", receipt, frame.batch_id)

    def hinted(self, frame: WorkbookHint) -> None:
        """Excel told the page of edits."""
        self._capabilities.hints.note([read_hint(edit) for edit in frame.edits])

    def lose(self, error: PaneLost) -> None:
        """The pane is gone: fail every waiter, now and later."""
        self._pending.fail_all(error)

    async def _ask(self, batch: Batch, offer: Offer) -> HostResult:
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Settlement[HostResult]] = loop.create_future()
        batch_id = next(self._ids)
        deadline = loop.time() + self._answer_seconds
        late = PaneLost(
            f"Excel did not answer within {self._answer_seconds:g} seconds. "
            "If a cell is being edited, press Enter or Esc in Excel."
        )

        def settle(settlement: Settlement[HostResult]) -> None:
            if not answer.done():
                answer.set_result(settlement)

        self._pending.open(batch_id, settle, deadline=deadline, timeout_error=late)
        if batch_id in self._pending:
            frame = HostBatch(
                batch_id=batch_id, flags=batch.flags, body=dict(batch.body), held=offer.digests
            )
            self._post(frame)
        alarm = loop.call_at(deadline, self._pending.expire, deadline)
        try:
            return _value(await answer)
        finally:
            alarm.cancel()
            self._pending.give_up(batch_id)


class PaneSandbox:
    """The sandbox in a pane.

    Messages of a run are answered one after the other, in order. A message for a run that is over
    is refused, so code that outlives its run changes nothing.

    Args:
        post: Puts a frame on its way to the pane.
        grace_seconds: How much later than the run's own limit the server gives up.
        drain_seconds: How long a cancelled run waits for the batch that is with Excel.
    """

    def __init__(
        self,
        post: Post,
        *,
        grace_seconds: float = GRACE_SECONDS,
        drain_seconds: float = DRAIN_SECONDS,
    ) -> None:
        self._post = post
        self._grace_seconds = grace_seconds
        self._drain_seconds = drain_seconds
        self._pending: PendingRequests[str, SandboxDone] = PendingRequests()
        self._inboxes: dict[str, _Inbox] = {}

    async def run(self, run: SandboxRun, services: SandboxServices) -> SandboxResult:
        """Run code in the pane; see `Sandbox.run`.

        Raises:
            PaneLost: The pane went away, or Excel did when a batch was with it.
        """
        inbox = _Inbox(run.limits.messages)
        self._inboxes[run.run_id] = inbox
        self._pending.open(run.run_id, inbox.settle)
        try:
            if run.run_id in self._pending:
                self._post(_run_frame(run))
            return await self._attend(run, inbox, services)
        finally:
            self._cancel(run.run_id)
            del self._inboxes[run.run_id]

    def deliver(self, frame: SandboxSync | SandboxCall | SandboxDone) -> None:
        """A message of running code came in."""
        if isinstance(frame, SandboxDone):
            receipt = self._pending.answer(frame.run_id, frame)
            if receipt != "settled":
                log.info("a %s end of a run was dropped", receipt)
            return
        inbox = self._inboxes.get(frame.run_id) if frame.run_id in self._pending else None
        if inbox is None:
            self._refuse(frame, "This run is over.")
        elif not inbox.put(frame):
            self._cancel(frame.run_id)
            inbox.flooded()

    def lose(self, error: PaneLost) -> None:
        """The pane is gone: fail every run, now and later."""
        self._pending.fail_all(error)

    async def _attend(
        self, run: SandboxRun, inbox: "_Inbox", services: SandboxServices
    ) -> SandboxResult:
        """Answer messages until the end. Time that the server itself takes does not count."""
        loop = asyncio.get_running_loop()
        left = run.limits.wall + self._grace_seconds
        while True:
            started = loop.time()
            try:
                async with asyncio.timeout(left):
                    message = await inbox.get()
            except TimeoutError:
                return Killed("time", f"it ran longer than {run.limits.wall:g} seconds.")
            left -= loop.time() - started
            match message:
                case SandboxSync():
                    self._post(await self._sync(message, services))
                case SandboxCall():
                    self._post(await self._call(message, services))
                case Killed():
                    return message
                case Answered() | Failed():
                    return _result(_value(message), run.limits.returned_bytes)
                case _:
                    assert_never(message)

    async def _sync(self, frame: SandboxSync, services: SandboxServices) -> SandboxSyncResult:
        run_id, sync_id = frame.run_id, frame.sync_id
        try:
            response = await self._finish(run_id, services.sync(Batch(frame.body, frame.flags)))
        except ModelVisibleError as error:
            refusal = str(error) or "The batch was refused."
            return SandboxSyncResult(run_id=run_id, sync_id=sync_id, refusal=refusal)
        return SandboxSyncResult(run_id=run_id, sync_id=sync_id, body=dict(response.body))

    async def _call(self, frame: SandboxCall, services: SandboxServices) -> SandboxCallResult:
        run_id, call_id = frame.run_id, frame.call_id
        try:
            value = await self._finish(run_id, services.call(frame.name, frame.arguments))
        except ModelVisibleError as error:
            refusal = str(error) or "The call was refused."
            return SandboxCallResult(run_id=run_id, call_id=call_id, error=refusal)
        return SandboxCallResult(run_id=run_id, call_id=call_id, value=value)

    async def _finish(self, run_id: str, work: Coroutine[object, object, T]) -> T:
        """Await work of the server; a cancelled run still waits for what is with Excel."""
        task = asyncio.create_task(work)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            self._cancel(run_id)
            await asyncio.wait({task}, timeout=self._drain_seconds)
            if not task.done():
                task.cancel()
                await asyncio.wait({task})
            if not task.cancelled():
                task.exception()
            raise

    def _cancel(self, run_id: str) -> None:
        """Tell the pane to kill a run, unless it has ended."""
        if self._pending.give_up(run_id):
            self._post(SandboxCancel(run_id=run_id))

    def _refuse(self, frame: SandboxSync | SandboxCall, sentence: str) -> None:
        if isinstance(frame, SandboxSync):
            answer = SandboxSyncResult(run_id=frame.run_id, sync_id=frame.sync_id, refusal=sentence)
        else:
            answer = SandboxCallResult(run_id=frame.run_id, call_id=frame.call_id, error=sentence)
        self._post(answer)


class _Inbox:
    """What came in for one run and waits to be dealt with, in order, counted."""

    def __init__(self, limit: int) -> None:
        self._queue: asyncio.Queue[SandboxSync | SandboxCall | Killed | Settlement[SandboxDone]] = (
            asyncio.Queue()
        )
        self._count = 0
        self._limit = limit

    def put(self, frame: SandboxSync | SandboxCall) -> bool:
        """False when this is one message too many."""
        self._count += 1
        if self._count > self._limit:
            return False
        self._queue.put_nowait(frame)
        return True

    def settle(self, settlement: Settlement[SandboxDone]) -> None:
        self._queue.put_nowait(settlement)

    def flooded(self) -> None:
        detail = f"it sent more than {self._limit:,} messages."
        self._queue.put_nowait(Killed("messages", detail))

    async def get(self) -> SandboxSync | SandboxCall | Killed | Settlement[SandboxDone]:
        return await self._queue.get()


def _value(settlement: Settlement[T]) -> T:
    match settlement:
        case Answered(value):
            return value
        case Failed(error):
            raise error


def _run_frame(run: SandboxRun) -> SandboxRunFrame:
    return SandboxRunFrame(
        run_id=run.run_id,
        code=run.code,
        requirement_sets=run.requirement_sets,
        specs=run.specs,
        wall=run.limits.wall,
        between_syncs=run.limits.between_syncs,
        messages=run.limits.messages,
        message_bytes=run.limits.message_bytes,
        returned_bytes=run.limits.returned_bytes,
    )


def _result(frame: SandboxDone, returned_bytes: int) -> SandboxResult:
    console = _capped(frame, returned_bytes)
    match frame.end:
        case "returned":
            if len(to_json(frame.value)) > returned_bytes:
                detail = f"it returned more than {returned_bytes:,} bytes."
                return Killed("message_size", detail, console)
            return Returned(frame.value, console)
        case "threw":
            return Threw(_code_error(frame.error or CodeErrorFrame()), console)
        case "killed":
            return Killed(frame.reason or "crashed", frame.detail, console)


def _code_error(frame: CodeErrorFrame) -> CodeError:
    return CodeError(
        name=frame.name,
        message=frame.message,
        code=frame.code,
        location=frame.location,
        statement=frame.statement,
        surrounding=frame.surrounding,
        line=frame.line,
    )


def _capped(frame: SandboxDone, limit: int) -> tuple[ConsoleLine, ...]:
    """Console lines up to a total size; the pane caps them too, but it is not trusted to."""
    lines: list[ConsoleLine] = []
    left = limit
    for entry in frame.console:
        left -= len(entry.text.encode("utf-8", "replace")) + 1
        if left < 0:
            rest = len(frame.console) - len(lines)
            lines.append(ConsoleLine("warn", f"... {rest:,} more lines were too much to keep"))
            break
        lines.append(ConsoleLine(entry.level, entry.text))
    return tuple(lines)
