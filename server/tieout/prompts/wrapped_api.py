"""The functions of the wrapped API, as the sandbox's own index lists them."""

from dataclasses import dataclass
from typing import Final

from pydantic import TypeAdapter, ValidationError

from tieout.assets import asset

INDEX: Final = "taskpane_static/sandbox/api/index.json"


@dataclass(frozen=True, slots=True)
class ApiEntry:
    """One function.

    Attributes:
        name: Such as `sheet.setCell`.
        signature: How it is called, in TypeScript's notation.
        doc: What it does, in a line or two.
    """

    name: str
    signature: str
    doc: str


_ENTRIES: TypeAdapter[tuple[ApiEntry, ...]] = TypeAdapter(tuple[ApiEntry, ...])


def parse_api_index(text: str) -> tuple[ApiEntry, ...]:
    """Read the index.

    Raises:
        ValueError: Not a list of entries; it is part of the program, so this is a programming error.
    """
    try:
        return _ENTRIES.validate_json(text)
    except ValidationError as error:
        raise ValueError(f"{INDEX} is broken: {error}") from error


def load_wrapped_api() -> tuple[ApiEntry, ...]:
    """The functions this installation's sandbox offers.

    Raises:
        FileNotFoundError: The installation is incomplete.
    """
    return parse_api_index(asset(INDEX).read_text(encoding="utf-8"))
