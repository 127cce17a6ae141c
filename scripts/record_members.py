"""A pytest plugin that notes which members of the object model the tests make run.

`TIEOUT_MEMBERS_RUN=FILE pytest -p record_members tests/conformance` writes their names as JSON:
class → wire names. A member counts when its Python function was called for a batch.
"""

import json
import os
from collections import defaultdict
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

from embedded_excel.objects.base import MEMBERS, ClassMembers
from embedded_excel.objects.registry import load_objects

_run: defaultdict[str, set[str]] = defaultdict(set)


def pytest_configure() -> None:
    """Put a counter before every member, before any test runs."""
    load_objects()
    for name, members in MEMBERS.items():
        _count_members(name, members)


def pytest_unconfigure() -> None:
    """Write what ran."""
    names = {name: sorted(members) for name, members in sorted(_run.items())}
    Path(os.environ["TIEOUT_MEMBERS_RUN"]).write_text(json.dumps(names), "utf-8")


def _count_members(name: str, members: ClassMembers) -> None:
    for wire, scalar in members.scalars.items():
        scalar.get = _counted(name, wire, scalar.get)
        if scalar.set is not None:
            scalar.set = _counted(name, wire, scalar.set)
    for functions in (members.methods, members.navigations):
        for wire, function in functions.items():
            functions[wire] = _counted(name, wire, function)


def _counted(name: str, wire: str, function: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(function)
    def run(*arguments: Any) -> Any:
        _run[name].add(wire)
        return function(*arguments)

    return run
