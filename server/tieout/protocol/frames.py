"""Every frame that crosses the pane's socket, as two discriminated unions.

JSON text frames, one object each, discriminated by `type`. `v` is the protocol's version and
appears in `hello` and `welcome` only: they must agree before anything else is sent. Requests that
expect an answer carry an id chosen by the asker (`run_id`, `sync_id`, `call_id`, `batch_id`).

Server → pane: welcome, sandbox.run, sandbox.sync_result, sandbox.call_result, sandbox.cancel,
host.batch, agent.* events, workbook.changed, pong, error.
Pane → server: hello, sandbox.sync, sandbox.call, sandbox.done, host.result, user.message,
user.stop, user.revert, user.demonstration, workbook.selection, ping.

`docs/protocol.md` is generated from this module by `scripts/protocol_doc.py`.
"""

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, JsonValue, TypeAdapter

PROTOCOL_VERSION = 1

Id: TypeAlias = Annotated[str, Field(max_length=64)]
"""An id chosen by whoever asks; unguessable where the answer is trusted because of it."""
Number: TypeAlias = Annotated[int, Field(ge=0, le=2**53 - 1)]
"""A counter that JavaScript can hold exactly."""


class Frame(BaseModel):
    """Base of all frames: immutable, unknown fields refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)


# -- pane → server ---------------------------------------------------------------------------


class Hello(Frame):
    """First frame of a pane. `roles` says what it can do for the server."""

    type: Literal["hello"] = "hello"
    v: int
    """Protocol version; another one than the server's closes the connection with 4406."""
    pane: Id
    """Names this load of the page, so that a reload can be told from a reconnect."""
    host: str = Field(default="", max_length=64)
    """`Office.context.host`, or "" outside Excel."""
    platform: str = Field(default="", max_length=64)
    """`Office.context.platform`, or "" outside Excel."""
    roles: tuple[Literal["sandbox", "host", "ui"], ...] = Field(max_length=3)
    """`sandbox` runs code, `host` runs batches in a live Excel, `ui` shows the session."""
    requirement_sets: dict[str, str] = Field(default_factory=dict, max_length=100)
    """Highest version of each requirement set, such as `{"ExcelApi": "1.15"}`."""
    session: Id = ""
    """The session the pane was in before it reconnected, or ""."""


class SandboxSync(Frame):
    """The code called `context.sync()`."""

    type: Literal["sandbox.sync"] = "sandbox.sync"
    run_id: Id
    sync_id: Number
    flags: Number = 0
    """The request's bit field, as Office.js gave it."""
    body: dict[str, JsonValue]
    """The batch, as Office.js wrote it."""


class SandboxCall(Frame):
    """The code called something of the wrapped API that the server answers."""

    type: Literal["sandbox.call"] = "sandbox.call"
    run_id: Id
    call_id: Number
    name: str = Field(max_length=64)
    arguments: JsonValue = None


class ConsoleEntry(Frame):
    """One console call."""

    level: Literal["log", "info", "warn", "error"]
    text: str


class CodeErrorFrame(Frame):
    """An exception that left the code."""

    name: str = "Error"
    message: str = ""
    code: str = ""
    location: str = ""
    statement: str = ""
    surrounding: tuple[str, ...] = ()
    line: int | None = None


class SandboxDone(Frame):
    """The code ended: returned, threw, or was killed by the pane."""

    type: Literal["sandbox.done"] = "sandbox.done"
    run_id: Id
    end: Literal["returned", "threw", "killed"]
    value: JsonValue = None
    error: CodeErrorFrame | None = None
    reason: Literal["time", "messages", "message_size", "memory", "cancelled", "crashed"] | None = (
        None
    )
    detail: str = ""
    console: tuple[ConsoleEntry, ...] = ()


class HostResult(Frame):
    """Excel's answer to a batch of the server, or the failure to run it."""

    type: Literal["host.result"] = "host.result"
    batch_id: Number
    body: dict[str, JsonValue] | None = None
    """Excel's response, its own `Error` included; null when the batch could not be run."""
    failure: str = Field(default="", max_length=10_000)
    """Why the batch could not be run."""
    code: str = Field(default="", max_length=64)
    """Excel's error code for `failure`, such as `InvalidOperationInCellEditMode`, or ""."""


class UserMessage(Frame):
    """The user sent a task. Starts a turn, or steers the running one."""

    type: Literal["user.message"] = "user.message"
    text: str = Field(min_length=1, max_length=100_000)


class UserStop(Frame):
    """The user pressed Stop."""

    type: Literal["user.stop"] = "user.stop"


class UserRevert(Frame):
    """The user asked to undo one execution."""

    type: Literal["user.revert"] = "user.revert"
    undo_id: Id


class UserDemonstration(Frame):
    """The user picked a recorded demonstration; its workbook is opened and its task run."""

    type: Literal["user.demonstration"] = "user.demonstration"
    name: str = Field(max_length=100)


class WorkbookSelection(Frame):
    """The selection in the browser's grid (embedded Excel only)."""

    type: Literal["workbook.selection"] = "workbook.selection"
    address: str = Field(max_length=300)


class Ping(Frame):
    """The pane heard nothing for a while; the server answers pong."""

    type: Literal["ping"] = "ping"


PaneFrame: TypeAlias = Annotated[
    Hello
    | SandboxSync
    | SandboxCall
    | SandboxDone
    | HostResult
    | UserMessage
    | UserStop
    | UserRevert
    | UserDemonstration
    | WorkbookSelection
    | Ping,
    Field(discriminator="type"),
]

# -- server → pane ---------------------------------------------------------------------------


class DemonstrationCard(Frame):
    """One recorded demonstration on offer."""

    name: str
    title: str
    task: str


class Welcome(Frame):
    """Answer to hello: the session, and what to show."""

    type: Literal["welcome"] = "welcome"
    v: int
    session: str
    workbook: str
    model: str
    """Name of the model, or "" when no key is set and only demonstrations can run."""
    demonstrations: tuple[DemonstrationCard, ...] = ()


class SandboxRunFrame(Frame):
    """Run this code; limits in seconds and bytes."""

    type: Literal["sandbox.run"] = "sandbox.run"
    run_id: Id
    code: str
    requirement_sets: dict[str, str] = Field(default_factory=dict)
    wall: float
    """Seconds the whole run may take."""
    between_syncs: float
    """Seconds the code may compute between two syncs."""
    messages: int
    """Messages the code may send."""
    message_bytes: int
    """UTF-8 bytes one message may hold."""
    returned_bytes: int
    """UTF-8 bytes the returned value may hold as JSON."""


class SandboxSyncResult(Frame):
    """Answer to a sync: Excel's body, or the refusal (then `context.sync()` throws it)."""

    type: Literal["sandbox.sync_result"] = "sandbox.sync_result"
    run_id: Id
    sync_id: Number
    body: dict[str, JsonValue] | None = None
    refusal: str = ""


class SandboxCallResult(Frame):
    """Answer to a call: its value, or an error text to throw."""

    type: Literal["sandbox.call_result"] = "sandbox.call_result"
    run_id: Id
    call_id: Number
    value: JsonValue = None
    error: str = ""


class SandboxCancel(Frame):
    """Kill this run now."""

    type: Literal["sandbox.cancel"] = "sandbox.cancel"
    run_id: Id


class HostBatch(Frame):
    """Run one batch in Excel."""

    type: Literal["host.batch"] = "host.batch"
    batch_id: Number
    flags: int = 0
    body: dict[str, JsonValue]


class TurnStartedFrame(Frame):
    """A turn began."""

    type: Literal["agent.turn_started"] = "agent.turn_started"
    turn: int
    task: str


class RequestStartedFrame(Frame):
    """A model request began."""

    type: Literal["agent.request_started"] = "agent.request_started"
    number: int


class AnswerTextFrame(Frame):
    """Streamed answer text."""

    type: Literal["agent.text"] = "agent.text"
    text: str


class ThinkingFrame(Frame):
    """Streamed thinking text."""

    type: Literal["agent.thinking"] = "agent.thinking"
    text: str


class CodeTextFrame(Frame):
    """Streamed partial JSON of a tool input."""

    type: Literal["agent.code"] = "agent.code"
    tool_use_id: str
    partial_json: str


class ExecutionStartedFrame(Frame):
    """Code begins to run."""

    type: Literal["agent.execution_started"] = "agent.execution_started"
    execution_id: str
    code: str


class CellCard(Frame):
    """One changed cell for the diff card: displayed values, formulas with `=` or ""."""

    sheet: str
    address: str
    kind: Literal["written", "recalculated", "collateral"]
    before: str
    before_formula: str = ""
    after: str
    after_formula: str = ""


class ObjectCard(Frame):
    """One changed object for the diff card."""

    noun: str
    name: str
    verb: Literal["added", "changed", "removed"]
    detail: str = ""


class FindingCard(Frame):
    """One finding for the diff card; addresses with sheet."""

    severity: Literal["must_fix", "review"]
    code: str
    cells: tuple[str, ...]
    why: str
    fix: str


class ExecutionFinishedFrame(Frame):
    """What the run did. `cells` is capped; the counts are exact."""

    type: Literal["agent.execution_finished"] = "agent.execution_finished"
    execution_id: str
    outcome: Literal["applied", "not_applied", "rolled_back", "unknown"]
    error: str = ""
    console: tuple[ConsoleEntry, ...] = ()
    cells: tuple[CellCard, ...] = ()
    objects: tuple[ObjectCard, ...] = ()
    findings: tuple[FindingCard, ...] = ()
    notes: tuple[str, ...] = ()
    counts: dict[str, int] = Field(default_factory=dict)
    """Exact: cells `written`, `recalculated`, `collateral`; findings `must_fix`, `review`."""
    undo_id: str = ""
    seconds: float = 0.0


class RetryFrame(Frame):
    """A request will be sent again."""

    type: Literal["agent.retry"] = "agent.retry"
    reason: str
    attempt: int
    seconds: float


class UsageFrame(Frame):
    """Tokens of one request."""

    type: Literal["agent.usage"] = "agent.usage"
    input_tokens: int
    """Input that did not come from the prompt cache."""
    cache_read_input_tokens: int
    output_tokens: int


class TurnFinishedFrame(Frame):
    """The turn is over."""

    type: Literal["agent.turn_finished"] = "agent.turn_finished"
    end: Literal["answered", "stopped", "limit", "model_failed", "refused", "pane_lost"]
    reason: str = ""


class RevertedFrame(Frame):
    """An undo point was restored; `kept` names cells that no longer held our value."""

    type: Literal["agent.reverted"] = "agent.reverted"
    undo_id: str
    restored: int
    kept: tuple[str, ...] = ()
    failure: str = ""


class WorkbookChanged(Frame):
    """The embedded workbook's cells or sheets changed: the grid reloads what it shows."""

    type: Literal["workbook.changed"] = "workbook.changed"
    revision: int


class Pong(Frame):
    """Answer to ping."""

    type: Literal["pong"] = "pong"


class ErrorFrame(Frame):
    """A frame was refused, or something failed; the connection stays up."""

    type: Literal["error"] = "error"
    message: str
    """One sentence for the person at the pane."""
    about: str = ""
    """Type of the frame it answers, or ""."""


ServerFrame: TypeAlias = Annotated[
    Welcome
    | SandboxRunFrame
    | SandboxSyncResult
    | SandboxCallResult
    | SandboxCancel
    | HostBatch
    | TurnStartedFrame
    | RequestStartedFrame
    | AnswerTextFrame
    | ThinkingFrame
    | CodeTextFrame
    | ExecutionStartedFrame
    | ExecutionFinishedFrame
    | RetryFrame
    | UsageFrame
    | TurnFinishedFrame
    | RevertedFrame
    | WorkbookChanged
    | Pong
    | ErrorFrame,
    Field(discriminator="type"),
]

PANE_FRAME: TypeAdapter[PaneFrame] = TypeAdapter(PaneFrame)
SERVER_FRAME: TypeAdapter[ServerFrame] = TypeAdapter(ServerFrame)


def frame_type(model: type[Frame]) -> str:
    """The `type` text of a frame class, such as `sandbox.run`; "" for parts of frames."""
    tag = model.model_fields.get("type")
    return "" if tag is None else str(tag.default)
