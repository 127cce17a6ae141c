"""The recorded demonstrations that ship with Tieout.

A demonstration is a folder: `demonstration.json` (title, workbook and task), the workbook,
`replies.json` (the model's messages as they were written) and `recording.jsonl` (the run they were
recorded in).
"""

from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from tieout.assets import asset
from tieout.errors import SettingsError


class _Card(BaseModel):
    model_config = ConfigDict(extra="forbid")

    title: str
    workbook: str
    task: str


@dataclass(frozen=True, slots=True)
class Demonstration:
    """One demonstration: what to show of it, and its files."""

    name: str
    title: str
    task: str
    workbook: Path
    recording: Path


def demonstrations() -> tuple[Demonstration, ...]:
    """Every demonstration of this installation, by name; none if the folder is missing."""
    try:
        folder = asset("demonstrations")
    except FileNotFoundError:
        return ()
    return tuple(_read(path.parent) for path in sorted(folder.glob("*/demonstration.json")))


def find_demonstration(name: str) -> Demonstration:
    """A demonstration by name.

    Raises:
        SettingsError: There is none of that name.
    """
    known = demonstrations()
    for demonstration in known:
        if demonstration.name == name:
            return demonstration
    names = ", ".join(demonstration.name for demonstration in known)
    raise SettingsError(f"There is no demonstration {name!r}; there are: {names}.")


def _read(folder: Path) -> Demonstration:
    card = _Card.model_validate_json((folder / "demonstration.json").read_bytes())
    return Demonstration(
        folder.name, card.title, card.task, folder / card.workbook, folder / "recording.jsonl"
    )
