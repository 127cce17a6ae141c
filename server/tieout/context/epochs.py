"""When a step's transcript is dropped, and what takes its place. Pure.

Inside a step a request only grows. At an epoch the tail falls as a whole, one block per closed step
is added to the history, and the next step begins with evidence read again. It begins early when a
budget forces it, else where it pays: dropping the tail costs writing the block and the pack, and
saves reading the tail in every later request.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from tieout.context.blocks import content_of
from tieout.context.gates import Choice, Unseen, choose
from tieout.context.history import Closing, HistoryBlock, block_of, folded
from tieout.context.layers import LayerBudgets
from tieout.context.manifest import RequestManifest
from tieout.context.seen import fresh
from tieout.context.tokens import TokenCounter
from tieout.context.transcript import Transcript
from tieout.context.weighing import PICTURE_TOKENS
from tieout.llm.prices import Price, PriceTable
from tieout.workbook.conclusions import StepConclusion

EpochReason: TypeAlias = Literal["evidence", "ceiling", "step", "turn"]
"""The first two are forced by a budget; the others are ends of steps and turns that pay."""

STEPS_BEFORE: Final = 2
TAIL_BEFORE: Final = 15_000
"""Short tasks keep their transcript: the first epoch waits for so many steps, or tokens of tail."""
_BLOCK_TOKENS: Final = 200
_CALL_TOKENS: Final = 100
"""About what a step's block holds, and what the model writes to close it."""
_CAREFUL: Final = Price(input=1.0, output=5.0, write_5m=1.25, write_1h=2.0, read=0.05)


def break_even(tail: int, kept: int, price: Price) -> float:
    """Requests after which dropping a tail has paid for itself.

    Args:
        tail: Tokens that are dropped.
        kept: Tokens written in their place: the block and the pack.
        price: Of the model.

    The source is the usual accounting of prompt caches: what takes the tail's place is written once,
    the rest of the tail would have been read again by each later request.
    """
    saved = price.read_factor * (tail - kept)
    if saved <= 0:
        return float("inf")
    return (price.write_factor * kept + price.output_factor * _CALL_TOKENS) / saved


@dataclass(frozen=True, slots=True)
class EpochPolicy:
    """Decides on epochs for one session."""

    budgets: LayerBudgets
    counter: TokenCounter
    prices: PriceTable
    model_id: str

    def reason(
        self, transcript: Transcript, manifest: RequestManifest, *, refused: bool = False
    ) -> EpochReason | None:
        """Why an epoch begins before this request; None when the transcript goes on.

        Args:
            transcript: What the request is made of; ends with the user.
            manifest: Of the request as it would be sent.
            refused: The service has just found it longer than the model's window.
        """
        if not can_close(transcript):
            return None
        if refused:
            return "ceiling"
        if manifest.share("L2").is_over:
            return "evidence"
        if manifest.tokens > self.budgets.ceiling:
            return "ceiling"
        if not transcript.closings or transcript.has_open_work:
            return None
        tail = manifest.share("tail").tokens
        if transcript.epoch == 0:
            early = len(transcript.closings) < STEPS_BEFORE and tail < TAIL_BEFORE
            if early:
                return None
        price = self.prices.price(self.model_id) or _CAREFUL
        blocks = min(_BLOCK_TOKENS * len(transcript.closings), self.budgets.history)
        kept = blocks + self._pack_tokens(transcript)
        # How many requests are to come isn't known; a session goes on about as long as it went.
        if break_even(tail, kept, price) > transcript.answers:
            return None
        return "turn" if transcript.closings[-1].kind == "turn" else "step"

    def _pack_tokens(self, transcript: Transcript) -> int:
        choice = wanted(transcript, self.counter)
        known = (one.piece for one in choice.wanted if one.piece is not None)
        total = sum(self.counter.count(piece.text) for piece in known)
        return min(total, self.budgets.evidence // 2)

    def pack_budget(self, transcript: Transcript, pictures: Sequence[str]) -> int:
        """Tokens for the next pack: half of L2, so that the step can read on; all of it where the
        model hasn't answered yet to results that are larger.
        """
        new = sum(
            self.counter.count(one.piece.text)
            for one in fresh(transcript.seen)
            if one.exchange and one.exchange == unseen(transcript).exchange
        )
        full = self.budgets.evidence - PICTURE_TOKENS * len(pictures) - _MARGIN
        return max(0, min(full, max(self.budgets.evidence // 2, new + _MARGIN)))


_MARGIN: Final = 200


def can_close(transcript: Transcript) -> bool:
    """Whether there is something to close, and nothing hangs in the air."""
    if not transcript.tail or transcript.tail[-1]["role"] != "user":
        return False
    if transcript.closings and not transcript.has_open_work:
        return True
    last = content_of(transcript.tail[-1])
    return any(block.get("type") == "tool_result" for block in last)


def unseen(transcript: Transcript) -> Unseen:
    """The results at the end of the tail, if the model hasn't answered to them."""
    ends = transcript.tail and transcript.tail[-1]["role"] == "user"
    results = ends and any(
        block.get("type") == "tool_result" for block in content_of(transcript.tail[-1])
    )
    revision = transcript.runs[-1].revision if transcript.runs else 0
    return Unseen(transcript.answers if results else -1, revision)


def unseen_pictures(transcript: Transcript) -> tuple[str, ...]:
    """PNGs among those results, in base64."""
    if unseen(transcript).exchange < 0:
        return ()
    found: list[str] = []
    for block in content_of(transcript.tail[-1]):
        parts = block.get("content")
        for part in parts if isinstance(parts, list) else ():
            match part:
                case {"type": "image", "source": {"data": str(png)}}:
                    found.append(png)
                case _:
                    pass
    return tuple(found)


def wanted(transcript: Transcript, counter: TokenCounter) -> Choice:
    """What the next step's evidence is chosen from, most urgent first."""
    cited = [one for end in transcript.closings if end.conclusion for one in end.conclusion.cited]
    return choose(transcript.seen, transcript.runs, cited, unseen(transcript), counter)


def needs_conclusion(transcript: Transcript) -> bool:
    """Whether the tail holds work that nobody has closed."""
    return transcript.has_open_work or not transcript.closings


def with_provisional(
    transcript: Transcript, conclusion: StepConclusion | None, *, by_model: bool
) -> Transcript:
    """The transcript with its open step closed for now."""
    author = "small_model" if by_model else "code"
    said = "" if by_model else _last_said(transcript)
    end = Closing(
        "provisional", author, len(transcript.runs), transcript.exchanges, conclusion, said=said
    )
    return replace(transcript, closings=(*transcript.closings, end))


def _last_said(transcript: Transcript) -> str:
    for one in reversed(transcript.tail):
        if one["role"] != "assistant":
            continue
        texts = [str(block["text"]) for block in content_of(one) if block.get("type") == "text"]
        if texts:
            return "\n".join(texts)
    return ""


def closed_history(
    transcript: Transcript, budgets: LayerBudgets, counter: TokenCounter
) -> tuple[HistoryBlock, ...]:
    """The history with a block for each closing of the tail, folded where it grew too large."""
    history = transcript.history
    constraints = transcript.present.constraints if transcript.present else ()
    number = history[-1].number if history else 0
    begin = 0
    for end in transcript.closings:
        number += 1
        runs = transcript.runs[begin : end.runs]
        names = {run.name for run in runs}
        ids = [one.piece.id for one in fresh(transcript.seen) if one.run in names]
        block = block_of(number, end, runs, ids, constraints, counter)
        history = folded([*history, block], budgets.history, budgets.chapter, counter)
        begin = end.runs
    return history


def guidance_for(transcript: Transcript, reason: EpochReason) -> str:
    """What the model is told at the beginning of the step."""
    if reason == "turn":
        return (
            "(Earlier tasks are closed; what they left is above. Work on the task at the top, which "
            "is the user's newest. What follows was read again just now.)"
        )
    if reason == "step":
        return (
            "(The steps above are closed and their transcripts put away. Go on with what is open "
            "in the task at the top, or answer it. What follows was read again just now.)"
        )
    return (
        "(The transcript grew over its budget and was put away; what it left is above. Go on with "
        "the task at the top. What follows is what you have to work on: read what else you need.)"
    )
