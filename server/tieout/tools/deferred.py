"""Deferred tools: described and run through the two meta tools, absent from the prompt.

A tool must be described before it is run, so that the model never guesses arguments.
"""

import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import cast

from tieout.errors import ModelVisibleError
from tieout.llm.client import JsonDict


@dataclass(frozen=True, slots=True)
class ToolText:
    """A tool's answer as the model reads it."""

    text: str
    is_error: bool = False
    pictures: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DeferredTool:
    """One tool.

    Attributes:
        summary: One line for the list.
        description: What it does and its arguments, in full.
        run: Does it; a `ModelVisibleError` becomes an error answer.
    """

    name: str
    summary: str
    description: str
    run: Callable[[JsonDict], Awaitable[str]]


@dataclass(slots=True)
class DeferredTools:
    """The tools of one session, and which of them were described in it."""

    tools: Sequence[DeferredTool] = ()
    _described: set[str] = field(default_factory=set[str])

    def info(self, name: str) -> ToolText:
        """Describe one tool, or list all for `*`."""
        if not self.tools:
            return ToolText(_NONE, is_error=name != "*")
        if name == "*":
            return ToolText("\n".join(f"{tool.name}: {tool.summary}" for tool in self.tools))
        tool = self._find(name)
        if tool is None:
            return self._unknown(name)
        self._described.add(name)
        return ToolText(tool.description)

    async def run(self, name: str, arguments: str) -> ToolText:
        """Run one described tool."""
        if not self.tools:
            return ToolText(_NONE, is_error=True)
        tool = self._find(name)
        if tool is None:
            return self._unknown(name)
        if name not in self._described:
            return ToolText(f"Call get_tool_info for {name} first; nothing was run.", is_error=True)
        try:
            parsed = json.loads(arguments or "{}")
        except ValueError as error:
            return ToolText(f"The arguments are not JSON: {error}. Nothing was run.", is_error=True)
        if not isinstance(parsed, dict):
            return ToolText("The arguments are not a JSON object. Nothing was run.", is_error=True)
        try:
            return ToolText(await tool.run(cast("JsonDict", parsed)))
        except ModelVisibleError as error:
            return ToolText(str(error), is_error=True)

    def _find(self, name: str) -> DeferredTool | None:
        return next((tool for tool in self.tools if tool.name == name), None)

    def _unknown(self, name: str) -> ToolText:
        known = ", ".join(tool.name for tool in self.tools)
        return ToolText(f"There is no deferred tool {name!r}. There are: {known}.", is_error=True)


_NONE = "No deferred tools are installed. Everything is done with execute_code."
