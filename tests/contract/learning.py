"""Runs of a written model that has to learn before it can do its task, and what it was shown."""

import json
import re
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from tieout.assets import asset
from tieout.headless.task import Task, TaskReport, run_task
from tieout.llm.client import JsonDict, ModelEvent, ModelRequest
from tieout.llm.scripted_client import ScriptedModel
from tieout.reference.api_index import api_index
from tieout.reference.code_types import CodeTypes, text, walk
from tieout.sessions.models import OpenedModel
from tieout.settings import Settings

FOLDER: Final = Path(__file__).parent / "learning_runs"
ROOT: Final = Path(__file__).parents[2]
_LANGUAGE: Final = frozenset(("entries", "filter", "forEach", "length", "map", "slice", "sort"))
"""Members of JavaScript itself."""


class HearingModel(ScriptedModel):
    """Keeps what it was sent."""

    requests: list[JsonDict]

    async def stream(self, request: ModelRequest) -> AsyncIterator[ModelEvent]:
        self.requests.append(request.body)
        async for event in super().stream(request):
            yield event


@dataclass(frozen=True)
class Learnt:
    """A run that is over.

    Attributes:
        shown: For each reply, what its request held beside the model's own words.
        called: For each reply, the inputs of its calls with their tools' names.
    """

    report: TaskReport
    shown: list[str]
    called: list[list[tuple[str, JsonDict]]]
    saved: Path

    def place(self, tool: str, part: str) -> int:
        """Number of the first reply that calls the tool with an input that holds the text."""
        return next(
            number
            for number, calls in enumerate(self.called)
            for name, given in calls
            if name == tool and part in json.dumps(given)
        )

    @property
    def final(self) -> tuple[int, str]:
        """Number and code of the last reply that writes."""
        return [
            (number, str(given["code"]))
            for number, calls in enumerate(self.called)
            for name, given in calls
            if name == "execute_code" and str(given["code"]).startswith("// scope:")
        ][-1]


async def learning_run(name: str, folder: Path) -> Learnt:
    """Run one of `learning_runs/` through `tieout run`'s own code; the result goes to `folder`."""
    given = json.loads((FOLDER / name / "task.json").read_text("utf-8"))
    model = HearingModel.from_file(FOLDER / name / "replies.json")
    model.requests = []
    saved = folder / f"{name}.xlsx"
    task = Task(ROOT / given["workbook"], given["task"], saved)
    report = await run_task(task, OpenedModel(model, "test"), Settings(), lambda _: None)
    replies = json.loads((FOLDER / name / "replies.json").read_text("utf-8"))
    called = [
        [
            (block["name"], block["input"])
            for block in reply["content"]
            if block["type"] == "tool_use"
        ]
        for reply in replies
    ]
    return Learnt(report, [_shown(request) for request in model.requests], called, saved)


def _shown(request: JsonDict) -> str:
    messages = [
        message
        for message in request["messages"]  # type: ignore[union-attr]
        if message["role"] == "user"  # type: ignore[index,call-overload]
    ]
    return "\n".join(_texts([request["system"], messages]))


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from _texts(item)


def office_words(code: str) -> set[str]:
    """Names of members and fields in code, and texts in it that are values of some enum."""
    root = CodeTypes(code, api_index()).root
    assert root is not None, "the code doesn't parse"
    found: set[str] = set()
    for node in walk(root):
        is_name = node.type in ("property_identifier", "shorthand_property_identifier")
        if is_name or (node.type == "string_fragment" and text(node) in _enum_values()):
            found.add(text(node))
    return {word for word in found if word not in _LANGUAGE and not _is_own(word, code)}


def _is_own(word: str, code: str) -> bool:
    """Keys of an object that the code returns are its own."""
    returned = code.rpartition("return {")[2]
    return returned != code and re.search(rf"\b{word}[:,]", returned) is not None


@cache
def _enum_values() -> frozenset[str]:
    detail = json.loads(asset("office_js_reference/api-reference.json").read_text("utf-8"))[
        "detail"
    ]
    enums = (item for item in detail.values() if item["kind"] == "enum")
    return frozenset(value for item in enums for value in item["values"].values())


def missing_words(words: set[str], shown: str) -> set[str]:
    """Those that don't stand in the text as words of their own."""
    known = set(re.findall(r"\w+", shown))
    return {word for word in words if word not in known}
