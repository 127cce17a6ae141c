"""The estimate is never under the real tokenizer on our own texts, and seldom far above it."""

import importlib.util
import json
import random
from collections import defaultdict
from pathlib import Path

import pytest

from tieout.context.layers import LayerBudgets
from tieout.context.tokens import (
    ESTIMATE,
    EstimatedTokens,
    RememberedTokens,
    estimated_tokens,
    token_counter,
)
from tieout.errors import SettingsError
from tieout.prompts.assemble import system_prompt
from tieout.prompts.wrapped_api import load_wrapped_api

TABLE = json.loads((Path(__file__).parents[2] / "golden" / "token_counts.json").read_text("utf-8"))
HAS_CTOK = importlib.util.find_spec("ctok") is not None


@pytest.mark.parametrize("row", TABLE["texts"], ids=lambda row: row["kind"])
def test_the_estimate_is_at_or_above_the_count_and_under_half_as_much_again(
    row: dict[str, object],
) -> None:
    text, counted = str(row["text"]), int(str(row["ctok"]))
    assert counted <= ESTIMATE.count(text) <= 1.5 * counted


def test_by_kind_of_text_the_estimate_is_within_a_quarter_of_the_count() -> None:
    sums: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for row in TABLE["texts"]:
        sums[row["kind"]][0] += ESTIMATE.count(row["text"])
        sums[row["kind"]][1] += row["ctok"]
    ratios = {kind: round(ours / theirs, 3) for kind, (ours, theirs) in sums.items()}
    assert max(ratios.values()) <= 1.3, ratios
    assert {kind for kind, ratio in ratios.items() if ratio > 1.25} <= {"French", "Japanese"}


def test_parts_are_never_counted_for_less_than_the_whole() -> None:
    chosen = random.Random(4)
    for row in TABLE["texts"]:
        text = row["text"]
        cut = chosen.randrange(1, len(text))
        assert ESTIMATE.count(text[:cut]) + ESTIMATE.count(text[cut:]) >= row["ctok"]


def test_nothing_counts_nothing_and_half_a_character_counts() -> None:
    assert estimated_tokens("") == 0
    assert estimated_tokens("\ud83d") > 0
    assert estimated_tokens("a" * 100_000) > 0


def test_a_remembering_counter_counts_the_same_and_forgets_old_texts() -> None:
    class Counting(EstimatedTokens):
        asked = 0

        def count(self, text: str) -> int:
            self.asked += 1
            return super().count(text)

    inner = Counting()
    counter = RememberedTokens(inner)
    long = "a text that is worth remembering, because it is long enough for that " * 2
    assert counter.count(long) == counter.count(long) == ESTIMATE.count(long)
    assert inner.asked == 1
    for number in range(5_000):
        counter.count(f"{long}{number}")
    counter.count(long)
    assert inner.asked == 5_002


def test_the_counter_is_chosen_by_setting_or_by_a_recordings_name() -> None:
    assert token_counter("estimate").name == token_counter("estimate-1").name == "estimate-1"
    assert token_counter("auto").name == ("ctok-4.8" if HAS_CTOK else "estimate-1")
    with pytest.raises(SettingsError, match="no token counter 'tiktoken'"):
        token_counter("tiktoken")


@pytest.mark.skipif(HAS_CTOK, reason="ctok is installed")
def test_a_missing_vocabulary_is_said_with_what_to_do() -> None:
    with pytest.raises(SettingsError, match="TIEOUT_TOKEN_COUNTER=estimate"):
        token_counter("ctok-4.8")


@pytest.mark.skipif(not HAS_CTOK, reason="needs ctok")
@pytest.mark.parametrize("row", TABLE["texts"], ids=lambda row: row["kind"])
def test_the_vocabulary_counts_what_the_table_says(row: dict[str, object]) -> None:
    assert token_counter("ctok").count(str(row["text"])) == row["ctok"]


def test_who_the_agent_is_fits_its_layer() -> None:
    persona = system_prompt(load_wrapped_api()).persona
    assert ESTIMATE.count(persona) <= LayerBudgets().persona
