"""The agent loop: one turn from a user's task to an answer, on raw streamed messages.

Rules that hold whatever happens: a tool runs only from a whole message that stopped for tools; each
tool call is answered, results first; nothing that was sent is edited; after any end the transcript
can be sent again. Failures are events.
"""

import asyncio
import logging
import random
from collections.abc import AsyncIterator, Callable, Sequence
from itertools import count
from typing import Final

from tieout.agent.clock import Clock, IdSource
from tieout.agent.epochs import Epochs, EvidenceReader, LightCall, Told
from tieout.agent.events import (
    AgentEvent,
    AnswerText,
    CodeText,
    RequestStarted,
    RetryScheduled,
    Thinking,
    TurnStarted,
    UsageReported,
)
from tieout.agent.limits import Limits, retry_delay
from tieout.agent.stop import StopRequested, StopSwitch
from tieout.agent.tool_run import ToolRun
from tieout.agent.turn import Turn, calls_tools, is_whole, spoken
from tieout.context.assembler import RequestAssembler, RequestParts
from tieout.context.constraints import Constraint
from tieout.context.epochs import EpochPolicy, can_close
from tieout.context.manifest import CacheUsage, RequestManifest
from tieout.context.orphans import mended
from tieout.context.task import Task, laid, refusal
from tieout.context.transcript import ToolAnswer, Transcript
from tieout.errors import ModelFailed, PaneLost, UserError
from tieout.llm.client import (
    AssistantMessage,
    Completed,
    ModelClient,
    ModelRequest,
    TextDelta,
    ThinkingDelta,
    ToolInputDelta,
    Usage,
)
from tieout.llm.prices import price_table
from tieout.tools.deferred import DeferredTools
from tieout.tools.executor import CodeExecutor

_log = logging.getLogger(__name__)

_MOST_OUTPUT: Final = 128_000
_NUDGE: Final = "(Nothing came back. Continue with the task, or give your answer.)"
_CONTINUE: Final = "(Your text was cut off at its length limit. Continue exactly where it stopped.)"
_SHORTER: Final = (
    "(Your last answer was cut off at its length limit before the tool call was complete, and was "
    "discarded. Write shorter code, in several calls.)"
)
_STOPPED_NOTE: Final = "(The user stopped the work on this task here.)"
_ENDED_NOTE: Final = "(The work on this task ended here, unfinished.)"


class AgentLoop:
    """One conversation. Turns run one at a time; the transcript outlives them.

    Args:
        model: Where requests go.
        executor: Runs `execute_code`.
        assembler: Builds requests.
        limits: Of each turn.
        clock: For limits and for waiting between retries.
        ids: Names executions.
        deferred: Tools behind the meta tools.
        transcript: To go on from; calls in it that were never answered are.
        jitter: Fractions from 0 to 1 for the backoff.
        on_request: Told what every request is made of before it is first sent, for the trace.
        on_usage: Told what the service counted for a request.
        evidence: Reads cells again for the next step's evidence.
        small_model: Id of a model that closes steps which a budget ends; "" for none.
        constraints: Tells which hold now; asked after every run, for they may change meanwhile.
    """

    def __init__(
        self,
        model: ModelClient,
        executor: CodeExecutor,
        assembler: RequestAssembler,
        limits: Limits,
        clock: Clock,
        ids: IdSource,
        *,
        deferred: DeferredTools | None = None,
        transcript: Transcript | None = None,
        jitter: Callable[[], float] = random.random,
        on_request: Callable[[RequestManifest, RequestParts], None] | None = None,
        on_usage: Callable[[CacheUsage], None] | None = None,
        evidence: EvidenceReader | None = None,
        small_model: str = "",
        constraints: Callable[[], Sequence[Constraint]] | None = None,
    ) -> None:
        self._model = model
        self._constraints = constraints
        self._assembler = assembler
        self._limits = limits
        self._clock = clock
        self._jitter = jitter
        self._on_request = on_request
        self._on_usage = on_usage
        self._transcript = mended(transcript or Transcript())
        self._stop = StopSwitch()
        model_id = assembler.settings.model_id
        self._epochs = Epochs(
            assembler,
            EpochPolicy(assembler.budgets, assembler.counter, price_table(), model_id),
            LightCall(model, small_model),
            evidence,
            self._stop,
        )
        self._tools = ToolRun(executor, deferred or DeferredTools(), ids, self._stop)
        self._events: asyncio.Queue[AgentEvent | None] = asyncio.Queue()
        self._turns = 0
        self._requests = 0

    @property
    def transcript(self) -> Transcript:
        """The conversation so far."""
        return self._transcript

    def stop(self) -> None:
        """End the running turn as soon as possible; without one, nothing happens."""
        self._stop.press()

    async def run_turn(
        self,
        task: str,
        workbook_map: str,
        constraints: Sequence[Constraint] = (),
        revision: int | None = None,
        since: str = "",
    ) -> AsyncIterator[AgentEvent]:
        """Work on one task.

        Args:
            task: The user's words, unchanged.
            workbook_map: What the workbook holds now; reaches the model as a tool's result.
            constraints: All that hold, this task's own among them.
            revision: How often the workbook has changed, where that is counted.
            since: What others changed in the workbook since the last task, or "".

        Yields:
            Events in the order of `tieout.agent.events`, last a `TurnFinished`. Abandoning the
            iterator cancels the turn.
        """
        self._turns += 1
        self._stop.reset()
        self._events = asyncio.Queue()
        turn = Turn(self._turns, self._clock.now(), self._limits)
        whole = Task(0, task, workbook_map, tuple(constraints), revision, since)
        stated = laid(whole, self._assembler.budgets, self._assembler.counter)
        running = asyncio.ensure_future(self._run(turn, stated))
        try:
            while (event := await self._events.get()) is not None:
                yield event
        finally:
            if not running.done():
                running.cancel()
                await asyncio.wait({running})

    def _emit(self, event: AgentEvent) -> None:
        self._events.put_nowait(event)

    async def _run(self, turn: Turn, task: Task) -> None:
        self._emit(TurnStarted(turn.number, task.text))
        try:
            too_long = refusal(task, self._assembler.budgets, self._assembler.counter)
            if too_long:
                turn.finish("limit", too_long)
            else:
                turn.stated = True
                self._transcript = self._transcript.with_task(
                    task.text, task.workbook_map, task.constraints, task.revision, task.since
                )
            while turn.end is None:
                await self._step(turn)
        except StopRequested:
            turn.finish("stopped", "Stopped.")
        except Exception as error:
            _log.error("the agent loop failed: %s", type(error).__name__)
            _log.debug("traceback", exc_info=error)
            turn.finish("model_failed", f"Tieout failed internally ({type(error).__name__}).")
        finally:
            self._close(turn)

    def _close(self, turn: Turn) -> None:
        turn.finish("stopped", "Stopped.")
        assert turn.end is not None
        if turn.stated:
            answer = turn.end.answer
            if turn.end.end != "answered":
                note = _STOPPED_NOTE if turn.end.end == "stopped" else _ENDED_NOTE
                self._transcript = self._transcript.with_note(note)
                answer = f"{answer}\n{note}".strip()
            self._transcript = self._transcript.with_turn_end(answer)
        self._emit(turn.end)
        self._events.put_nowait(None)

    async def _step(self, turn: Turn) -> None:
        elapsed = self._clock.now() - turn.started
        if reason := self._limits.exceeded(turn.requests, turn.tokens, elapsed):
            turn.finish("limit", reason)
            return
        turn.requests += 1
        self._emit(RequestStarted(turn.requests))
        try:
            told = Told(self._announce, lambda number, usage: self._book(turn, number, usage))
            settled = self._epochs.settled(
                self._transcript, told, self._requests + 1, refused=turn.too_long
            )
            self._transcript = await settled
        except PaneLost as lost:
            turn.finish("pane_lost", str(lost) or "The connection to Excel was lost.")
            return
        message = await self._ask(turn)
        if message is not None:
            self._book(turn, self._requests, message.usage)
            await self._act(turn, message)

    def _announce(self, manifest: RequestManifest, parts: RequestParts) -> None:
        self._requests = manifest.id
        if self._on_request is not None:
            self._on_request(manifest, parts)

    def _book(self, turn: Turn, request: int, usage: Usage) -> None:
        turn.count(usage)
        self._emit(UsageReported(usage))
        if self._on_usage is not None:
            self._on_usage(CacheUsage(request, usage))

    async def _ask(self, turn: Turn) -> AssistantMessage | None:
        assembled = self._assembler.assemble(
            self._transcript, turn.output_limit, self._requests + 1
        )
        if over := assembled.manifest.over_budget:
            turn.finish("limit", f"The request can't be made small enough. {over[0]}")
            return None
        self._announce(assembled.manifest, assembled.parts)
        for attempt in count(1):
            try:
                return await self._stop.run(self._receive(assembled.request))
            except ModelFailed as error:
                failure = error
            except UserError as error:
                turn.finish("model_failed", str(error))
                return None
            if not failure.retryable or attempt > self._limits.retries:
                turn.finish("model_failed", _for_user(failure, attempt))
                return None
            seconds = retry_delay(attempt, failure.retry_after, self._jitter())
            self._emit(RetryScheduled(_for_user(failure, 1), attempt, seconds))
            await self._stop.run(self._clock.sleep(seconds))
        return None

    async def _receive(self, request: ModelRequest) -> AssistantMessage:
        message: AssistantMessage | None = None
        events = self._model.stream(request)
        try:
            async for event in events:
                match event:
                    case TextDelta():
                        self._emit(AnswerText(event.text))
                    case ThinkingDelta():
                        self._emit(Thinking(event.text))
                    case ToolInputDelta():
                        self._emit(CodeText(event.tool_use_id, event.partial_json))
                    case Completed():
                        message = event.message
        finally:
            if (close := getattr(events, "aclose", None)) is not None:
                await close()
        if message is None:
            raise ModelFailed("incomplete", "The model's answer ended before it was complete.")
        if not is_whole(message):
            raise ModelFailed(
                "incomplete", f"The model stopped for an unknown reason ({message.stop_reason!r})."
            )
        return message

    async def _act(self, turn: Turn, message: AssistantMessage) -> None:
        if message.stop_reason == "max_tokens":
            self._cut_off(turn, message)
            return
        turn.cuts, turn.output_limit = 0, None
        match message.stop_reason:
            case "tool_use":
                await self._run_tools(turn, message)
            case "pause_turn":
                self._keep(message)
            case "refusal":
                detail = f" ({message.stop_detail})" if message.stop_detail else ""
                turn.finish("refused", f"The model declined to answer{detail}.")
            case "model_context_window_exceeded":
                self._shorten(turn)
                return
            case _:
                self._conclude(turn, message)
        turn.too_long = False

    def _shorten(self, turn: Turn) -> None:
        """Put the transcript away and try once more; a turn that is still too long ends."""
        if turn.too_long or not can_close(self._transcript):
            turn.finish("limit", "The conversation no longer fits the model. Start a new one.")
        turn.too_long = True

    async def _run_tools(self, turn: Turn, message: AssistantMessage) -> None:
        batch = self._tools.open(turn, message, self._emit)
        try:
            await batch.run()
        finally:
            # Even when cancelled: what ran has changed the workbook, and the model must know.
            self._transcript = self._transcript.with_exchange(message, batch.answers())
            if self._constraints is not None:
                self._transcript = self._transcript.with_constraints(self._constraints())

    def _conclude(self, turn: Turn, message: AssistantMessage) -> None:
        answer = spoken(message)
        if answer:
            self._keep(message)
            turn.finish("answered", "", answer)
        elif turn.nudged:
            turn.finish("model_failed", "The model ended without an answer.")
        else:
            turn.nudged = True
            self._transcript = self._transcript.with_note(_NUDGE)

    def _cut_off(self, turn: Turn, message: AssistantMessage) -> None:
        text = spoken(message)
        if text and not calls_tools(message):
            turn.continuations += 1
            self._transcript = self._transcript.with_answer(message)
            turn.said.append(text)
            if turn.continuations > self._limits.continuations:
                turn.finish("limit", "The answer is longer than the model may write.")
                return
            self._transcript = self._transcript.with_note(_CONTINUE)
            return
        turn.cuts += 1
        if turn.cuts == 1:
            limit = turn.output_limit or self._assembler.settings.max_output_tokens
            turn.output_limit = min(2 * limit, _MOST_OUTPUT)
        elif turn.cuts == 2:  # noqa: PLR2004 - the second time in a row
            self._transcript = self._transcript.with_note(_SHORTER)
        else:
            turn.finish("limit", "The model's code was cut off at its length limit three times.")
            return
        self._emit(RetryScheduled("The model's answer was cut off.", turn.cuts, 0.0))

    def _keep(self, message: AssistantMessage) -> None:
        """Keep a message that didn't stop for tools; calls in it are answered but never run."""
        if not calls_tools(message):
            self._transcript = self._transcript.with_answer(message)
            return
        unrun = [
            ToolAnswer(str(block["id"]), "Not run: the message did not stop for tools.", True)
            for block in message.content
            if block.get("type") == "tool_use"
        ]
        self._transcript = self._transcript.with_exchange(message, unrun)


def _for_user(failure: ModelFailed, attempts: int) -> str:
    what = {
        "invalid_request": "The model's service refused the request",
        "authentication": "The key for the model's service is missing or wrong",
        "permission": "The key may not use this model",
        "not_found": "The model's service does not know this model",
        "too_large": "The request is larger than the model's service takes",
        "rate_limit": "The model's service is limiting requests",
        "overloaded": "The model's service is overloaded",
        "server": "The model's service failed",
        "transport": "The model's service can't be reached",
        "incomplete": "The model's answer was incomplete",
    }[failure.kind]
    tried = f" after {attempts} attempts" if attempts > 1 else ""
    return f"{what}{tried}: {str(failure).rstrip('.')}."
