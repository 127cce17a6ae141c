"""What the socket needs of a session, and what a session sees of a pane.

The web layer owns sockets and knows no agent; a session owns a workbook's conversation and knows no
socket. They meet in these two Protocols.
"""

from pathlib import Path
from typing import Protocol

from tieout.agent.events import AgentEvent
from tieout.execution.ports import ExcelHost, Sandbox
from tieout.protocol.frames import Hello, ServerFrame, Welcome


class PanePort(Protocol):
    """One connected pane, as a session uses it. Showing never blocks and never raises."""

    @property
    def hello(self) -> Hello:
        """What the pane said of itself."""
        ...

    @property
    def sandbox(self) -> Sandbox | None:
        """Runs code in the pane, or None when the pane has no such role."""
        ...

    @property
    def host(self) -> ExcelHost | None:
        """The live Excel around the pane, or None when the pane has no such role."""
        ...

    def show(self, event: AgentEvent) -> None:
        """Send an event of the agent loop. A pane that can't keep up is disconnected instead."""
        ...

    def post(self, frame: ServerFrame) -> None:
        """Send a frame that is no agent event: agent.reverted, agent.approval_asked,
        session.attachments, session.constraints, session.page_made, workbook.changed, error.
        """
        ...


class SessionPort(Protocol):
    """The one session of a server process, as the socket drives it.

    Each call runs in a task of its own, so it may wait for the pane it came from. A `UserError` is
    shown to the user as an error frame; what else is raised is logged and shown without details.
    """

    def welcome(self) -> Welcome:
        """What a pane is told first; `v` is `PROTOCOL_VERSION`."""
        ...

    async def attach(self, pane: PanePort) -> None:
        """A pane connected and has its welcome. At most one is attached: the newest wins, and the
        older one is detached first. The session shows what the new pane missed.
        """
        ...

    async def detach(self, pane: PanePort) -> None:
        """That pane is gone; everything asked of it has failed with PaneLost already."""
        ...

    async def user_message(self, text: str) -> None:
        """Start a turn, or steer the running one. May return before the turn is over or after."""
        ...

    async def stop(self) -> None:
        """Stop the running turn, if any."""
        ...

    async def revert(self, undo_id: str) -> None:
        """Undo one execution; the outcome is posted as agent.reverted."""
        ...

    async def approve(self, approval_id: str, *, allow: bool) -> None:
        """The user answered a question; one that is no longer open is ignored."""
        ...

    async def add_constraint(self, text: str) -> None:
        """The user entered a constraint."""
        ...

    async def remove_constraint(self, constraint_id: str) -> None:
        """The user withdrew a constraint; one that isn't there is ignored."""
        ...

    async def demonstration(self, name: str) -> None:
        """Open a recorded demonstration's workbook and run its task."""
        ...

    async def attach_file(self, name: str, content: bytes) -> None:
        """The user attached a file.

        Raises:
            UserError: It can't be attached; the sentence says why.
        """
        ...

    async def remove_file(self, name: str) -> None:
        """The user removed an attached file; one that isn't there is ignored."""
        ...

    def made_page(self, token: str) -> Path | None:
        """The file of a page that was made in this session, by its unguessable token."""
        ...

    async def select(self, address: str) -> None:
        """The user selected cells in the browser's grid (embedded Excel only)."""
        ...
