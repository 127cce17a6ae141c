"""What a served session reaches beyond its workbook, and what its pane is told of that."""

from collections.abc import Callable
from pathlib import Path

from tieout.protocol.frames import AttachedFile, AttachmentsFrame, PageMadeFrame, ServerFrame
from tieout.sessions.made_pages import PAGES, PageFolder
from tieout.sessions.outside import Outside
from tieout.tools.attachments import Attachments


class ServedOutside:
    """Attached files and made pages of one session.

    Args:
        pages: The folder for this session's pages.
        workbook: The open workbook's name.
        post: Sends a frame to the attached pane.
        keep: Remembers a frame for panes that come later.
    """

    def __init__(
        self,
        pages: Path,
        workbook: Callable[[], str],
        post: Callable[[ServerFrame], None],
        keep: Callable[[PageMadeFrame], None],
    ) -> None:
        self._post = post
        self._keep = keep
        self._pages = PageFolder(pages, self._made)
        self._attachments = Attachments()
        self.reach = Outside(self._attachments, self._pages, workbook)

    @property
    def attached(self) -> AttachmentsFrame:
        """The attached files, for the pane."""
        return AttachmentsFrame(
            files=tuple(
                AttachedFile(name=file.name, bytes=len(file.content)) for file in self._attachments
            )
        )

    def attach(self, name: str, content: bytes) -> None:
        """Take a file in.

        Raises:
            UserError: It can't be attached; the sentence says why.
        """
        self._attachments.add(name, content)
        self._post(self.attached)

    def let_go(self, name: str) -> None:
        """Remove a file; one that isn't there is ignored."""
        self._attachments.remove(name)
        self._post(self.attached)

    def clear(self) -> None:
        """Another workbook begins: what was attached belongs to the one before."""
        for file in self._attachments:
            self._attachments.remove(file.name)
        self.reach.tasks.clear()
        self._post(self.attached)

    def page(self, token: str) -> Path | None:
        """The file of a page of this session."""
        return self._pages.find(token)

    def _made(self, title: str, token: str) -> None:
        frame = PageMadeFrame(title=title, path=f"{PAGES}{token}/")
        self._keep(frame)
        self._post(frame)
