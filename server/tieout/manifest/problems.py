"""What can be wrong with a manifest: closed rules, and a sentence for each place."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

Rule: TypeAlias = Literal[
    "syntax",
    "kind",
    "order",
    "missing",
    "guid",
    "version",
    "https",
    "length",
    "permissions",
    "requirements",
    "duplicate",
    "resid",
    "resid_length",
    "runtime",
    "icon_sizes",
    "icon_file",
    "icon_pixels",
    "action",
]


@dataclass(frozen=True, slots=True)
class Problem:
    """One objection.

    Attributes:
        rule: Which rule is broken.
        where: The element or member, as a path.
        message: A sentence that says what is there and what should be.
    """

    rule: Rule
    where: str
    message: str

    def __str__(self) -> str:  # pyright: ignore[reportImplicitOverride]
        return f"{self.where}: {self.message}"
