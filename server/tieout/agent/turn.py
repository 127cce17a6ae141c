"""What the loop remembers within one turn, and the breakers that end a turn going nowhere."""

import hashlib
from dataclasses import dataclass, field

from tieout.agent.events import TurnEnd, TurnFinished
from tieout.agent.limits import Limits
from tieout.llm.client import AssistantMessage, Usage

_COMPARED_CHARACTERS = 300


@dataclass(slots=True)
class Turn:
    """State of one turn.

    Attributes:
        started: When, by the loop's clock.
        stated: Whether the task is in the transcript.
        output_limit: Another output limit for the next request, or None.
        cuts: Answers in a row that were discarded because they were cut off.
        said: Text that was kept although the answer wasn't finished.
        too_long: The last request was longer than the model's window.
        last_error: Text of the last run's error, or "".
        end: Set once, when the turn is over.
    """

    number: int
    started: float
    limits: Limits
    stated: bool = False
    requests: int = 0
    calls: int = 0
    tokens: int = 0
    output_limit: int | None = None
    cuts: int = 0
    continuations: int = 0
    nudged: bool = False
    too_long: bool = False
    said: list[str] = field(default_factory=list[str])
    last_error: str = ""
    end: TurnFinished | None = None
    _errors: dict[str, int] = field(default_factory=dict[str, int])
    _last_run: tuple[str, str] = ("", "")
    _repeats: int = 0

    def finish(self, end: TurnEnd, reason: str = "", answer: str = "") -> None:
        """End the turn; the first end stands."""
        if self.end is None:
            self.end = TurnFinished(end, reason, "".join([*self.said, answer]))

    def count(self, usage: Usage) -> None:
        """Book one request's tokens."""
        self.tokens += (
            usage.input_tokens
            + usage.cache_creation_input_tokens
            + usage.cache_read_input_tokens
            + usage.output_tokens
        )

    def is_stuck_on(self, error: str) -> bool:
        """Note an error text; True when it has now come too often."""
        key = error[:_COMPARED_CHARACTERS]
        self._errors[key] = self._errors.get(key, 0) + 1
        return self._errors[key] >= self.limits.same_error

    def refuses(self, code: str) -> bool:
        """Whether this code just ran often enough, always with the same result."""
        return self._last_run[0] == _digest(code) and self._repeats >= self.limits.same_code

    def ran(self, code: str, result: str, *, is_error: bool) -> None:
        """Note one run for `refuses`."""
        self.last_error = result if is_error else ""
        run = (_digest(code), _digest(result))
        self._repeats = self._repeats + 1 if run == self._last_run else 1
        self._last_run = run


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def spoken(message: AssistantMessage) -> str:
    """The text of a message, without thinking and calls."""
    texts = [str(block["text"]) for block in message.content if block.get("type") == "text"]
    return "\n\n".join(texts)


def calls_tools(message: AssistantMessage) -> bool:
    """Whether it holds a tool call."""
    return any(block.get("type") == "tool_use" for block in message.content)


_KNOWN_STOPS = (
    "end_turn",
    "stop_sequence",
    "tool_use",
    "max_tokens",
    "pause_turn",
    "refusal",
    "model_context_window_exceeded",
)


def is_whole(message: AssistantMessage) -> bool:
    """Whether the message ends in a way the loop knows; anything else is a broken answer."""
    match message.stop_reason:
        case "tool_use":
            return calls_tools(message)
        case "pause_turn":
            return any("thinking" not in str(block.get("type")) for block in message.content)
        case reason:
            return reason in _KNOWN_STOPS
