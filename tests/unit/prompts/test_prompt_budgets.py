"""Each section of the prompt keeps its budget, and the index of skills says when to load what."""

import re

import pytest

from tieout.context.layers import LayerBudgets
from tieout.context.tokens import estimated_tokens
from tieout.prompts.assemble import SystemPrompt, system_prompt
from tieout.prompts.budgets import C2_HEADING, PROMPT_BUDGETS, Section, sections
from tieout.prompts.wrapped_api import load_wrapped_api
from tieout.skills.library import load_library

PROMPT = system_prompt(load_wrapped_api(), load_library())
MOST_OF_A_DESCRIPTION = 200


@pytest.mark.parametrize("name", PROMPT_BUDGETS)
def test_a_section_keeps_its_budget(name: Section) -> None:
    text, budget = sections(PROMPT)[name].strip(), PROMPT_BUDGETS[name]
    tokens, lines = estimated_tokens(text), len(text.splitlines())
    assert tokens <= budget.tokens, f"{name} has {tokens} tokens"
    assert lines <= budget.lines, f"{name} has {lines} lines"
    assert tokens >= 0.9 * budget.tokens, f"{name} has {tokens} tokens: lower its budget"


def test_the_sections_are_the_whole_prompt() -> None:
    cut = sections(PROMPT)
    assert cut["L0"] == PROMPT.persona
    assert cut["C1"] + cut["C2"] + cut["C3"] == PROMPT.capabilities


def test_the_budget_of_the_persona_is_that_of_its_layer() -> None:
    assert LayerBudgets().persona == PROMPT_BUDGETS["L0"].tokens


@pytest.mark.parametrize("capabilities", ["", C2_HEADING, C2_HEADING * 2])
def test_a_prompt_without_its_headings_is_refused(capabilities: str) -> None:
    with pytest.raises(ValueError, match="needs one heading"):
        sections(SystemPrompt("", capabilities))


def test_the_order_of_ways_and_its_rule_stand_in_the_prompt() -> None:
    rule = (
        "Wrapped API first; then a specification; then raw Office.js, looked up. Never guess a "
        "member, and don't settle for less than the task asks."
    )
    cut = sections(PROMPT)
    assert rule in cut["C3"]
    assert "Use it first" in cut["C1"]
    assert "with Office.js; don't settle for less than the task asks" in cut["C1"]


@pytest.mark.parametrize("skill", load_library().skills, ids=lambda skill: skill.name)
def test_a_description_is_one_short_line_that_says_when(skill) -> None:
    assert len(skill.description) <= MOST_OF_A_DESCRIPTION
    assert "\n" not in skill.description
    assert re.search(r"\b(Load|Read)\b.*\b(before|when)\b", skill.description)
    assert skill.description.endswith(".")
