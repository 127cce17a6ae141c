"""Any sequence of turns, runs, failures and epochs: prefixes, budgets and evidence stay in order."""

from dataclasses import replace
from itertools import pairwise

import hypothesis.strategies as st
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.unit.context.transcripts import (
    ASSEMBLER,
    BUDGETS,
    ESTIMATE,
    POLICY,
    done,
    message,
    piece,
    run,
    written,
)
from tieout.context.constraints import Constraint
from tieout.context.epochs import (
    closed_history,
    guidance_for,
    needs_conclusion,
    unseen,
    wanted,
    with_provisional,
)
from tieout.context.pack import packed
from tieout.context.runs import ToolAnswer
from tieout.context.transcript import Transcript
from tieout.llm.canonical import canonical_json
from tieout.llm.client import AssistantMessage, JsonDict
from tieout.llm.local_rules import check_request
from tieout.workbook.evidence import EvidencePiece, range_id

AREAS = ("Sheet1!A1:D9", "Sheet1!A1:B2", "Sheet1!C3", "'P&L 2026'!B2:F40", "Data!A1:Z200")
LINE = "7 North|1234|9.99|12330.66 F1\n"


def blocks(body: JsonDict) -> list[bytes]:
    """Every block of a request in prefix order, without marks."""
    return [
        canonical_json({key: value for key, value in block.items() if key != "cache_control"})
        for message in body["messages"]  # type: ignore[union-attr]
        for block in message["content"]  # type: ignore[index,call-overload]
    ]


class Transcripts(RuleBasedStateMachine):
    """Does what the loop and its epochs do, and compares every request with the one before."""

    @initialize(task=st.text(max_size=80), lines=st.integers(0, 12))
    def begins(self, task: str, lines: int) -> None:
        self.revision, self.number, self.turn = 1, 0, 1
        self.constraints = (Constraint("K1", "never touch Inputs", 1),)
        workbook_map = "\n".join(f"- Sheet{n}: A1:D{n}" for n in range(lines))
        self.transcript = Transcript().with_task(task, workbook_map, self.constraints, 1)
        self.sent: list[tuple[Transcript, JsonDict]] = []
        self.send()

    def send(self) -> None:
        """Settle as the loop does before a request, and keep the request."""
        manifest = ASSEMBLER.assemble(self.transcript).manifest
        reason = POLICY.reason(self.transcript, manifest)
        if reason is not None:
            self.begin_epoch(reason)
        self.sent.append((self.transcript, ASSEMBLER.assemble(self.transcript).request.body))

    def begin_epoch(self, reason) -> None:
        closed = self.transcript
        if needs_conclusion(closed):
            closed = with_provisional(closed, None, by_model=False)
        chosen, last = wanted(closed, ESTIMATE), unseen(closed)
        now = [
            EvidencePiece("range", identity, f"{identity} (1×1)\n{LINE * 20}")
            for one in chosen.wanted
            if one.area is not None
            for identity in [range_id(str(one.area), self.revision)]
        ]
        pack = packed(chosen, now, POLICY.pack_budget(closed, ()), last, ESTIMATE)
        history = closed_history(closed, BUDGETS, ESTIMATE)
        self.transcript = closed.with_epoch(history, guidance_for(closed, reason), pack)

    @rule(
        areas=st.lists(st.sampled_from(AREAS), max_size=4),
        lines=st.integers(1, 130),
        write=st.booleans(),
        fails=st.booleans(),
        closes=st.booleans(),
        revokes=st.sampled_from((None, *AREAS, "error:exec-1")),
    )
    def runs(self, areas, lines, write, fails, closes, revokes) -> None:
        self.number += 1
        self.revision += write
        pieces = [piece(area, self.revision, LINE * lines) for area in dict.fromkeys(areas)]
        kind = "error" if fails else "output"
        pieces.append(EvidencePiece(kind, f"{kind}:exec-{self.number}", f"said {self.number}"))
        row = self.number + 1
        facts = run(
            self.number,
            self.revision,
            *pieces,
            changes=written((f"Sheet1!D{row}", f"=B{row}*2")) if write else written(),
            error="ERROR x" if fails else "",
            revoked=(revokes,) if revokes else (),
            conclusion=done(f"Step {self.number}") if closes and not fails else None,
        )
        said = message(self.number, thinking=False)
        text = "\n".join(one.text for one in pieces)
        answer = ToolAnswer(f"t{self.number}", text, fails, run=facts)
        self.transcript = self.transcript.with_exchange(said, [answer])
        self.send()

    @rule(note=st.text(min_size=1, max_size=40))
    def notes(self, note: str) -> None:
        self.transcript = self.transcript.with_note(note)
        self.send()

    @precondition(lambda self: self.sent)
    @rule(answer=st.text(min_size=1, max_size=60), demand=st.booleans())
    def turns(self, answer: str, demand: bool) -> None:
        said = AssistantMessage(({"type": "text", "text": "A " + answer},), "end_turn")
        self.turn += 1
        if demand:
            more = Constraint(f"K{self.turn}", f"demand {self.turn}", self.turn)
            self.constraints = (*self.constraints, more)
        self.transcript = (
            self.transcript.with_answer(said)
            .with_turn_end(answer)
            .with_task(f"Task {self.turn}", "Sheet1: A1:D9", self.constraints, self.revision)
        )
        self.send()

    @invariant()
    def every_request_is_accepted_and_within_its_budgets(self) -> None:
        if not self.sent:
            return
        transcript, body = self.sent[-1]
        check_request(body)
        assert ASSEMBLER.assemble(transcript).manifest.over_budget == ()

    @invariant()
    def requests_of_one_step_only_grow(self) -> None:
        for (one, before), (two, after) in pairwise(self.sent[-2:]):
            if one.epoch == two.epoch:
                assert blocks(after)[: len(blocks(before))] == blocks(before)
            elif one.task == two.task and two.history[: len(one.history)] == one.history:
                standing = len(blocks(ASSEMBLER.assemble(_bare(one)).request.body))
                assert blocks(after)[:standing] == blocks(before)[:standing]

    @invariant()
    def no_anchor_is_fresh_twice_and_nothing_revoked_is_packed(self) -> None:
        for transcript, _ in self.sent[-1:]:
            fresh = [one.piece.anchor for one in transcript.seen if one.state == "fresh"]
            assert len(fresh) == len(set(fresh))

    @invariant()
    def all_constraints_stand_in_the_request(self) -> None:
        for _, body in self.sent[-1:]:
            assert all(each.text in str(body["messages"]) for each in self.constraints)


def _bare(transcript: Transcript) -> Transcript:
    """Without what an epoch may replace."""
    return replace(transcript, guidance="", pack=None, tail=())


TestTranscripts = Transcripts.TestCase
TestTranscripts.settings = settings(max_examples=25, stateful_step_count=30, deadline=None)
