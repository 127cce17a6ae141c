"""Recordings: a whole run as JSON lines, to be run again without a model and without Excel.

One object a line, in the order things happened:

    {"record": "header", "version": 1, "tieout": …, "about": …, "workbook": …, "sha256": …, "model": …,
     "requirement_sets": …}
    {"record": "turn", "task": …}
    {"record": "constraint", "look": …, "verb": …, "id": …, "text": …}
    {"record": "batch", "flags": …, "request": {…}, "response": {…}}
    {"record": "model", "exchange": {"request_sha256": …, "layers": {…}, "message": {…}}}
    {"record": "approval", "what": […], "allowed": …}
    {"record": "tool", "name": …, "arguments": {…}, "text": …, "is_error": …}
    {"record": "end", "end": …, "answer": …}

A recording holds workbook contents (they are in the batches): treat it like the workbook.
"""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, JsonValue, TypeAdapter, ValidationError

from tieout.errors import RecordingError
from tieout.llm.exchange import RecordedExchange, exchange_from_json
from tieout.settings import EditMode, ScopePolicy

RECORDING_VERSION = 1


class Record(BaseModel):
    """Base of all lines."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class ContextHeader(Record):
    """How requests were put together: where they were cut depends on it."""

    counter: str = "estimate-1"
    small_model: str = ""
    persona_tokens: int = 1_200
    task_tokens: int = 3_000
    evidence_tokens: int = 8_000
    history_tokens: int = 2_000
    request_tokens: int = 32_000


class Header(Record):
    """What was recorded, of what, with what."""

    record: Literal["header"] = "header"
    version: int = RECORDING_VERSION
    tieout: str
    about: str
    workbook: str
    sha256: str
    model: str
    model_id: str = ""
    host: str
    edit_mode: EditMode = "accept_edits"
    scope_policy: ScopePolicy = "warn"
    exclusive: bool = True
    """Whether nobody else edited the workbook; else it was looked at anew before each execution."""
    masked: bool = False
    """Whether contents are stand-ins of their types; such a recording holds batches only."""
    own_skills: tuple[str, ...] = ()
    """Ids of the user's own skills, which the prompt named."""
    requirement_sets: dict[str, str] = Field(default_factory=dict)
    context: ContextHeader = ContextHeader()

    @property
    def modes(self) -> dict[str, str | int]:
        """The settings that a replay has to share."""
        shared = self.context.model_dump(exclude={"counter"})
        counter = self.context.counter.partition("-")[0]
        modes = {"edit_mode": self.edit_mode, "scope_policy": self.scope_policy}
        return {**modes, "token_counter": counter, **shared}


class TurnRecord(Record):
    """A task was sent."""

    record: Literal["turn"] = "turn"
    task: str


class BatchRecord(Record):
    """A batch that went to Excel, and its response."""

    record: Literal["batch"] = "batch"
    flags: int
    request: dict[str, JsonValue]
    response: dict[str, JsonValue]


class ModelRecord(Record):
    """One exchange with the model, in the form of `tieout.llm.exchange`."""

    record: Literal["model"] = "model"
    exchange: dict[str, JsonValue]


class ApprovalRecord(Record):
    """The user was asked before something was lost or edited."""

    record: Literal["approval"] = "approval"
    what: tuple[str, ...]
    allowed: bool


class ConstraintRecord(Record):
    """The ledger of constraints changed other than by a task: see `sessions.ledger`."""

    record: Literal["constraint"] = "constraint"
    look: int
    """How often it had been looked at before the change was seen."""
    verb: Literal["said", "added", "removed"]
    """`said`: in a message that came while a turn ran."""
    id: str = ""
    text: str = ""


class ToolRecord(Record):
    """A tool answered with something from outside: an attached file, the web."""

    record: Literal["tool"] = "tool"
    name: str
    arguments: dict[str, JsonValue]
    text: str
    is_error: bool = False


class EndRecord(Record):
    """How the turn ended."""

    record: Literal["end"] = "end"
    end: str
    answer: str


AnyRecord: TypeAlias = Annotated[
    Header
    | TurnRecord
    | BatchRecord
    | ModelRecord
    | ApprovalRecord
    | ConstraintRecord
    | ToolRecord
    | EndRecord,
    Field(discriminator="record"),
]
_RECORD: TypeAdapter[AnyRecord] = TypeAdapter(AnyRecord)


class Recording:
    """A recording in memory: the header and the records after it."""

    def __init__(self, header: Header, records: Iterable[AnyRecord] = ()) -> None:
        self.header = header
        self.records: list[AnyRecord] = list(records)

    @property
    def tasks(self) -> tuple[str, ...]:
        """The tasks that were sent, in order."""
        return tuple(record.task for record in self.records if isinstance(record, TurnRecord))

    @property
    def batches(self) -> tuple[BatchRecord, ...]:
        """Every batch, in order."""
        return tuple(record for record in self.records if isinstance(record, BatchRecord))

    @property
    def exchanges(self) -> tuple[RecordedExchange, ...]:
        """Every exchange with the model, in order.

        Raises:
            RecordingError: One of them is broken.
        """
        return tuple(
            exchange_from_json(record.exchange)
            for record in self.records
            if isinstance(record, ModelRecord)
        )

    def text(self) -> str:
        """The file's text; the same recording always gives the same bytes."""
        return "".join(record_line(record) + "\n" for record in (self.header, *self.records))


def record_line(record: AnyRecord) -> str:
    """One record as its line, without the newline; the same record always gives the same text."""
    return json.dumps(
        record.model_dump(mode="json"), ensure_ascii=False, separators=(",", ":"), allow_nan=False
    )


def read_recording(path: Path) -> Recording:
    """Read a recording.

    Raises:
        RecordingError: The file is missing, is no recording, or is of another version.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        raise RecordingError(f"There is no recording at {path}.") from None
    except (OSError, UnicodeDecodeError) as error:
        raise RecordingError(f"{path} can't be read as a recording: {error}.") from None
    records: list[AnyRecord] = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            records.append(_RECORD.validate_json(line))
        except ValidationError as error:
            reason = error.errors()[0]["msg"]
            raise RecordingError(
                f"Line {number} of {path} is no record of a recording ({reason})."
            ) from None
    if not records or not isinstance(records[0], Header):
        raise RecordingError(f"{path} is not a recording: its first line is no header.")
    if records[0].version != RECORDING_VERSION:
        raise RecordingError(
            f"{path} is a recording of version {records[0].version}; this Tieout reads version "
            f"{RECORDING_VERSION}. Record it again."
        )
    return Recording(records[0], records[1:])
