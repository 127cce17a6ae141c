"""When a tail is dropped, what takes its place, and what never does."""

from dataclasses import replace

import pytest

from tests.unit.context.transcripts import (
    ASSEMBLER,
    BUDGETS,
    ESTIMATE,
    MODEL,
    POLICY,
    done,
    exchanged,
    message,
    piece,
    run,
    written,
)
from tieout.context.consolidation import MOST_INPUT, light_call, read_answer
from tieout.context.constraints import Constraint
from tieout.context.epochs import (
    STEPS_BEFORE,
    break_even,
    closed_history,
    guidance_for,
    needs_conclusion,
    unseen,
    wanted,
    with_provisional,
)
from tieout.context.orphans import mended
from tieout.context.pack import EvidencePack, packed
from tieout.context.task import Task, laid, refusal
from tieout.context.transcript import Transcript
from tieout.llm.client import AssistantMessage
from tieout.llm.local_rules import check_request
from tieout.llm.prices import Price, PriceTable, price_table

WORDS = "North sells more than the plan says. "
START = Transcript().with_task("Sum it", "Sheet1 A1:D9", revision=1)


def reason(transcript: Transcript) -> str | None:
    return POLICY.reason(transcript, ASSEMBLER.assemble(transcript).manifest)


def stepped(transcript: Transcript, number: int, size: int = 0, **more: object) -> Transcript:
    """One exchange that reads and closes its step."""
    text = WORDS * (size // 10)
    one = piece(f"Sheet1!A{number}", number, text)
    return exchanged(
        transcript, number, run(number, number, one, conclusion=done(f"Step {number}"), **more)
    )


def dropped(transcript: Transcript) -> Transcript:
    """The transcript after an epoch with an empty pack."""
    history = closed_history(transcript, BUDGETS, ESTIMATE)
    return transcript.with_epoch(history, guidance_for(transcript, "step"), EvidencePack(()))


def test_breaking_even_follows_the_published_arithmetic() -> None:
    price = price_table().price(MODEL)
    assert price is not None
    cold = break_even(6_250, 100, price)
    assert 0.5 < cold < 3
    assert break_even(6_250, 3_000, price) > 10 * cold
    assert break_even(1_000, 1_000, price) == float("inf")


def test_a_short_task_keeps_its_transcript() -> None:
    assert reason(START) is None
    one = stepped(START, 1, 600)
    assert reason(one) is None
    open_work = exchanged(START, 1, run(1, 1, piece("Sheet1!A1", 1, WORDS * 60)))
    assert reason(open_work) is None


def test_after_two_steps_an_epoch_begins_once_it_pays_by_the_price_table() -> None:
    begun: list[int] = []
    for read in (0.3, 0.15, 0.025):
        price = Price(input=1.0, output=5.0, write_5m=1.25, write_1h=2.0, read=read)
        policy = replace(POLICY, prices=PriceTable("2026-10-31", "", "", {MODEL: price}))
        transcript, reasons = START, list[str | None]()
        for number in range(1, 13):
            one = piece("Sheet1!A1", number, WORDS * 60)
            facts = run(number, number, one, conclusion=done(f"Step {number}"))
            transcript = exchanged(transcript, number, facts)
            reasons.append(policy.reason(transcript, ASSEMBLER.assemble(transcript).manifest))
        begun.append(reasons.index("step") + 1 if "step" in reasons else 99)
    assert begun == sorted(begun)
    assert STEPS_BEFORE <= begun[0] < begun[1] < begun[2] == 99


def test_evidence_over_its_budget_forces_an_epoch_in_the_middle_of_a_step() -> None:
    transcript = START
    for number in range(1, 5):
        transcript = exchanged(
            transcript, number, run(number, 1, piece(f"Sheet1!A{number}", 1, WORDS * 250))
        )
    assert reason(transcript) == "evidence"
    assert needs_conclusion(transcript)
    assert reason(transcript.with_answer(message(9))) is None


def test_a_request_over_the_ceiling_forces_an_epoch() -> None:
    long = replace(POLICY, budgets=replace(BUDGETS, ceiling=1_000))
    transcript = exchanged(START, 1, run(1, 1, piece("Sheet1!A1", 1, WORDS * 120)))
    manifest = ASSEMBLER.assemble(transcript).manifest
    assert long.reason(transcript, manifest) == "ceiling"


def test_an_epoch_keeps_the_task_and_drops_thinking_and_tail() -> None:
    transcript = stepped(stepped(START, 1), 2)
    begun = dropped(transcript)
    assert begun.tail == ()
    assert [block.title for block in begun.history] == ["Step 1, closed.", "Step 2, closed."]
    assert "thinking" not in str(begun.messages)
    body = ASSEMBLER.assemble(begun).request.body
    check_request(body)
    before, after = (ASSEMBLER.assemble(each).manifest for each in (transcript, begun))
    assert before.share("L1").cumulative == after.share("L1").cumulative
    again = dropped(stepped(begun, 3))
    assert again.history[:2] == begun.history
    assert again.history_messages[: len(begun.history_messages)] == begun.history_messages


def test_marks_are_four_at_most_and_the_longer_ones_come_first() -> None:
    body = ASSEMBLER.assemble(dropped(stepped(stepped(START, 1), 2))).request.body
    assert str(body["messages"]).count("cache_control") == 2
    assert "1h" in str(body["messages"][2])  # type: ignore[index,call-overload]
    check_request(body)


def test_code_adds_constraints_formulas_the_last_error_and_evidence() -> None:
    constraints = (Constraint("K1", "never touch Inputs", 1),)
    start = Transcript().with_task("Sum it", "Sheet1", constraints)
    transcript = exchanged(start, 1, run(1, 1, piece("Sheet1!A1", 1), error="ERROR no such name"))
    formulas = [(f"Sheet1!D{row}", f"=B{row}*C{row}") for row in range(2, 200)]
    transcript = exchanged(
        transcript, 2, run(2, 2, changes=written(*formulas), conclusion=done("Filled D."))
    )
    (block,) = dropped(transcript).history
    assert block.text.splitlines() == [
        "Step 1, closed.",
        "Concluded: Filled D.",
        "Changed: Sheet1!D2:D199 =B2*C2",
        "Last error (error:exec-1): ERROR no such name",
        "Evidence: Sheet1!A1@r1",
        "Constraints in force: K1",
    ]


def test_very_many_changed_cells_are_named_by_the_rectangle_around_them() -> None:
    cells = [(f"Sheet1!{column}{row}", "") for column in "BCD" for row in range(2, 7_002)]
    transcript = exchanged(START, 1, run(1, 2, changes=written(*cells), conclusion=done("Filled.")))
    (block,) = dropped(transcript).history
    assert "Changed: Sheet1!B2:D7001 (21,000 cells within it)" in block.text


def test_a_step_nobody_closed_is_closed_by_code_as_in_progress() -> None:
    transcript = exchanged(START, 1, run(1, 1, piece("Sheet1!A1", 1)))
    closed = with_provisional(transcript, None, by_model=False)
    (block,) = dropped(closed).history
    assert block.text.splitlines()[:3] == [
        "Step 1, still in progress; its transcript was put away.",
        "You last said: I do 1.",
        "1 run (exec-1 to exec-1); 0 cells changed.",
    ]


def test_a_finished_turn_leaves_question_and_answer_word_for_word_as_far_as_they_fit() -> None:
    ended = START.with_answer(AssistantMessage(({"type": "text", "text": "It is 9."},), "end_turn"))
    second = ended.with_turn_end("It is 9.").with_task("And the mean?", "Sheet1 A1:D9")
    begun = dropped(second)
    assert begun.history[0].text.splitlines()[1:3] == [
        "The user asked: Sum it",
        "You answered: It is 9.",
    ]
    assert begun.task is not None
    assert begun.task.text == "And the mean?"
    assert str(begun.messages).count("And the mean?") == 1
    long = ended.with_turn_end("9 " * 4_000).with_task("Next", "Sheet1 A1:D9")
    (block,) = dropped(long).history
    assert "more characters left out)" in block.text
    assert ESTIMATE.count(block.text) < 700


def test_history_folds_into_one_chapter_that_keeps_rejections_before_all_else() -> None:
    transcript = START
    for number in range(1, 31):
        rejection = {"what": f"way {number}", "why": f"it breaks row {number}"}
        conclusion = done(f"Row {number} is checked at length. " * 4, [rejection])
        transcript = exchanged(transcript, number, run(number, number, conclusion=conclusion))
        transcript = dropped(transcript)
        share = ASSEMBLER.assemble(transcript).manifest.share("L3")
        assert share.held <= BUDGETS.history
    text = "\n".join(block.text for block in transcript.history)
    assert [n for n in range(1, 31) if f"way {n}; it breaks row {n}" in text] == [*range(1, 31)]
    assert "in short" in text


def test_new_constraints_come_with_the_task_and_stand_in_l1_after_the_epoch() -> None:
    first = Constraint("K1", "never touch Inputs", 1)
    second = Constraint("K2", "round to thousands", 2)
    start = Transcript().with_task("Sum it", "Sheet1", (first,))
    ended = start.with_answer(message(1, thinking=False)).with_turn_end("ok")
    later = ended.with_task("Next", "Sheet1", (first, second))
    assert "K2: round to thousands" in str(later.tail)
    assert "K1: " not in str(later.tail)
    manifest = ASSEMBLER.assemble(later).manifest
    assert manifest.constraints == ("K1", "K2")
    begun = dropped(later)
    assert "K1: never touch Inputs\\nK2: round to thousands" in str(begun.task_messages)


def test_a_task_too_long_is_refused_and_a_map_makes_room() -> None:
    long = Task(1, "word " * 4_000, "Sheet1")
    assert "The task is too long" in refusal(long, BUDGETS, ESTIMATE)
    wide = Task(1, "Sum it " * 300, "\n".join(f"- Sheet{n}: A1:Z{n}" for n in range(400)))
    assert refusal(wide, BUDGETS, ESTIMATE) == ""
    fitted = laid(wide, BUDGETS, ESTIMATE)
    assert fitted.words == wide.words
    assert "more characters, read it again)" in fitted.workbook_map
    transcript = Transcript().with_task(fitted.text, fitted.workbook_map)
    assert ASSEMBLER.assemble(transcript).manifest.over_budget == ()
    small = Task(1, "Sum it", "Sheet1")
    assert laid(small, BUDGETS, ESTIMATE) is small


@pytest.mark.parametrize(
    "after", [(), ({"role": "user", "content": [{"type": "text", "text": "?"}]},)]
)
def test_calls_that_a_crash_left_open_get_exactly_one_error(after: tuple) -> None:
    whole = exchanged(START, 1, run(1, 1, piece("Sheet1!A1", 1)))
    assert mended(whole) is whole
    broken = replace(whole, tail=(*whole.tail[:1], *after))
    fixed = mended(broken)
    check_request(ASSEMBLER.assemble(replace(fixed, tail=_unsigned(fixed.tail))).request.body)
    results = str(fixed.tail).count("'tool_use_id': 't1'")
    assert (results, str(fixed.tail).count("is_error")) == (1, 1)
    assert mended(fixed) is fixed


def _unsigned(tail: tuple) -> tuple:
    """The tail without thinking, whose stand-in signature the rules would refuse."""
    return tuple(
        {**one, "content": [b for b in one["content"] if b["type"] != "thinking"]} for one in tail
    )


def test_the_light_call_reads_no_thinking_and_its_answer_is_checked() -> None:
    transcript = exchanged(START, 1, run(1, 1, piece("Sheet1!A1", 1)))
    request = light_call(transcript, "claude-haiku-5-5", [], ESTIMATE)
    assert request is not None
    assert "thinking" not in str(request.body["messages"])
    check_request(request.body)
    assert list(request.layers) == ["consolidation"]
    good = '{"conclusion": "Nine.", "rejected": [], "open": []}'
    for text, stop, expected in [
        (good, "end_turn", "Nine."),
        (good, "max_tokens", None),
        ("Nine.", "end_turn", None),
        ('{"conclusion": ""}', "end_turn", None),
        ('{"conclusion": "x", "colour": 1}', "end_turn", None),
    ]:
        answer = read_answer(AssistantMessage(({"type": "text", "text": text},), stop))
        assert (answer.conclusion if answer else None) == expected


def test_a_transcript_too_long_for_the_small_model_is_closed_by_code() -> None:
    long = exchanged(START, 1, run(1, 1, piece("Sheet1!A1", 1, "Zürich 7|" * MOST_INPUT)))
    assert light_call(long, "claude-haiku-5-5", [], ESTIMATE) is None


def test_half_of_l2_is_left_for_the_step_unless_results_are_new() -> None:
    old = exchanged(START, 1, run(1, 1, piece("Sheet1!A1", 1, WORDS * 150)))
    old = exchanged(old, 2, run(2, 1, piece("Sheet1!B1", 1)))
    assert POLICY.pack_budget(old, ()) == BUDGETS.evidence // 2
    new = exchanged(old, 3, run(3, 1, piece("Sheet1!C1", 1, WORDS * 500)))
    budget = POLICY.pack_budget(new, ())
    assert BUDGETS.evidence // 2 < budget <= BUDGETS.evidence
    pack = packed(wanted(new, ESTIMATE), (), budget, unseen(new), ESTIMATE)
    assert "Sheet1!C1" in [one.piece.anchor for one in pack.pieces]
    assert POLICY.pack_budget(new, ("png", "png")) <= BUDGETS.evidence - 3_200
