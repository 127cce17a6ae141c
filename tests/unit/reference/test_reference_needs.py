"""Forty needs of the long tail, answered by greps written from the skill's advice alone."""

import json
import shlex
from functools import cache
from pathlib import Path
from statistics import mean

import pytest

from tieout.reference.grep import GrepOptions, grep, reference_text

_GOLDEN = Path(__file__).parents[2] / "golden"
_FLAGS = {"-A": "after", "-B": "before", "--head": "head"}
_SWITCHES = {"-n": "numbers", "-i": "ignore_case", "-F": "fixed"}


def _needs() -> list[tuple[str, list[list[str]]]]:
    found = []
    for name in ("first", "later"):
        text = (_GOLDEN / f"reference_needs_{name}.json").read_text(encoding="utf-8")
        found += [(need["need"], need["facts"]) for need in json.loads(text)["needs"]]
    return found


@cache
def _greps() -> dict[str, list[str]]:
    return json.loads((_GOLDEN / "reference_greps.json").read_text(encoding="utf-8"))["greps"]


def _run(command: str) -> list[str]:
    words = shlex.split(command)
    options: dict[str, object] = {}
    while words and words[0].startswith("-"):
        word = words.pop(0)
        if word in _SWITCHES:
            options[_SWITCHES[word]] = True
        else:
            options[_FLAGS[word]] = int(words.pop(0))
    (pattern,) = words
    return grep(reference_text(), pattern, GrepOptions(**options)).splitlines()


@pytest.mark.parametrize(("need", "facts"), _needs(), ids=lambda item: str(item)[:40])
def test_a_need_is_answered_in_six_greps(need: str, facts: list[list[str]]) -> None:
    commands = _greps()[need]
    assert len(commands) <= 6
    printed = [line for command in commands for line in _run(command)]
    missing = [fact for fact in facts if not any(all(p in line for p in fact) for line in printed)]
    assert not missing


def test_forty_needs_take_three_greps_on_average() -> None:
    names = [need for need, _ in _needs()]
    assert len(names) == len(set(names)) == 40
    assert mean(len(_greps()[name]) for name in names) <= 3
