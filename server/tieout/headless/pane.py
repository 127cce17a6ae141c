"""A pane without a browser: a WebSocket client that brings its own sandbox and Excel.

It speaks the pane's side of the protocol through a second, independent WebSocket implementation.
Tests and tools use it to work against a running server.
"""

import asyncio
import itertools
import ssl
from collections.abc import AsyncIterator, Coroutine
from types import TracebackType
from typing import Literal, Self, TypeAlias, assert_never

from pydantic import JsonValue
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin, Subprotocol

from tieout.errors import GateRefused, ModelVisibleError, PaneLost, TieoutError
from tieout.execution.ports import (
    ExcelHost,
    Killed,
    RequirementSets,
    Returned,
    Sandbox,
    SandboxLimits,
    SandboxResult,
    SandboxRun,
    SandboxServices,
    Threw,
)
from tieout.office_wire.batch import Batch, BatchResponse
from tieout.protocol.closing import CloseCode
from tieout.protocol.frames import (
    PROTOCOL_VERSION,
    SERVER_FRAME,
    CodeErrorFrame,
    ConsoleEntry,
    Hello,
    HostBatch,
    HostResult,
    PaneFrame,
    SandboxCall,
    SandboxCallResult,
    SandboxCancel,
    SandboxDone,
    SandboxRunFrame,
    SandboxSync,
    SandboxSyncResult,
    ServerFrame,
    UserApproval,
    UserConstraint,
    UserConstraintRemoved,
    UserDemonstration,
    UserMessage,
    UserRevert,
    UserStop,
    Welcome,
)
from tieout.protocol.handshake import SUBPROTOCOL, token_offer
from tieout.protocol.outbox import encode
from tieout.protocol.pending import Answered, Failed, PendingRequests, Settlement
from tieout.protocol.reading import Unreadable, read_frame

MAX_SERVER_FRAME = 64 * 1024 * 1024

Role: TypeAlias = Literal["sandbox", "host", "ui"]
_AskId: TypeAlias = tuple[str, int]


class HeadlessPane:
    """One connected pane; an async context manager that closes it.

    Args:
        connection: Open, with nothing sent yet.
        sandbox: Runs the server's code, or None for a pane without that role.
        host: Runs the server's batches, or None likewise.
    """

    def __init__(
        self, connection: ClientConnection, sandbox: Sandbox | None, host: ExcelHost | None
    ) -> None:
        self._connection = connection
        self._sandbox = sandbox
        self._host = host
        self._events: asyncio.Queue[ServerFrame | None] = asyncio.Queue()
        self._asked: PendingRequests[_AskId, SandboxSyncResult | SandboxCallResult] = (
            PendingRequests()
        )
        self._runs: dict[str, asyncio.Task[None]] = {}
        self._batches: asyncio.Queue[HostBatch] = asyncio.Queue()
        self._tasks: set[asyncio.Task[None]] = set()
        self._reader: asyncio.Task[None] | None = None

    @classmethod
    async def connect(
        cls,
        url: str,
        *,
        origin: str,
        token: str,
        sandbox: Sandbox | None = None,
        host: ExcelHost | None = None,
        requirement_sets: RequirementSets | None = None,
        name: str = "headless",
        tls: ssl.SSLContext | None = None,
    ) -> Self:
        """Connect and say hello; the first event is then `welcome`, unless the server refuses.

        Args:
            url: The socket, such as `ws://127.0.0.1:8765/ws`.
            origin: What the server expects of its own pages, such as `http://127.0.0.1:8765`.
            token: The server's access token.
            sandbox: Role `sandbox`.
            host: Role `host`; its requirement sets are reported unless others are given.
            requirement_sets: What to report.
            name: The pane's id.
            tls: For `wss`, when the system doesn't trust the server's certificate.

        Raises:
            websockets.exceptions.InvalidStatus: The server refused the handshake.
            OSError: No server answers there.
        """
        connection = await connect(
            url,
            origin=Origin(origin),
            subprotocols=[Subprotocol(SUBPROTOCOL), Subprotocol(token_offer(token))],
            compression=None,
            max_size=MAX_SERVER_FRAME,
            proxy=None,
            ssl=tls,
        )
        pane = cls(connection, sandbox, host)
        roles: list[Role] = ["ui"]
        if sandbox is not None:
            roles.append("sandbox")
        if host is not None:
            roles.append("host")
        sets = requirement_sets or (host.capabilities.requirement_sets if host else {})
        await pane._send(
            Hello(v=PROTOCOL_VERSION, pane=name, roles=tuple(roles), requirement_sets=sets)
        )
        pane._start()
        return pane

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    # -- what a person would do --------------------------------------------------------------

    async def events(self) -> AsyncIterator[ServerFrame]:
        """Frames for a person to see, in order, until the connection is over: welcome, agent.*,
        workbook.changed, error. For one reader.
        """
        while (frame := await self._events.get()) is not None:
            yield frame
        self._events.put_nowait(None)

    async def welcome(self) -> Welcome:
        """Wait for the server's welcome; frames before it are dropped.

        Raises:
            PaneLost: The connection was closed instead; the message is the server's reason.
        """
        async for frame in self.events():
            if isinstance(frame, Welcome):
                return frame
        raise PaneLost(self.close_reason or "The server closed the connection.")

    async def user_message(self, text: str) -> None:
        """Send a task, or steer the running one."""
        await self._send(UserMessage(text=text))

    async def stop(self) -> None:
        """Press Stop."""
        await self._send(UserStop())

    async def revert(self, undo_id: str) -> None:
        """Undo one execution."""
        await self._send(UserRevert(undo_id=undo_id))

    async def add_constraint(self, text: str) -> None:
        """Enter a constraint for the session."""
        await self._send(UserConstraint(text=text))

    async def remove_constraint(self, constraint_id: str) -> None:
        """Withdraw a constraint."""
        await self._send(UserConstraintRemoved(id=constraint_id))

    async def approve(self, approval_id: str, *, allow: bool) -> None:
        """Answer a question of the agent."""
        await self._send(UserApproval(approval_id=approval_id, allow=allow))

    async def demonstration(self, name: str) -> None:
        """Start a recorded demonstration."""
        await self._send(UserDemonstration(name=name))

    async def close(self) -> None:
        """Close the connection; code that still runs is killed."""
        await self._connection.close()
        if self._reader is not None:
            await asyncio.gather(self._reader, return_exceptions=True)

    @property
    def close_code(self) -> int | None:
        """Why the connection ended, or None while it is open."""
        return self._connection.close_code

    @property
    def close_reason(self) -> str | None:
        """The server's sentence for it."""
        return self._connection.close_reason

    # -- carrier -----------------------------------------------------------------------------

    def _start(self) -> None:
        self._reader = asyncio.create_task(self._read())
        self._keep(self._run_batches())

    def _keep(self, work: Coroutine[object, object, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _send(self, frame: PaneFrame) -> None:
        try:
            await self._connection.send(encode(frame))
        except ConnectionClosed as error:
            raise PaneLost("The connection to the server is closed.") from error

    async def _read(self) -> None:
        try:
            async for text in self._connection:
                frame = read_frame(SERVER_FRAME, str(text), max_bytes=MAX_SERVER_FRAME)
                if isinstance(frame, Unreadable):
                    await self._connection.close(CloseCode.UNSUPPORTED, frame.message[:100])
                    return
                self._receive(frame)
        except ConnectionClosed:
            pass  # how it was closed is told by close_code and close_reason
        finally:
            self._asked.fail_all(PaneLost("The connection to the server is closed."))
            work = tuple(self._tasks)
            for task in work:
                task.cancel()
            await asyncio.gather(*work, return_exceptions=True)
            self._events.put_nowait(None)

    def _receive(self, frame: ServerFrame) -> None:
        match frame:
            case SandboxRunFrame():
                self._runs[frame.run_id] = self._keep(self._run(frame))
            case SandboxCancel(run_id=run_id):
                if run_id in self._runs:
                    self._runs[run_id].cancel()
            case SandboxSyncResult():
                self._asked.answer((frame.run_id, frame.sync_id), frame)
            case SandboxCallResult():
                self._asked.answer((frame.run_id, frame.call_id), frame)
            case HostBatch():
                self._batches.put_nowait(frame)
            case _:
                self._events.put_nowait(frame)

    # -- roles -------------------------------------------------------------------------------

    async def _run(self, frame: SandboxRunFrame) -> None:
        assert self._sandbox is not None, "the server ran code in a pane without a sandbox"
        services = _Services(self, frame.run_id)
        try:
            result = await self._sandbox.run(_sandbox_run(frame), services)
        except asyncio.CancelledError:
            await self._send(_done(frame.run_id, Killed("cancelled", "it was stopped.")))
            raise
        finally:
            del self._runs[frame.run_id]
        await self._send(_done(frame.run_id, result))

    async def _run_batches(self) -> None:
        while True:
            frame = await self._batches.get()
            assert self._host is not None, "the server ran a batch in a pane without Excel"
            try:
                response = await self._host.send(Batch(frame.body, frame.flags))
            except TieoutError as error:
                result = HostResult(batch_id=frame.batch_id, failure=str(error))
            else:
                result = HostResult(batch_id=frame.batch_id, body=dict(response.body))
            await self._send(result)

    async def ask(self, frame: SandboxSync | SandboxCall) -> SandboxSyncResult | SandboxCallResult:
        """Send a question of running code and wait for the server's answer.

        Raises:
            PaneLost: The connection is over.
        """
        number = frame.sync_id if isinstance(frame, SandboxSync) else frame.call_id
        key = (frame.run_id, number)
        answer: asyncio.Future[Settlement[SandboxSyncResult | SandboxCallResult]] = (
            asyncio.get_running_loop().create_future()
        )
        self._asked.open(key, answer.set_result)
        try:
            await self._send(frame)
            settlement = await answer
        finally:
            self._asked.give_up(key)
        match settlement:
            case Answered(value):
                return value
            case Failed(error):
                raise error
            case _:
                assert_never(settlement)


class _Services(SandboxServices):
    """What running code may ask, carried to the server."""

    def __init__(self, pane: HeadlessPane, run_id: str) -> None:
        self._pane = pane
        self._run_id = run_id
        self._numbers = itertools.count(1)

    async def sync(self, batch: Batch) -> BatchResponse:  # pyright: ignore[reportImplicitOverride]
        frame = SandboxSync(
            run_id=self._run_id,
            sync_id=next(self._numbers),
            flags=batch.flags,
            body=dict(batch.body),
        )
        result = await self._pane.ask(frame)
        assert isinstance(result, SandboxSyncResult)
        if result.body is None:
            raise GateRefused(result.refusal)
        return BatchResponse(result.body)

    async def call(  # pyright: ignore[reportImplicitOverride]
        self, name: str, arguments: JsonValue
    ) -> JsonValue:
        frame = SandboxCall(
            run_id=self._run_id, call_id=next(self._numbers), name=name, arguments=arguments
        )
        result = await self._pane.ask(frame)
        assert isinstance(result, SandboxCallResult)
        if result.error:
            raise ModelVisibleError(result.error)
        return result.value


def _sandbox_run(frame: SandboxRunFrame) -> SandboxRun:
    limits = SandboxLimits(
        wall=frame.wall,
        between_syncs=frame.between_syncs,
        messages=frame.messages,
        message_bytes=frame.message_bytes,
        returned_bytes=frame.returned_bytes,
    )
    return SandboxRun(
        frame.run_id, frame.code, limits, dict(frame.requirement_sets), dict(frame.specs)
    )


def _done(run_id: str, result: SandboxResult) -> SandboxDone:
    console = tuple(ConsoleEntry(level=line.level, text=line.text) for line in result.console)
    match result:
        case Returned(value, _):
            return SandboxDone(run_id=run_id, end="returned", value=value, console=console)
        case Threw(error, _):
            shown = CodeErrorFrame(
                name=error.name,
                message=error.message,
                code=error.code,
                location=error.location,
                statement=error.statement,
                surrounding=error.surrounding,
                line=error.line,
            )
            return SandboxDone(run_id=run_id, end="threw", error=shown, console=console)
        case Killed(reason, detail, _):
            return SandboxDone(
                run_id=run_id, end="killed", reason=reason, detail=detail, console=console
            )
        case _:
            assert_never(result)
