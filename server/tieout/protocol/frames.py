"""Every frame that crosses the pane's socket, as two discriminated unions.

JSON text frames, one object each, discriminated by `type`. `v` is the protocol's version and
appears in `hello` and `welcome` only: they must agree before anything else is sent. Requests that
expect an answer carry an id chosen by the asker (`run_id`, `sync_id`, `call_id`, `batch_id`).

Server → pane: welcome, sandbox.run, sandbox.sync_result, sandbox.call_result, sandbox.cancel,
host.batch, agent.* events, session.attachments, session.page_made, workbook.changed, pong, error.
Pane → server: hello, sandbox.sync, sandbox.call, sandbox.done, host.result, user.message,
user.stop, user.revert, user.approval, user.demonstration, workbook.selection, ping.

`docs/protocol.md` is generated from these modules by `scripts/protocol_doc.py`.
"""

from pydantic import TypeAdapter

from tieout.protocol.frame_base import (
    PROTOCOL_VERSION,
    ConsoleEntry,
    Frame,
    Id,
    Number,
    frame_type,
)
from tieout.protocol.pane_frames import (
    CodeErrorFrame,
    Hello,
    HostResult,
    PaneFrame,
    Ping,
    SandboxCall,
    SandboxDone,
    SandboxSync,
    UserApproval,
    UserDemonstration,
    UserMessage,
    UserRevert,
    UserStop,
    WorkbookSelection,
)
from tieout.protocol.server_frames import (
    AnswerTextFrame,
    ApprovalAskedFrame,
    ApprovalClosedFrame,
    AttachedFile,
    AttachmentsFrame,
    CellCard,
    CodeTextFrame,
    DemonstrationCard,
    ErrorFrame,
    ExecutionFinishedFrame,
    ExecutionStartedFrame,
    FindingCard,
    HostBatch,
    ObjectCard,
    PageMadeFrame,
    Pong,
    RequestStartedFrame,
    RetryFrame,
    RevertedFrame,
    SandboxCallResult,
    SandboxCancel,
    SandboxRunFrame,
    SandboxSyncResult,
    ServerFrame,
    ThinkingFrame,
    TurnFinishedFrame,
    TurnStartedFrame,
    UsageFrame,
    Welcome,
    WorkbookChanged,
)

__all__ = [
    "PANE_FRAME",
    "PROTOCOL_VERSION",
    "SERVER_FRAME",
    "AnswerTextFrame",
    "ApprovalAskedFrame",
    "ApprovalClosedFrame",
    "AttachedFile",
    "AttachmentsFrame",
    "CellCard",
    "CodeErrorFrame",
    "CodeTextFrame",
    "ConsoleEntry",
    "DemonstrationCard",
    "ErrorFrame",
    "ExecutionFinishedFrame",
    "ExecutionStartedFrame",
    "FindingCard",
    "Frame",
    "Hello",
    "HostBatch",
    "HostResult",
    "Id",
    "Number",
    "ObjectCard",
    "PageMadeFrame",
    "PaneFrame",
    "Ping",
    "Pong",
    "RequestStartedFrame",
    "RetryFrame",
    "RevertedFrame",
    "SandboxCall",
    "SandboxCallResult",
    "SandboxCancel",
    "SandboxDone",
    "SandboxRunFrame",
    "SandboxSync",
    "SandboxSyncResult",
    "ServerFrame",
    "ThinkingFrame",
    "TurnFinishedFrame",
    "TurnStartedFrame",
    "UsageFrame",
    "UserApproval",
    "UserDemonstration",
    "UserMessage",
    "UserRevert",
    "UserStop",
    "Welcome",
    "WorkbookChanged",
    "WorkbookSelection",
    "frame_type",
]

PANE_FRAME: TypeAdapter[PaneFrame] = TypeAdapter(PaneFrame)
SERVER_FRAME: TypeAdapter[ServerFrame] = TypeAdapter(ServerFrame)
