"""`read_skill`: the text of a skill, whole, with its id as evidence."""

from typing import Final

from tieout.errors import ModelVisibleError
from tieout.llm.client import JsonDict
from tieout.skills.library import REFERENCE_SKILL, SkillLibrary
from tieout.tools.deferred import DeferredTool, Shown

NAME: Final = "read_skill"


def read_skill_tool(library: SkillLibrary, reference: DeferredTool) -> DeferredTool:
    """The tool.

    Args:
        library: The skills of this installation.
        reference: The tool that the skill about the reference is about; reading the skill fetches it.
    """

    async def run(arguments: JsonDict) -> str:
        name = str(arguments["name"])
        skill = library.named(name)
        if skill is None:
            known = ", ".join(each.name for each in library.skills)
            raise ModelVisibleError(f"There is no skill {name!r}. There are: {known}.")
        text = f"[{skill.evidence_id}]\n{skill.text}\n[end of {skill.evidence_id}]"
        return text if name != REFERENCE_SKILL else f"{text}\n\n{reference.info}"

    def shows(arguments: JsonDict) -> Shown | None:
        skill = library.named(str(arguments["name"]))
        return skill and Shown("spec" if skill.call else "skill", skill.evidence_id)

    listed = "\n".join(f"- {skill.name}: {skill.description}" for skill in library.skills)
    return DeferredTool(
        NAME,
        "how a job is done well, step by step: models, valuations, audits, and the API reference",
        f"Read one skill, whole. Reading {REFERENCE_SKILL} also fetches {reference.name}. "
        f"The skills:\n{listed}",
        {
            "type": "object",
            "properties": {"name": {"type": "string", "description": "The skill's name."}},
            "required": ["name"],
            "additionalProperties": False,
        },
        run,
        lambda arguments: [reference.name] if arguments["name"] == REFERENCE_SKILL else [],
        shows,
    )
