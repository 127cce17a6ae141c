"""Charts as SVG, drawn from values: columns, bars, lines, pies.

Every mark carries a title with its cell's address and what the cell shows, so that a reader can
find the number. Texts are escaped; nothing in the picture is fetched or run.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import assert_never

from tieout.tools.website.contents import Chart, Grid, PageCell

MOST_SERIES = 12
MOST_CATEGORIES = 200
MOST_SLICES = 12
COLOURS = (
    "#0b5a43", "#c8791b", "#3b6fb6", "#a8324a", "#6b5b95", "#5b8c2a", "#00808a", "#8a5a2b",
    "#b0508f", "#4d5a66", "#9a8a00", "#2f4b7c",
)  # fmt: skip
WIDTH, HEIGHT = 760.0, 380.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 84.0, 16.0, 16.0, 44.0
_TICKS = 5
_LABEL = 14
_BAR_LABEL = 11


class NotDrawable(Exception):
    """The range can't be drawn; the message is a sentence for the model."""


@dataclass(frozen=True, slots=True)
class Series:
    """One series: its name and a cell for each category."""

    name: str
    cells: tuple[PageCell, ...]


@dataclass(frozen=True, slots=True)
class Axis:
    """A scale of values that begins and ends at a round number and holds zero."""

    low: float
    high: float
    step: float

    def share(self, value: float) -> float:
        """Where a value lies between the ends, from 0 to 1."""
        return (value - self.low) / (self.high - self.low)

    @property
    def ticks(self) -> tuple[float, ...]:
        """The round numbers on the scale."""
        count = round((self.high - self.low) / self.step)
        return tuple(self.low + self.step * number for number in range(count + 1))


def chart_svg(chart: Chart) -> str:
    """The chart as one `<svg>` element.

    Raises:
        NotDrawable: The range holds no numbers, or too many.
    """
    categories, series = read_series(chart.grid)
    match chart.kind:
        case "pie":
            marks = _pie(categories, series[0])
        case "column" | "line":
            axis = axis_for(series)
            draw = _columns if chart.kind == "column" else _lines
            marks = (*_upright_frame(axis, categories), *draw(axis, categories, series))
        case "bar":
            axis = axis_for(series)
            marks = (*_lying_frame(axis, categories), *_bars(axis, categories, series))
        case _:
            assert_never(chart.kind)
    label = escape(chart.heading or f"Chart of {chart.grid.source}")
    return (
        f'<svg viewBox="0 0 {WIDTH:.0f} {HEIGHT:.0f}" role="img" aria-label="{label}">'
        f"{''.join(marks)}</svg>"
    )


def legend(chart: Chart) -> tuple[tuple[str, str], ...]:
    """Colour and name of what the chart shows: series, or the slices of a pie."""
    categories, series = read_series(chart.grid)
    names = categories if chart.kind == "pie" else tuple(one.name for one in series)
    return tuple(zip(_colours(len(names)), names, strict=True))


def read_series(grid: Grid) -> tuple[tuple[str, ...], tuple[Series, ...]]:
    """Categories from the first column, series from the others, their names from the first row.

    Raises:
        NotDrawable: There are no numbers, or more than can be told apart.
    """
    head, *body = grid.rows or ((),)
    if len(head) < 2 or not body:  # noqa: PLR2004 - categories and one series
        raise NotDrawable(
            f"{grid.source} can't be drawn: a chart needs a row of names, a column of categories and numbers."
        )
    if len(head) - 1 > MOST_SERIES or len(body) > MOST_CATEGORIES:
        raise NotDrawable(
            f"{grid.source} can't be drawn: at most {MOST_SERIES} series of {MOST_CATEGORIES} categories."
        )
    series = tuple(
        Series(name.text or f"Series {at}", tuple(row[at] for row in body))
        for at, name in enumerate(head[1:], start=1)
    )
    if not any(_number(cell) is not None for one in series for cell in one.cells):
        raise NotDrawable(
            f"{grid.source} can't be drawn: it holds no numbers beside its first column."
        )
    return tuple(row[0].text for row in body), series


def axis_for(series: Sequence[Series]) -> Axis:
    """A scale on which all values and zero lie."""
    values = [
        number for one in series for cell in one.cells if (number := _number(cell)) is not None
    ]
    low, high = min(0.0, *values), max(0.0, *values)
    if low == high:
        high = 1.0
    step = _round_step((high - low) / _TICKS)
    return Axis(math.floor(low / step) * step, math.ceil(high / step) * step, step)


def _round_step(least: float) -> float:
    """The smallest of 1, 2, 2.5, 5 times a power of ten that isn't smaller."""
    power = 10.0 ** math.floor(math.log10(least))
    return next(
        factor * power for factor in (1, 2, 2.5, 5, 10) if factor * power >= least * 0.999999
    )


def _number(cell: PageCell) -> float | None:
    return cell.number if cell.number is not None and math.isfinite(cell.number) else None


def _upright_frame(axis: Axis, categories: Sequence[str]) -> Iterator[str]:
    for tick in axis.ticks:
        y = _y(axis, tick)
        weight = "base" if tick == 0 else "grid"
        yield f'<line class="{weight}" x1="{_LEFT}" x2="{WIDTH - _RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
        yield f'<text class="tick" x="{_LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{_tick(tick)}</text>'
    slot = _slot(categories)
    every = max(1, math.ceil(len(categories) * 64 / (WIDTH - _LEFT - _RIGHT)))
    for place in range(0, len(categories), every):
        x = _LEFT + slot * (place + 0.5)
        shown = escape(_short(categories[place], _LABEL))
        yield f'<text class="tick" x="{x:.1f}" y="{HEIGHT - _BOTTOM + 18}" text-anchor="middle">{shown}</text>'


def _columns(axis: Axis, categories: Sequence[str], series: Sequence[Series]) -> Iterator[str]:
    slot, zero = _slot(categories), _y(axis, 0.0)
    width = slot * 0.8 / len(series)
    for at, (one, colour) in enumerate(zip(series, _colours(len(series)), strict=True)):
        for place, cell in enumerate(one.cells):
            if (value := _number(cell)) is not None:
                x, y = _LEFT + slot * (place + 0.1) + width * at, _y(axis, value)
                yield _rect(
                    x,
                    min(y, zero),
                    width,
                    abs(y - zero),
                    colour,
                    _told(one.name, categories[place], cell),
                )


def _lines(axis: Axis, categories: Sequence[str], series: Sequence[Series]) -> Iterator[str]:
    slot = _slot(categories)
    for one, colour in zip(series, _colours(len(series)), strict=True):
        piece: list[str] = []
        marks: list[str] = []
        for place, cell in enumerate(one.cells):
            value = _number(cell)
            if value is None:
                yield from _polyline(piece, colour)
                piece = []
                continue
            x, y = _LEFT + slot * (place + 0.5), _y(axis, value)
            piece.append(f"{x:.1f},{y:.1f}")
            told = _told(one.name, categories[place], cell)
            marks.append(
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{colour}">{told}</circle>'
            )
        yield from _polyline(piece, colour)
        yield from marks


def _polyline(points: Sequence[str], colour: str) -> Iterator[str]:
    if len(points) > 1:
        yield f'<polyline fill="none" stroke="{colour}" stroke-width="2" points="{" ".join(points)}"/>'


def _lying_frame(axis: Axis, categories: Sequence[str]) -> Iterator[str]:
    for tick in axis.ticks:
        x = _x(axis, tick)
        weight = "base" if tick == 0 else "grid"
        yield f'<line class="{weight}" x1="{x:.1f}" x2="{x:.1f}" y1="{_TOP}" y2="{HEIGHT - _BOTTOM}"/>'
        yield f'<text class="tick" x="{x:.1f}" y="{HEIGHT - _BOTTOM + 18}" text-anchor="middle">{_tick(tick)}</text>'
    slot = (HEIGHT - _TOP - _BOTTOM) / len(categories)
    every = max(1, math.ceil(16 / slot))
    for place in range(0, len(categories), every):
        y = _TOP + slot * (place + 0.5) + 4
        shown = escape(_short(categories[place], _BAR_LABEL))
        yield f'<text class="tick" x="{_LEFT - 8}" y="{y:.1f}" text-anchor="end">{shown}</text>'


def _bars(axis: Axis, categories: Sequence[str], series: Sequence[Series]) -> Iterator[str]:
    slot, zero = (HEIGHT - _TOP - _BOTTOM) / len(categories), _x(axis, 0.0)
    height = slot * 0.8 / len(series)
    for at, (one, colour) in enumerate(zip(series, _colours(len(series)), strict=True)):
        for place, cell in enumerate(one.cells):
            if (value := _number(cell)) is not None:
                x, y = _x(axis, value), _TOP + slot * (place + 0.1) + height * at
                yield _rect(
                    min(x, zero),
                    y,
                    abs(x - zero),
                    height,
                    colour,
                    _told(one.name, categories[place], cell),
                )


def _pie(categories: Sequence[str], series: Series) -> tuple[str, ...]:
    values = [_number(cell) or 0.0 for cell in series.cells]
    if len(values) > MOST_SLICES or min(values) < 0 or sum(values) <= 0:
        raise NotDrawable(
            f"A pie shows at most {MOST_SLICES} parts, none below zero; draw columns or bars instead."
        )
    total, turned = sum(values), 0.0
    radius, x, y = HEIGHT / 2 - 20, WIDTH / 2, HEIGHT / 2
    marks: list[str] = []
    named = zip(values, categories, series.cells, _colours(len(values)), strict=True)
    for value, category, cell, colour in named:
        told = _told(series.name, category, cell)
        share = value / total
        if share >= 1:
            marks.append(f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{colour}">{told}</circle>')
        elif share > 0:
            start, end = 2 * math.pi * turned, 2 * math.pi * (turned + share)
            first = f"{x + radius * math.sin(start):.2f},{y - radius * math.cos(start):.2f}"
            last = f"{x + radius * math.sin(end):.2f},{y - radius * math.cos(end):.2f}"
            path = f"M{x},{y} L{first} A{radius},{radius} 0 {int(share > 0.5)} 1 {last} Z"  # noqa: PLR2004 - half
            marks.append(f'<path class="slice" d="{path}" fill="{colour}">{told}</path>')
        turned += share
    return tuple(marks)


def _slot(categories: Sequence[str]) -> float:
    return (WIDTH - _LEFT - _RIGHT) / len(categories)


def _x(axis: Axis, value: float) -> float:
    return _LEFT + axis.share(value) * (WIDTH - _LEFT - _RIGHT)


def _y(axis: Axis, value: float) -> float:
    return HEIGHT - _BOTTOM - axis.share(value) * (HEIGHT - _TOP - _BOTTOM)


def _rect(x: float, y: float, width: float, height: float, colour: str, told: str) -> str:
    size = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"'
    return f'<rect {size} fill="{colour}">{told}</rect>'


def _told(series: str, category: str, cell: PageCell) -> str:
    return f"<title>{escape(f'{series}, {category}: {cell.text} ({cell.address})')}</title>"


def _tick(value: float) -> str:
    return f"{0.0 if abs(value) < 1e-12 else value:,.6g}"  # noqa: PLR2004 - steps add up to almost zero


def _short(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"


def _colours(count: int) -> tuple[str, ...]:
    return tuple(COLOURS[number % len(COLOURS)] for number in range(count))
