"""What the engine captures of one drawing object: its anchor and the parts it reaches, in one blob.

The blob (format version 2, checked) is a sequence of little-endian 32-bit numbers and texts with
their length in front: list position, the anchor's XML, its relationships, and the parts with theirs.
"""

import struct
from dataclasses import dataclass, replace

from embedded_excel.calc.engine import EngineRefused

_MAGIC = b"FMIS"
_VERSION = 2
_CHART = b"application/vnd.openxmlformats-officedocument.drawingml.chart+xml"
_CHARTEX = b"application/vnd.ms-office.chartex+xml"


@dataclass(frozen=True, slots=True)
class Link:
    """A relationship of the anchor or of a part."""

    id: bytes
    kind: bytes
    target: bytes
    external: int


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the package."""

    path: bytes
    content_type: bytes
    content: bytes
    links: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class Capture:
    """A captured drawing object."""

    position: int
    anchor: bytes
    links: tuple[Link, ...]
    parts: tuple[Part, ...]

    def chart(self) -> Part:
        """The chart part.

        Raises:
            EngineRefused: The object has none.
        """
        for part in self.parts:
            if part.content_type in (_CHART, _CHARTEX):
                return part
        raise EngineRefused("This chart has no part that can be read.")

    def with_chart(self, content: bytes) -> "Capture":
        """The same object with another chart part."""
        chart = self.chart()
        parts = tuple(
            replace(part, content=content) if part is chart else part for part in self.parts
        )
        return replace(self, parts=parts)

    def pack(self) -> bytes:
        """The blob again."""
        pieces = [_MAGIC, _number(_VERSION), _number(self.position), _text(self.anchor)]
        pieces.append(_links(self.links))
        pieces.append(_number(len(self.parts)))
        for part in self.parts:
            pieces += [_text(part.path), _text(part.content_type), _text(part.content)]
            pieces.append(_links(part.links))
        return b"".join(pieces)


def unpack(blob: bytes) -> Capture:
    """Read a blob.

    Raises:
        EngineRefused: It isn't of the format known here.
    """
    reader = _Reader(blob)
    if reader.take(4) != _MAGIC or reader.number() != _VERSION:
        raise EngineRefused("This drawing is kept in a form that can't be read here.")
    position, anchor, links = reader.number(), reader.text(), reader.links()
    parts = tuple(
        Part(reader.text(), reader.text(), reader.text(), reader.links())
        for _ in range(reader.number())
    )
    return Capture(position, anchor, links, parts)


@dataclass(slots=True)
class _Reader:
    blob: bytes
    at: int = 0

    def take(self, count: int) -> bytes:
        taken = self.blob[self.at : self.at + count]
        if len(taken) != count:
            raise EngineRefused("This drawing is kept in a form that can't be read here.")
        self.at += count
        return taken

    def number(self) -> int:
        return struct.unpack("<I", self.take(4))[0]

    def text(self) -> bytes:
        return self.take(self.number())

    def links(self) -> tuple[Link, ...]:
        return tuple(
            Link(self.text(), self.text(), self.text(), self.number()) for _ in range(self.number())
        )


def _number(value: int) -> bytes:
    return struct.pack("<I", value)


def _text(value: bytes) -> bytes:
    return _number(len(value)) + value


def _links(links: tuple[Link, ...]) -> bytes:
    pieces = [_number(len(links))]
    for link in links:
        pieces += [_text(link.id), _text(link.kind), _text(link.target), _number(link.external)]
    return b"".join(pieces)
