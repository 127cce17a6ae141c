"""How a user names a model."""

from pathlib import Path

import pytest

from tieout.errors import SettingsError
from tieout.llm.choice import AnthropicChoice, ReplayChoice, ScriptedChoice, parse_model_choice


@pytest.mark.parametrize(
    ("text", "choice"),
    [
        ("anthropic:claude-opus-5-5", AnthropicChoice("claude-opus-5-5")),
        (" anthropic: claude-haiku-5-5 ", AnthropicChoice("claude-haiku-5-5")),
        ("scripted:a/b.json", ScriptedChoice(Path("a/b.json"))),
        ("replay:C:\\runs\\x.jsonl", ReplayChoice(Path("C:\\runs\\x.jsonl"))),
    ],
)
def test_the_three_forms_are_read(text: str, choice: object) -> None:
    assert parse_model_choice(text) == choice


@pytest.mark.parametrize("text", ["", "claude-opus-5-5", "anthropic:", "openai:x", "scripted: "])
def test_anything_else_is_answered_with_the_forms(text: str) -> None:
    with pytest.raises(SettingsError, match=r"anthropic:ID.*scripted:FILE or replay:FILE"):
        parse_model_choice(text)
