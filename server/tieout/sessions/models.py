"""Open the model that a setting names."""

from dataclasses import dataclass
from typing import assert_never

from tieout.errors import SettingsError
from tieout.llm.choice import (
    AnthropicChoice,
    ModelChoice,
    ReplayChoice,
    ScriptedChoice,
    parse_model_choice,
)
from tieout.llm.client import ModelClient
from tieout.llm.replay_client import ReplayModel
from tieout.llm.scripted_client import ScriptedModel
from tieout.sessions.recording import read_recording
from tieout.settings import Settings

SCRIPTED_MODEL_ID = "scripted"


@dataclass(frozen=True, slots=True)
class OpenedModel:
    """A client, and the id that requests name."""

    client: ModelClient
    model_id: str


def open_model(setting: str, settings: Settings) -> OpenedModel:
    """The client behind `anthropic:ID`, `scripted:FILE` or `replay:FILE`.

    Raises:
        SettingsError: The setting, its file or the key is missing or wrong.
        RecordingError: The recording can't be read.
    """
    choice: ModelChoice = parse_model_choice(setting)
    match choice:
        case AnthropicChoice(model_id):
            key = settings.anthropic_api_key
            if key is None or not key.get_secret_value():
                raise SettingsError(
                    f"{setting} needs a key: set ANTHROPIC_API_KEY, or use --model scripted:FILE "
                    "or replay:FILE."
                )
            # The SDK takes most of a second to import, and only this branch needs it.
            from tieout.llm.anthropic_client import AnthropicClient  # noqa: PLC0415

            client = AnthropicClient(model_id, key.get_secret_value(), settings.anthropic_base_url)
            return OpenedModel(client, model_id)
        case ScriptedChoice(path):
            return OpenedModel(ScriptedModel.from_file(path), SCRIPTED_MODEL_ID)
        case ReplayChoice(path):
            recording = read_recording(path)
            model = ReplayModel(recording.exchanges, strict=False, name=f"replay:{path.name}")
            return OpenedModel(model, recording.header.model_id)
        case _:
            assert_never(choice)
