"""The embedded Excel as its users see it: open a workbook, run batches on it, save it."""

import json
import logging
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, Self

from pydantic import JsonValue

from embedded_excel.calc.engine import Engine, EngineFailed, EngineRefused
from embedded_excel.calc.formulon_engine import FormulonEngine
from embedded_excel.errors import ExcelApiError, NoAnswer, WorkbookFileError
from embedded_excel.model.behaviours import PLAIN, Behaviours
from embedded_excel.model.pivots import refresh_on_opening
from embedded_excel.model.protecting import protect, protection_of
from embedded_excel.model.sheet_views import package
from embedded_excel.model.workbook import OpenWorkbook
from embedded_excel.objects.registry import load_objects
from embedded_excel.wire.co_author import typed
from embedded_excel.wire.errors import closed, error_response, internal_error
from embedded_excel.wire.execute import run_batch
from embedded_excel.wire.mood import Mood
from embedded_excel.wire.replies import Answered, Reply, Silent, TurnedAway, Waiting
from embedded_excel.xlsx.calculation import wants_calculation
from embedded_excel.xlsx.package import MOST_BYTES, read_package, read_workbook_file
from embedded_excel.xlsx.write import write_workbook_file

_log = logging.getLogger(__name__)

RICH_API_MESSAGE: Final = 65_536
"""`messageCategory` of the events of Excel's objects."""

REQUIREMENT_SETS: Final[Mapping[str, str]] = {
    "ExcelApi": "1.15",
    "RichApiRuntime": "1.2",
    "RichApiRuntimeFlag": "1.2",
}
"""What is claimed to Office.js: the sets its published library knows, so that code takes the same
way as in Excel and large arrays come in pieces. A member of a claimed set that isn't there
answers NotImplemented. RichApiRuntime brings `retrieve` and `update` to the wire.
"""

Loader = Callable[[bytes], Engine]


class EmbeddedExcel:
    """One open workbook that answers Office.js batches. Use it from one thread at a time.

    Args:
        engine: The calculation engine with the workbook loaded.
        name: What `workbook.name` answers.
        opened: The bytes to go back to when the engine breaks; None for a new workbook.
        load: Makes an engine from bytes.
        new: Makes an engine with an empty workbook.
        behaviours: What happens to this Excel besides answering.
    """

    def __init__(
        self,
        engine: Engine,
        name: str,
        opened: bytes | None,
        *,
        load: Loader = FormulonEngine.load,
        new: Callable[[], Engine] = FormulonEngine.new,
        behaviours: Behaviours = PLAIN,
    ) -> None:
        load_objects()
        self._load = load
        self._new = new
        self._last_good = opened
        self._name = name
        self._workbook = OpenWorkbook(engine, name, previously_saved=opened is not None, load=load)
        self._revision = 0
        self._saved_content: bytes | None = None
        self._incidents: list[str] = []
        self._mood = Mood(PLAIN)
        self.behave(behaviours)

    @classmethod
    def open(cls, path: Path, *, max_bytes: int = MOST_BYTES) -> Self:
        """Open an .xlsx file.

        Raises:
            WorkbookFileError: It can't be opened; one sentence says why.
        """
        return cls._from_package(read_workbook_file(path, most_bytes=max_bytes), path.name)

    @classmethod
    def from_bytes(cls, content: bytes, name: str, *, max_bytes: int = MOST_BYTES) -> Self:
        """Open the bytes of an .xlsx file.

        Raises:
            WorkbookFileError: They can't be opened.
        """
        return cls._from_package(read_package(content, name=name, most_bytes=max_bytes), name)

    @classmethod
    def new(cls, name: str = "Book1.xlsx") -> Self:
        """An empty workbook with one sheet."""
        return cls(FormulonEngine.new(), name, None)

    @classmethod
    def _from_package(cls, content: bytes, name: str) -> Self:
        try:
            engine = FormulonEngine.load(content)
            if wants_calculation(content):
                engine.recalculate(full=True)
        except EngineRefused as error:
            raise WorkbookFileError(f"{name} can't be opened: {error}") from error
        except EngineFailed as error:
            _log.debug("The engine failed on opening a workbook", exc_info=error)
            raise WorkbookFileError(
                f"{name} can't be opened: the calculation engine broke on it."
            ) from error
        excel = cls(engine, name, content)
        refresh_on_opening(excel.workbook)
        return excel

    @property
    def workbook(self) -> OpenWorkbook:
        """The open workbook, for rendering. It is another one after the engine broke."""
        return self._workbook

    @property
    def revision(self) -> int:
        """Rises by one with each batch that changed something, and when the workbook was lost."""
        return self._revision

    @property
    def saved_content(self) -> bytes | None:
        """The file as a client last saved it with `Workbook.save`; None if none did."""
        return self._saved_content

    @property
    def opened_workbooks(self) -> Sequence[bytes]:
        """Files that a client has had opened beside this one with `Excel.createWorkbook`; empty
        bytes are a new workbook.
        """
        return tuple(self._workbook.opened.values())

    @property
    def requirement_sets(self) -> dict[str, str]:
        """Requirement sets to claim to Office.js."""
        sets = {**REQUIREMENT_SETS, **self._mood.behaviours.requirement_sets}
        return {name: version for name, version in sets.items() if version}

    @property
    def behaviours(self) -> Behaviours:
        """What happens to this Excel besides answering."""
        return self._mood.behaviours

    def behave(self, behaviours: Behaviours) -> None:
        """Let other things happen from now on. What a behaviour did to the workbook (protection,
        manual calculation) stays.
        """
        self._mood = Mood(behaviours)
        workbook = self._workbook
        changed = workbook.changed
        if behaviours.manual_calculation:
            workbook.engine.set_calculation_mode("Manual")
        if behaviours.protected_sheets:
            for sheet in workbook.sheet_ids:
                if not protection_of(workbook, sheet).on:
                    protect(workbook, sheet, None, None)
        workbook.changed = changed

    def reply(self, body: Mapping[str, JsonValue], flags: int = 0) -> Reply:
        """What becomes of one `context.sync()`, with what happens to this Excel.

        Args:
            body: The request.
            flags: Its bit field: whether it writes, and whether it may wait for a cell edit.
        """
        mood, workbook = self._mood, self._workbook
        mood.begin(flags)
        for cell, content in mood.edits().items():
            self._run(typed(cell, content))
        instead = mood.instead(body, flags)
        if instead is not None:
            return instead
        workbook.behaviours, workbook.calculating = mood.during(), mood.calculating
        return mood.answer(self._run(body))

    def run_batch(self, body: Mapping[str, JsonValue], flags: int = 0) -> dict[str, JsonValue]:
        """Answer one `context.sync()`: `{Error, Results, TraceIds}`, JSON-safe. Never raises for
        what a client sent.

        When the engine breaks, the answer is GeneralException and the workbook is as it was when
        opened or last saved; `losses` tells.

        Raises:
            NoAnswer: A behaviour keeps the answer away.
        """
        match self.reply(body, flags):
            case Answered(body=answer):
                return answer
            case TurnedAway() as turned:
                return error_response(ExcelApiError(turned.code, turned.message))
            case Waiting() | Silent():
                raise NoAnswer

    def _run(self, body: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
        if self._workbook.closed:
            return error_response(closed())
        try:
            response = run_batch(self._workbook, body)
        except EngineFailed as error:
            _log.error("The engine failed in a batch; the workbook is opened again")
            _log.debug("The engine failed in a batch", exc_info=error)
            self._reopen()
            return error_response(internal_error())
        workbook = self._workbook
        if workbook.changed or workbook.revised:
            self._revision += 1
        workbook.dirty = workbook.dirty or workbook.changed
        workbook.changed = workbook.revised = False
        if workbook.saved is not None:
            self._last_good = self._saved_content = workbook.saved
            workbook.saved = None
        return response

    def drain_events(self) -> list[dict[str, JsonValue]]:
        """Events since the last call, as entries for `onMessageFromHost` (type 3)."""
        events, self._workbook.events = self._workbook.events, []
        return [
            {
                "messageCategory": RICH_API_MESSAGE,
                "messageType": event.message_type,
                "targetId": event.target_id,
                "message": json.dumps(event.message, ensure_ascii=False),
            }
            for event in events
        ]

    def to_bytes(self) -> bytes:
        """The workbook as .xlsx, without calling it saved.

        Raises:
            WorkbookFileError: The engine broke while writing.
        """
        try:
            self._workbook.settle()
            return package(self._workbook)
        except EngineFailed as error:
            self._reopen()
            raise WorkbookFileError(
                f"{self._name} can't be written: the calculation engine broke."
            ) from error

    def save(self, path: Path) -> None:
        """Write the workbook to a file, which is never left half-written.

        Raises:
            WorkbookFileError: It can't be written; the file is as it was.
        """
        content = self.to_bytes()
        write_workbook_file(path, content)
        self._last_good = content
        self._workbook.dirty = False
        self._workbook.previously_saved = True

    def losses(self) -> Sequence[str]:
        """What saving can't carry over, and what was lost when the engine broke."""
        try:
            kept = [*self._incidents, *self._workbook.engine.losses()]
        except EngineFailed:
            return list(self._incidents)
        if self._workbook.settings or self._workbook.bindings:
            kept.append(
                "Settings and bindings of add-ins aren't saved: a file keeps them under each "
                "add-in's id."
            )
        return kept

    def close(self) -> None:
        """Free the engine. Idempotent."""
        self._workbook.engine.close()

    def _reopen(self) -> None:
        broken = self._workbook
        broken.engine.close()
        self._revision += 1
        saved = self._last_good is not None
        try:
            engine = self._new() if self._last_good is None else self._load(self._last_good)
        except (EngineFailed, EngineRefused):
            # The closed engine stays: every batch fails and tries again, and nothing can be saved
            # over the file.
            self._incident("The calculation engine broke, and the workbook can't be opened again.")
            return
        self._workbook = OpenWorkbook(
            engine,
            self._name,
            registrations=broken.registrations,
            enable_events=broken.enable_events,
            previously_saved=saved,
            load=self._load,
        )
        self._incident(
            "The calculation engine broke; the workbook is as it was when it was opened or last "
            "saved, and later changes are lost."
        )

    def _incident(self, what: str) -> None:
        if what not in self._incidents:
            self._incidents.append(what)
