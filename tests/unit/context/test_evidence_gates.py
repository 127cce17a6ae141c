"""Which evidence stands, which fell, and why: the four gates, and revoking by id alone."""

import pytest

from tests.unit.context.transcripts import (
    ESTIMATE,
    done,
    exchanged,
    message,
    piece,
    run,
    written,
)
from tieout.context.epochs import unseen, wanted
from tieout.context.gates import Relevance
from tieout.context.pack import packed
from tieout.context.runs import ToolAnswer
from tieout.context.transcript import Transcript
from tieout.workbook.evidence import (
    EvidencePiece,
    anchor_of,
    area_of,
    range_id,
    revision_of,
    run_name,
    standing_id,
    workbook_id,
)

START = Transcript().with_task("Sum it", "Sheet1 A1:D9", revision=1)


def choice_of(transcript: Transcript):
    return wanted(transcript, ESTIMATE)


@pytest.mark.parametrize(
    ("identity", "anchor", "revision"),
    [
        ("Sheet1!A1:D200@r17", "Sheet1!A1:D200", 17),
        ("'P&L @r2'!A1@r3", "'P&L @r2'!A1", 3),
        ("error:exec-12", "error:exec-12", None),
        ("spec:charts@v3", "spec:charts", 3),
        ("api:charts.add#L10233", "api:charts.add#L10233", None),
    ],
)
def test_ids_are_read_the_same_everywhere(identity: str, anchor: str, revision: int | None) -> None:
    assert (anchor_of(identity), revision_of(identity)) == (anchor, revision)


def test_ids_are_written_as_documented() -> None:
    assert range_id("'My Sheet'!A1:B2", 4) == "'My Sheet'!A1:B2@r4"
    assert workbook_id("find", "net debt\n(EUR)", 2) == "find:net-debt-EUR-@r2"
    assert standing_id("spec", "charts", 3) == "spec:charts@v3"
    assert standing_id("api", "Excel.Chart") == "api:Excel.Chart"
    assert run_name("x12") == "exec-12"
    assert str(area_of("Sheet1!A1:B2")) == "Sheet1!A1:B2"
    assert area_of("error:exec-1") is None


def test_a_later_revision_supersedes_the_earlier_one_by_a_line_behind_its_result() -> None:
    first = exchanged(START, 1, run(1, 1, piece("Sheet1!A1:B2", 1)))
    second = exchanged(first, 2, run(2, 3, piece("Sheet1!A1:B2", 3)))
    states = {one.piece.id: (one.state, one.superseded_by) for one in second.seen}
    assert states["Sheet1!A1:B2@r1"] == ("superseded", "Sheet1!A1:B2@r3")
    assert states["Sheet1!A1:B2@r3"] == ("fresh", "")
    assert second.tail[: len(first.tail)] == first.tail
    assert "(Sheet1!A1:B2@r3 supersedes @r1.)" in str(second.tail[-1])


def test_a_larger_range_read_later_supersedes_the_smaller_one_inside_it() -> None:
    first = exchanged(START, 1, run(1, 1, piece("Sheet1!A2:B2", 1), piece("Sheet1!C1:C9", 1)))
    second = exchanged(first, 2, run(2, 2, piece("Sheet1!A1:B9", 2)))
    assert [one.state for one in second.seen[1:]] == ["superseded", "fresh", "fresh"]
    assert "(Sheet1!A1:B9@r2 supersedes Sheet1!A2:B2@r1.)" in str(second.tail[-1])


def test_the_same_state_read_twice_stands_once_and_without_a_line() -> None:
    first = exchanged(START, 1, run(1, 1, piece("Sheet1!A1", 1)))
    second = exchanged(first, 2, run(2, 1, piece("Sheet1!A1", 1)))
    assert [one.state for one in second.seen[1:]] == ["superseded", "fresh"]
    assert "supersedes" not in str(second.tail[-1])


def test_a_piece_is_revoked_by_its_id_alone_by_code_or_by_the_program() -> None:
    first = exchanged(START, 1, run(1, 1, piece("Sheet1!A1", 1), piece("Sheet1!B1", 1)))
    by_code = exchanged(first, 2, run(2, 1, revoked=("Sheet1!A1@r1", "Nowhere!Z9@r1")))
    assert "Sheet1!A1@r1 is revoked" in str(by_code.tail[-1])
    assert "no evidence here has the id Nowhere!Z9@r1" in str(by_code.tail[-1])
    directly = first.without("Sheet1!A1@r1")
    for transcript in (by_code, directly):
        chosen = choice_of(transcript)
        assert "Sheet1!A1" not in [one.anchor for one in chosen.wanted]
        assert "Sheet1!B1" in [one.anchor for one in chosen.wanted]
        left = [one for one in chosen.left_out if one.anchor == "Sheet1!A1"]
        assert [(one.state, one.gates[0].reason) for one in left] == [("revoked", "revoked")]


def test_candidates_are_what_was_read_changed_cited_or_not_yet_answered_to() -> None:
    rejection = {"what": "a plug", "why": "it hides", "evidence": ["Sheet1!F1@r1"]}
    transcript = exchanged(START, 1, run(1, 1, piece("Sheet1!F1", 1), piece("Sheet1!A1:B9", 1)))
    transcript = exchanged(
        transcript, 2, run(2, 1, EvidencePiece("error", "error:exec-2", "ERROR x"), error="x")
    )
    transcript = exchanged(
        transcript,
        3,
        run(
            3,
            2,
            EvidencePiece("diff", "diff:exec-3", "D2 changed"),
            changes=written(("Sheet1!D2", "=B2"), ("Sheet1!D3", "=B3")),
            conclusion=done(rejected=[rejection]),
        ),
    )
    by_anchor = {one.anchor: one.relevance for one in choice_of(transcript).wanted}
    assert by_anchor == {
        "diff:exec-3": Relevance.UNSEEN,
        "error:exec-2": Relevance.ERROR,
        "Sheet1!F1": Relevance.CITED,
        "Sheet1!D2:D3": Relevance.CHANGED,
        "Sheet1!A1:B9": Relevance.READ,
    }
    order = [one.relevance for one in choice_of(transcript).wanted]
    assert order == sorted(order)


def test_diffs_and_outputs_that_were_answered_to_are_let_go() -> None:
    transcript = exchanged(START, 1, run(1, 1, EvidencePiece("output", "output:exec-1", "7")))
    transcript = exchanged(transcript, 2, run(2, 1, piece("Sheet1!A1", 1)))
    chosen = choice_of(transcript)
    assert [one.anchor for one in chosen.wanted] == ["Sheet1!A1"]
    (left,) = chosen.left_out
    assert (left.id, left.state, left.gates[0].gate) == ("output:exec-1", "irrelevant", "relevance")


def test_over_the_budget_examples_fall_first_and_errors_last() -> None:
    long = "\n".join(f"{n} North|{n * 37}|{n * 1.5}" for n in range(60))
    transcript = exchanged(
        START,
        1,
        run(
            1,
            1,
            EvidencePiece("spec", "spec:charts@v1", f"[spec:charts@v1]\n{long}"),
            piece("Sheet1!A1:C60", 1, long),
            EvidencePiece("error", "error:exec-1", f"ERROR {long[:300]}"),
            error="x",
        ),
    )
    transcript = exchanged(transcript, 2, run(2, 1, piece("Sheet1!Z1", 1)))
    chosen, last = choice_of(transcript), unseen(transcript)
    reread = [one.piece for one in chosen.wanted if one.area is not None and one.piece]
    kept: list[set[str]] = []
    for budget in (4_000, 1_400, 600):
        pack = packed(chosen, reread, budget, last, ESTIMATE)
        kept.append({one.piece.anchor for one in pack.pieces})
        assert ESTIMATE.count(pack.text) <= budget
        dropped = {one.id for one in pack.left_out if one.state == "over_budget"}
        assert ("spec:charts@v1" in dropped) is (budget < 4_000)
    assert kept[0] == {"spec:charts", "Sheet1!A1:C60", "error:exec-1", "Sheet1!Z1"}
    assert "spec:charts" not in kept[1]
    assert kept[2] >= {"error:exec-1", "Sheet1!Z1"}


def test_a_piece_too_large_is_cut_at_a_line_and_says_so() -> None:
    long = "\n".join(f"{n} North|{n * 37}|{n * 1.5}" for n in range(400))
    transcript = exchanged(START, 1, run(1, 1, piece("Sheet1!A1:C400", 1, long)))
    pack = packed(choice_of(transcript), (), 1_000, unseen(transcript), ESTIMATE)
    (only,) = pack.pieces
    assert "more characters, read it again)" in only.piece.text
    assert ESTIMATE.count(pack.text) <= 1_000


def test_a_range_that_cant_be_read_again_is_left_out_with_its_reason() -> None:
    transcript = exchanged(START, 1, run(1, 1, piece("Gone!A1", 1)))
    transcript = exchanged(transcript, 2, run(2, 1, piece("Sheet1!A1", 1)))
    pack = packed(choice_of(transcript), (), 4_000, unseen(transcript), ESTIMATE)
    assert [one.piece.anchor for one in pack.pieces] == ["Sheet1!A1"]
    (left,) = pack.left_out
    assert (left.id, left.gates[0].reason) == ("Gone!A1@r1", "it can't be read any more")


def test_evidence_is_sorted_by_kind_and_id_whatever_the_order_it_was_seen_in() -> None:
    pieces = [piece("Sheet1!B1", 1), piece("Sheet1!A1", 1)]
    packs = []
    for order in (pieces, pieces[::-1]):
        transcript = exchanged(START, 1, run(1, 1, *order))
        packs.append(packed(choice_of(transcript), (), 4_000, unseen(transcript), ESTIMATE))
    assert packs[0].messages() == packs[1].messages()


def test_the_map_carries_an_id_and_a_later_one_says_what_it_supersedes() -> None:
    assert "[map:workbook@r1]\\nSheet1 A1:D9" in str(START.task_messages)
    later = START.with_turn_end("9").with_task("Next", "Sheet1 A1:D10", revision=4)
    assert "[map:workbook@r4, supersedes @r1]\\nSheet1 A1:D10" in str(later.tail)
    same = START.with_turn_end("9").with_task("Next", "Sheet1 A1:D9", revision=4)
    assert "map:" not in str(same.tail)


def looked_up(transcript: Transcript, number: int, evidence: EvidencePiece) -> Transcript:
    answer = ToolAnswer(f"t{number}", evidence.text, evidence=(evidence,))
    return transcript.with_exchange(message(number), [answer])


def test_what_other_tools_showed_passes_the_gates_by_its_kind() -> None:
    skill = EvidencePiece(
        "skill", "skill:dcf@3fa94c1", "[skill:dcf@3fa94c1]\n" + "Discount. " * 900
    )
    page = EvidencePiece(
        "attachment", "attachment:a.pdf-page-3", "[attachment:a.pdf-page-3]\nNet debt 12"
    )
    found = EvidencePiece("api", "api:grep-logBase", "[api:grep-logBase]\nlogBase: number")
    transcript = START
    for number, one in enumerate((page, skill, found), start=1):
        transcript = looked_up(transcript, number, one)
    transcript = exchanged(transcript, 4, run(4, 1, piece("Sheet1!A1", 1)))
    by_id = {one.anchor: one.relevance for one in choice_of(transcript).wanted}
    assert by_id[page.id] is Relevance.READ
    assert by_id[skill.id] is by_id[found.id] is Relevance.EXAMPLE
    now = [piece("Sheet1!A1", 1)]
    pack = packed(choice_of(transcript), now, 400, unseen(transcript), ESTIMATE)
    assert {one.piece.id for one in pack.pieces} == {"Sheet1!A1@r1", page.id, found.id}
    assert [(one.id, one.state) for one in pack.left_out] == [(skill.id, "over_budget")]
    assert pack.text.count(found.id) == 1


def test_a_skill_is_taken_back_by_its_id_and_read_again_as_one_piece() -> None:
    skill = EvidencePiece("skill", "skill:dcf@3fa94c1", "[skill:dcf@3fa94c1]\nDiscount.")
    twice = looked_up(looked_up(START, 1, skill), 2, skill)
    assert [one.state for one in twice.seen if one.piece.kind == "skill"] == ["superseded", "fresh"]
    assert "supersedes" not in str(twice.tail[-1])
    revoked = exchanged(twice, 3, run(3, 1, revoked=(skill.id,)))
    assert not [one for one in choice_of(revoked).wanted if one.anchor == skill.id]
