"""Who answers when something needs the user's word: the pane, a recording, or nobody."""

import asyncio
from collections.abc import Callable, Iterable
from itertools import count

from tieout.execution.approvals import ApprovalRequest, Approver
from tieout.protocol.frames import ApprovalAskedFrame, ApprovalClosedFrame, ServerFrame
from tieout.sessions.recording import AnyRecord, ApprovalRecord


class AskingPane:
    """Asks the person at the pane. The question stays open while panes come and go.

    Args:
        post: Sends a frame to the pane that is attached now, if any.
    """

    def __init__(self, post: Callable[[ServerFrame], None]) -> None:
        self._post = post
        self._numbers = count(1)
        self._open: ApprovalAskedFrame | None = None
        self._answer: asyncio.Future[bool] | None = None

    @property
    def question(self) -> ApprovalAskedFrame | None:
        """The question that waits for an answer."""
        return self._open

    async def decide(self, request: ApprovalRequest) -> bool:
        """Ask, and wait; when the wait is cancelled the question is closed as not allowed."""
        asked = ApprovalAskedFrame(
            approval_id=f"approval-{next(self._numbers)}",
            subject=request.subject,
            what=request.what,
            scope=request.scope,
        )
        self._open, self._answer = asked, asyncio.get_running_loop().create_future()
        self._post(asked)
        allowed = False
        try:
            allowed = await self._answer
        finally:
            self._open = self._answer = None
            self._post(ApprovalClosedFrame(approval_id=asked.approval_id, allowed=allowed))
        return allowed

    def answer(self, approval_id: str, *, allow: bool) -> None:
        """The user's answer; one to another question is ignored."""
        if self._open is None or self._answer is None or self._answer.done():
            return
        if self._open.approval_id == approval_id:
            self._answer.set_result(allow)


class RecordingApprover:
    """Asks somebody else and writes the answer into the recording."""

    def __init__(self, inner: Approver, write: Callable[[ApprovalRecord], None]) -> None:
        self._inner = inner
        self._write = write

    async def decide(self, request: ApprovalRequest) -> bool:
        """The other's answer."""
        allowed = await self._inner.decide(request)
        self._write(ApprovalRecord(what=request.what, allowed=allowed))
        return allowed


class RecordedApprover:
    """Gives the answers of a recording, in order; past its end the answer is no."""

    def __init__(self, records: Iterable[AnyRecord]) -> None:
        self._answers = [record for record in records if isinstance(record, ApprovalRecord)]

    async def decide(self, request: ApprovalRequest) -> bool:
        """The recorded answer, if it was to this question."""
        if not self._answers or self._answers[0].what != request.what:
            return False
        return self._answers.pop(0).allowed
