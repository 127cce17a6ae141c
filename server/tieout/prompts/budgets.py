"""The sections of the system prompt, and what each may weigh.

Every request pays for all of them, so a section that grows has to win its place from another. Tests
hold them to these figures; tokens are counted by `estimate-1` of `context/tokens.py`, which never
counts fewer than the models' own tokenizer.
"""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from tieout.prompts.assemble import SystemPrompt

Section: TypeAlias = Literal["L0", "C1", "C2", "C3"]
"""L0 who the agent is; C1 working in Excel; C2 the index of specifications and skills; C3 the way
into the reference."""

C2_HEADING: Final = "## Ready-made specifications\n"
C3_HEADING: Final = "## The complete reference\n"


@dataclass(frozen=True, slots=True)
class SectionBudget:
    """Most that a section of the shipped prompt may be.

    Attributes:
        tokens: By the estimate.
        lines: Of the text as it is sent, blank ones included.
    """

    tokens: int
    lines: int


PROMPT_BUDGETS: Final[dict[Section, SectionBudget]] = {
    "L0": SectionBudget(1_200, 35),
    "C1": SectionBudget(5_000, 140),
    "C2": SectionBudget(2_250, 50),
    "C3": SectionBudget(230, 5),
}
"""L0's is the budget of its layer as well. C2's is without the user's own skills."""


def sections(prompt: SystemPrompt) -> dict[Section, str]:
    """The prompt, cut at its headings; joined again it is the same text.

    Raises:
        ValueError: A heading is missing or stands twice.
    """
    for heading in (C2_HEADING, C3_HEADING):
        if prompt.capabilities.count(heading) != 1:
            raise ValueError(f"The prompt needs one heading {heading.strip()!r}.")
    working, _, rest = prompt.capabilities.partition(C2_HEADING)
    index, _, reference = rest.partition(C3_HEADING)
    return {
        "L0": prompt.persona,
        "C1": working,
        "C2": C2_HEADING + index,
        "C3": C3_HEADING + reference,
    }
