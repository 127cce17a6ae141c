"""Which model to use, as the user writes it: `anthropic:ID`, `scripted:FILE` or `replay:FILE`."""

from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from tieout.errors import SettingsError


@dataclass(frozen=True, slots=True)
class AnthropicChoice:
    """A model of the Messages API, by its id."""

    model_id: str


@dataclass(frozen=True, slots=True)
class ScriptedChoice:
    """Replies written in a file."""

    path: Path


@dataclass(frozen=True, slots=True)
class ReplayChoice:
    """The model's side of a recording."""

    path: Path


ModelChoice: TypeAlias = AnthropicChoice | ScriptedChoice | ReplayChoice


def parse_model_choice(text: str) -> ModelChoice:
    """Read a model setting. Files are not looked at.

    Raises:
        SettingsError: No known form; the sentence lists the forms.
    """
    kind, colon, rest = text.strip().partition(":")
    rest = rest.strip()
    if colon and rest:
        match kind:
            case "anthropic":
                return AnthropicChoice(rest)
            case "scripted":
                return ScriptedChoice(Path(rest))
            case "replay":
                return ReplayChoice(Path(rest))
            case _:
                pass
    raise SettingsError(
        f"{text!r} names no model: write anthropic:ID (such as anthropic:claude-opus-5-5), "
        "scripted:FILE or replay:FILE."
    )
