"""The conversation as the service sees it: L1, closed steps, the pack, and the running step's tail.

Thinking is bound to everything before it and the prompt cache is keyed by it, so within a step
nothing that was sent is ever edited: each operation returns a transcript whose messages begin with
the old ones, block by block. Every tool call is answered in the operation that adds it. Only
`with_epoch` drops messages: the tail as a whole, with all its thinking.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from pydantic import JsonValue

from tieout.context.blocks import content_of, joined, message, result_block, text_block
from tieout.context.constraints import Constraint
from tieout.context.history import Closing, HistoryBlock
from tieout.context.pack import EvidencePack
from tieout.context.runs import RunFacts, ToolAnswer
from tieout.context.seen import SeenPiece, revoke, see
from tieout.context.task import Task, constraint_changes
from tieout.llm.client import AssistantMessage, JsonDict
from tieout.workbook.evidence import EvidencePiece

__all__ = ["ToolAnswer", "Transcript"]


@dataclass(frozen=True, slots=True)
class Transcript:
    """The parts of the next request that change.

    Attributes:
        task: L1 as it is laid; None before the first task.
        present: The task being worked on; becomes L1 at the next epoch.
        history: L3, oldest first.
        guidance: What the model is told at the beginning of a step, after the history.
        pack: L2's pack.
        tail: Messages of the running step.
        seen: Evidence in front of the model.
        runs: Of the tail, oldest first.
        closings: Ends of steps and turns in the tail, not yet turned into blocks.
        exchanges: Messages of the model in the tail.
        epoch: How often the tail was dropped.
        answers: Messages of the model in the whole session.
    """

    task: Task | None = None
    present: Task | None = None
    history: tuple[HistoryBlock, ...] = ()
    guidance: str = ""
    pack: EvidencePack | None = None
    tail: tuple[JsonDict, ...] = ()
    seen: tuple[SeenPiece, ...] = ()
    runs: tuple[RunFacts, ...] = ()
    closings: tuple[Closing, ...] = ()
    exchanges: int = 0
    epoch: int = 0
    answers: int = 0

    @property
    def messages(self) -> tuple[JsonDict, ...]:
        """All messages in API form, without cache marks."""
        return joined((self.task_messages, self.history_messages, self.pack_messages, self.tail))

    @property
    def task_messages(self) -> tuple[JsonDict, ...]:
        """L1."""
        return self.task.messages() if self.task is not None else ()

    @property
    def history_messages(self) -> tuple[JsonDict, ...]:
        """L3."""
        return tuple(one for block in self.history for one in block.messages())

    @property
    def pack_messages(self) -> tuple[JsonDict, ...]:
        """L2: what the step is told, and its evidence."""
        told = (message("user", [text_block(self.guidance)]),) if self.guidance else ()
        return (*told, *(self.pack.messages() if self.pack is not None else ()))

    @property
    def ends_with_user(self) -> bool:
        """Whether the model speaks next."""
        before = (self.tail, self.pack_messages, self.history_messages, self.task_messages)
        last = next((part[-1] for part in before if part), None)
        return last is not None and last["role"] == "user"

    @property
    def has_open_work(self) -> bool:
        """Whether the model did something since the last step or turn was closed."""
        closed = self.closings[-1].exchanges if self.closings else 0
        return self.exchanges > closed

    def with_task(
        self,
        task: str,
        workbook_map: str,
        constraints: Sequence[Constraint] = (),
        revision: int | None = None,
        since: str = "",
    ) -> Self:
        """Add a user's task, word for word, and what the workbook holds.

        The map is text of the workbook, which others may have written: it goes into the result
        of a tool call made on the model's behalf, never into a message of the user. A map that
        hasn't changed since the last task isn't repeated.

        Args:
            task: The user's words.
            workbook_map: What the workbook holds.
            constraints: All that hold now.
            revision: The workbook's, which gives the map an id.
            since: What others changed in the workbook since the last task, or "".
        """
        before = self.present
        number = 1 if before is None else before.number + 1
        now = Task(number, task, workbook_map, tuple(constraints), revision, since)
        if self.task is None:
            seen = see(self.seen, now.evidence).seen
            return replace(self, task=now, present=now, seen=seen)
        assert before is not None
        added = now.following(before)
        if now.shows_the_map_of(before):
            return replace(self, present=now, tail=self._tail_and(added))
        seen = see(self.seen, now.evidence).seen
        return replace(self, present=now, tail=self._tail_and(added), seen=seen)

    def with_answer(self, said: AssistantMessage) -> Self:
        """Add a message of the model that called no tool."""
        tail = (*self.tail, _said(said))
        return replace(self, tail=tail, exchanges=self.exchanges + 1, answers=self.answers + 1)

    def with_exchange(self, said: AssistantMessage, answers: Sequence[ToolAnswer]) -> Self:
        """Add a message of the model and the answers to all its tool calls, in their order.

        Evidence of the answers is noted; lines after a result say what it supersedes or revokes. A
        run that closed its step leaves a `Closing`.
        """
        exchange = self.answers + 1
        seen, results = self.seen, list[JsonValue]()
        runs, closings = list(self.runs), list(self.closings)
        for answer in answers:
            noted = see(seen, _seen_in(answer, exchange))
            revoked = revoke(noted.seen, answer.run.revoked if answer.run else ())
            seen = revoked.seen
            results.append(_result(answer, (*noted.lines, *revoked.lines)))
            if answer.run is not None:
                runs.append(answer.run)
                if answer.run.conclusion is not None:
                    end = Closing(
                        "step", "model", len(runs), self.exchanges + 1, answer.run.conclusion
                    )
                    closings.append(end)
        return replace(
            self,
            tail=(*self.tail, _said(said), message("user", results)),
            seen=seen,
            runs=tuple(runs),
            closings=tuple(closings),
            exchanges=self.exchanges + 1,
            answers=exchange,
        )

    def with_note(self, text: str) -> Self:
        """Add a text of ours on the user's side, after whatever is there."""
        return replace(self, tail=self._tail_and((message("user", [text_block(text)]),)))

    def with_constraints(self, constraints: Sequence[Constraint]) -> Self:
        """Say what is new of the constraints while a task is worked on; the next epoch states all."""
        if self.present is None:
            return self
        changed = constraint_changes(self.present.constraints, tuple(constraints))
        if not changed:
            return self
        present = replace(self.present, constraints=tuple(constraints))
        return replace(self.with_note(changed), present=present)

    def with_turn_end(self, answer: str) -> Self:
        """Note that the present task is over; its messages stay until the next epoch."""
        asked = "" if self.present is None else self.present.text
        end = Closing("turn", "model", len(self.runs), self.exchanges, None, asked, answer)
        return replace(self, closings=(*self.closings, end))

    def without(self, evidence_id: str) -> Self:
        """Take a piece of evidence back by its id: it isn't carried into the next step."""
        return replace(self, seen=revoke(self.seen, [evidence_id]).seen)

    def with_epoch(
        self, history: Sequence[HistoryBlock], guidance: str, pack: EvidencePack
    ) -> Self:
        """Drop the tail: what it left is in the history, what the next step needs in the pack."""
        assert self.present is not None
        return replace(
            self,
            task=self.present,
            history=tuple(history),
            guidance=guidance,
            pack=pack,
            tail=(),
            seen=(*see((), self.present.evidence).seen, *pack.pieces),
            runs=(),
            closings=(),
            exchanges=0,
            epoch=self.epoch + 1,
        )

    def _tail_and(self, added: Sequence[JsonDict]) -> tuple[JsonDict, ...]:
        if not added or not self.tail:
            return (*self.tail, *added)
        return joined((self.tail, added))


def _seen_in(answer: ToolAnswer, exchange: int) -> list[SeenPiece]:
    run = answer.run
    if answer.evidence:
        return [SeenPiece(piece, "tail", "looked up", "", exchange) for piece in answer.evidence]
    if run is None or not run.evidence:
        piece = EvidencePiece("note", f"note:{answer.tool_use_id}", answer.text)
        return [SeenPiece(piece, "tail", "a tool's answer", "", exchange)]
    why = f"shown by {run.name}"
    return [SeenPiece(piece, "tail", why, run.name, exchange) for piece in run.evidence]


def _result(answer: ToolAnswer, lines: Sequence[str]) -> JsonDict:
    text = answer.text
    if answer.run is not None and answer.run.evidence:
        text = f"{answer.run.name} @r{answer.run.revision}\n{text}"
    if lines:
        text = "\n".join([text, *(f"({line}.)" for line in lines)])
    return result_block(answer.tool_use_id, text, answer.pictures, is_error=answer.is_error)


def _said(said: AssistantMessage) -> JsonDict:
    # The service doesn't take a message back that ends with thinking, though it sends such.
    content: list[JsonValue] = [*said.content]
    while content and _is_thinking(content[-1]):
        content.pop()
    assert content, "a message without anything to send back can't be kept"
    return message("assistant", content)


def _is_thinking(block: JsonValue) -> bool:
    return isinstance(block, dict) and block.get("type") in ("thinking", "redacted_thinking")


def without_thinking(messages: Sequence[JsonDict]) -> tuple[JsonDict, ...]:
    """The messages as another model, or another conversation, may read them."""
    kept = (
        (one, [block for block in content_of(one) if not _is_thinking(block)]) for one in messages
    )
    return tuple(message(str(one["role"]), blocks) for one, blocks in kept if blocks)
