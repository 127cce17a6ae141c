"""The shell around one pane's connection: reads, writes, and hands over to the session.

One task receives, one writes. Frames to the pane go through a bounded outbox, so the agent never
waits for a slow pane: one that falls too far behind is disconnected. The deciding is done by
`protocol.connection`, `protocol.pending` and `protocol.outbox`.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Protocol, assert_never

from aiohttp import ClientError, WSMsgType, web

from tieout.agent.events import AgentEvent, ExecutionFinished, ExecutionStarted
from tieout.errors import PaneLost, UserError
from tieout.execution.ports import HostCapabilities
from tieout.protocol.closing import CloseCode, reason_text
from tieout.protocol.connection import (
    Close,
    Connection,
    Opened,
    Received,
    Send,
    SessionFrame,
    Step,
)
from tieout.protocol.frames import (
    ErrorFrame,
    Hello,
    HostResult,
    SandboxCall,
    SandboxDone,
    SandboxSync,
    ServerFrame,
    UserApproval,
    UserConstraint,
    UserConstraintRemoved,
    UserDemonstration,
    UserMessage,
    UserRevert,
    UserStop,
    WorkbookHint,
    WorkbookSelection,
)
from tieout.protocol.outbox import Outbox
from tieout.sessions.ports import SessionPort
from tieout.web.events_to_frames import to_frame
from tieout.web.pane_ports import HOST_SECONDS, PaneHost, PaneSandbox

log = logging.getLogger(__name__)

MAX_COMMANDS = 16
"""User commands of one pane that may be under way; more than a person can give."""


@dataclass(frozen=True, slots=True)
class PaneTimes:
    """Seconds that a connection may take.

    Attributes:
        hello: Until hello has come.
        flush: To write what waits, and then to say goodbye, when it is closed.
        heartbeat: Between pings of the WebSocket; half of it may pass until the pong, so a silent
            pane is gone after one and a half.
        answer: Until live Excel has answered one batch; after that its outcome is unknown.
    """

    hello: float = 5.0
    flush: float = 5.0
    heartbeat: float = 30.0
    answer: float = HOST_SECONDS


UserFrame = (
    UserMessage
    | UserStop
    | UserRevert
    | UserApproval
    | UserConstraint
    | UserConstraintRemoved
    | UserDemonstration
    | WorkbookSelection
)


class Usher(Protocol):
    """Who decides which pane the session works with; see `seat.Seat`."""

    @property
    def session(self) -> SessionPort:
        """The session behind all panes."""
        ...

    async def take(self, pane: "PaneSocket") -> None:
        """Attach this pane, in place of the one before it."""
        ...

    async def leave(self, pane: "PaneSocket") -> None:
        """Detach this pane, if it is attached."""
        ...

    def keep(self, work: Coroutine[object, object, None]) -> asyncio.Task[None]:
        """Run work that outlives the pane's connection."""
        ...


class PaneSocket:
    """One pane on its WebSocket: a `PanePort`. `serve` returns when the connection is over.

    Args:
        socket: Prepared already.
        abort: Cuts the connection without a word.
        usher: Gets the pane once it said hello.
        times: How long it may take.
        clock: Seconds, monotonic.
    """

    def __init__(
        self,
        socket: web.WebSocketResponse,
        abort: Callable[[], None],
        usher: Usher,
        *,
        times: PaneTimes,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._socket = socket
        self._abort = abort
        self._usher = usher
        self._clock = clock
        self._times = times
        self._connection = Connection()
        self._outbox = Outbox()
        self._wake = asyncio.Event()
        self._stopped = asyncio.Event()
        self._closing: Close | None = None
        self._reader: asyncio.Task[None] | None = None
        self._writer: asyncio.Task[None] | None = None
        self._attached: asyncio.Task[None] | None = None
        self._hello: Hello | None = None
        self._sandbox: PaneSandbox | None = None
        self._host: PaneHost | None = None
        self._commands = 0
        self._started: dict[str, float] = {}

    # -- what the session sees ---------------------------------------------------------------

    @property
    def hello(self) -> Hello:
        """What the pane said of itself; the session meets it only afterwards."""
        assert self._hello is not None
        return self._hello

    @property
    def sandbox(self) -> PaneSandbox | None:
        """The sandbox in the pane, if it has one."""
        return self._sandbox

    @property
    def host(self) -> PaneHost | None:
        """The live Excel around the pane, if there is one."""
        return self._host

    def show(self, event: AgentEvent) -> None:
        """Send an agent event; an execution's duration is measured between its two events."""
        seconds = 0.0
        if isinstance(event, ExecutionStarted):
            self._started[event.execution_id] = self._clock()
        elif isinstance(event, ExecutionFinished):
            now = self._clock()
            seconds = round(now - self._started.pop(event.execution_id, now), 3)
        self.post(to_frame(event, seconds=seconds))

    def post(self, frame: ServerFrame) -> None:
        """Put a frame on its way; drops the connection when the pane is too far behind."""
        if self._connection.state in ("closing", "closed"):
            return
        if self._outbox.put(frame):
            self._wake.set()
            return
        log.warning("a pane fell too far behind and was disconnected")
        self._carry_out(self._connection.close(CloseCode.TOO_SLOW))
        self._outbox.clear()
        self._stop_flushing()

    def dismiss(self, code: CloseCode, reason: str = "") -> None:
        """Close from our side: what was asked of the pane fails now, frames that wait still go."""
        self._carry_out(self._connection.close(code, reason))
        self._lose(PaneLost("Another pane took over." if code == CloseCode.REPLACED else _LOST))

    # -- the two tasks -----------------------------------------------------------------------

    async def serve(self) -> None:
        """Read until the connection is over. Never raises for anything the peer does."""
        loop = asyncio.get_running_loop()
        self._writer = asyncio.create_task(self._write())
        overdue = loop.call_later(
            self._times.hello, lambda: self._carry_out(self._connection.hello_overdue())
        )
        self._reader = asyncio.create_task(self._read())
        try:
            await asyncio.wait({self._reader})
            if not self._reader.cancelled():
                self._reader.result()
        finally:
            overdue.cancel()
            self._reader.cancel()
            self._connection.peer_closed()
            self._lose(PaneLost(_LOST))
            if self._attached is not None:
                self._usher.keep(self._usher.leave(self))
            if self._closing is None:
                self._writer.cancel()
            await asyncio.gather(self._writer, return_exceptions=True)

    async def _read(self) -> None:
        async for message in self._socket:
            if message.type is WSMsgType.TEXT:
                self._carry_out(self._connection.receive_text(message.data))
            elif message.type is WSMsgType.BINARY:
                self._carry_out(self._connection.receive_binary())

    async def _write(self) -> None:
        """Write what waits; when the connection is to be closed, write the rest and say so."""
        pump = asyncio.create_task(self._pump())
        stop = asyncio.create_task(self._stopped.wait())
        try:
            await asyncio.wait({pump, stop}, return_when=asyncio.FIRST_COMPLETED)
            if self._closing is not None:
                await self._say_goodbye()
        finally:
            stop.cancel()
            # Only now: a write that is cancelled would leave the socket unable to say goodbye.
            pump.cancel()
            await asyncio.gather(pump, stop, return_exceptions=True)

    async def _pump(self) -> None:
        """Returns when nothing is left and the connection is to be closed, or it is gone."""
        while True:
            text = self._outbox.take()
            if text is not None:
                try:
                    await self._socket.send_str(text)
                except (ConnectionError, ClientError):
                    return
            elif self._closing is not None:
                return
            else:
                self._wake.clear()
                await self._wake.wait()

    async def _say_goodbye(self) -> None:
        closing = self._closing
        assert closing is not None
        reason = reason_text(closing.reason).encode()
        try:
            async with asyncio.timeout(self._times.flush + 1.0):
                await self._socket.close(code=closing.code, message=reason, drain=False)
        except (TimeoutError, ConnectionError, ClientError):
            pass  # it is cut below
        # What a pane does not read would be kept for it as long as it stays connected.
        asyncio.get_running_loop().call_later(self._times.flush, self._abort)
        if self._reader is not None:
            self._reader.cancel()

    # -- carrying out what the connection decided --------------------------------------------

    def _carry_out(self, steps: tuple[Step, ...]) -> None:
        for step in steps:
            match step:
                case Opened(hello):
                    self._open(hello)
                case Received(frame):
                    self._dispatch(frame)
                case Send(frame):
                    self._send_now(frame)
                case Close():
                    self._start_closing(step)
                case _:
                    assert_never(step)

    def _send_now(self, frame: ServerFrame) -> None:
        """An answer of the connection itself, which may be closing already."""
        if self._outbox.put(frame):
            self._wake.set()

    def _start_closing(self, close: Close) -> None:
        self._closing = close
        self._wake.set()
        asyncio.get_running_loop().call_later(self._times.flush, self._stop_flushing)

    def _stop_flushing(self) -> None:
        """Say goodbye even though frames wait."""
        self._stopped.set()

    def _open(self, hello: Hello) -> None:
        self._hello = hello
        capabilities = HostCapabilities(hello.host or "Excel", dict(hello.requirement_sets))
        self._sandbox = PaneSandbox(self.post) if "sandbox" in hello.roles else None
        self._host = None
        if "host" in hello.roles:
            self._host = PaneHost(self.post, capabilities, answer_seconds=self._times.answer)
        self.post(self._usher.session.welcome())
        self._attached = self._usher.keep(self._usher.take(self))

    def _dispatch(self, frame: SessionFrame) -> None:
        match frame:
            case SandboxSync() | SandboxCall() | SandboxDone():
                if self._sandbox is None:
                    self._object(frame.type, "This pane did not say that it has a sandbox.")
                else:
                    self._sandbox.deliver(frame)
            case HostResult():
                if self._host is None:
                    self._object(frame.type, "This pane did not say that it has an Excel.")
                else:
                    self._host.deliver(frame)
            case WorkbookHint():
                if self._host is not None:
                    self._host.hinted(frame)
            case _:
                self._command(frame)

    def _command(self, frame: UserFrame) -> None:
        # Stop and the answer to a question have to get through whatever else is under way.
        if self._commands >= MAX_COMMANDS and not isinstance(frame, UserStop | UserApproval):
            self._object(frame.type, "Too much is under way; wait for it to finish.")
            return
        self._commands += 1
        task = self._usher.keep(self._obey(frame))
        task.add_done_callback(self._obeyed)

    def _obeyed(self, _: asyncio.Task[None]) -> None:
        self._commands -= 1

    async def _obey(self, frame: UserFrame) -> None:
        """Hand one command to the session, in a task of its own: it may wait for this very pane."""
        assert self._attached is not None
        await asyncio.wait({self._attached})
        try:
            await _call(self._usher.session, frame)
        except UserError as error:
            self._object(frame.type, str(error))
        except Exception:
            log.exception("the session failed on %s", frame.type)
            self._object(frame.type, "Something went wrong in Tieout; its log says what.")

    def _object(self, about: str, sentence: str) -> None:
        self.post(ErrorFrame(message=sentence, about=about))

    def _lose(self, error: PaneLost) -> None:
        if self._sandbox is not None:
            self._sandbox.lose(error)
        if self._host is not None:
            self._host.lose(error)


_LOST = "The pane was disconnected."


async def _call(session: SessionPort, frame: UserFrame) -> None:
    match frame:
        case UserMessage():
            await session.user_message(frame.text)
        case UserStop():
            await session.stop()
        case UserRevert():
            await session.revert(frame.undo_id)
        case UserApproval():
            await session.approve(frame.approval_id, allow=frame.allow)
        case UserConstraint():
            await session.add_constraint(frame.text)
        case UserConstraintRemoved():
            await session.remove_constraint(frame.id)
        case UserDemonstration():
            await session.demonstration(frame.name)
        case WorkbookSelection():
            await session.select(frame.address)
        case _:
            assert_never(frame)
