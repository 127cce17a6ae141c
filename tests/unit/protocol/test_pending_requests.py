"""The table of open requests: each is settled exactly once, whatever happens."""

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from tieout.errors import PaneLost
from tieout.protocol.pending import Answered, Failed, PendingRequests, Settlement

LOST = PaneLost("gone")


class Desk:
    """A table and what it settled."""

    def __init__(self, **options: int) -> None:
        self.table: PendingRequests[int, str] = PendingRequests(**options)
        self.settled: list[tuple[int, Settlement[str]]] = []

    def open(self, key: int, deadline: float | None = None) -> None:
        error = None if deadline is None else TimeoutError(key)
        self.table.open(
            key,
            lambda settlement: self.settled.append((key, settlement)),
            deadline=deadline,
            timeout_error=error,
        )


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_an_answer_settles(desk: Desk):
    desk.open(1)
    assert 1 in desk.table
    assert desk.table.answer(1, "a") == "settled"
    assert desk.settled == [(1, Answered("a"))]
    assert len(desk.table) == 0


def test_answers_may_come_in_any_order(desk: Desk):
    desk.open(1)
    desk.open(2)
    desk.table.answer(2, "b")
    desk.table.answer(1, "a")
    assert desk.settled == [(2, Answered("b")), (1, Answered("a"))]


def test_a_second_answer_is_reported_not_raised(desk: Desk):
    desk.open(1)
    desk.table.answer(1, "a")
    assert desk.table.answer(1, "again") == "duplicate"
    assert desk.settled == [(1, Answered("a"))]


def test_an_answer_nobody_asked_for_is_unknown(desk: Desk):
    assert desk.table.answer(7, "a") == "unknown"


def test_an_answer_after_giving_up_is_late(desk: Desk):
    desk.open(1)
    assert desk.table.give_up(1)
    assert not desk.table.give_up(1)
    assert desk.table.answer(1, "a") == "late"
    assert desk.settled == []


def test_a_deadline_fails_the_request_when_it_comes(desk: Desk):
    desk.open(1, deadline=10.0)
    desk.open(2, deadline=5.0)
    desk.open(3)
    assert desk.table.next_deadline() == 5.0
    assert desk.table.expire(4.9) == ()
    assert desk.table.expire(5.0) == (2,)
    assert desk.table.next_deadline() == 10.0
    assert desk.table.answer(2, "a") == "late"
    ((key, settlement),) = desk.settled
    assert key == 2
    assert isinstance(settlement, Failed)
    assert isinstance(settlement.error, TimeoutError)


def test_no_deadline_means_nothing_to_wait_for(desk: Desk):
    desk.open(1)
    assert desk.table.next_deadline() is None
    assert desk.table.expire(1e9) == ()


def test_a_lost_connection_fails_everything_in_order(desk: Desk):
    for key in (3, 1, 2):
        desk.open(key)
    assert desk.table.fail_all(LOST) == (3, 1, 2)
    assert desk.settled == [(3, Failed(LOST)), (1, Failed(LOST)), (2, Failed(LOST))]
    assert desk.table.answer(3, "a") == "late"


def test_a_request_opened_after_the_loss_fails_at_once(desk: Desk):
    desk.table.fail_all(LOST)
    assert desk.table.fail_all(PaneLost("second")) == ()
    desk.open(1)
    assert desk.settled == [(1, Failed(LOST))]


def test_an_id_is_not_used_twice(desk: Desk):
    desk.open(1)
    with pytest.raises(AssertionError, match="twice"):
        desk.open(1)
    desk.table.answer(1, "a")
    with pytest.raises(AssertionError, match="twice"):
        desk.open(1)


def test_a_waiter_may_open_the_next_request_while_it_is_settled(desk: Desk):
    desk.table.open(1, lambda _: desk.open(2))
    desk.table.answer(1, "a")
    assert 2 in desk.table


def test_old_ids_are_forgotten_so_memory_is_bounded():
    desk = Desk(remembered=2)
    for key in range(4):
        desk.open(key)
        desk.table.answer(key, "a")
    assert [desk.table.answer(key, "a") for key in range(4)] == [
        "unknown",
        "unknown",
        "duplicate",
        "duplicate",
    ]


class Table(RuleBasedStateMachine):
    """Every request is settled at most once, and exactly once unless given up or still open."""

    def __init__(self) -> None:
        super().__init__()
        self.desk = Desk()
        self.opened = 0
        self.given_up: set[int] = set()
        self.now = 0.0
        self.lost = False

    @rule(wait=st.none() | st.floats(0, 10))
    def open(self, wait: float | None) -> None:
        self.opened += 1
        self.desk.open(self.opened, None if wait is None else self.now + wait)

    @precondition(lambda self: self.opened)
    @rule(data=st.data())
    def answer(self, data: st.DataObject) -> None:
        key = data.draw(st.integers(1, self.opened + 1))
        was_open = key in self.desk.table
        assert (self.desk.table.answer(key, "a") == "settled") == was_open

    @precondition(lambda self: self.opened)
    @rule(data=st.data())
    def give_up(self, data: st.DataObject) -> None:
        key = data.draw(st.integers(1, self.opened))
        if self.desk.table.give_up(key):
            self.given_up.add(key)

    @rule(step=st.floats(0, 5))
    def wait(self, step: float) -> None:
        self.now += step
        self.desk.table.expire(self.now)
        following = self.desk.table.next_deadline()
        assert following is None or following > self.now

    @rule()
    def lose(self) -> None:
        self.desk.table.fail_all(LOST)
        self.lost = True

    @invariant()
    def settled_once(self) -> None:
        keys = [key for key, _ in self.desk.settled]
        assert len(keys) == len(set(keys))
        assert not self.given_up & set(keys)
        assert len(keys) + len(self.given_up) + len(self.desk.table) == self.opened
        assert not (self.lost and len(self.desk.table))


TestTable = Table.TestCase
TestTable.settings = settings(max_examples=40, stateful_step_count=25, deadline=None)
