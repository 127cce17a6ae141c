"""Scripted sessions of many steps, run for real: agent loop, sandbox, embedded Excel.

A session has turns of five steps, a step has five requests: two reads (about 5,000 tokens), a write,
a read back, an end. The model's words are written beforehand and depend on nothing but the step, so
the same session can be laid out in several ways. Planted are, at known steps, constraints (in the
user's messages), rejected ways with their reasons, and formulas.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from embedded_excel.host import EmbeddedExcel
from tieout.agent.epochs import EvidenceReader, Told
from tieout.agent.events import TurnFinished
from tieout.context.manifest import RequestManifest
from tieout.context.transcript import Transcript
from tieout.headless.embedded_host import EmbeddedHost
from tieout.headless.v8_sandbox import V8Sandbox
from tieout.llm.client import AssistantMessage, JsonDict, ModelRequest
from tieout.llm.exchange import RecordingClient
from tieout.llm.scripted_client import ScriptedModel
from tieout.office_wire.build import BatchBuilder
from tieout.office_wire.response import Results
from tieout.sessions.conversation import Conversation, Ports
from tieout.sessions.trace.tracer import TraceCollector
from tieout.settings import Settings
from tieout.workbook.evidence import EvidencePiece

MODEL = "claude-opus-5-5"
STEPS_OF_A_TURN = 5
ROWS = 400

CONSTRAINTS = {
    1: "Never change the sheet Inputs.",
    2: "Keep costs negative everywhere.",
    3: "Don't touch column H of Data.",
    5: "Never round anything before the last step.",
    7: "Always use thousands in the summary.",
}
"""By the turn whose message holds it."""


def rejection(step: int) -> tuple[str, str]:
    """A way that was tried and why it isn't taken."""
    return (
        f"joining Data by its row number in block {step}",
        f"row {37 * step % 391} of block {step} is sorted otherwise",
    )


def formula(step: int) -> str:
    """What a step writes, exactly."""
    top = (step * 7) % 300 + 2
    return f"=SUMIFS(Data!$F${top}:$F${top + 60},Data!$B${top}:$B${top + 60},A{step + 1})*{step}"


@dataclass
class Session:
    """What was sent in a session, and what came back.

    Attributes:
        answers: The model's messages, one for each body.
    """

    bodies: list[JsonDict] = field(default_factory=list)
    answers: list[AssistantMessage] = field(default_factory=list)
    traced: TraceCollector = field(default_factory=TraceCollector)

    def answered(self, request: ModelRequest, message: AssistantMessage) -> None:
        """Keep a request and its answer."""
        self.bodies.append(request.body)
        self.answers.append(message)

    @property
    def manifests(self) -> tuple[RequestManifest, ...]:
        """Of every request."""
        return tuple(request.manifest for request in self.traced.requests)


class _Misreading:
    """Reads evidence again, and gets it slightly wrong."""

    def __init__(self, reader: EvidenceReader) -> None:
        self._reader = reader

    async def reread(
        self, areas: Sequence[str], budget: int, count: Callable[[str], int]
    ) -> tuple[EvidencePiece, ...]:
        """As the other's, each text with a mark at its end."""
        pieces = await self._reader.reread(areas, budget, count)
        return tuple(replace(piece, text=piece.text + "?") for piece in pieces)


class KeepEverything:
    """In the place of epochs: the transcript only grows."""

    async def settled(
        self, transcript: Transcript, told: Told, number: int, *, refused: bool = False
    ) -> Transcript:
        """The transcript as it is."""
        del told, number, refused
        return transcript


@dataclass(frozen=True)
class Fault:
    """Something that differs from the session as it was, to see what it is put down to.

    Attributes:
        settings: Other settings, by name.
        task: What is added to the first task.
        amount: Another number in a cell that the first step reads.
    """

    settings: Mapping[str, object] = field(default_factory=dict)
    task: str = ""
    amount: float | None = None
    misread: bool = False
    """Evidence that is read again for a new step comes back with a mark in it."""


NO_FAULT = Fault()


async def run_session(steps: int, *, epochs: bool, fault: Fault = NO_FAULT) -> Session:
    """Run a session of so many steps.

    Args:
        steps: A multiple of five.
        epochs: Whether steps are closed and their transcripts dropped; else everything is kept,
            and the model doesn't write conclusions that nothing would use.
        fault: What is different this time.
    """
    session = Session()
    host, sandbox = EmbeddedHost(await _workbook(fault.amount)), V8Sandbox()
    try:
        model = RecordingClient(ScriptedModel(_replies(steps, conclude=epochs)), session.answered)
        ports = Ports(host, sandbox, model, MODEL, exclusive=True, watcher=session.traced)
        settings = Settings(trace=False, skills=None).model_copy(update=dict(fault.settings))
        if not epochs:
            settings = settings.model_copy(
                update=dict.fromkeys(("evidence_tokens", "request_tokens"), 10**9)
            )
        conversation = Conversation(ports, settings)
        if not epochs:
            conversation._loop._epochs = KeepEverything()  # noqa: SLF001 - what the baseline is
        if fault.misread:
            loop = conversation._loop  # noqa: SLF001 - where the fault is laid
            loop._epochs = replace(loop._epochs, reader=_Misreading(loop._epochs.reader))  # noqa: SLF001
        for turn in range(1, steps // STEPS_OF_A_TURN + 1):
            async for event in conversation.turn(_task(turn) + (fault.task if turn == 1 else "")):
                if isinstance(event, TurnFinished):
                    assert event.end == "answered", event
    finally:
        await sandbox.close()
        await host.close()
    return session


def _task(turn: int) -> str:
    first = (turn - 1) * STEPS_OF_A_TURN + 1
    asked = f"Fill the rows of Calc for blocks {first} to {first + STEPS_OF_A_TURN - 1}."
    return f"{asked} {CONSTRAINTS.get(turn, '')}".strip()


async def _workbook(amount: float | None) -> EmbeddedExcel:
    excel = EmbeddedExcel.new("blocks.xlsx")
    host = EmbeddedHost(excel)
    builder = BatchBuilder()
    data = [["Id", "Region", "Product", "Date", "Units", "Amount", "Note", "Kept"]] + [
        [
            row,
            ("North", "South", "East", "West")[row % 4],
            f"Product {row * 7 % 23}",
            46_000 + row,
            row * 13 % 97,
            round(row * 17.31 % 5_000, 2),
            f"booked by team {row % 9}",
            row * row % 1_009,
        ]
        for row in range(1, ROWS)
    ]
    if amount is not None:
        data[20][5] = amount
    builder.worksheets.create("Add", "Data")
    builder.worksheet("Data").range(f"A1:H{ROWS}").set("Values", data)
    builder.worksheets.create("Add", "Calc")
    regions = [["Region", "Result"]] + [
        [("North", "South", "East", "West")[row % 4], ""] for row in range(60)
    ]
    builder.worksheet("Calc").range("A1:B61").set("Values", regions)
    builder.worksheets.create("Add", "Inputs")
    builder.worksheet("Inputs").range("A1:B2").set("Values", [["Rate", 0.05], ["Scale", 1000]])
    Results(await host.send(builder.build()))
    return excel


def _replies(steps: int, *, conclude: bool) -> Sequence[AssistantMessage]:
    replies: list[AssistantMessage] = []
    for step in range(1, steps + 1):
        replies.extend(_step(step, conclude=conclude))
        if step % STEPS_OF_A_TURN == 0:
            text = f"Blocks up to {step} are filled; the results are in Calc!B2:B{step + 1}."
            replies.append(AssistantMessage(({"type": "text", "text": text},), "end_turn"))
    return replies


def _step(step: int, *, conclude: bool) -> list[AssistantMessage]:
    top = (step * 7) % 300 + 2
    what, why = rejection(step)
    done = {
        "conclusion": f"Block {step} is in Calc!B{step + 1} and was read back.",
        "rejected": [{"what": what, "why": why}],
        "open": [],
    }
    close = f"await step.done({json.dumps(done)});" if conclude else ""
    return [
        _run(
            step, 1, "Look at the block.", f'await sheet.getCellRange("Data!A{top}:H{top + 60}");'
        ),
        _run(
            step,
            2,
            f"I tried {what}: {why}.",
            f'await sheet.getCellRange("Data!A{top + 61}:H{top + 95}"); '
            'await sheet.getCellRange("Calc!A1:A61");',
        ),
        _run(
            step,
            3,
            "Write the formula.",
            f"await sheet.setCell('Calc!B{step + 1}', {json.dumps(formula(step))});",
            scope=f"Calc!B{step + 1}",
        ),
        _run(step, 4, "Read it back.", f'await sheet.getCellInfo("Calc!B{step + 1}");'),
        _run(
            step,
            5,
            "The step is done.",
            f'await sheet.getCellRange("Calc!A{step + 1}:B{step + 1}"); {close}',
        ),
    ]


def _run(step: int, number: int, said: str, code: str, scope: str = "") -> AssistantMessage:
    first = f"// scope: {scope}\n" if scope else ""
    return AssistantMessage(
        (
            {"type": "text", "text": said},
            {
                "type": "tool_use",
                "id": f"toolu_{step}_{number}",
                "name": "execute_code",
                "input": {"code": f"{first}async function execute() {{ {code} }}"},
            },
        ),
        "tool_use",
    )
