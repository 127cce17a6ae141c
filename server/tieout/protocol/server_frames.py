"""What the server says to a pane."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field, JsonValue

from tieout.protocol.frame_base import ConsoleEntry, Frame, Id, Number


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
    trace: str = ""
    """Path of the page that shows what the model saw; "" when nothing is kept."""


class SandboxRunFrame(Frame):
    """Run this code; limits in seconds and bytes."""

    type: Literal["sandbox.run"] = "sandbox.run"
    run_id: Id
    code: str
    requirement_sets: dict[str, str] = Field(default_factory=dict)
    specs: dict[str, str] = Field(default_factory=dict)
    """What each `general.get…Info()` returns; "" for those the code doesn't name."""
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
    held: dict[str, str] = Field(default_factory=dict)
    """By action id, answers whose digest the server wants: the digest it holds of the same question's
    last answer, or "". A pane may leave an answer out that has this digest, and name it in `same`."""


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
    kind: Literal["written", "recalculated", "collateral", "foreign"]
    by: Literal["execution", "user", "co-author"] = "execution"
    """Whose change it is; `foreign` cells are another's."""
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
    compared: tuple[str, ...] = ()
    """Cells they disagree with, where either side may be the wrong one."""
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
    """Exact: cells `written`, `recalculated`, `collateral`, `foreign`; findings `must_fix`, `review`."""
    undo_id: str = ""
    seconds: float = 0.0


class ApprovalAskedFrame(Frame):
    """The code was taken back until the user agrees to what it would do."""

    type: Literal["agent.approval_asked"] = "agent.approval_asked"
    approval_id: Id
    subject: Literal["edits", "loss", "web", "constraint"]
    """`edits`: a scope that wasn't approved yet. `loss`: deletions, or many cells emptied. `web`:
    a query or an address that would be sent to the web. `constraint`: something that a constraint
    of the user's forbids."""
    what: tuple[str, ...]
    """Phrases such as "delete the sheet Old", never shortened."""
    scope: str = ""
    """What the code says it means to change, or ""."""


class ApprovalClosedFrame(Frame):
    """The question was answered, or is no longer asked."""

    type: Literal["agent.approval_closed"] = "agent.approval_closed"
    approval_id: Id
    allowed: bool


class AttachedFile(Frame):
    """One file that the user attached."""

    name: str
    """As the model is told it; `DELETE /api/attachments?name=` removes it."""
    bytes: int


class AttachmentsFrame(Frame):
    """All files that are attached now. They come by `POST /api/attachments?name=`."""

    type: Literal["session.attachments"] = "session.attachments"
    files: tuple[AttachedFile, ...] = ()


class ConstraintCard(Frame):
    """One constraint that holds in this session, in the user's words."""

    id: str
    text: str
    origin: Literal["said", "quoted", "added"]
    """`said`: found in a message. `quoted`: by the model, from one. `added`: entered."""
    enforced: str | None = None
    """What code enforces of it, such as "no changes in Inputs"; "" when code can't check it, null
    before the workbook was looked at."""


class ConstraintsFrame(Frame):
    """All constraints that hold now."""

    type: Literal["session.constraints"] = "session.constraints"
    constraints: tuple[ConstraintCard, ...] = ()
    left_out: int = 0
    """Sentences that were not kept because there were too many."""


class PageMadeFrame(Frame):
    """A page was made from the workbook, or made again."""

    type: Literal["session.page_made"] = "session.page_made"
    title: str
    path: str
    """On this server; whoever has it can read the page."""


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
    redo_id: str = ""
    """Takes the revert back, as an undo id; "" when nothing was restored."""


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
    | ApprovalAskedFrame
    | ApprovalClosedFrame
    | AttachmentsFrame
    | ConstraintsFrame
    | PageMadeFrame
    | RetryFrame
    | UsageFrame
    | TurnFinishedFrame
    | RevertedFrame
    | WorkbookChanged
    | Pong
    | ErrorFrame,
    Field(discriminator="type"),
]
