"""A trace shows requests as they were, and names the first layer that differs."""

import sqlite3
from pathlib import Path

import pytest
from traced import CODE, parts, trace, traced

from tieout.context.layers import LAYERS
from tieout.errors import SettingsError
from tieout.llm.client import Usage
from tieout.llm.prices import dollars
from tieout.sessions.trace.store import MOST_SESSIONS, TraceStore
from tieout.sessions.trace.text import difference_text, request_text, trace_text
from tieout.sessions.trace.values import difference


def test_blocks_are_readable_and_stand_in_request_order() -> None:
    blocks = traced(1).blocks
    assert [(b.layer, b.role, b.kind) for b in blocks] == [
        ("tools", "tool", "execute_code"),
        ("L0", "system", "text"),
        ("L1", "user", "text"),
        ("tail", "assistant", "thinking"),
        ("tail", "assistant", "tool_use"),
        ("tail", "user", "tool_result"),
    ]
    assert blocks[4].text == CODE
    assert blocks[5].text == "Sheet1!A1@r1: 5\n(a picture)"


@pytest.mark.parametrize(
    ("layer", "part"),
    [
        ("tools", "contract"),
        ("L0", "contract"),
        ("L1", "task"),
        ("L3", "history"),
        ("tail", "evidence"),
    ],
)
def test_the_first_layer_that_differs_is_named(layer, part) -> None:
    changed = parts()
    changed[layer] = [*changed.get(layer, []), {"role": "user", "content": "one more"}]
    if layer != "tail":
        changed["tail"] = []
    found = difference(traced(1), traced(2, changed))
    assert (found.first, found.part) == (layer, part)


def test_equal_requests_differ_in_nothing() -> None:
    found = difference(traced(1), traced(2))
    assert found.first is None
    assert {change.change for change in found.changes} == {"same"}
    assert "are the same in every layer" in difference_text(traced(1), traced(2))


def test_a_difference_shows_the_lines_that_changed() -> None:
    text = difference_text(traced(1), traced(2, parts("Sheet1!A1@r1: 6")))
    assert "differ, first in tail (evidence)" in text
    assert "-Sheet1!A1@r1: 5" in text
    assert "+Sheet1!A1@r1: 6" in text
    assert CODE not in text


def test_what_was_kept_comes_back_equal(tmp_path: Path) -> None:
    store = TraceStore(tmp_path / "deep" / "sessions.db")
    kept = trace(traced(1, usage=None), traced(2, parts("other")))
    store.begin(kept.session, kept.started, kept.workbook, kept.model)
    for request in kept.requests:
        store.add(kept.session, request)
    assert TraceStore(tmp_path / "deep" / "sessions.db").trace("s-1") == kept
    store.counted("s-1", 1, Usage(1, 2, 3, 4))
    assert store.trace("s-1").requests[0].usage == Usage(1, 2, 3, 4)
    assert [(line.id, line.requests) for line in store.sessions()] == [("s-1", 2)]


def test_equal_blocks_are_kept_once(tmp_path: Path) -> None:
    store = TraceStore(tmp_path / "sessions.db")
    store.begin("s-1", "2026-01-01", "", "")
    for number in range(1, 41):
        store.add("s-1", traced(number, parts(f"answer {number % 2}")))
    with sqlite3.connect(tmp_path / "sessions.db") as connection:
        blocks = connection.execute("select count(*) from blocks").fetchone()[0]
    assert blocks == 7


def test_the_oldest_sessions_and_their_blocks_are_forgotten(tmp_path: Path) -> None:
    store = TraceStore(tmp_path / "sessions.db")
    for number in range(MOST_SESSIONS + 1):
        store.begin(f"s-{number}", f"2026-01-01T{number:06}", "", "")
        if number < 2:
            store.add(f"s-{number}", traced(1, parts(f"of session {number}")))
    assert len(store.sessions()) == MOST_SESSIONS
    with pytest.raises(KeyError):
        store.trace("s-0")
    with sqlite3.connect(tmp_path / "sessions.db") as connection:
        texts = [row[0] for row in connection.execute("select text from blocks")]
    assert not [text for text in texts if "of session 0" in text]
    assert [text for text in texts if "of session 1" in text]


def test_only_the_owner_may_read_the_file(tmp_path: Path) -> None:
    TraceStore(tmp_path / "sessions.db")
    assert (tmp_path / "sessions.db").stat().st_mode & 0o077 == 0


def test_a_file_that_is_no_database_is_said_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "sessions.db").write_bytes(
        b"this is not a database, but it is long enough to tell" * 20
    )
    with pytest.raises(SettingsError, match="can't be kept in"):
        TraceStore(tmp_path / "sessions.db")


def test_the_table_has_a_line_a_request_and_a_total() -> None:
    text = trace_text(trace(traced(1), traced(2, usage=None)), dollars)
    lines = text.splitlines()
    assert lines[0] == (
        "Session s-1: model.xlsx with anthropic:claude-opus-5-5, begun 2026-11-30T10:00:00Z."
    )
    assert lines[2].split() == [
        "#", "step", *LAYERS, "sum", "over", "new", "written", "read", "output", "dollars",
    ]  # fmt: skip
    assert lines[3].split()[-5:] == ["100", "2,000", "30,000", "50", "0.0174"]
    assert lines[4].split() == ["2", "1", *["10"] * 7, "70"]
    assert lines[5] == "1 answered requests: 93% of the input read from the cache, 0.0174 dollars."


def test_a_request_in_full_names_its_evidence_and_what_the_gates_said() -> None:
    text = request_text(traced(1, held=1_300))
    assert "OVER BUDGET: L0 holds 1,300 tokens, 1,200 is the most." in text
    assert "== L0 (contract): 1,300 of 1,200 tokens" in text
    assert "== constraints: K1" in text
    assert (
        "Sheet1!A1@r1: tail, superseded (now Sheet1!A1@r2), 12 tokens, the code read it "
        "[contradiction dropped it: r2 is newer]"
    ) in text
