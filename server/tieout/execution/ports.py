"""The two ports of an execution: the Excel that runs batches, the sandbox that runs code.

Everything else in this package is written against these Protocols. Implementations: the pane over
its socket (`web`), the V8 isolate and the embedded Excel in process (`headless`), recorded
responses (`sessions`). `tests/contract` holds every implementation to the same behaviour.
"""

from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeAlias

from pydantic import JsonValue

from tieout.errors import KillReason
from tieout.office_wire.batch import Batch, BatchResponse
from tieout.workbook.hints import Hints

EMBEDDED = "Embedded Excel"
"""Name of the host that is no live Excel."""

RequirementSets: TypeAlias = dict[str, str]
"""Highest version of each requirement set the host has, such as `{"ExcelApi": "1.15"}`."""


@dataclass(frozen=True, slots=True)
class HostCapabilities:
    """What the Excel at the other end can do."""

    name: str
    requirement_sets: RequirementSets = field(default_factory=dict[str, str])
    hints: Hints = field(default_factory=Hints, compare=False, repr=False)
    """Where the host notes what it hears of edits; most hear nothing."""

    @property
    def merged_areas_cost_undo(self) -> bool:
        """Whether asking for merged areas empties the person's undo history, as Excel's own does."""
        return self.name != EMBEDDED


class ExcelHost(Protocol):
    """Anything that answers Office.js batches."""

    @property
    def capabilities(self) -> HostCapabilities:
        """Fixed for the life of the host."""
        ...

    async def send(self, batch: Batch) -> BatchResponse:
        """Run one batch, in order, stopping at its first error (which is part of the response).

        Calls are answered in the order they were made. Never retries.

        Raises:
            PaneLost: The host went away; whether the batch was applied is unknown.
        """
        ...


class SandboxServices(Protocol):
    """What running code may ask of the server; nothing else leaves the sandbox."""

    async def sync(self, batch: Batch) -> BatchResponse:
        """Gate, record and run one `context.sync()` of the code.

        Raises:
            GateRefused: The batch asks for something forbidden; nothing of it ran.
            PaneLost: As `ExcelHost.send`.
        """
        ...

    async def call(self, name: str, arguments: JsonValue) -> JsonValue:
        """Answer a call of the wrapped API that needs the server, such as `read`.

        Raises:
            ModelVisibleError: The call failed; the code sees it as a thrown Error.
        """
        ...


@dataclass(frozen=True, slots=True)
class SandboxLimits:
    """Past any of these the sandbox is killed. Times in seconds, sizes in UTF-8 bytes."""

    wall: float = 120.0
    between_syncs: float = 30.0
    messages: int = 2_000
    message_bytes: int = 8 * 1024 * 1024
    memory_bytes: int = 512 * 1024 * 1024
    returned_bytes: int = 64 * 1024


@dataclass(frozen=True, slots=True)
class SandboxRun:
    """One execution of generated code.

    Attributes:
        run_id: Unguessable when the sandbox is remote; echoed on every message.
        code: `async function execute() {...}`, or a body that is wrapped into one.
        requirement_sets: Given to `Office.context.requirements` in the sandbox.
        specs: What `general.get…Info()` returns, by call; "" where the code doesn't name the call.
    """

    run_id: str
    code: str
    limits: SandboxLimits = SandboxLimits()
    requirement_sets: RequirementSets = field(default_factory=dict[str, str])
    specs: dict[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class ConsoleLine:
    """One `console` call, already text."""

    level: Literal["log", "info", "warn", "error"]
    text: str


@dataclass(frozen=True, slots=True)
class CodeError:
    """An exception that left the generated code, with what Office.js knows about it."""

    name: str
    message: str
    code: str = ""
    location: str = ""
    statement: str = ""
    surrounding: tuple[str, ...] = ()
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Returned:
    """The code ran to its end. `value` is JSON, capped; None when it returned nothing."""

    value: JsonValue
    console: tuple[ConsoleLine, ...] = ()


@dataclass(frozen=True, slots=True)
class Threw:
    """The code threw. Batches it had synced before are applied."""

    error: CodeError
    console: tuple[ConsoleLine, ...] = ()


@dataclass(frozen=True, slots=True)
class Killed:
    """The sandbox was stopped from outside: a limit, a cancel, or the pane's death."""

    reason: KillReason
    detail: str
    console: tuple[ConsoleLine, ...] = ()


SandboxResult: TypeAlias = Returned | Threw | Killed


class Sandbox(Protocol):
    """Runs generated code sealed off; its only ways out are `SandboxServices`."""

    async def run(self, run: SandboxRun, services: SandboxServices) -> SandboxResult:
        """Run to the end, a throw, or a kill; always returns, and the next run starts clean.

        Cancelling the awaiting task kills the code.

        Raises:
            PaneLost: The sandbox's own carrier (the pane) went away.
        """
        ...
