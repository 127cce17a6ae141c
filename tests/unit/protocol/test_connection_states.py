"""The server's side of a connection: every state against every kind of input."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tieout.protocol.closing import MEANING, REASON_BYTES, CloseCode, reason_text
from tieout.protocol.connection import (
    MAX_REFUSED_IN_A_ROW,
    Close,
    Connection,
    Opened,
    Received,
    Send,
)
from tieout.protocol.frames import ErrorFrame, Hello, Pong, UserMessage, UserStop

HELLO = '{"type":"hello","v":1,"pane":"p1","roles":["ui"]}'
STOP = '{"type":"user.stop"}'


def ready() -> Connection:
    connection = Connection()
    connection.receive_text(HELLO)
    return connection


def assert_refused(steps: object, code: CloseCode, about: str) -> None:
    match steps:
        case (Send(ErrorFrame() as error), Close(close_code, _)):
            assert (close_code, error.about) == (code, about)
        case _:
            pytest.fail(f"expected an error frame and a close, got {steps}")


def test_hello_opens():
    connection = Connection()
    assert connection.state == "awaiting_hello"
    assert connection.receive_text(HELLO) == (Opened(Hello(v=1, pane="p1", roles=("ui",))),)
    assert connection.state == "ready"


@pytest.mark.parametrize(
    ("text", "about"),
    [(STOP, "user.stop"), ("{", ""), ('{"type":"ping"}', "ping"), ("", ""), ("[]", "")],
)
def test_anything_but_hello_closes_a_new_connection(text: str, about: str):
    connection = Connection()
    assert_refused(connection.receive_text(text), CloseCode.HELLO_EXPECTED, about)
    assert connection.state == "closing"


def test_an_invalid_hello_of_our_version_says_which_field():
    steps = Connection().receive_text('{"type":"hello","v":1,"pane":"p"}')
    assert steps[0] == Send(ErrorFrame(message="hello lacks the field 'roles'.", about="hello"))
    assert_refused(steps, CloseCode.HELLO_EXPECTED, "hello")


@pytest.mark.parametrize(
    ("hello", "remedy"),
    [
        ('{"type":"hello","v":0,"pane":"p","roles":[]}', "reload the pane"),
        ('{"type":"hello","v":2,"pane":"p","roles":[]}', "update and restart the server"),
        ('{"type":"hello","v":2,"something":"new"}', "update and restart the server"),
        ('{"type":"hello","v":' + "9" * 4000 + "}", "update and restart the server"),
    ],
)
def test_another_version_closes_with_a_sentence_that_says_what_to_do(hello: str, remedy: str):
    steps = Connection().receive_text(hello)
    assert_refused(steps, CloseCode.VERSION, "hello")
    close = steps[-1]
    assert isinstance(close, Close)
    assert close.reason.endswith(f"{remedy}.")
    assert len(close.reason.encode()) <= REASON_BYTES


def test_a_ready_pane_is_heard():
    assert ready().receive_text(STOP) == (Received(UserStop()),)


def test_ping_is_answered_without_the_session():
    assert ready().receive_text('{"type":"ping"}') == (Send(Pong()),)


def test_a_second_hello_is_refused_and_the_connection_stays_up():
    connection = ready()
    (step,) = connection.receive_text(HELLO)
    assert step == Send(ErrorFrame(message="This pane has already said hello.", about="hello"))
    assert connection.receive_text(STOP) == (Received(UserStop()),)


@pytest.mark.parametrize(
    "text", ["{", '{"type":"x"}', '{"type":"ping","a":1}', "[" * 10_000, "NaN", "x" * 100]
)
def test_a_broken_frame_is_answered_and_the_connection_stays_up(text: str):
    connection = ready()
    (step,) = connection.receive_text(text)
    assert isinstance(step, Send)
    assert isinstance(step.frame, ErrorFrame)
    assert connection.state == "ready"


def test_too_large_a_frame_is_answered():
    connection = Connection(max_frame_bytes=200)
    connection.receive_text(HELLO)
    (step,) = connection.receive_text('{"type":"user.message","text":"' + "x" * 200 + '"}')
    assert step == Send(ErrorFrame(message="The frame is larger than 200 bytes."))


def test_a_peer_that_sends_nothing_readable_is_dropped_in_the_end():
    connection = ready()
    for _ in range(MAX_REFUSED_IN_A_ROW - 1):
        assert len(connection.receive_text("{")) == 1
    assert_refused(connection.receive_text("{"), CloseCode.TOO_SLOW, "")


def test_one_good_frame_forgives_the_bad_ones_before_it():
    connection = ready()
    for _ in range(3):
        for _ in range(MAX_REFUSED_IN_A_ROW - 1):
            connection.receive_text("{")
        connection.receive_text(STOP)
    assert connection.state == "ready"


def test_binary_closes_in_every_open_state():
    for connection in (Connection(), ready()):
        assert connection.receive_binary() == (
            Close(CloseCode.UNSUPPORTED, MEANING[CloseCode.UNSUPPORTED]),
        )


def test_only_the_first_close_counts():
    connection = ready()
    assert connection.close(CloseCode.REPLACED) == (
        Close(CloseCode.REPLACED, MEANING[CloseCode.REPLACED]),
    )
    assert connection.close(CloseCode.NORMAL) == ()
    assert connection.receive_binary() == ()


def test_what_arrives_after_our_close_is_ignored():
    connection = ready()
    connection.close(CloseCode.NORMAL)
    assert connection.receive_text(STOP) == ()
    connection.peer_closed()
    assert connection.state == "closed"
    assert connection.receive_text(STOP) == ()
    assert connection.receive_text("{") == ()


def test_hello_overdue_closes_only_while_it_is_awaited():
    (step,) = Connection().hello_overdue()
    assert isinstance(step, Close)
    assert step.code == CloseCode.HELLO_LATE
    assert ready().hello_overdue() == ()


def test_every_close_code_has_a_meaning_that_fits():
    assert set(MEANING) == set(CloseCode)
    assert all(reason_text(text) == text for text in MEANING.values())


def test_a_long_reason_is_cut_at_a_character():
    cut = reason_text("é" * 200)
    assert cut == "é" * 61


@given(st.lists(st.one_of(st.text(max_size=30), st.sampled_from([HELLO, STOP, "{}"]))))
def test_no_sequence_raises_and_the_state_never_goes_back(texts: list[str]):
    order = ["awaiting_hello", "ready", "closing", "closed"]
    connection = Connection()
    seen = 0
    for text in texts:
        steps = connection.receive_text(text)
        now = order.index(connection.state)
        assert now >= seen
        assert all(not isinstance(step, Received) for step in steps) or connection.state == "ready"
        seen = now


def test_a_frame_for_the_session_carries_its_fields():
    (step,) = ready().receive_text('{"type":"user.message","text":"tie out"}')
    assert step == Received(UserMessage(text="tie out"))
