"""What a conversation reaches beyond its workbook: attached files, made pages, the web."""

from collections.abc import Callable
from dataclasses import dataclass, field

from tieout.sessions.recorded_tools import RecordedAnswers
from tieout.tools.attachments import Attachments
from tieout.tools.create_website import PageShelf
from tieout.tools.internet.fetch import PublicWeb
from tieout.tools.internet.permission import DECLINED


class NoShelf:
    """Keeps no page: for replays, whose pages were made when they were recorded."""

    def put(self, title: str, slug: str, html: str) -> None:
        """Forget it."""


def _no_name() -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Outside:
    """One session's.

    Attributes:
        attachments: Files the user attached.
        shelf: Where pages go.
        workbook: The workbook's name, for pages.
        declined: What the model reads when something may not be sent to the web.
        web: Fetches pages; only tests give another one.
        answers: Answers of a recording, in place of files and web; None: the real ones.
        tasks: What the user wrote so far, unchanged.
    """

    attachments: Attachments = field(default_factory=Attachments)
    shelf: PageShelf = field(default_factory=NoShelf)
    workbook: Callable[[], str] = _no_name
    declined: str = DECLINED
    web: PublicWeb = field(default_factory=PublicWeb)
    answers: RecordedAnswers | None = None
    tasks: list[str] = field(default_factory=list[str])

    def told(self, task: str) -> str:
        """A task as the model gets it: with one line that names the attached files, if any."""
        self.tasks.append(task)
        return self.attachments.told(task)
