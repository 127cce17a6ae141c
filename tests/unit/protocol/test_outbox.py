"""Frames waiting for a slow pane: bounded, in order, streamed text joined."""

import json

from hypothesis import given
from hypothesis import strategies as st

from tieout.protocol.frames import (
    SERVER_FRAME,
    AnswerTextFrame,
    CodeTextFrame,
    HostBatch,
    Pong,
    ServerFrame,
    ThinkingFrame,
    WorkbookChanged,
)
from tieout.protocol.outbox import Outbox, encode


def drain(outbox: Outbox) -> list[ServerFrame]:
    frames: list[ServerFrame] = []
    while (text := outbox.take()) is not None:
        frames.append(SERVER_FRAME.validate_json(text, strict=True))
    return frames


def test_frames_leave_in_order():
    outbox = Outbox()
    frames = [Pong(), WorkbookChanged(revision=1), Pong()]
    for frame in frames:
        assert outbox.put(frame)
    assert drain(outbox) == frames
    assert outbox.take() is None


def test_pieces_of_text_that_follow_each_other_are_joined():
    outbox = Outbox()
    for frame in (
        AnswerTextFrame(text="a"),
        AnswerTextFrame(text="b"),
        ThinkingFrame(text="c"),
        ThinkingFrame(text="d"),
        AnswerTextFrame(text="e"),
        CodeTextFrame(tool_use_id="1", partial_json="{"),
        CodeTextFrame(tool_use_id="1", partial_json="}"),
        CodeTextFrame(tool_use_id="2", partial_json="["),
    ):
        outbox.put(frame)
    assert drain(outbox) == [
        AnswerTextFrame(text="ab"),
        ThinkingFrame(text="cd"),
        AnswerTextFrame(text="e"),
        CodeTextFrame(tool_use_id="1", partial_json="{}"),
        CodeTextFrame(tool_use_id="2", partial_json="["),
    ]


def test_text_is_not_joined_across_another_frame():
    outbox = Outbox()
    frames = [AnswerTextFrame(text="a"), Pong(), AnswerTextFrame(text="b")]
    for frame in frames:
        outbox.put(frame)
    assert drain(outbox) == frames


def test_a_million_pieces_take_one_place():
    outbox = Outbox(max_frames=1)
    assert all(outbox.put(AnswerTextFrame(text="x")) for _ in range(1000))
    assert (len(outbox), outbox.waiting_bytes) == (1, 1000)


def test_too_many_frames_are_refused():
    outbox = Outbox(max_frames=2)
    assert [outbox.put(Pong()) for _ in range(3)] == [True, True, False]
    assert len(drain(outbox)) == 2


def test_too_many_bytes_are_refused_but_one_large_frame_always_fits():
    outbox = Outbox(max_bytes=100)
    assert outbox.put(HostBatch(batch_id=1, body={"x": "y" * 1000}))
    assert not outbox.put(Pong())
    assert not outbox.put(AnswerTextFrame(text="x"))
    outbox.take()
    assert outbox.put(Pong())


def test_clearing_gives_all_room_back():
    outbox = Outbox(max_frames=1)
    outbox.put(Pong())
    outbox.clear()
    assert (len(outbox), outbox.waiting_bytes) == (0, 0)
    assert outbox.put(Pong())


def test_text_that_utf8_cannot_carry_still_arrives():
    text = encode(AnswerTextFrame(text="a\ud800b"))
    assert text.isascii()
    assert json.loads(text)["text"] == "a\ud800b"


PIECES = st.lists(
    st.one_of(
        st.builds(AnswerTextFrame, text=st.text(max_size=5)),
        st.builds(ThinkingFrame, text=st.text(max_size=5)),
        st.builds(WorkbookChanged, revision=st.integers(0, 9)),
        st.none(),
    )
)


@given(PIECES)
def test_nothing_is_lost_and_room_is_given_back(puts: list[ServerFrame | None]):
    outbox = Outbox(max_frames=10_000)
    out: list[ServerFrame] = []
    for frame in puts:
        if frame is None:
            text = outbox.take()
            out.extend([] if text is None else [SERVER_FRAME.validate_json(text)])
        else:
            assert outbox.put(frame)
    out.extend(drain(outbox))
    for kind in (AnswerTextFrame, ThinkingFrame):
        sent = "".join(frame.text for frame in puts if isinstance(frame, kind))
        assert "".join(frame.text for frame in out if isinstance(frame, kind)) == sent
    changed = [frame for frame in puts if isinstance(frame, WorkbookChanged)]
    assert [frame for frame in out if isinstance(frame, WorkbookChanged)] == changed
    assert (len(outbox), outbox.waiting_bytes) == (0, 0)
