"""The session of a server process: one open workbook, the pane that watches it, the turns on it."""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from tieout.agent.events import ExecutionFinished, TurnFinished
from tieout.errors import ExcelError, PaneLost, SettingsError, UserError
from tieout.execution.ports import ExcelHost
from tieout.protocol.frames import (
    PROTOCOL_VERSION,
    DemonstrationCard,
    RevertedFrame,
    ServerFrame,
    Welcome,
    WorkbookChanged,
)
from tieout.sessions.asking import AskingPane
from tieout.sessions.constraint_cards import ShownConstraints
from tieout.sessions.conversation import Conversation, Ports
from tieout.sessions.demonstrations import Demonstration, demonstrations, find_demonstration
from tieout.sessions.models import OpenedModel, open_model
from tieout.sessions.pane_bound import PaneBoundSandbox
from tieout.sessions.ports import PanePort
from tieout.sessions.recorder import Recorder
from tieout.sessions.served_outside import ServedOutside
from tieout.sessions.shown import Shown
from tieout.sessions.trace.tracer import Tracer, open_tracer
from tieout.settings import Settings

_log = logging.getLogger(__name__)

NO_MODEL = (
    "No key for a model is set, so only the recorded demonstrations can run. Set "
    "ANTHROPIC_API_KEY and start Tieout again."
)


class Desk(Protocol):
    """An open workbook, as the session needs it."""

    @property
    def name(self) -> str:
        """The workbook's file name."""
        ...

    @property
    def host(self) -> ExcelHost:
        """The Excel that has it open."""
        ...

    async def revision(self) -> int:
        """Rises whenever the workbook changed, also from one desk to the next."""
        ...

    async def select(self, address: str) -> None:
        """Make this the selection; an address that isn't one is ignored."""
        ...

    async def close(self) -> None:
        """Close the workbook without saving."""
        ...


DeskOpener = Callable[[Path], Awaitable[Desk]]


@dataclass(frozen=True, slots=True)
class ServedParts:
    """What the session is made of.

    Attributes:
        desk: The workbook that is open at the start.
        open_desk: Opens another one (a demonstration's); None in live Excel.
        recorder: Records turns, the model's messages and batches, if anybody wants that.
        model: Answers what the user types; None when no key is set.
    """

    desk: Desk
    open_desk: DeskOpener | None
    model: OpenedModel | None
    settings: Settings
    recorder: Recorder | None = None
    traced: bool = False
    """Whether what requests held is kept in the file of sessions, when the settings allow it."""


class ServedSession:
    """Implements `SessionPort`: turns run one at a time, later messages wait their turn."""

    def __init__(self, parts: ServedParts) -> None:
        self._settings = parts.settings
        self._open_desk = parts.open_desk
        self._recorder = parts.recorder
        self._model = parts.model
        self._id = secrets.token_hex(8)
        self._traced = parts.traced
        self._conversations = 0
        self._trace = ""
        self._pane: PanePort | None = None
        self._shown = Shown()
        self._asking = AskingPane(self._post)
        self._outside = ServedOutside(
            parts.settings.pages_dir / self._id,
            lambda: self._desk.name,
            self._post,
            self._shown.add,
        )
        self._constraints = ShownConstraints(lambda: self._conversation, self._post)
        self._turns = asyncio.Lock()
        self._running = False
        self._desk = parts.desk
        self._conversation = self._converse(parts.model)

    @property
    def desk(self) -> Desk:
        """The workbook that is open now."""
        return self._desk

    @property
    def pane(self) -> PanePort | None:
        """The pane that is attached now."""
        return self._pane

    def welcome(self) -> Welcome:
        """Session, workbook, model and the demonstrations on offer."""
        return Welcome(
            v=PROTOCOL_VERSION,
            session=self._id,
            workbook=self._desk.name,
            model=self._model.client.name if self._model else "",
            demonstrations=tuple(
                DemonstrationCard(name=item.name, title=item.title, task=item.task)
                for item in (demonstrations() if self._open_desk else ())
            ),
            # Links of Excel's own pane open in a browser that has no access to this server.
            trace=self._trace if self._open_desk else "",
        )

    async def attach(self, pane: PanePort) -> None:
        """Take a pane in and show it what happened so far."""
        self._pane = pane
        self._shown.show_all(pane)
        pane.post(self._outside.attached)
        pane.post(self._constraints.frame)
        if self._asking.question is not None:
            pane.post(self._asking.question)

    async def detach(self, pane: PanePort) -> None:
        """Let a pane go; a turn that needs it ends by itself."""
        if self._pane is pane:
            self._pane = None

    async def user_message(self, text: str) -> None:
        """Work on a task, after the one that is running; a constraint in it holds at once.

        Raises:
            UserError: No model is set.
        """
        if self._model is None:
            raise SettingsError(NO_MODEL)
        if self._running and self._conversation is not None:
            self._conversation.ledger.hear(text)
        async with self._turns:
            await self._turn(text)

    async def stop(self) -> None:
        """Stop the running turn."""
        if self._running and self._conversation is not None:
            self._conversation.stop()

    async def revert(self, undo_id: str) -> None:
        """Take an execution back and tell the pane."""
        async with self._turns:
            frame = await self._revert(undo_id)
            self._shown.add(frame)
            self._post(frame)
            await self._workbook_changed()

    async def approve(self, approval_id: str, *, allow: bool) -> None:
        """The user's answer to a question."""
        self._asking.answer(approval_id, allow=allow)

    async def add_constraint(self, text: str) -> None:
        """Keep what the user entered; it holds at once.

        Raises:
            UserError: It can't be kept, or no model is set.
        """
        if self._conversation is None:
            raise SettingsError(NO_MODEL)
        self._conversation.ledger.add(text)

    async def remove_constraint(self, constraint_id: str) -> None:
        """The user withdrew a constraint."""
        if self._conversation is not None:
            self._conversation.ledger.remove(constraint_id)

    async def attach_file(self, name: str, content: bytes) -> None:
        """Take in a file that the user attached.

        Raises:
            UserError: It can't be attached.
        """
        self._outside.attach(name, content)

    async def remove_file(self, name: str) -> None:
        """Let an attached file go."""
        self._outside.let_go(name)

    def made_page(self, token: str) -> Path | None:
        """The file of a page that was made in this session."""
        return self._outside.page(token)

    def _post(self, frame: ServerFrame) -> None:
        if self._pane is not None:
            self._pane.post(frame)

    async def demonstration(self, name: str) -> None:
        """Open a demonstration's workbook in place of the present one and run its task.

        Raises:
            UserError: There is none of that name, this is live Excel, or a task is running.
        """
        chosen = find_demonstration(name)
        if self._open_desk is None:
            raise UserError(
                "Demonstrations bring their own workbook; they don't run in live Excel."
            )
        if self._turns.locked():
            raise UserError("A task is running. Stop it, or wait for its end.")
        async with self._turns:
            await self._sit_down_to(chosen, self._open_desk)
            await self._turn(chosen.task)
            if self._model is not None and self._conversation is not None:
                self._conversation = self._conversation.continued_with(
                    self._model, self._settings, self._watcher(self._model)
                )
                self._post(self.welcome())

    async def select(self, address: str) -> None:
        """The user selected cells in the grid."""
        await self._desk.select(address)

    async def close(self) -> None:
        """Close the workbook. What wasn't downloaded is gone: the file on disk is never touched."""
        await self._desk.close()

    def _converse(
        self, model: OpenedModel | None, settings: Settings | None = None
    ) -> Conversation | None:
        if model is None:
            return None
        sandbox = PaneBoundSandbox(lambda: self._pane)
        ports = Ports(
            self._desk.host,
            sandbox,
            model.client,
            model.model_id,
            approver=self._asking,
            remote=True,
            outside=self._outside.reach,
            watcher=self._watcher(model),
        )
        conversation = Conversation(ports, settings or self._settings, self._recorder)
        conversation.ledger.changed = self._constraints.show
        return conversation

    def _watcher(self, model: OpenedModel) -> Tracer | None:
        if not self._traced:
            return None
        self._conversations += 1
        # Each conversation counts its requests from 1.
        name = self._id if self._conversations == 1 else f"{self._id}-{self._conversations}"
        self._trace = f"/trace/{name}" if self._settings.trace else ""
        return open_tracer(self._settings, name, workbook=self._desk.name, model=model.client.name)

    async def _sit_down_to(self, chosen: Demonstration, open_desk: DeskOpener) -> None:
        desk, before = await open_desk(chosen.workbook), self._desk
        self._desk = desk
        self._conversation = self._converse(
            open_model(f"replay:{chosen.recording}", self._settings),
            # It was recorded without the user's own skills.
            self._settings.model_copy(
                update={"skills": None, "token_counter": "estimate", "small_model": ""}
            ),
        )
        self._shown.clear()
        self._outside.clear()
        self._constraints.show()
        await before.close()
        self._post(self.welcome())
        await self._workbook_changed()

    async def _turn(self, text: str) -> None:
        assert self._conversation is not None
        self._running = True
        try:
            async for event in self._conversation.turn(text):
                self._shown.add(event)
                if self._pane is not None:
                    self._pane.show(event)
                self._constraints.show()
                if isinstance(event, ExecutionFinished | TurnFinished):
                    await self._workbook_changed()
        finally:
            self._running = False

    async def _revert(self, undo_id: str) -> RevertedFrame:
        try:
            if self._conversation is None:
                raise KeyError(undo_id)
            done = await self._conversation.revert(undo_id)
        except KeyError:
            failure = "This change can no longer be taken back."
            return RevertedFrame(undo_id=undo_id, restored=0, failure=failure)
        except (ExcelError, PaneLost) as error:
            return RevertedFrame(undo_id=undo_id, restored=0, failure=str(error))
        return RevertedFrame(
            undo_id=undo_id,
            restored=done.restored,
            kept=tuple(str(address) for address in done.kept),
            failure=" ".join(done.not_covered),
            redo_id=done.undo_id,
        )

    async def _workbook_changed(self) -> None:
        if self._pane is not None:
            self._post(WorkbookChanged(revision=await self._desk.revision()))
