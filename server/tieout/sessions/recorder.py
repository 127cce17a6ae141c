"""Writes a recording while the run happens, a line at a time, so that a crash loses nothing."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self, TextIO

from tieout.errors import SettingsError
from tieout.llm.client import AssistantMessage, ModelRequest
from tieout.llm.exchange import exchange_of, exchange_to_json
from tieout.sessions.recording import (
    AnyRecord,
    EndRecord,
    Header,
    ModelRecord,
    TurnRecord,
    record_line,
)


class Recorder:
    """Appends records to a file. Use as a context manager.

    Args:
        path: The file; what is there is written over.
        header: What the recording is of, or how to tell when its first record comes: live Excel is
            only known by then.

    A disk that fills up ends the recording, not the run: `failure` then says so in a sentence.

    Raises:
        SettingsError: The file can't be written at all.
    """

    def __init__(self, path: Path, header: Header | Callable[[], Header]) -> None:
        self._path = path
        self._header = header
        self._begun = False
        self._file: TextIO | None = None
        self.failure = ""

    def __enter__(self) -> Self:
        try:
            self._file = self._path.open("w", encoding="utf-8", newline="\n")
        except OSError as error:
            raise SettingsError(
                f"The recording can't be written to {self._path}: {error.strerror}."
            ) from None
        if isinstance(self._header, Header):
            self.write(self._header)
        if self.failure:
            self._close()
            raise SettingsError(self.failure)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._close()

    def _close(self) -> None:
        if self._file is not None:
            # What is still buffered failed to be written before, and was told.
            with suppress(OSError):
                self._file.close()
            self._file = None

    def write(self, record: AnyRecord) -> None:
        """Append one record and flush it."""
        assert self._file is not None, "the recorder is not open"
        if self.failure:
            return
        if not self._begun:
            self._begun = True
            if not isinstance(self._header, Header):
                self.write(self._header())
        try:
            self._file.write(record_line(record) + "\n")
            self._file.flush()
        except OSError as error:
            self.failure = f"The recording {self._path} is incomplete: {error.strerror}."

    def turn(self, task: str) -> None:
        """A task begins."""
        self.write(TurnRecord(task=task))

    def end(self, end: str, answer: str) -> None:
        """The task ended."""
        self.write(EndRecord(end=end, answer=answer))

    def exchange(self, request: ModelRequest, message: AssistantMessage) -> None:
        """The model answered a request with a whole message."""
        self.write(ModelRecord(exchange=exchange_to_json(exchange_of(request, message))))
