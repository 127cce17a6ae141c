"""Charts of the engine's drawings, as `ChartParts`."""

import re
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Final
from xml.sax.saxutils import quoteattr

from formulon.workbook import (
    ChartInsertKind,
    ChartSeriesDirection,
    ColorContext,
    ColorSpec,
    DrawingObject,
    DrawingObjectKind,
    ThemeFonts,
    ThemeSource,
)

from embedded_excel.calc.cells import Rect
from embedded_excel.calc.chart_parts import ChartEntry, ChartPlace, Corner, SeriesIn, Sticking
from embedded_excel.calc.engine import EngineRefused
from embedded_excel.calc.formulon.book import Book
from embedded_excel.calc.formulon.drawing_capture import Capture, unpack
from embedded_excel.calc.formulon.formulas import format_rect

_DIRECTIONS: Final = {
    "Auto": ChartSeriesDirection.AUTO,
    "Columns": ChartSeriesDirection.COLUMNS,
    "Rows": ChartSeriesDirection.ROWS,
}
_STICKING: Final[tuple[Sticking, ...]] = ("twoCell", "oneCell", "absolute")
_ONE_CELL, _TWO_CELL = 0, 1
_ANCHOR = re.compile(
    rb"\A<xdr:(?:twoCell|oneCell|absolute)Anchor\b(?P<attributes>[^>]*)>"
    rb".*?(?P<object><xdr:(?:graphicFrame|sp|pic|grpSp)\b|<mc:AlternateContent\b)",
    re.DOTALL,
)
_ANCHOR_END = re.compile(rb"</xdr:(?:twoCell|oneCell|absolute)Anchor>\s*\Z")
_EDIT_AS = re.compile(rb"\seditAs=\"[^\"]*\"")
_NAME = re.compile(rb"(<xdr:cNvPr\b[^>]*?\sname=)(\"[^\"]*\"|'[^']*')")
_THEME: Final = {
    name: index
    for index, names in enumerate(
        (
            ("lt1", "bg1"),
            ("dk1", "tx1"),
            ("lt2", "bg2"),
            ("dk2", "tx2"),
            ("accent1",),
            ("accent2",),
            ("accent3",),
            ("accent4",),
            ("accent5",),
            ("accent6",),
            ("hlink",),
            ("folHlink",),
        )
    )
    for name in names
}
"""SpreadsheetML's numbers of the theme's colours."""
_THEME_KIND = 2


class FormulonCharts:
    """The charts of one open workbook."""

    def __init__(self, opened: Callable[[], AbstractContextManager[Book]]) -> None:
        self._open = opened

    def charts(self, sheet: int) -> Sequence[ChartEntry]:
        """Charts of a sheet, from the back to the front."""
        with self._open() as book:
            return book.remember_shape(("charts", sheet), lambda: _entries(book, sheet))

    def part(self, sheet: int, chart: int) -> bytes:
        """XML of the chart part."""
        with self._open() as book:
            return _capture(book, sheet, chart).chart().content

    def set_part(self, sheet: int, chart: int, xml: bytes) -> None:
        """Replace the chart part."""
        with self._open() as book:
            _restore(book, sheet, _capture(book, sheet, chart).with_chart(xml))

    def add(
        self,
        sheet: int,
        source_sheet: int,
        source: Rect,
        place: ChartPlace | None,
        *,
        series: SeriesIn,
        xy: bool,
    ) -> int:
        """Add a chart of a range; its id."""
        with self._open() as book:
            give_theme(book)
            name = book.wheel.sheet_name(source_sheet).replace("'", "''")
            chart = book.wheel.insert_chart(
                sheet,
                ChartInsertKind.SCATTER if xy else ChartInsertKind.COLUMN,
                f"'{name}'!{format_rect(source)}",
                direction=_DIRECTIONS[series],
            )
            book.changed()
            if place is not None:
                _place(book, sheet, chart, place)
            return chart

    def place(self, sheet: int, chart: int, place: ChartPlace) -> None:
        """Move and resize a chart."""
        with self._open() as book:
            _place(book, sheet, chart, place)

    def rename(self, sheet: int, chart: int, name: str) -> None:
        """Name a chart."""
        with self._open() as book:
            renamed_drawing(book, sheet, chart, name)

    def remove(self, sheet: int, chart: int) -> None:
        """Delete a chart and its part."""
        with self._open() as book:
            book.wheel.remove_drawing(sheet, chart)
            book.changed()

    def theme_font(self, name: str) -> str:
        """Typeface of `+mn-lt` or `+mj-lt`."""
        with self._open() as book:
            fonts = book.wheel.get_theme().fonts
            return fonts.major_latin if name == "+mj-lt" else fonts.minor_latin

    def theme_color(self, name: str) -> str:
        """`#RRGGBB` of a theme colour."""
        with self._open() as book:
            spec = ColorSpec(kind=_THEME_KIND, theme=_THEME.get(name, 1))
            found = book.wheel.resolve_color(spec, ColorContext.FILL_BACKGROUND)
            return f"#{found.argb & 0xFFFFFF:06X}"


def renamed_drawing(book: Book, sheet: int, drawing: int, name: str) -> None:
    """Name a chart or an image."""
    captured = _capture(book, sheet, drawing)
    text = quoteattr(name, {"\n": "&#10;", "\t": "&#9;"}).encode()
    anchor = _NAME.sub(lambda match: match[1] + text, captured.drawn.anchor, count=1)
    _restore(book, sheet, captured.with_anchor(anchor))


def give_theme(book: Book) -> None:
    """Charts take their colours and fonts from the theme: write down the one that holds.

    A file without that part has Excel's own in Excel, but none in other programs.
    """
    theme = book.wheel.get_theme()
    if theme.source == ThemeSource.DEFAULT:
        book.wheel.set_theme_colors(theme.colors)
        book.wheel.set_theme_fonts(ThemeFonts("Calibri Light", "", "Calibri", ""))


def copy_chart(
    book: Book, sheet: int, target: int, chart: int, rename: Callable[[str], str]
) -> None:
    """Copy a chart to a sheet; `rename` rewrites a formula to point at the copy."""
    captured = _capture(book, sheet, chart)
    content = _FORMULA.sub(
        lambda match: match[1] + _escaped(rename(_plain(match[2]))) + match[3],
        captured.chart().content,
    )
    blob = captured.with_chart(content).pack()
    book.wheel.restore_drawing(target, blob, new_id=True)
    book.changed()


_FORMULA = re.compile(rb"(<(?:\w+:)?f>|<(?:\w+:)?f\s[^>]*>)([^<]*)(</(?:\w+:)?f>)")


def _plain(text: bytes) -> str:
    plain = text.decode()
    for entity, character in (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&apos;", "'")):
        plain = plain.replace(entity, character)
    return plain.replace("&amp;", "&")


def _escaped(text: str) -> bytes:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").encode()


def _entries(book: Book, sheet: int) -> tuple[ChartEntry, ...]:
    return tuple(
        ChartEntry(found.object_id, found.name, _place_of(found))
        for found in book.wheel.list_drawing_objects(sheet)
        if found.kind == DrawingObjectKind.CHART
    )


def _place_of(found: DrawingObject) -> ChartPlace:
    start = Corner(found.from_row, found.from_col, found.from_row_off, found.from_col_off)
    if found.anchor_kind == _TWO_CELL:
        end = Corner(found.to_row, found.to_col, found.to_row_off, found.to_col_off)
        return ChartPlace(start, end, sticking=_STICKING[found.edit_as])
    size = (found.cx, found.cy)
    if found.anchor_kind == _ONE_CELL:
        return ChartPlace(start, None, size, sticking="oneCell")
    offset = (found.from_col_off, found.from_row_off)
    return ChartPlace(start, None, size, offset, sticking="absolute")


def _capture(book: Book, sheet: int, chart: int) -> Capture:
    return book.remember(
        ("drawing", sheet, chart), lambda: unpack(book.wheel.snapshot_drawing(sheet, chart))
    )


def _restore(book: Book, sheet: int, captured: Capture) -> None:
    book.wheel.restore_drawing(sheet, captured.pack())
    book.changed()


def _place(book: Book, sheet: int, chart: int, place: ChartPlace) -> None:
    captured = _capture(book, sheet, chart)
    match = _ANCHOR.match(captured.drawn.anchor)
    if match is None or place.end is None:
        raise EngineRefused("The chart can't be moved.")
    attributes = _EDIT_AS.sub(b"", match["attributes"])
    if place.sticking != "twoCell":
        attributes += f' editAs="{place.sticking}"'.encode()
    head = b"<xdr:twoCellAnchor%s>%s%s" % (
        attributes,
        _corner("from", place.start),
        _corner("to", place.end),
    )
    body = _ANCHOR_END.sub(b"</xdr:twoCellAnchor>", captured.drawn.anchor[match.start("object") :])
    _restore(book, sheet, captured.with_anchor(head + body))


def _corner(name: str, corner: Corner) -> bytes:
    return (
        f"<xdr:{name}><xdr:col>{corner.column}</xdr:col><xdr:colOff>{corner.across}</xdr:colOff>"
        f"<xdr:row>{corner.row}</xdr:row><xdr:rowOff>{corner.down}</xdr:rowOff></xdr:{name}>"
    ).encode()
