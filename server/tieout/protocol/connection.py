"""The server's side of one pane connection, without I/O: text in, steps out.

    awaiting_hello ──hello──▶ ready ──close()──▶ closing ──peer_closed()──▶ closed

Feed everything the peer sends to a `receive_…` method, in order, and carry out the returned steps,
in order. No input of the peer raises: what can't be read is answered with an error frame, and what
can't go on is closed with a code of `closing`.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from tieout.protocol.closing import MEANING, CloseCode
from tieout.protocol.frames import (
    PANE_FRAME,
    PROTOCOL_VERSION,
    ErrorFrame,
    Hello,
    HostResult,
    Ping,
    Pong,
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
from tieout.protocol.reading import MAX_FRAME_BYTES, Unreadable, peek, read_frame

MAX_REFUSED_IN_A_ROW = 100

State: TypeAlias = Literal["awaiting_hello", "ready", "closing", "closed"]

SessionFrame: TypeAlias = (
    SandboxSync
    | SandboxCall
    | SandboxDone
    | HostResult
    | UserMessage
    | UserStop
    | UserRevert
    | UserApproval
    | UserConstraint
    | UserConstraintRemoved
    | UserDemonstration
    | WorkbookSelection
    | WorkbookHint
)
"""What a ready pane says to the session; hello and ping are dealt with here."""


@dataclass(frozen=True, slots=True)
class Opened:
    """The pane said hello. Answer with `welcome` before anything else."""

    hello: Hello


@dataclass(frozen=True, slots=True)
class Received:
    """A frame for the session."""

    frame: SessionFrame


@dataclass(frozen=True, slots=True)
class Send:
    """Put this frame on the wire."""

    frame: ServerFrame


@dataclass(frozen=True, slots=True)
class Close:
    """Send what is queued, then close the socket with this code and reason."""

    code: CloseCode
    reason: str


Step: TypeAlias = Opened | Received | Send | Close


class Connection:
    """One pane's connection as the server sees it.

    Args:
        max_frame_bytes: Larger frames are refused; a socket with the same limit closes first.
    """

    def __init__(self, *, max_frame_bytes: int = MAX_FRAME_BYTES) -> None:
        self._state: State = "awaiting_hello"
        self._max_frame_bytes = max_frame_bytes
        self._refused_in_a_row = 0

    @property
    def state(self) -> State:
        """Where the connection stands."""
        return self._state

    def receive_text(self, text: str) -> tuple[Step, ...]:
        """One text message from the peer."""
        match self._state:
            case "awaiting_hello":
                return self._await_hello(text)
            case "ready":
                return self._ready(text)
            case "closing" | "closed":
                return ()

    def receive_binary(self) -> tuple[Step, ...]:
        """A binary message from the peer: never part of this protocol."""
        return self.close(CloseCode.UNSUPPORTED)

    def hello_overdue(self) -> tuple[Step, ...]:
        """The time for hello is up. Does nothing once it came."""
        if self._state != "awaiting_hello":
            return ()
        return self.close(CloseCode.HELLO_LATE)

    def close(self, code: CloseCode, reason: str = "") -> tuple[Step, ...]:
        """Close from our side; only the first close counts."""
        if self._state in ("closing", "closed"):
            return ()
        self._state = "closing"
        return (Close(code, reason or MEANING[code]),)

    def peer_closed(self) -> None:
        """The socket is gone, whoever closed it."""
        self._state = "closed"

    def _await_hello(self, text: str) -> tuple[Step, ...]:
        frame = read_frame(PANE_FRAME, text, max_bytes=self._max_frame_bytes)
        if isinstance(frame, Hello) and frame.v == PROTOCOL_VERSION:
            self._state = "ready"
            return (Opened(frame),)
        # A pane of another version may have other fields: look at `v` even in an invalid hello.
        kind, version = peek(text) if isinstance(frame, Unreadable) else ("hello", _version(frame))
        if kind == "hello" and version is not None and version != PROTOCOL_VERSION:
            return self._refuse_version(version)
        if isinstance(frame, Unreadable):
            error = ErrorFrame(message=frame.message, about=frame.about)
        else:
            error = ErrorFrame(message=MEANING[CloseCode.HELLO_EXPECTED], about=frame.type)
        return (Send(error), *self.close(CloseCode.HELLO_EXPECTED))

    def _refuse_version(self, version: int) -> tuple[Step, ...]:
        older = "pane" if version < PROTOCOL_VERSION else "server"
        remedy = "reload the pane" if older == "pane" else "update and restart the server"
        sentence = (
            f"The pane speaks version {_shown(version)} of the protocol, the server version "
            f"{PROTOCOL_VERSION}: {remedy}."
        )
        error = ErrorFrame(message=sentence, about="hello")
        return (Send(error), *self.close(CloseCode.VERSION, sentence))

    def _ready(self, text: str) -> tuple[Step, ...]:
        frame = read_frame(PANE_FRAME, text, max_bytes=self._max_frame_bytes)
        match frame:
            case Unreadable(message, about):
                return self._refuse(message, about)
            case Hello():
                return self._refuse("This pane has already said hello.", "hello")
            case Ping():
                self._refused_in_a_row = 0
                return (Send(Pong()),)
            case _:
                self._refused_in_a_row = 0
                return (Received(frame),)

    def _refuse(self, message: str, about: str) -> tuple[Step, ...]:
        self._refused_in_a_row += 1
        error = Send(ErrorFrame(message=message, about=about))
        if self._refused_in_a_row < MAX_REFUSED_IN_A_ROW:
            return (error,)
        return (error, *self.close(CloseCode.TOO_SLOW))


def _version(frame: object) -> int | None:
    return frame.v if isinstance(frame, Hello) else None


def _shown(version: int) -> str:
    return str(version) if abs(version) < 10**6 else "unknown"
