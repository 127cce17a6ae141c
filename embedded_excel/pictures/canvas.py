"""A sheet of pixels that takes lengths in points: lines, areas of colour, text, images."""

import base64
import io
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, Literal, TypeAlias

from PIL import Image, ImageDraw, ImageFont

from embedded_excel.errors import invalid_argument

Point: TypeAlias = tuple[float, float]
Across: TypeAlias = Literal["l", "m", "r"]
PIXELS_PER_POINT: Final = 96 / 72
_FINER: Final = 2
"""Everything is drawn at twice the size and shrunk, which smooths edges."""
_MOST_PIXELS: Final = 16_000_000
_FORMATS: Final = {"PNG": "PNG", "JPEG": "JPEG", "GIF": "GIF", "BMP": "BMP"}


class Canvas:
    """A picture of a size in points.

    Raises:
        ExcelApiError: InvalidArgument for a picture too large to draw.
    """

    def __init__(self, width: float, height: float, color: str = "") -> None:
        pixels = (self._px(width), self._px(height))
        if pixels[0] * pixels[1] > _MOST_PIXELS * _FINER**2:
            raise invalid_argument("The picture is too large.")
        self._size = (max(1, pixels[0]), max(1, pixels[1]))
        self._image = Image.new("RGBA", self._size, _rgba(color, 1) if color else (0, 0, 0, 0))
        self._draw = ImageDraw.Draw(self._image, "RGBA")

    @staticmethod
    def _px(points: float) -> int:
        return round(points * PIXELS_PER_POINT * _FINER)

    def _at(self, points: Sequence[Point]) -> list[tuple[int, int]]:
        return [(self._px(x), self._px(y)) for x, y in points]

    # -- drawing -----------------------------------------------------------------------------
    def area(self, points: Sequence[Point], color: str, opacity: float = 1.0) -> None:
        """Fill a polygon."""
        if len(points) < 3:  # noqa: PLR2004 - a polygon
            return
        layer = Image.new("RGBA", self._size, (0, 0, 0, 0))
        ImageDraw.Draw(layer).polygon(self._at(points), fill=_rgba(color, opacity))
        self._image.alpha_composite(layer)

    def line(
        self,
        points: Sequence[Point],
        color: str,
        width: float = 0.75,
        dashes: Sequence[float] = (),
        opacity: float = 1.0,
    ) -> None:
        """Draw a line through points; `dashes` are lengths of strokes and gaps in line widths."""
        thick = max(1, self._px(width))
        paint = _rgba(color, opacity)
        for part in dashed(points, [length * max(width, 0.75) for length in dashes]):
            placed = self._at(part)
            if len(set(placed)) > 1:
                self._draw.line(placed, fill=paint, width=thick, joint="curve")

    def box(self, left: float, top: float, width: float, height: float, color: str) -> None:
        """Fill a rectangle, given by any two corners' distance."""
        across = sorted((self._px(left), self._px(left + width)))
        down = sorted((self._px(top), self._px(top + height)))
        self._draw.rectangle((across[0], down[0], across[1], down[1]), fill=_rgba(color, 1))

    def dot(self, center: Point, radius: float, color: str, opacity: float = 1.0) -> None:
        """Fill a circle."""
        x, y, r = self._px(center[0]), self._px(center[1]), max(1, self._px(radius))
        layer = Image.new("RGBA", self._size, (0, 0, 0, 0))
        ImageDraw.Draw(layer).ellipse((x - r, y - r, x + r, y + r), fill=_rgba(color, opacity))
        self._image.alpha_composite(layer)

    def text(
        self,
        at: Point,
        text: str,
        size: float,
        color: str = "#000000",
        across: Across = "l",
        turn: float = 0,
    ) -> None:
        """Write a line: `at` is its left, middle or right at half its height; turned by degrees."""
        if not text:
            return
        font = _font(size)
        box = font.getbbox(text)
        width, height = (
            max(1, round(box[2])),
            max(1, round(size * 1.25 * PIXELS_PER_POINT * _FINER)),
        )
        paper = Image.new("RGBA", (width, height), (0, 0, 0, 0))
        ImageDraw.Draw(paper).text((0, height / 2), text, _rgba(color, 1), font, anchor="lm")
        if turn:
            paper = paper.rotate(turn, expand=True, resample=Image.Resampling.BICUBIC)
        share = {"l": 0.0, "m": 0.5, "r": 1.0}[across]
        x = self._px(at[0]) - round(paper.width * (0.5 if turn else share))
        y = self._px(at[1]) - paper.height // 2
        self._image.paste(paper, (x, y), paper)

    def picture(self, content: bytes, left: float, top: float, width: float, height: float) -> None:
        """Put an image into a box; one that can't be read leaves it empty."""
        size = (max(1, self._px(width)), max(1, self._px(height)))
        try:
            with Image.open(io.BytesIO(content)) as opened:
                shown = opened.convert("RGBA").resize(size)
        except (OSError, ValueError, Image.DecompressionBombError):
            return
        self._image.paste(shown, (self._px(left), self._px(top)), shown)

    def lay(self, other: "Canvas", at: Point, turn: float = 0) -> None:
        """Lay another canvas on this one with its upper left corner at a point, turned clockwise."""
        image = other._image  # noqa: SLF001 - of its own kind
        x, y = self._px(at[0]), self._px(at[1])
        if turn:
            turned = image.rotate(-turn, expand=True, resample=Image.Resampling.BICUBIC)
            x -= (turned.width - image.width) // 2
            y -= (turned.height - image.height) // 2
            image = turned
        self._image.paste(image, (x, y), image)

    # -- the result --------------------------------------------------------------------------
    def encoded(self, kind: str, size: tuple[int, int] | None = None) -> str:
        """Base64 text of the picture; `size` in pixels, else 96 dots an inch.

        Raises:
            ExcelApiError: InvalidArgument for a format that is no picture of pixels.
        """
        if kind not in _FORMATS:
            raise invalid_argument()
        plain = (max(1, self._size[0] // _FINER), max(1, self._size[1] // _FINER))
        image = self._image.resize(size or plain, Image.Resampling.LANCZOS)
        if kind != "PNG":
            paper = Image.new("RGB", image.size, (255, 255, 255))
            paper.paste(image, (0, 0), image)
            image = paper
        buffer = io.BytesIO()
        image.save(buffer, _FORMATS[kind])
        return base64.b64encode(buffer.getvalue()).decode()


def text_extent(text: str, size: float) -> float:
    """Width of a line in points, in the font pictures are drawn with."""
    return _font(size).getlength(text) / PIXELS_PER_POINT / _FINER if text else 0.0


@lru_cache(maxsize=64)
def _font(size: float) -> ImageFont.FreeTypeFont:
    font = ImageFont.load_default(max(1, size * PIXELS_PER_POINT * _FINER))
    assert isinstance(font, ImageFont.FreeTypeFont)
    return font


def _rgba(color: str, opacity: float) -> tuple[int, int, int, int]:
    red, green, blue = (int(color[at : at + 2], 16) for at in (1, 3, 5))
    return red, green, blue, round(opacity * 255)


def dashed(points: Sequence[Point], dashes: Sequence[float]) -> list[list[Point]]:
    """The strokes of a line through points, by lengths of strokes and gaps in turn."""
    if not dashes or sum(dashes) <= 0:
        return [list(points)]
    strokes: list[list[Point]] = []
    index, left = 0, dashes[0]
    stroke: list[Point] = [points[0]]
    for (x, y), (to_x, to_y) in pairwise(points):
        length = ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5
        done = 0.0
        while length - done > left:
            done += left
            at = (x + (to_x - x) * done / length, y + (to_y - y) * done / length)
            if index % 2 == 0:
                strokes.append([*stroke, at])
            stroke = [at]
            index = (index + 1) % len(dashes)
            left = dashes[index]
        left -= length - done
        stroke.append((to_x, to_y))
    if index % 2 == 0:
        strokes.append(stroke)
    return strokes
