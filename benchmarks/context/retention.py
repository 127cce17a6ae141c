"""What of the things planted in a session still stands, word for word, in its last request."""

import json
from collections.abc import Iterator

from context.steps import CONSTRAINTS, STEPS_OF_A_TURN, formula, rejection
from tieout.llm.client import JsonDict

PLANTED_STEPS = range(2, 39, 4)
"""Steps whose rejected way and formula are looked for: ten of forty."""


def retained(body: JsonDict, steps: int) -> dict[str, tuple[int, int]]:
    """How many of the planted constraints, rejections and formulas the request holds, of how many.

    A rejection counts when the way and its reason stand there; a formula when its exact text does.
    """
    text = "\n".join(_texts(body))
    turns = [turn for turn in CONSTRAINTS if turn <= steps // STEPS_OF_A_TURN]
    planted = [step for step in PLANTED_STEPS if step <= steps]
    return {
        "constraints": (sum(CONSTRAINTS[turn] in text for turn in turns), len(turns)),
        "rejections": (
            sum(all(part in text for part in rejection(step)) for step in planted),
            len(planted),
        ),
        "formulas": (sum(formula(step) in text for step in planted), len(planted)),
    }


def _texts(value: object) -> Iterator[str]:
    """Every text of a request; code that JSON hides behind escapes is read as well."""
    if isinstance(value, str):
        yield value
        if value.startswith("{"):
            try:
                yield from _texts(json.loads(value))
            except ValueError:
                return
    elif isinstance(value, dict):
        for each in value.values():
            yield from _texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each)
