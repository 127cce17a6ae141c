"""Run a recording again: the code runs in the sandbox, model and Excel answer from the file."""

from collections.abc import Callable
from dataclasses import dataclass

from tieout.agent.clock import ManualClock
from tieout.agent.events import AgentEvent, TurnFinished
from tieout.errors import RecordingError
from tieout.execution.ports import HostCapabilities
from tieout.headless.v8_sandbox import V8Sandbox
from tieout.llm.replay_client import ReplayModel
from tieout.sessions.asking import RecordedApprover
from tieout.sessions.conversation import Conversation, Ports
from tieout.sessions.ledger import ConstraintLedger
from tieout.sessions.outside import Outside
from tieout.sessions.recorded_host import ReplayHost
from tieout.sessions.recorded_tools import RecordedAnswers
from tieout.sessions.recording import EndRecord, Header, Recording
from tieout.sessions.trace.tracer import RequestWatcher, TraceCollector
from tieout.sessions.trace.values import Trace
from tieout.settings import Settings
from tieout.skills.library import load_library


@dataclass(frozen=True, slots=True)
class ReplayReport:
    """How a replay went. `differences` is empty when it went the recorded way to its end."""

    requests: int
    batches: int
    differences: tuple[str, ...]


async def replay(
    recording: Recording,
    settings: Settings,
    *,
    strict: bool,
    on_event: Callable[[AgentEvent], None],
    watcher: RequestWatcher | None = None,
) -> ReplayReport:
    """Run every task of a recording again.

    Args:
        recording: What to run again.
        settings: Of the program; the recording's own modes go before them.
        strict: Every request must be byte-identical to the recorded one.
        on_event: Told what happens.
        watcher: Told of every request.

    Raises:
        RecordingError: The recording holds broken exchanges.
    """
    header = recording.header
    settings = with_its_skills(header, settings)
    exchanges = recording.exchanges
    model = ReplayModel(exchanges, strict=strict)
    host = ReplayHost(recording.batches, HostCapabilities(header.host, header.requirement_sets))
    sandbox = V8Sandbox(settings.office_js)
    ends = [record for record in recording.records if isinstance(record, EndRecord)]
    differences: list[str] = []
    try:
        ports = Ports(
            host,
            sandbox,
            model,
            header.model_id,
            exclusive=header.exclusive,
            approver=RecordedApprover(recording.records),
            clock=ManualClock(),
            outside=Outside(answers=RecordedAnswers(recording.records)),
            watcher=watcher,
        )
        ledger = ConstraintLedger(records=recording.records)
        conversation = Conversation(ports, settings.model_copy(update=header.modes), ledger=ledger)
        for number, task in enumerate(recording.tasks):
            async for event in conversation.turn(task):
                on_event(event)
                if isinstance(event, TurnFinished):
                    recorded = ends[number] if number < len(ends) else None
                    differences.extend(_compare(event, recorded, host))
            if differences:
                break
    finally:
        await sandbox.close()
    differences.extend(model.differences)
    if not differences:
        differences.extend(_left_over(host, model))
    used = len(recording.batches) - host.unanswered
    return ReplayReport(len(exchanges) - model.remaining, used, tuple(differences))


async def traced(recording: Recording, settings: Settings) -> Trace:
    """What each request of a recording held: it is run again to build them.

    Raises:
        RecordingError: The run no longer matches the recording.
    """
    collector, header = TraceCollector(), recording.header
    report = await replay(
        recording, settings, strict=False, on_event=lambda _: None, watcher=collector
    )
    if not collector.requests and report.differences:
        raise RecordingError(report.differences[0])
    return Trace("of the recording", "", header.workbook, header.model, collector.requests)


def with_its_skills(header: Header, settings: Settings) -> Settings:
    """The settings with the user's own skills that the recorded prompt named, or without any.

    Raises:
        RecordingError: The recording was made with other skills of the user than there are now.
    """
    if not header.own_skills:
        return settings.model_copy(update={"skills": None})
    now = load_library(settings.skills).own_ids
    if now != header.own_skills:
        raise RecordingError(
            "The recording was made with other skills of your own: "
            f"{', '.join(header.own_skills)}; now there are: {', '.join(now) or 'none'}. Set "
            "TIEOUT_SKILLS to the folder as it was."
        )
    return settings


def _compare(event: TurnFinished, recorded: EndRecord | None, host: ReplayHost) -> list[str]:
    if host.difference:
        return [host.difference]
    if recorded is None or (event.end, event.answer) == (recorded.end, recorded.answer):
        return []
    if event.end == "model_failed":
        return [event.reason]
    if event.end != recorded.end:
        return [f"The task ended as {event.end} ({event.reason}), recorded was {recorded.end}."]
    return ["The answer differs from the recorded one."]


def _left_over(host: ReplayHost, model: ReplayModel) -> list[str]:
    left: list[str] = []
    if host.unanswered:
        left.append(f"{host.unanswered} recorded batches were not asked for.")
    if model.remaining:
        left.append(f"{model.remaining} recorded model answers were not asked for.")
    return left
