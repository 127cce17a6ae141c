"""What a pane says to the server."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field, JsonValue

from tieout.protocol.frame_base import ConsoleEntry, Frame, Id, Number

_ActionId: TypeAlias = Annotated[str, Field(pattern=r"^[0-9]{1,15}$")]
_Digest: TypeAlias = Annotated[str, Field(max_length=128)]


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
    same: tuple[Number, ...] = Field(default=(), max_length=10_000)
    """Action ids whose entries lack their `Value`: its digest is the one in the batch's `held`."""
    digests: dict[_ActionId, _Digest] = Field(default_factory=dict, max_length=10_000)
    """By action id, the digest of answers that are sent and that `held` asked about. The server only
    compares it; the same answer has to have the same one, and another answer another one."""


class UserMessage(Frame):
    """The user sent a task. Starts a turn, or steers the running one."""

    type: Literal["user.message"] = "user.message"
    text: str = Field(min_length=1, max_length=100_000)


class UserStop(Frame):
    """The user pressed Stop."""

    type: Literal["user.stop"] = "user.stop"


class UserRevert(Frame):
    """The user asked to undo one execution, a revert, or a whole turn (`turn/` and the undo id of
    its first execution).
    """

    type: Literal["user.revert"] = "user.revert"
    undo_id: Id


class UserApproval(Frame):
    """The user's answer to `agent.approval_asked`."""

    type: Literal["user.approval"] = "user.approval"
    approval_id: Id
    allow: bool


class UserConstraint(Frame):
    """The user entered a constraint for the rest of the session."""

    type: Literal["user.constraint"] = "user.constraint"
    text: str = Field(min_length=1, max_length=1_000)


class UserConstraintRemoved(Frame):
    """The user withdrew a constraint."""

    type: Literal["user.constraint_removed"] = "user.constraint_removed"
    id: Id


class UserDemonstration(Frame):
    """The user picked a recorded demonstration; its workbook is opened and its task run."""

    type: Literal["user.demonstration"] = "user.demonstration"
    name: str = Field(max_length=100)


class HintedEdit(Frame):
    """An edit that Excel told the page of."""

    sheet: str = Field(max_length=64)
    """Excel's identity of the worksheet."""
    address: str = Field(default="", max_length=300)
    """The cells without their sheet, or "" for somewhere on it."""
    source: Literal["local", "remote"]
    """`remote`: by a co-author elsewhere."""
    change: str = Field(default="", max_length=64)
    """Excel's `changeType`, such as `RangeEdited` or `RowInserted`."""


class WorkbookHint(Frame):
    """Somebody edited the workbook, not through this add-in. A hint: it is looked after, never believed."""

    type: Literal["workbook.hint"] = "workbook.hint"
    edits: tuple[HintedEdit, ...] = Field(max_length=200)


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
    | UserApproval
    | UserConstraint
    | UserConstraintRemoved
    | UserDemonstration
    | WorkbookSelection
    | WorkbookHint
    | Ping,
    Field(discriminator="type"),
]
