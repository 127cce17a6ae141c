"""What a pane has been shown, so that one that connects later can be shown the same."""

from collections.abc import Iterator
from typing import TypeAlias

from tieout.agent.events import AgentEvent, AnswerText, CodeText, Thinking
from tieout.protocol.frames import PageMadeFrame, RevertedFrame
from tieout.sessions.ports import PanePort

Item: TypeAlias = AgentEvent | RevertedFrame | PageMadeFrame

MOST = 5_000
"""Items kept; the oldest are forgotten first."""


class Shown:
    """Events and revert notices in order. Text that came in pieces is kept as one piece."""

    def __init__(self) -> None:
        self._items: list[Item] = []

    def add(self, item: Item) -> None:
        """Remember what was just shown."""
        last = self._items[-1] if self._items else None
        joined = _joined(last, item)
        if joined is not None:
            self._items[-1] = joined
        else:
            self._items.append(item)
            del self._items[:-MOST]

    def show_all(self, pane: PanePort) -> None:
        """Show a newcomer everything."""
        for item in self:
            if isinstance(item, RevertedFrame | PageMadeFrame):
                pane.post(item)
            else:
                pane.show(item)

    def clear(self) -> None:
        """Forget everything: another workbook begins."""
        self._items.clear()

    def __iter__(self) -> Iterator[Item]:
        """Everything kept, oldest first."""
        return iter(tuple(self._items))


def _joined(last: object, item: object) -> AgentEvent | None:
    match last, item:
        case AnswerText(text=first), AnswerText(text=second):
            return AnswerText(first + second)
        case Thinking(text=first), Thinking(text=second):
            return Thinking(first + second)
        case CodeText(tool_use_id=one, partial_json=first), CodeText(
            tool_use_id=other, partial_json=second
        ) if one == other:
            return CodeText(one, first + second)
        case _:
            return None
