"""Answers of tools that reach outside, kept in recordings and given again in replays."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from tieout.errors import ModelVisibleError
from tieout.llm.client import JsonDict
from tieout.sessions.recording import AnyRecord, ToolRecord
from tieout.tools.deferred import DeferredTool


def recording_tool(tool: DeferredTool, write: Callable[[ToolRecord], None]) -> DeferredTool:
    """The same tool, whose answers are written into a recording."""

    async def run(arguments: JsonDict) -> str:
        try:
            text = await tool.run(arguments)
        except ModelVisibleError as error:
            write(ToolRecord(name=tool.name, arguments=arguments, text=str(error), is_error=True))
            raise
        write(ToolRecord(name=tool.name, arguments=arguments, text=text))
        return text

    return replace(tool, run=run)


class RecordedAnswers:
    """Gives the answers of a recording, in order, to the same calls."""

    def __init__(self, records: Iterable[AnyRecord] = ()) -> None:
        self._answers = [record for record in records if isinstance(record, ToolRecord)]

    def instead_of(self, tool: DeferredTool) -> DeferredTool:
        """A tool of the same name that asks nobody."""

        async def run(arguments: JsonDict) -> str:
            first = self._answers[0] if self._answers else None
            if first is None or (first.name, first.arguments) != (tool.name, arguments):
                raise ModelVisibleError(f"The recording holds no such answer of {tool.name}.")
            del self._answers[0]
            if first.is_error:
                raise ModelVisibleError(first.text)
            return first.text

        return replace(tool, run=run)
