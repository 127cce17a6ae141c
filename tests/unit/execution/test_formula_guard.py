import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tieout.errors import GateRefused
from tieout.execution.formulas_guard import check_formula, forbidden_part, is_formula

VECTORS = json.loads(
    (Path(__file__).parents[2] / "golden" / "gate_vectors.json").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("vector", VECTORS["refused"], ids=lambda vector: vector["name"])
def test_a_formula_that_reaches_out_is_refused(vector: dict[str, str]) -> None:
    assert is_formula(vector["text"])
    assert forbidden_part(vector["text"]) is not None


@pytest.mark.parametrize("text", VECTORS["allowed"])
def test_a_formula_of_ordinary_work_passes(text: str) -> None:
    assert not is_formula(text) or forbidden_part(text) is None


def test_there_are_enough_harmless_formulas_to_count_false_alarms() -> None:
    assert len(VECTORS["allowed"]) >= 30


def test_the_refusal_names_cell_and_function() -> None:
    with pytest.raises(GateRefused, match=r"Sheet1!B2 uses the function WEBSERVICE"):
        check_formula("=webservice(A1)", "Sheet1!B2")


@given(st.text(max_size=200))
def test_any_text_is_judged_without_failing(text: str) -> None:
    forbidden_part(text)
    is_formula(text)


def test_plain_negative_numbers_are_no_formulas() -> None:
    assert not is_formula("-5")
    assert not is_formula("+12.5%")
