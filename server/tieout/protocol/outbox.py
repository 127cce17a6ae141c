"""Frames on their way to a pane: bounded, in order, streamed text joined. No I/O.

The writer takes one text at a time; whatever is put meanwhile waits here. Pieces of streamed text
that follow each other become one frame, so a slow pane costs memory by the byte, not by the piece.
"""

import json
from collections import deque
from dataclasses import dataclass, field
from typing import TypeAlias, assert_never

from pydantic_core import PydanticSerializationError

from tieout.protocol.frames import (
    AnswerTextFrame,
    CodeTextFrame,
    Frame,
    ServerFrame,
    ThinkingFrame,
)
from tieout.protocol.reading import utf8_length

MAX_WAITING_FRAMES = 256
MAX_WAITING_BYTES = 4 * 1024 * 1024

StreamFrame: TypeAlias = AnswerTextFrame | ThinkingFrame | CodeTextFrame


@dataclass(slots=True)
class _Stream:
    first: StreamFrame
    pieces: list[str] = field(default_factory=list[str])


class Outbox:
    """Frames that wait to be written.

    A frame is taken whatever its size as long as the frames before it are within both limits, so
    one large answer always fits and memory stays below the byte limit plus one frame.
    """

    def __init__(
        self, *, max_frames: int = MAX_WAITING_FRAMES, max_bytes: int = MAX_WAITING_BYTES
    ) -> None:
        self._waiting: deque[str | _Stream] = deque()
        self._bytes = 0
        self._max_frames = max_frames
        self._max_bytes = max_bytes

    def __len__(self) -> int:
        return len(self._waiting)

    @property
    def waiting_bytes(self) -> int:
        """Bytes that wait; for streamed text, of the text alone."""
        return self._bytes

    def put(self, frame: ServerFrame) -> bool:
        """Add a frame at the end. False, and nothing added, when the pane is too far behind."""
        if self._bytes > self._max_bytes:
            return False
        if isinstance(frame, AnswerTextFrame | ThinkingFrame | CodeTextFrame):
            return self._put_stream(frame)
        return self._put_entry(encode(frame))

    def take(self) -> str | None:
        """The next text to write, or None when nothing waits."""
        if not self._waiting:
            return None
        entry = self._waiting.popleft()
        self._bytes -= _size(entry)
        return entry if isinstance(entry, str) else encode(_joined(entry))

    def clear(self) -> None:
        """Drop everything that waits."""
        self._waiting.clear()
        self._bytes = 0

    def _put_stream(self, frame: StreamFrame) -> bool:
        last = self._waiting[-1] if self._waiting else None
        if isinstance(last, _Stream) and _continues(last.first, frame):
            piece = _piece(frame)
            last.pieces.append(piece)
            self._bytes += utf8_length(piece)
            return True
        return self._put_entry(_Stream(frame, [_piece(frame)]))

    def _put_entry(self, entry: str | _Stream) -> bool:
        if len(self._waiting) >= self._max_frames:
            return False
        self._waiting.append(entry)
        self._bytes += _size(entry)
        return True


def encode(frame: Frame) -> str:
    """A frame as JSON text.

    Text with a lone surrogate, which UTF-8 can't carry, goes as an escape that JavaScript reads.
    """
    try:
        return frame.model_dump_json()
    except PydanticSerializationError:
        return json.dumps(frame.model_dump(mode="python"), separators=(",", ":"))


def _size(entry: str | _Stream) -> int:
    if isinstance(entry, str):
        return utf8_length(entry)
    return sum(utf8_length(piece) for piece in entry.pieces)


def _continues(first: StreamFrame, frame: StreamFrame) -> bool:
    if isinstance(first, CodeTextFrame) and isinstance(frame, CodeTextFrame):
        return first.tool_use_id == frame.tool_use_id
    return first.type == frame.type


def _piece(frame: StreamFrame) -> str:
    match frame:
        case AnswerTextFrame() | ThinkingFrame():
            return frame.text
        case CodeTextFrame():
            return frame.partial_json
        case _:
            assert_never(frame)


def _joined(stream: _Stream) -> StreamFrame:
    text = "".join(stream.pieces)
    match stream.first:
        case AnswerTextFrame():
            return AnswerTextFrame(text=text)
        case ThinkingFrame():
            return ThinkingFrame(text=text)
        case CodeTextFrame() as first:
            return CodeTextFrame(tool_use_id=first.tool_use_id, partial_json=text)
        case _:
            assert_never(stream.first)
