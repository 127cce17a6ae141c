"""Files that the user attached to a session. The model knows them by name and never by path."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from tieout.errors import SettingsError
from tieout.tools.documents.reader import Kind

MOST_BYTES = 25 * 1024 * 1024
"""Of one file."""
MOST_FILES = 20
MOST_BYTES_TOGETHER = 100 * 1024 * 1024
KINDS: dict[str, Kind] = {
    ".pdf": "pdf",
    ".xlsx": "xlsx",
    ".xlsm": "xlsx",
    ".docx": "docx",
    ".csv": "csv",
    ".tsv": "csv",
    ".txt": "text",
    ".md": "text",
}
_LONGEST_NAME = 80
_PLAIN = frozenset(" ._-()&+")


@dataclass(frozen=True, slots=True)
class Attachment:
    """One file.

    Attributes:
        name: Unique among the session's files, without a path, of plain characters only.
    """

    name: str
    kind: Kind
    content: bytes


class Attachments:
    """The files of one session, in the order they came."""

    def __init__(self) -> None:
        self._files: dict[str, Attachment] = {}

    def __iter__(self) -> Iterator[Attachment]:
        return iter(tuple(self._files.values()))

    def __len__(self) -> int:
        return len(self._files)

    def add(self, name: str, content: bytes) -> Attachment:
        """Take a file in.

        Args:
            name: As the user has it; a path is cut off.
            content: All of it.

        Raises:
            SettingsError: It is of another kind, empty, too large, or one too many.
        """
        plain = plain_name(name)
        kind = KINDS.get(PurePosixPath(plain).suffix.lower())
        if kind is None:
            known = ", ".join(suffix[1:] for suffix in KINDS)
            raise SettingsError(f"{plain} can't be attached: files can be {known}.")
        if not content:
            raise SettingsError(f"{plain} can't be attached: it is empty.")
        if len(content) > MOST_BYTES:
            raise SettingsError(
                f"{plain} can't be attached: it has more than {MOST_BYTES // 1024**2} MB."
            )
        together = len(content) + sum(len(file.content) for file in self)
        if len(self) >= MOST_FILES or together > MOST_BYTES_TOGETHER:
            raise SettingsError(
                f"{plain} can't be attached: there may be {MOST_FILES} files of "
                f"{MOST_BYTES_TOGETHER // 1024**2} MB together."
            )
        taken = Attachment(self._free(plain), kind, content)
        self._files[taken.name] = taken
        return taken

    def remove(self, name: str) -> None:
        """Let a file go; one that isn't there is ignored."""
        self._files.pop(name, None)

    def find(self, name: str) -> Attachment | None:
        """The file of a name, in any case."""
        wanted = name.strip().casefold()
        return next((file for file in self if file.name.casefold() == wanted), None)

    @property
    def names(self) -> str:
        """The names in one line."""
        return ", ".join(file.name for file in self)

    def told(self, task: str) -> str:
        """A task with one line that names the files, if there are any."""
        if not self._files:
            return task
        return f"{task}\n\n(Attached files, for the deferred tool read_attachment: {self.names})"

    def _free(self, name: str) -> str:
        if self.find(name) is None:
            return name
        path = PurePosixPath(name)
        numbers = range(2, MOST_FILES + 2)
        names = (f"{path.stem} ({number}){path.suffix}" for number in numbers)
        return next(other for other in names if self.find(other) is None)


def plain_name(name: str) -> str:
    """A file name of letters, digits and a few marks, without folders: what may stand in a task."""
    last = name.replace("\\", "/").rpartition("/")[2]
    plain = "".join(c if c.isalnum() or c in _PLAIN else "_" for c in last)
    plain = " ".join(plain.split()).lstrip(".") or "file"
    path = PurePosixPath(plain)
    return path.stem[: _LONGEST_NAME - len(path.suffix)] + path.suffix[:_LONGEST_NAME]
