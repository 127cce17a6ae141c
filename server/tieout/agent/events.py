"""What the agent loop tells the world: a closed union, in lifecycle pairs.

Order within a turn: TurnStarted, then per request RequestStarted, any deltas, and for each tool
call ExecutionStarted … ExecutionFinished; RetryScheduled where a request is sent again; last
exactly one TurnFinished. Failures travel as events, never as exceptions across the stream.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from tieout.execution.outcome import ExecutionResult
from tieout.llm.client import Usage


@dataclass(frozen=True, slots=True)
class TurnStarted:
    """A user's message was taken up."""

    turn: int
    task: str


@dataclass(frozen=True, slots=True)
class RequestStarted:
    """A request goes to the model; `number` counts from 1 within the turn."""

    number: int


@dataclass(frozen=True, slots=True)
class AnswerText:
    """A piece of the answer."""

    text: str


@dataclass(frozen=True, slots=True)
class Thinking:
    """A piece of the model's visible thinking."""

    text: str


@dataclass(frozen=True, slots=True)
class CodeText:
    """A piece of the code being written, as raw partial JSON of the tool input."""

    tool_use_id: str
    partial_json: str


@dataclass(frozen=True, slots=True)
class ExecutionStarted:
    """Code is about to run on the workbook."""

    tool_use_id: str
    execution_id: str
    code: str


@dataclass(frozen=True, slots=True)
class ExecutionFinished:
    """The run ended; `result` holds the change set, findings, console and the model's text."""

    tool_use_id: str
    execution_id: str
    result: ExecutionResult


@dataclass(frozen=True, slots=True)
class RetryScheduled:
    """The model's service failed before anything ran; the same request is sent again."""

    reason: str
    attempt: int
    seconds: float


@dataclass(frozen=True, slots=True)
class UsageReported:
    """Tokens of one finished request."""

    usage: Usage


TurnEnd: TypeAlias = Literal["answered", "stopped", "limit", "model_failed", "refused", "pane_lost"]


@dataclass(frozen=True, slots=True)
class TurnFinished:
    """The turn is over. `reason` is a sentence for the user unless it ended with an answer."""

    end: TurnEnd
    reason: str
    answer: str


AgentEvent: TypeAlias = (
    TurnStarted
    | RequestStarted
    | AnswerText
    | Thinking
    | CodeText
    | ExecutionStarted
    | ExecutionFinished
    | RetryScheduled
    | UsageReported
    | TurnFinished
)
