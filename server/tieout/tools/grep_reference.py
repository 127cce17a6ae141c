"""`grep_reference`: search the complete Office.js reference (C3)."""

from typing import Final

from pydantic import BaseModel, ConfigDict

from tieout.llm.client import JsonDict
from tieout.reference.grep import GrepOptions, grep, reference_text
from tieout.skills.library import REFERENCE_SKILL
from tieout.tools.deferred import DeferredTool, shown_as

NAME: Final = "grep_reference"


class _Arguments(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    pattern: str
    A: int = 0
    B: int = 0
    n: bool = False
    i: bool = False
    F: bool = False
    head: int = 60

    @property
    def options(self) -> GrepOptions:
        return GrepOptions(self.A, self.B, self.n, self.i, self.F, self.head)


async def _run(arguments: JsonDict) -> str:
    wanted = _Arguments.model_validate(arguments)
    return grep(reference_text(), wanted.pattern, wanted.options)


def _lines(meaning: str) -> JsonDict:
    return {"type": "integer", "minimum": 0, "maximum": 200, "description": meaning}


GREP_REFERENCE: Final = DeferredTool(
    NAME,
    "grep over the complete Office.js reference",
    "Search the complete Office.js reference by lines, with grep's options. How it is laid out and "
    f"what to search for is in the skill {REFERENCE_SKILL}; read that first.",
    {
        "type": "object",
        "properties": {
            "pattern": {
                "type": "string",
                "minLength": 1,
                "maxLength": 400,
                "description": 'RE2; keys stand in quotes: "charts.add"',
            },
            "A": _lines("lines after each match"),
            "B": _lines("lines before each match"),
            "n": {"type": "boolean", "description": "line numbers"},
            "i": {"type": "boolean", "description": "any case"},
            "F": {"type": "boolean", "description": "the pattern is plain text"},
            "head": {
                "type": "integer",
                "minimum": 1,
                "maximum": 500,
                "description": "most lines printed; 60 if left out",
            },
        },
        "required": ["pattern"],
        "additionalProperties": False,
    },
    _run,
    shows=lambda arguments: shown_as("api", "grep", str(arguments["pattern"])),
)
"""The tool; it needs nothing of a session."""
