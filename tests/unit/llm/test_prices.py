"""Costs are computed from the dated table."""

import pytest

from tieout.llm.client import Usage
from tieout.llm.prices import dollars, price_table

USAGE = Usage(1_000, 2_000, 100_000, 500)


def test_a_request_costs_what_its_four_kinds_of_tokens_cost() -> None:
    # 1,000 x 4 + 2,000 x 5 + 100,000 x 0.2 + 500 x 20, per million
    assert dollars("claude-opus-5-5", USAGE) == pytest.approx(0.044)
    assert dollars("claude-opus-5-5-20260901", USAGE) == pytest.approx(0.044)


def test_a_model_without_a_price_has_no_cost() -> None:
    assert dollars("scripted", USAGE) is None


def test_factors_are_in_units_of_plain_input() -> None:
    price = price_table().price("claude-opus-5-5")
    assert price is not None
    assert (price.write_factor, price.read_factor, price.output_factor) == (1.25, 0.05, 5)
    assert price.input_equivalents(USAGE) == pytest.approx(11_000)


def test_the_table_says_of_when_it_is() -> None:
    assert price_table().as_of.startswith("2026-")
