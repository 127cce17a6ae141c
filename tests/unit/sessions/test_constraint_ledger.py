"""The ledger: what comes in and how, what it is called, and that a replay sees the same."""

import pytest

from tieout.errors import ModelVisibleError, UserError
from tieout.sessions.ledger import MOST_TOKENS, ConstraintLedger
from tieout.sessions.recording import ConstraintRecord
from tieout.workbook.tokens import estimate_tokens


def held(ledger: ConstraintLedger) -> list[tuple[str, str, str, int]]:
    return [
        (e.constraint.id, e.constraint.text, e.origin, e.constraint.source_turn)
        for e in ledger.entries
    ]


def test_what_lasts_in_a_task_is_kept_whole_with_an_id_and_its_turn() -> None:
    ledger = ConstraintLedger()
    ledger.begin("Add a total to B9. Never touch Inputs!")
    ledger.begin("Now the mean. Always use thousands. Never touch inputs.")
    assert held(ledger) == [
        ("K1", "Never touch Inputs!", "said", 1),
        ("K2", "Always use thousands.", "said", 2),
    ]


def test_an_id_is_never_given_twice() -> None:
    ledger = ConstraintLedger()
    first = ledger.add("Keep the sign convention")
    ledger.remove(first.id)
    ledger.remove("K7")
    assert ledger.add("Keep the sign convention").id == "K2"
    assert [entry.constraint.id for entry in ledger.entries] == ["K2"]


@pytest.mark.parametrize("text", ["", "  \n", "x" * 1_001, "never TOUCH   inputs"])
def test_what_cannot_be_kept_is_said_to_the_user(text: str) -> None:
    ledger = ConstraintLedger()
    ledger.begin("Never touch Inputs.")
    with pytest.raises(UserError):
        ledger.add(text)
    assert len(ledger.entries) == 1


def test_the_model_can_only_quote_what_the_user_wrote() -> None:
    ledger = ConstraintLedger()
    ledger.begin("Costs are negative,\nrevenues positive. Add a total.")
    assert ledger.quote("Costs are negative, revenues positive.").id == "K1"
    assert ledger.quote("costs are negative, revenues positive".capitalize()).id == "K1"
    for made_up in ("Costs are positive", "Add a total to Inputs.", "a", ""):
        with pytest.raises(ModelVisibleError):
            ledger.quote(made_up)
    assert held(ledger) == [("K1", "Costs are negative, revenues positive.", "quoted", 1)]


def test_a_ledger_that_is_full_keeps_no_more_and_counts_what_it_left_out() -> None:
    ledger = ConstraintLedger()
    many = "\n".join(f"Never touch the cells of region number {n}." for n in range(200))
    ledger.begin(many)
    tokens = sum(estimate_tokens(entry.constraint.text) for entry in ledger.entries)
    assert tokens <= MOST_TOKENS
    assert ledger.left_out == 200 - len(ledger.entries) > 0
    with pytest.raises(UserError, match="too many"):
        ledger.add("Never touch the cells of the last region.")


def test_changes_are_shown_at_once_and_recorded_at_the_look_that_sees_them() -> None:
    written: list[ConstraintRecord] = []
    shown: list[int] = []
    ledger = ConstraintLedger(written.append)
    ledger.changed = lambda: shown.append(len(ledger.entries))
    ledger.add("Use thousands.")
    ledger.begin("Never touch Inputs.")
    ledger.look()
    ledger.hear("And don't round. What is the total?")
    ledger.remove("K1")
    assert shown == [1, 2, 3, 2]
    assert [record.verb for record in written] == ["added"]
    assert [one.id for one in ledger.look()] == ["K2", "K3"]
    ledger.look()
    assert [(r.look, r.verb, r.id, r.text) for r in written] == [
        (0, "added", "", "Use thousands."),
        (2, "said", "", "And don't round."),
        (2, "removed", "K1", ""),
    ]


def story(ledger: ConstraintLedger, *, live: bool) -> list[list[str]]:
    """The same looks, with what the user does in between only when it is the live one."""
    seen: list[list[str]] = []

    def look() -> None:
        seen.append([f"{one.id} {one.text}" for one in ledger.look()])

    if live:
        ledger.add("Use thousands.")
    seen.append([f"{one.id} {one.text}" for one in ledger.begin("Never touch Inputs. Be brief.")])
    look()
    if live:
        ledger.hear("don't round.")
    ledger.quote("Be brief.")
    if live:
        ledger.remove("K2")
        ledger.add("Keep the units.")
    look()
    look()
    seen.append([f"{one.id} {one.text}" for one in ledger.begin("don't round. Go on.")])
    return seen


def test_a_replay_sees_every_constraint_at_the_same_look_under_the_same_id() -> None:
    written: list[ConstraintRecord] = []
    live = story(ConstraintLedger(written.append), live=True)
    again = story(ConstraintLedger(records=written), live=False)
    assert again == live
    assert live[-1] == [
        "K1 Use thousands.",
        "K3 don't round.",
        "K4 Be brief.",
        "K5 Keep the units.",
    ]
