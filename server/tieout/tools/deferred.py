"""Deferred tools: described and run through the two meta tools, absent from the prompt.

A tool must be fetched (described) before it is run, so that the model never guesses arguments; those
it gives are held against the tool's JSON Schema.
"""

import hashlib
import json
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol, cast

from jsonschema import Draft202012Validator
from pydantic import JsonValue

from tieout.errors import ModelVisibleError
from tieout.llm.client import JsonDict
from tieout.workbook.evidence import EvidenceKind, EvidencePiece, standing_id

_LONGEST_PROBLEM: Final = 400
_LONGEST_SUBJECT: Final = 60


class _Problem(Protocol):
    message: str
    absolute_path: Iterable[str | int]


class _Validator(Protocol):
    # The library's own declarations leave these types open.
    def iter_errors(self, instance: JsonValue) -> Iterable[_Problem]: ...


@dataclass(frozen=True, slots=True)
class ToolText:
    """A tool's answer as the model reads it."""

    text: str
    is_error: bool = False
    pictures: tuple[str, ...] = ()
    evidence: tuple[EvidencePiece, ...] = ()


@dataclass(frozen=True, slots=True)
class Shown:
    """What an answer shows, as evidence: its id is the answer's first line."""

    kind: EvidenceKind
    id: str


def shown_as(kind: EvidenceKind, *subject: str) -> Shown:
    """Evidence that is named by what was asked for, such as `attachment:report.pdf-page-3`."""
    whole = " ".join(filter(None, subject))
    mark = hashlib.sha256(whole.encode()).hexdigest()[:7] if len(whole) > _LONGEST_SUBJECT else ""
    return Shown(kind, standing_id(kind, whole[:_LONGEST_SUBJECT] + mark))


def _fetches_nothing(_: JsonDict) -> tuple[str, ...]:
    return ()


def _is_a_note(_: JsonDict) -> Shown | None:
    return None


@dataclass(frozen=True, slots=True)
class DeferredTool:
    """One tool.

    Attributes:
        summary: One line for the list.
        description: What it does and when to use it; the schema is shown after it.
        schema: JSON Schema (draft 2020-12) of its arguments, an object.
        run: Does it with arguments that fit the schema; a `ModelVisibleError` becomes an error answer.
        also_fetches: Names of tools that a successful call with these arguments describes as well.
        shows: What such a call shows as evidence; None where its answer is only of the moment.
    """

    name: str
    summary: str
    description: str
    schema: JsonDict
    run: Callable[[JsonDict], Awaitable[str]]
    also_fetches: Callable[[JsonDict], Sequence[str]] = _fetches_nothing
    shows: Callable[[JsonDict], Shown | None] = _is_a_note

    def __post_init__(self) -> None:
        Draft202012Validator.check_schema(self.schema)

    @property
    def info(self) -> str:
        """What `get_tool_info` answers."""
        schema = json.dumps(self.schema, ensure_ascii=False, separators=(",", ":"))
        return f"{self.name}: {self.description}\nJSON Schema of its arguments: {schema}"


@dataclass(slots=True)
class DeferredTools:
    """The tools of one session, and which of them were fetched in it."""

    tools: Sequence[DeferredTool] = ()
    _fetched: set[str] = field(default_factory=set[str])

    def info(self, name: str) -> ToolText:
        """Describe one tool, or list all for `*`."""
        if not self.tools:
            return ToolText(_NONE, is_error=name != "*")
        if name == "*":
            return ToolText("\n".join(f"{tool.name}: {tool.summary}" for tool in self.tools))
        tool = self._find(name)
        if tool is None:
            return self._unknown(name)
        self._fetched.add(name)
        return ToolText(tool.info)

    async def run(self, name: str, arguments: str) -> ToolText:
        """Run one fetched tool.

        Args:
            name: The tool.
            arguments: The text of a JSON object.
        """
        if not self.tools:
            return ToolText(_NONE, is_error=True)
        tool = self._find(name)
        if tool is None:
            return self._unknown(name)
        if name not in self._fetched:
            return ToolText(f"Call get_tool_info for {name} first; nothing was run.", is_error=True)
        try:
            given = _read(arguments, tool.schema)
            answer = await tool.run(given)
        except ModelVisibleError as error:
            return ToolText(str(error), is_error=True)
        self._fetched.update(tool.also_fetches(given))
        return _with_evidence(answer, tool.shows(given))

    def _find(self, name: str) -> DeferredTool | None:
        return next((tool for tool in self.tools if tool.name == name), None)

    def _unknown(self, name: str) -> ToolText:
        known = ", ".join(tool.name for tool in self.tools)
        return ToolText(f"There is no deferred tool {name!r}. There are: {known}.", is_error=True)


def _read(arguments: str, schema: JsonDict) -> JsonDict:
    """The arguments, checked.

    Raises:
        ModelVisibleError: They are no JSON, or don't fit; the text says what to correct.
    """
    try:
        parsed: JsonValue = json.loads(arguments or "{}")
    except ValueError as error:
        raise ModelVisibleError(f"The arguments are not JSON: {error}. Nothing was run.") from error
    validator = cast("_Validator", Draft202012Validator(schema))
    problem = next(iter(validator.iter_errors(parsed)), None)
    if problem is not None:
        raise ModelVisibleError(f"{_said(problem)} Nothing was run; correct it and call again.")
    return cast("JsonDict", parsed)


def _with_evidence(answer: str, shown: Shown | None) -> ToolText:
    if shown is None:
        return ToolText(answer)
    head = f"[{shown.id}]"
    text = answer if answer.startswith(head) else f"{head}\n{answer}"
    return ToolText(text, evidence=(EvidencePiece(shown.kind, shown.id, text),))


def _said(problem: _Problem) -> str:
    where = ".".join(str(part) for part in problem.absolute_path) or "The arguments"
    said = problem.message
    if len(said) > _LONGEST_PROBLEM:
        said = said[:_LONGEST_PROBLEM] + "…"
    return f"{where}: {said}."


_NONE = "No deferred tools are installed. Everything is done with execute_code."
