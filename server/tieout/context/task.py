"""L1: the user's task, the constraints that hold, and the workbook's map."""

from dataclasses import dataclass, replace
from typing import Final

from tieout.context.blocks import message, said_for_the_model, text_block, text_hash
from tieout.context.constraints import Constraint, constraints_text
from tieout.context.cutting import cut_lines
from tieout.context.layers import LayerBudgets
from tieout.context.seen import SeenPiece
from tieout.context.tokens import TokenCounter
from tieout.context.weighing import message_tokens
from tieout.llm.client import JsonDict
from tieout.workbook.evidence import EvidencePiece, workbook_id

_MAP_CODE: Final = (
    "// The workbook as it is at the start of this task.\n"
    "async function execute() { return await general.listSheets(); }"
)
_SINCE_CODE: Final = (
    "// What others changed in the workbook since the last task.\n"
    "async function execute() { return await general.listSheets(); }"
)
_CUT: Final = 40
_LEAST_MAP: Final = 300
"""Tokens that are kept for an overview of the workbook, and for constraints that come later."""


@dataclass(frozen=True, slots=True)
class Task:
    """One task of the user.

    Attributes:
        number: From 1 within the session.
        text: The user's words, unchanged.
        workbook_map: What the workbook held when the task came.
        constraints: All that hold, in the order of their ids.
        revision: The workbook's when the map was made; None where nobody counts.
        since: What others changed in the workbook since the task before, or "".
    """

    number: int
    text: str
    workbook_map: str
    constraints: tuple[Constraint, ...] = ()
    revision: int | None = None
    since: str = ""

    @property
    def words(self) -> str:
        """The task as it is sent."""
        return self.text if self.text.strip() else "(The user sent an empty message.)"

    @property
    def shown_map(self) -> str:
        """The map as it is sent."""
        return self.workbook_map if self.workbook_map.strip() else "(The workbook is empty.)"

    @property
    def evidence(self) -> tuple[SeenPiece, ...]:
        """The map, and what others changed, as evidence."""
        pieces = [EvidencePiece("map", self._map_id, self.shown_map)]
        if self.since:
            pieces.append(EvidencePiece("note", f"edits:task-{self.number}", self.since))
        why = f"told when task {self.number} came"
        return tuple(SeenPiece(piece, "map", why) for piece in pieces)

    @property
    def _map_id(self) -> str:
        return workbook_id("map", "workbook", self.revision or 0)

    def messages(self) -> tuple[JsonDict, ...]:
        """Task and constraints as the user's message, then the map as a tool's result."""
        standing = constraints_text(self.constraints)
        words = [text_block(self.words), *([text_block(standing)] if standing else [])]
        return (message("user", words), *self._map_messages(""))

    def following(self, before: "Task") -> tuple[JsonDict, ...]:
        """What is added behind an earlier task: the words, what is new of the constraints, and the
        map where it isn't the same.
        """
        words = [text_block(self.words)]
        if changed := constraint_changes(before.constraints, self.constraints):
            words.append(text_block(changed))
        if self.shows_the_map_of(before):
            return (message("user", words), *self._since_messages())
        old = "" if before.revision is None else f", supersedes @r{before.revision}"
        return (message("user", words), *self._map_messages(old))

    def shows_the_map_of(self, before: "Task") -> bool:
        """Whether the workbook looks the same."""
        return self.shown_map == before.shown_map

    def _map_messages(self, supersedes: str) -> tuple[JsonDict, ...]:
        heading = "" if self.revision is None else f"[{self._map_id}{supersedes}]"
        shown = "\n".join(part for part in (heading, self.shown_map, self.since) if part)
        identity = f"toolu_map_{self.number}_{text_hash(shown)[:16]}"
        return said_for_the_model(identity, _MAP_CODE, shown)

    def _since_messages(self) -> tuple[JsonDict, ...]:
        if not self.since:
            return ()
        identity = f"toolu_since_{self.number}_{text_hash(self.since)[:16]}"
        return said_for_the_model(identity, _SINCE_CODE, self.since)


def laid(task: Task, budgets: LayerBudgets, counter: TokenCounter) -> Task:
    """The task with its map cut by as many lines as L1 needs; the user's words are never cut."""
    over = message_tokens(task.messages(), counter) - budgets.task
    if over <= 0:
        return task
    held = counter.count(task.workbook_map)
    return replace(task, workbook_map=cut_lines(task.workbook_map, held - over - _CUT, counter))


def refusal(task: Task, budgets: LayerBudgets, counter: TokenCounter) -> str:
    """A sentence for the user when a task can't be stated whole in L1, else "".

    It is refused rather than cut: a cut task would be worked on as if it were whole.
    """
    held = message_tokens(replace(task, workbook_map="").messages(), counter)
    if held <= budgets.task - _LEAST_MAP:
        return ""
    own = counter.count(task.words)
    return (
        f"The task is too long: it has about {own:,} tokens, and {budgets.task:,} is the most "
        "together with the standing constraints and the overview of the workbook. Put long lists "
        "and data into a sheet or an attachment, and say in the task where they are."
    )


def constraint_changes(before: tuple[Constraint, ...], now: tuple[Constraint, ...]) -> str:
    """What is new of the constraints, and which were withdrawn; "" when they are the same."""
    known = {(each.id, each.text) for each in before}
    added = [each for each in now if (each.id, each.text) not in known]
    left = {each.id for each in now}
    gone = [each.id for each in before if each.id not in left]
    lines = [constraints_text(added)] if added else []
    if gone:
        lines.append(f"Withdrawn by the user: {', '.join(gone)}.")
    return "\n".join(lines)
