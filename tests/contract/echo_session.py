"""A small session for tests of the socket: it keeps what it was told and answers with an echo."""

import asyncio
from pathlib import Path

from tieout.agent.events import AnswerText, TurnFinished, TurnStarted
from tieout.errors import UserError
from tieout.protocol.frames import PROTOCOL_VERSION, RevertedFrame, Welcome
from tieout.sessions.ports import PanePort


class EchoSession:
    """Implements `SessionPort`."""

    def __init__(self) -> None:
        self.log: list[str] = []
        self.panes: list[PanePort] = []
        self.pane: PanePort | None = None
        self.attached = asyncio.Event()
        self.detached = asyncio.Event()

    def welcome(self) -> Welcome:
        return Welcome(v=PROTOCOL_VERSION, session="s1", workbook="Book1.xlsx", model="echo")

    async def attach(self, pane: PanePort) -> None:
        self.log.append(f"attach {pane.hello.pane}")
        self.pane = pane
        self.panes.append(pane)
        self.detached.clear()
        self.attached.set()

    async def detach(self, pane: PanePort) -> None:
        self.log.append(f"detach {pane.hello.pane}")
        if self.pane is pane:
            self.pane = None
        self.attached.clear()
        self.detached.set()

    async def user_message(self, text: str) -> None:
        assert self.pane is not None
        if text == "refuse":
            raise UserError("That can't be done; try something else.")
        if text == "break":
            raise RuntimeError("secret detail")
        self.pane.show(TurnStarted(1, text))
        for word in text.split():
            self.pane.show(AnswerText(word))
        self.pane.show(TurnFinished("answered", "", text))

    async def stop(self) -> None:
        self.log.append("stop")

    async def revert(self, undo_id: str) -> None:
        assert self.pane is not None
        self.pane.post(RevertedFrame(undo_id=undo_id, restored=3))

    async def approve(self, approval_id: str, *, allow: bool) -> None:
        self.heard.append(f"approve {approval_id} {allow}")

    async def add_constraint(self, text: str) -> None:
        self.log.append(f"add_constraint {text}")

    async def remove_constraint(self, constraint_id: str) -> None:
        self.log.append(f"remove_constraint {constraint_id}")

    async def demonstration(self, name: str) -> None:
        self.log.append(f"demonstration {name}")

    async def attach_file(self, name: str, content: bytes) -> None:
        self.log.append(f"attach_file {name} {len(content)}")

    async def remove_file(self, name: str) -> None:
        self.log.append(f"remove_file {name}")

    def made_page(self, token: str) -> Path | None:
        return None

    async def select(self, address: str) -> None:
        self.log.append(f"select {address}")
