"""Where pages of `create_website` are kept: in a folder under unguessable names, or until the end."""

import os
import secrets
from collections.abc import Callable
from pathlib import Path

from tieout.errors import ModelVisibleError, UserError

PAGES = "/pages/"
"""Where the server serves them."""
MOST_PAGES = 200
"""Of one session."""


class PageFolder:
    """A session's pages on disk, served under `/pages/<token>/`.

    Args:
        folder: The session's own; made with the first page, readable by this user only.
        told: Is told the title and token of every page that was made.
    """

    def __init__(self, folder: Path, told: Callable[[str, str], None]) -> None:
        self._folder = folder
        self._told = told
        self._tokens: dict[str, str] = {}

    def put(self, title: str, slug: str, html: str) -> None:
        """Write a page; the same slug keeps its address.

        Raises:
            ModelVisibleError: It can't be written, or there are too many.
        """
        token = self._tokens.get(slug)
        if token is None and len(self._tokens) >= MOST_PAGES:
            raise ModelVisibleError(f"This session has {MOST_PAGES} pages already; replace one.")
        token = token or secrets.token_urlsafe(24)
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_page(self._file(token), html)
        except OSError as error:
            raise ModelVisibleError(f"The page can't be written: {error.strerror}.") from error
        self._tokens[slug] = token
        self._told(title, token)

    def find(self, token: str) -> Path | None:
        """The file of a page of this session."""
        return self._file(token) if token in self._tokens.values() else None

    def _file(self, token: str) -> Path:
        return self._folder / f"{token}.html"


class PagesBeside:
    """Pages of one run, kept until its workbook is saved and then written beside it."""

    def __init__(self) -> None:
        self._pages: dict[str, str] = {}

    def put(self, title: str, slug: str, html: str) -> None:
        """Keep a page.

        Raises:
            ModelVisibleError: There are too many.
        """
        del title
        if slug not in self._pages and len(self._pages) >= MOST_PAGES:
            raise ModelVisibleError(f"This run has {MOST_PAGES} pages already; replace one.")
        self._pages[slug] = html

    def write(self, out: Path) -> list[Path]:
        """Write the pages beside a workbook, over nothing that is there.

        Raises:
            UserError: One can't be written.
        """
        written: list[Path] = []
        for slug, html in self._pages.items():
            path = _free(out.with_name(f"{out.stem}-{slug}.html"))
            try:
                write_page(path, html)
            except OSError as error:
                raise UserError(f"The page {path} can't be written: {error.strerror}.") from error
            written.append(path)
        return written


def write_page(path: Path, html: str) -> None:
    """Write beside, then rename: a page is there whole or not at all.

    Raises:
        OSError: It can't be written.
    """
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        beside.write_text(html, "utf-8", newline="\n", errors="replace")
        os.replace(beside, path)  # noqa: PTH105 - Path.replace is the same, and less known to be atomic
    finally:
        beside.unlink(missing_ok=True)


def _free(path: Path) -> Path:
    number = 2
    free = path
    while free.exists():
        free = path.with_name(f"{path.stem}-{number}{path.suffix}")
        number += 1
    return free
