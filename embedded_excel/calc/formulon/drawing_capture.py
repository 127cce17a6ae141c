"""What the engine captures of one drawing object: its anchor and the parts it reaches, in one blob.

The blob (format version 2, checked) is a sequence of little-endian 32-bit numbers and texts with
their length in front: list position, the anchor's XML, its relationships, each with the part it leads
to, and the parts that are reached through those.
"""

import struct
from dataclasses import dataclass, replace

from embedded_excel.calc.engine import EngineRefused
from embedded_excel.calc.shapes import Drawn, Link, Part

_MAGIC = b"FMIS"
_VERSION = 2
_CHART = b"application/vnd.openxmlformats-officedocument.drawingml.chart+xml"
_CHARTEX = b"application/vnd.ms-office.chartex+xml"


@dataclass(frozen=True, slots=True)
class Capture:
    """A captured drawing object."""

    position: int
    drawn: Drawn

    def chart(self) -> Part:
        """The chart part.

        Raises:
            EngineRefused: The object has none.
        """
        for link in self.drawn.links:
            if link.part is not None and link.part.content_type in (_CHART, _CHARTEX):
                return link.part
        raise EngineRefused("This chart has no part that can be read.")

    def with_chart(self, content: bytes) -> "Capture":
        """The same object with another chart part."""
        chart = self.chart()
        links = tuple(
            replace(link, part=replace(chart, content=content)) if link.part is chart else link
            for link in self.drawn.links
        )
        return replace(self, drawn=replace(self.drawn, links=links))

    def with_anchor(self, anchor: bytes) -> "Capture":
        """The same object in another anchor."""
        return replace(self, drawn=replace(self.drawn, anchor=anchor))

    def pack(self) -> bytes:
        """The blob again."""
        drawn = self.drawn
        pieces = [_MAGIC, _number(_VERSION), _number(self.position), _text(drawn.anchor)]
        pieces.append(_number(len(drawn.links)))
        for link in drawn.links:
            pieces += [_text(link.id), _text(link.kind), _text(link.target)]
            pieces += [_number(link.external), _number(int(link.part is not None))]
            if link.part is not None:
                pieces.append(_part(link.part))
        return b"".join([*pieces, _number(len(drawn.others)), *map(_part, drawn.others)])


def unpack(blob: bytes) -> Capture:
    """Read a blob.

    Raises:
        EngineRefused: It isn't of the format known here.
    """
    reader = _Reader(blob)
    if reader.take(4) != _MAGIC or reader.number() != _VERSION:
        raise EngineRefused("This drawing is kept in a form that can't be read here.")
    position, anchor = reader.number(), reader.text()
    links = tuple(reader.link() for _ in range(reader.number()))
    others = tuple(reader.part() for _ in range(reader.number()))
    return Capture(position, Drawn(anchor, links, others))


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

    def link(self) -> Link:
        id_, kind, target, external = self.text(), self.text(), self.text(), self.number()
        return Link(id_, kind, target, external, self.part() if self.number() else None)

    def part(self) -> Part:
        return Part(self.text(), self.text(), self.text())


def _number(value: int) -> bytes:
    return struct.pack("<I", value)


def _text(value: bytes) -> bytes:
    return _number(len(value)) + value


def _part(part: Part) -> bytes:
    return _text(part.path) + _text(part.content_type) + _text(part.content)
