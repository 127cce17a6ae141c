"""L3: what closed steps left, one block each; a block never changes, old ones fold into a chapter.

A block is a call and its result, made on the model's behalf: it may quote the workbook, and text of
the workbook stands in results only.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Final, Literal, TypeAlias

from tieout.context.anchors import CHANGED, changed_line, error_line, evidence_line, runs_line
from tieout.context.blocks import said_for_the_model, short_hash
from tieout.context.constraints import Constraint
from tieout.context.cutting import clipped
from tieout.context.runs import RunFacts
from tieout.context.tokens import TokenCounter
from tieout.context.weighing import message_tokens
from tieout.llm.client import JsonDict
from tieout.workbook.conclusions import StepConclusion

BlockKind: TypeAlias = Literal["step", "provisional", "turn", "chapter"]
"""`provisional`: a step that had to be closed while it was in progress."""
Author: TypeAlias = Literal["model", "small_model", "code"]

MOST_OF_A_BLOCK: Final = 700
"""Tokens; the user's words and conclusions are cut to it, saying so."""
_CALL: Final = 40
_FRAME: Final = 60
"""Tokens of a chapter's call, title and headings."""


class Rank(IntEnum):
    """What falls first when history is folded: the highest."""

    REJECTED = 0
    CHANGED = 1
    OPEN = 2
    CONCLUSION = 3
    ASKED = 4
    ERROR = 5
    EVIDENCE = 6


_HEADINGS: Final = {
    Rank.REJECTED: "Rejected, and why:",
    Rank.OPEN: "Left open then:",
    Rank.CHANGED: "Changed:",
    Rank.CONCLUSION: "Concluded:",
    Rank.ASKED: "Asked:",
    Rank.ERROR: "Errors:",
    Rank.EVIDENCE: "Evidence:",
}


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One line of a block, and the step it is of.

    Attributes:
        short: As a chapter has it, under its rank's heading: without a label, and without ids of
            evidence that is long gone.
    """

    rank: Rank
    text: str
    step: int
    short: str = ""

    @property
    def in_short(self) -> "HistoryLine":
        """The line for a chapter."""
        return replace(self, text=self.short, short="") if self.short else self


@dataclass(frozen=True, slots=True)
class HistoryBlock:
    """One block.

    Attributes:
        number: Of the step, from 1 within the session; of a chapter, its last step's.
    """

    number: int
    kind: BlockKind
    author: Author
    lines: tuple[HistoryLine, ...]

    @property
    def title(self) -> str:
        """What it is of."""
        match self.kind:
            case "step":
                return f"Step {self.number}, closed."
            case "provisional":
                return f"Step {self.number}, still in progress; its transcript was put away."
            case "turn":
                return f"Step {self.number}: an earlier task, done."
            case "chapter":
                return f"Steps up to {self.number}, in short; the workbook holds the rest."

    @property
    def text(self) -> str:
        """As the model reads it."""
        if self.kind != "chapter":
            return "\n".join([self.title, *(line.text for line in self.lines)])
        parts = [self.title]
        for rank in Rank:
            lines = [line.text for line in self.lines if line.rank is rank]
            parts.extend([_HEADINGS[rank], *lines] if lines else ())
        return "\n".join(parts)

    def messages(self) -> tuple[JsonDict, ...]:
        """The call and its result."""
        identity = f"toolu_step_{self.number}_{short_hash(self.text)}"
        return said_for_the_model(identity, f"// step {self.number}: what it left", self.text)


@dataclass(frozen=True, slots=True)
class Closing:
    """The end of a step or of a turn, noted when it happened.

    Attributes:
        runs: How many runs of the transcript it closes, counted from its beginning.
        exchanges: How many messages of the model it closes, counted so.
        asked: For a turn, the user's words.
        answered: For a turn, the answer; or why there is none.
        said: For a step that code closed, the model's last words.
    """

    kind: BlockKind
    author: Author
    runs: int
    exchanges: int
    conclusion: StepConclusion | None = None
    asked: str = ""
    answered: str = ""
    said: str = ""


def block_of(
    number: int,
    closing: Closing,
    runs: Sequence[RunFacts],
    evidence: Iterable[str],
    constraints: Sequence[Constraint],
    counter: TokenCounter,
) -> HistoryBlock:
    """The block of one closed step: words first, then what code adds."""
    added = (
        (Rank.CHANGED, changed_line(runs)),
        (Rank.ERROR, error_line(runs)),
        (Rank.EVIDENCE, _evidence(closing, evidence)),
        (Rank.EVIDENCE, _in_force(constraints)),
    )
    lines = [
        *_said(number, closing, runs, counter),
        *(
            HistoryLine(rank, text, number, text.removeprefix(CHANGED))
            for rank, text in added
            if text
        ),
    ]
    return HistoryBlock(
        number, closing.kind, closing.author, fitting(lines, MOST_OF_A_BLOCK - _CALL, counter)
    )


def _said(
    number: int, closing: Closing, runs: Sequence[RunFacts], counter: TokenCounter
) -> Iterator[HistoryLine]:
    most = (MOST_OF_A_BLOCK - _CALL) // 3
    words = (
        (Rank.ASKED, "The user asked", closing.asked),
        (Rank.CONCLUSION, "You answered", closing.answered),
        (Rank.CONCLUSION, "You last said", closing.said),
    )
    for rank, whose, text in words:
        if text:
            yield HistoryLine(rank, f"{whose}: {clipped(text, most, counter)}", number)
    conclusion = closing.conclusion
    if conclusion is None:
        if not closing.answered:
            yield HistoryLine(Rank.CONCLUSION, runs_line(runs), number)
        return
    said = conclusion.conclusion
    yield HistoryLine(Rank.CONCLUSION, f"Concluded: {said}", number, said)
    for each in conclusion.rejected:
        proof = f" ({', '.join(each.evidence)})" if each.evidence else ""
        short = f"{each.what}; {each.why}"
        yield HistoryLine(Rank.REJECTED, f"Rejected: {short}{proof}", number, short)
    for one in conclusion.open:
        yield HistoryLine(Rank.OPEN, f"Open: {one}", number, one)


def _evidence(closing: Closing, evidence: Iterable[str]) -> str:
    cited = closing.conclusion.cited if closing.conclusion else ()
    return evidence_line([*(one for one in evidence if one not in cited), *cited])


def _in_force(constraints: Sequence[Constraint]) -> str:
    return f"Constraints in force: {', '.join(each.id for each in constraints)}" * bool(constraints)


def history_tokens(blocks: Iterable[HistoryBlock], counter: TokenCounter) -> int:
    """Tokens of blocks, their calls included."""
    return sum(message_tokens(block.messages(), counter) for block in blocks)


def folded(
    blocks: Sequence[HistoryBlock], most: int, chapter: int, counter: TokenCounter
) -> tuple[HistoryBlock, ...]:
    """The blocks, or, when they hold over `most` tokens, all but the last as one chapter.

    A chapter holds at most `chapter` tokens, so that folding is seldom. Rejections stay longest,
    then what was changed; older lines of a rank fall before newer ones.
    """
    if history_tokens(blocks, counter) <= most:
        return tuple(blocks)
    *old, last = blocks
    if not old or chapter + history_tokens([last], counter) > most:
        return (_chapter([*old, last], min(chapter, most), counter),)
    return (_chapter(old, chapter, counter), last)


def _chapter(blocks: Sequence[HistoryBlock], most: int, counter: TokenCounter) -> HistoryBlock:
    number = blocks[-1].number
    lines = [line.in_short for block in blocks for line in block.lines]
    room = most - _FRAME
    while True:
        block = HistoryBlock(number, "chapter", "code", fitting(lines, room, counter))
        over = history_tokens([block], counter) - most
        if over <= 0 or room <= 0:
            return block
        room -= over


def fitting(
    lines: Sequence[HistoryLine], most: int, counter: TokenCounter
) -> tuple[HistoryLine, ...]:
    """The lines that fit, in their order; of one rank the newest."""
    order = sorted(range(len(lines)), key=lambda at: (lines[at].rank, -lines[at].step))
    left = most
    kept: dict[int, HistoryLine] = {}
    for at in order:
        line = lines[at]
        cost = _cost(line.text, counter)
        if cost > left:
            if line.rank > Rank.CONCLUSION or left < _CALL:
                continue
            line = replace(line, text=clipped(line.text, left - 1, counter))
            cost = _cost(line.text, counter)
        if cost <= left:
            kept[at] = line
            left -= cost
    return tuple(kept[at] for at in sorted(kept))


def _cost(line: str, counter: TokenCounter) -> int:
    """Of one more line in a text."""
    return counter.count(f"{line}\n") - counter.count("\n") + 1
