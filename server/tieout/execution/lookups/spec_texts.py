"""Specs that code printed or returned: the model gets them whole, as evidence with an id.

The sandbox's word for it isn't taken: only a text that is one of our own, letter for letter, is
shown beyond the budget of what code prints.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from tieout.execution.ports import ConsoleLine, Returned, SandboxResult
from tieout.skills.library import SkillLibrary
from tieout.skills.skill_file import Skill
from tieout.workbook.tokens import estimate_tokens

MOST_TOKENS: Final = 8_000
"""Of all specs in one result, by the estimate of `workbook/tokens.py`."""


@dataclass(slots=True)
class _Found:
    library: SkillLibrary
    specs: dict[str, Skill] = field(default_factory=dict[str, Skill])

    def line(self, line: ConsoleLine) -> ConsoleLine:
        spec = self.library.spec_of(line.text)
        if spec is None:
            return line
        self.specs[spec.name] = spec
        return replace(line, text=f"[{spec.evidence_id}, below]")


def take_specs(
    result: SandboxResult, library: SkillLibrary
) -> tuple[SandboxResult, tuple[str, ...]]:
    """Take the specs out of what code printed or returned.

    Returns:
        The result with a short mark where each spec stood, and the specs' texts, each once, with
        their evidence ids in front.
    """
    found = _Found(library)
    told = replace(result, console=tuple(map(found.line, result.console)))
    if isinstance(told, Returned) and isinstance(told.value, str):
        spec = library.spec_of(told.value)
        if spec is not None:
            found.specs[spec.name] = spec
            told = replace(told, value=None)
    return told, tuple(_texts(list(found.specs.values())))


def _texts(specs: Sequence[Skill]) -> list[str]:
    texts: list[str] = []
    left = MOST_TOKENS
    for spec in specs:
        cost = estimate_tokens(spec.text)
        if texts and cost > left:
            texts.append(f"[{spec.evidence_id}] left out: too much at once. Load it alone.")
            continue
        left -= cost
        texts.append(f"[{spec.evidence_id}]\n{spec.text}\n[end of {spec.evidence_id}]")
    return texts
