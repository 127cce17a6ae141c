"""Forty steps through the real SDK and the local API, which refuses a broken prefix or transcript."""

import json
from collections.abc import AsyncIterator
from itertools import pairwise

import pytest
import pytest_asyncio

from tests.contract.long_sessions import (
    CONSTRAINTS,
    POISON,
    LongSession,
    blocks,
    long_session,
    runs,
    says,
    step_replies,
)
from tieout.llm.client import JsonDict

STEPS = 40
REQUESTS = 2 * STEPS + 2
pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def session() -> AsyncIterator[LongSession]:
    """Two turns: forty steps and an answer, then a question."""
    script = [reply for step in range(1, STEPS + 1) for reply in step_replies(step)]
    async with long_session([*script, says("Done."), says("Still.")]) as session:
        session.ends.append(await session.turn("Fill column D of Sheet1, row by row."))
        session.ends.append(await session.turn("And is the total right?"))
        yield session


def history(body: JsonDict) -> list[tuple[str, JsonDict]]:
    """Blocks of L1's map and of L3."""
    return [one for one in blocks(body) if "toolu_map" in str(one) or "toolu_step" in str(one)]


async def test_no_request_is_refused_or_over_a_budget(session: LongSession) -> None:
    assert [end.answer for end in session.ends] == ["Done.", "Still."]
    assert session.api.refusals == []
    assert len(session.bodies) == len(session.manifests) == REQUESTS
    assert [m.over_budget for m in session.manifests if m.over_budget] == []
    assert max(manifest.tokens for manifest in session.manifests) < 20_000


async def test_every_constraint_stands_word_for_word_in_the_last_requests(
    session: LongSession,
) -> None:
    for body in session.bodies[-2:]:
        texts = [str(block["text"]) for _, block in blocks(body) if block["type"] == "text"]
        lines = [line for text in texts for line in text.splitlines()]
        assert [f"{each.id}: {each.text}" in lines for each in CONSTRAINTS] == [True] * 3
    assert session.manifests[-1].constraints == ("K1", "K2", "K3")


async def test_text_of_the_workbook_stands_in_tool_results_only(session: LongSession) -> None:
    places = {
        (role, block["type"])
        for body in session.bodies
        for role, block in blocks(body)
        if POISON in json.dumps(block)
    }
    assert places == {("user", "tool_result")}
    assert POISON not in json.dumps(session.bodies[-1]["system"])


async def test_no_two_states_of_one_anchor_are_fresh_in_a_request(session: LongSession) -> None:
    superseded = 0
    for manifest in session.manifests:
        fresh = [one.anchor for one in manifest.evidence if one.state == "fresh"]
        assert len(fresh) == len(set(fresh)), manifest.id
        superseded += sum(1 for one in manifest.evidence if one.state == "superseded")
    assert superseded > STEPS


async def test_inside_a_step_requests_grow_and_across_an_epoch_the_prefix_stands(
    session: LongSession,
) -> None:
    crossed = folded = 0
    pairs = list(zip(pairwise(session.manifests), pairwise(session.bodies), strict=True))
    for (one, two), (before, after) in pairs[: 2 * STEPS]:
        if one.epoch == two.epoch:
            assert blocks(after)[: len(blocks(before))] == blocks(before)
            continue
        crossed += 1
        assert one.share("L1").cumulative == two.share("L1").cumulative
        assert not any(block["type"] == "thinking" for _, block in blocks(after))
        standing = history(before)
        if history(after)[: len(standing)] != standing:
            folded += 1
            assert "in short" in str(history(after)[3])
            continue
        assert blocks(after)[: 2 + len(standing)] == blocks(before)[: 2 + len(standing)]
        assert len(history(after)) > len(standing)
    assert crossed > STEPS // 3
    assert 0 < folded < crossed / 2


async def test_a_new_tail_begins_only_where_it_pays(session: LongSession) -> None:
    epochs = [manifest.epoch for manifest in session.manifests]
    assert epochs == sorted(epochs)
    assert epochs[:6] == [0] * 6
    used = [usage.usage for usage in session.used]
    read = sum(usage.cache_read_input_tokens for usage in used)
    written = sum(usage.cache_creation_input_tokens for usage in used)
    assert read > 3 * written


async def test_the_last_request_knows_rejections_and_formulas_of_early_steps(
    session: LongSession,
) -> None:
    text = json.dumps(session.bodies[-1])
    for step in (STEPS - 1, STEPS // 2, 5):
        assert f"way {step}; it ignores price {step}" in text
    assert f"=B{STEPS + 1}*C{STEPS + 1}*{STEPS}" in text


@pytest.mark.parametrize("answer", ["good", "broken"])
async def test_a_budget_ends_a_step_and_a_small_model_closes_it(answer: str) -> None:
    closed = {"conclusion": "Rows 1 to 80 are read.", "rejected": [], "open": ["write column D"]}
    light = says(json.dumps(closed) if answer == "good" else "I can't say.")
    wide = [
        runs(n, f'await sheet.getCellRange("Sheet1!A{n}:H{n + 120}", {{ layout: "cells" }});')
        for n in range(1, 4)
    ]
    replies = [*wide, light, says("Done.")]
    async with long_session(replies, small_model="claude-haiku-5-5") as session:
        end = await session.turn("Look at everything.")
        models = [request.body["model"] for request in session.api.requests]
    assert (end.answer, session.api.refusals) == ("Done.", [])
    assert models == [*["claude-opus-5-5"] * 3, "claude-haiku-5-5", "claude-opus-5-5"]
    assert not any(block["type"] == "thinking" for _, block in blocks(session.bodies[3]))
    assert session.bodies[3]["output_config"]["format"]["type"] == "json_schema"  # type: ignore[index,call-overload]
    after = json.dumps(session.bodies[4])
    assert ("Rows 1 to 80 are read." in after) is (answer == "good")
    assert "still in progress" in after
    assert [m.over_budget for m in session.manifests if m.over_budget] == []
    kinds = [manifest.kind for manifest in session.manifests]
    assert kinds == [*["step"] * 3, "consolidation", "step"]
    assert session.manifests[-1].share("L2").held <= 8_000
    unseen = [one for one in session.manifests[-1].evidence if one.place == "pack"]
    assert any(one.anchor == "Sheet1!A3:H123" for one in unseen)
