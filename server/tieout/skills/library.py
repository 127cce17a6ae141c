"""The skills of an installation: those that come with Tieout, and the user's own."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from tieout.assets import asset
from tieout.skills.skill_file import FILE, Skill, SkillUnreadable, read_skill

REFERENCE_SKILL: Final = "advanced-api"
"""How to search the Office.js reference; the prompt's C3 section names it."""
MOST_OWN: Final = 50
"""Skills of the user's folder; their descriptions are in every request."""

_SPEC_CALL = re.compile(r"\bget[A-Z][A-Za-z]*Info\b")


@dataclass(frozen=True, slots=True)
class SkillLibrary:
    """Skills by name.

    Attributes:
        skills: Sorted: specs first, then skills, then the user's own, each by name.
        problems: One sentence for each file of the user's folder that couldn't be used.
    """

    skills: tuple[Skill, ...] = ()
    problems: tuple[str, ...] = ()

    @property
    def specs(self) -> tuple[Skill, ...]:
        """Those that code loads with a call (C2)."""
        return tuple(skill for skill in self.skills if skill.call)

    @property
    def readable(self) -> tuple[Skill, ...]:
        """Those that are read by name, except the one about the reference."""
        return tuple(s for s in self.skills if not s.call and s.name != REFERENCE_SKILL)

    @property
    def own_ids(self) -> tuple[str, ...]:
        """Evidence ids of the user's own: they change when a text does."""
        return tuple(skill.evidence_id for skill in self.skills if skill.own)

    def named(self, name: str) -> Skill | None:
        """A skill or spec by its name; None when there is none."""
        return next((skill for skill in self.skills if skill.name == name.strip()), None)

    def texts_for(self, code: str) -> dict[str, str]:
        """What a run of this code is given: each spec's call with its text.

        The text is "" for calls that don't stand in the code: shipping all of them into every run
        would cost more than the run.
        """
        used = set(_SPEC_CALL.findall(code))
        return {skill.call: skill.text if skill.call in used else "" for skill in self.specs}

    def spec_of(self, text: str) -> Skill | None:
        """The spec whose text this is, word for word."""
        return next((spec for spec in self.specs if spec.text == text.strip()), None)


NO_SKILLS: Final = SkillLibrary()


def load_library(own: Path | None = None) -> SkillLibrary:
    """Read all skills. The user's take the place of ours of the same name.

    Args:
        own: The user's folder of skills, if there is one.

    Raises:
        FileNotFoundError: The installation is incomplete.
    """
    found = {skill.name: skill for skill in _shipped()}
    problems: list[str] = []
    if own is not None:
        found |= {skill.name: skill for skill in _own(own, found, problems)}
    ordered = sorted(found.values(), key=lambda skill: (not skill.call, skill.own, skill.name))
    return SkillLibrary(tuple(ordered), tuple(problems))


@cache
def _shipped() -> tuple[Skill, ...]:
    return tuple(read_skill(folder) for folder in _folders(asset("skills")))


def _own(folder: Path, shipped: dict[str, Skill], problems: list[str]) -> Iterable[Skill]:
    if not folder.is_dir():
        problems.append(f"There is no folder of skills at {folder}.")
        return
    folders = _folders(folder)
    if len(folders) > MOST_OWN:
        problems.append(f"{folder} holds {len(folders)} skills; the first {MOST_OWN} are used.")
    for each in folders[:MOST_OWN]:
        try:
            skill = read_skill(each, own=True)
        except SkillUnreadable as error:
            problems.append(str(error))
            continue
        taken = shipped.get(skill.name)
        if taken is not None and (taken.call or taken.name == REFERENCE_SKILL):
            problems.append(f"{skill.name} is the name of one of Tieout's specifications.")
            continue
        yield skill


def _folders(folder: Path) -> list[Path]:
    return sorted(path.parent for path in folder.glob(f"*/{FILE}"))
