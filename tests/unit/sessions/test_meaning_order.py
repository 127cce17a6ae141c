"""Ordering by meaning: with vectors of a test's own, and with the real model where it is installed."""

import pytest

from tieout.errors import SettingsError
from tieout.sessions.meaning import EmbeddedMeaning, has_meaning, load_meaning

VECTORS = {"cash": [1.0, 0.0], "liquidity": [0.9, 0.1], "tree": [0.0, 1.0], "bush": [0.0, 2.0]}


def test_texts_are_ordered_by_nearness_with_ties_by_id_and_embedded_once() -> None:
    asked: list[list[str]] = []

    def passages(texts):
        asked.append(list(texts))
        return [VECTORS[text] for text in texts]

    meaning = EmbeddedMeaning(passages, lambda texts: [VECTORS[text] for text in texts])
    texts = [("d", "tree"), ("c", "bush"), ("b", "liquidity"), ("a", "cash")]
    assert meaning.order("cash", texts) == ["a", "b", "c", "d"]
    assert meaning.order("tree", texts) == ["c", "d", "b", "a"]
    assert asked == [["tree", "bush", "liquidity", "cash"]]
    assert meaning.order("cash", []) == []


def test_without_the_extra_the_setting_is_refused_with_what_to_install() -> None:
    if has_meaning():
        pytest.skip("the extra is installed")
    with pytest.raises(SettingsError, match=r"tieout\[semantic\]"):
        load_meaning()


def test_the_real_model_finds_a_paraphrase_and_another_language() -> None:
    if not has_meaning():
        pytest.skip("the extra `semantic` isn't installed")
    texts = [
        ("a", "Revenue growth rate"),
        ("b", "Depreciation"),
        ("c", "营业收入增长率"),
        ("d", "Office rent"),
    ]
    meaning = load_meaning()
    assert meaning.order("what we pay our landlord", texts)[0] == "d"
    assert meaning.order("revenue growth", texts)[:2] == ["a", "c"]
    assert meaning.order("营业收入", texts)[:2] == ["c", "a"]
