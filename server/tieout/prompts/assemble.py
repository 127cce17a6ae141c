"""The system prompt: L0 (who the agent is) and C1 to C3 (what it can do), from templates."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined

from tieout.prompts.wrapped_api import ApiEntry
from tieout.skills.library import NO_SKILLS, SkillLibrary


@dataclass(frozen=True, slots=True)
class SystemPrompt:
    """The two blocks of the system prompt; neither holds anything of the user or the workbook.

    Attributes:
        persona: L0: who the agent is, what the user gets, what it never does.
        capabilities: C1, C2 and C3.
    """

    persona: str
    capabilities: str


def system_prompt(
    api: Sequence[ApiEntry], skills: SkillLibrary = NO_SKILLS, wall_seconds: int = 120
) -> SystemPrompt:
    """Fill the templates. The same arguments give the same bytes.

    Args:
        api: The wrapped API's functions, in the order to show them.
        skills: The C2 index: specs by their calls, skills by their names.
        wall_seconds: How long one run of code may take.
    """
    capabilities = _templates().get_template("capabilities.j2")
    return SystemPrompt(
        persona=_templates().get_template("persona.j2").render().strip(),
        capabilities=capabilities.render(api=api, skills=skills, wall_seconds=wall_seconds).strip(),
    )


@cache
def _templates() -> Environment:
    return Environment(
        loader=PackageLoader("tieout.prompts", "templates"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # noqa: S701 - the result is text for a model, never HTML
    )
