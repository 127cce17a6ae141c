"""What the user forbids or demands for the whole session: found in their words, and checked by code.

`sentences` cuts a message, `lasting` tells which sentences last, `reading` turns one into a rule
where it speaks of this workbook's places, `rules` says what breaks a rule. All of it is pure.
"""

from typing import Protocol


class Stated(Protocol):
    """A constraint as it was said: what checking it needs to know."""

    @property
    def id(self) -> str:
        """Its number in the session, such as `K1`."""
        ...

    @property
    def text(self) -> str:
        """The user's words."""
        ...
