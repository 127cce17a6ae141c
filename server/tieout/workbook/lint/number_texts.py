"""Texts that read as numbers."""

import re

_NUMBER = re.compile(
    r"[-+(]?[$€£]?(?:[1-9][0-9]{0,14}|[1-9][0-9]{0,2}(?:,[0-9]{3})+|0)(?:\.[0-9]+)?%?\)?\Z"
)


def reads_as_number(value: object) -> bool:
    """Whether a value is a text that a person would calculate with; not with leading zeros."""
    return isinstance(value, str) and _NUMBER.match(value.strip()) is not None
