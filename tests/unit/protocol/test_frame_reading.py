"""What a peer's text becomes: a frame or one sentence, never an exception."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tieout.protocol.frames import PANE_FRAME, Hello, HostResult, Ping, UserMessage
from tieout.protocol.reading import Unreadable, peek, read_frame, utf8_length

PING = '{"type":"ping"}'


def test_a_valid_frame_is_read():
    assert read_frame(PANE_FRAME, PING) == Ping()


def test_a_list_in_json_becomes_a_tuple():
    text = '{"type":"hello","v":1,"pane":"p","roles":["ui","host"]}'
    assert read_frame(PANE_FRAME, text) == Hello(v=1, pane="p", roles=("ui", "host"))


@pytest.mark.parametrize(
    ("text", "message", "about"),
    [
        ("", "The frame is not readable JSON: EOF while parsing a value at line 1 column 0.", ""),
        ("[]", "A frame is a JSON object.", ""),
        ("1", "A frame is a JSON object.", ""),
        ("{}", "The frame has no type.", ""),
        ('{"type":"nope"}', "There is no frame type 'nope'.", ""),
        ('{"type":"ping","seq":1}', "ping has no field 'seq'.", "ping"),
        ('{"type":"ping","__proto__":{}}', "ping has no field '__proto__'.", "ping"),
        ('{"type":"user.message"}', "user.message lacks the field 'text'.", "user.message"),
        (
            '{"type":"user.message","text":1}',
            "user.message: the field 'text' is wrong: input should be a valid string.",
            "user.message",
        ),
        (
            '{"type":"host.result","batch_id":"1"}',
            "host.result: the field 'batch_id' is wrong: input should be a valid integer.",
            "host.result",
        ),
        (
            '{"type":"host.result","batch_id":-1}',
            "host.result: the field 'batch_id' is wrong: "
            "input should be greater than or equal to 0.",
            "host.result",
        ),
        (
            '{"type":"host.result","batch_id":9223372036854775808}',
            "host.result: the field 'batch_id' is wrong: "
            "input should be less than or equal to 9007199254740991.",
            "host.result",
        ),
    ],
)
def test_the_sentence_says_what_is_wrong(text: str, message: str, about: str):
    assert read_frame(PANE_FRAME, text) == Unreadable(message, about)


@pytest.mark.parametrize(
    "body",
    ["NaN", "-NaN", "Infinity", "-Infinity", "1e400", "-1E+999", "1" * 310 + ".0", "1" * 5000],
)
def test_numbers_that_javascript_could_not_read_back_are_refused(body: str):
    text = f'{{"type":"host.result","batch_id":1,"body":{{"x":{body}}}}}'
    assert isinstance(read_frame(PANE_FRAME, text), Unreadable)


def test_text_that_only_looks_like_such_a_number_is_fine():
    text = '{"type":"host.result","batch_id":1,"body":{"x":"NaN 1e400 Infinity","y":1e100}}'
    frame = read_frame(PANE_FRAME, text)
    assert isinstance(frame, HostResult)
    assert frame.body == {"x": "NaN 1e400 Infinity", "y": 1e100}


@pytest.mark.parametrize(
    "text",
    [
        '{"type":"host.result","batch_id":1,"body":{"x":' + "[" * 10_000 + "]" * 10_000 + "}}",
        '{"a":' * 10_000 + "1" + "}" * 10_000,
        '{"type":"user.message","text":"\\ud800"}',
        '{"type":"user.message","text":"\ud800"}',
        '{"type":"user.message","text":"\x00"}',
        '{"type":' + '"x' + "y" * 100_000 + '"}',
    ],
    ids=["lists", "objects", "escaped surrogate", "raw surrogate", "control", "long type"],
)
def test_a_bomb_is_one_short_sentence(text: str):
    result = read_frame(PANE_FRAME, text)
    assert isinstance(result, Unreadable)
    assert len(result.message) < 300


def test_a_million_keys_are_read_and_dropped():
    body = "{" + ",".join(f'"{i:x}":0' for i in range(500_000)) + "}"
    assert isinstance(read_frame(PANE_FRAME, f'{{"type":"ping","body":{body}}}'), Unreadable)


def test_the_last_of_two_equal_keys_counts():
    text = '{"type":"user.stop","type":"user.message","text":"a","text":"b"}'
    assert read_frame(PANE_FRAME, text) == UserMessage(text="b")


def test_size_counts_bytes_and_the_limit_itself_is_allowed():
    text = '{"type":"user.message","text":"é"}'
    size = utf8_length(text)
    assert size == len(text) + 1
    assert read_frame(PANE_FRAME, text, max_bytes=size) == UserMessage(text="é")
    assert read_frame(PANE_FRAME, text, max_bytes=size - 1) == Unreadable(
        f"The frame is larger than {size - 1} bytes."
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"type":"hello","v":7,"future":true}', ("hello", 7)),
        ('{"type":"hello","v":true}', ("hello", None)),
        ('{"type":3}', ("", None)),
        ("[]", ("", None)),
        ("{", ("", None)),
        ("\ud800", ("", None)),
    ],
)
def test_type_and_version_can_be_told_from_an_invalid_frame(text: str, expected: object):
    assert peek(text) == expected


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda children: st.lists(children) | st.dictionaries(st.text(), children),
    max_leaves=10,
)
TYPES = st.sampled_from(["hello", "sandbox.sync", "sandbox.done", "host.result", "ping", "x"])


@given(st.one_of(st.text(), st.builds(json.dumps, JSON)))
def test_no_text_raises(text: str):
    read_frame(PANE_FRAME, text)
    peek(text)


@given(TYPES, st.dictionaries(st.sampled_from(["v", "run_id", "body", "roles", "end"]), JSON))
def test_no_object_with_a_type_raises(kind: str, fields: dict[str, object]):
    read_frame(PANE_FRAME, json.dumps({"type": kind, **fields}))
