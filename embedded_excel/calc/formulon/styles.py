"""Styles: the engine's cell format records on one side, `CellStyle` values on the other."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

from formulon.workbook import CellXf, ColorContext, ColorSpec, FillRecord, FontRecord

from embedded_excel.calc.cells import (
    MAX_COLUMNS,
    MAX_ROWS,
    PATTERNS,
    UNDERLINES,
    CellStyle,
    Font,
    Line,
    Rect,
)
from embedded_excel.calc.formulon.book import Book
from embedded_excel.calc.formulon.colors import argb_of, resolve, spec_of
from embedded_excel.calc.formulon.rows import row_records
from embedded_excel.calc.formulon.style_codes import (
    BUILT_IN_FORMATS,
    BUILT_IN_IDS,
    HORIZONTAL,
    LINEAR_GRADIENT,
    LINES,
    PATH_GRADIENT,
    VERTICAL,
    line_ordinal,
    shown_rotation,
    stored_rotation,
)

_MOST_CELLS_AT_ONCE = 1_000_000
_FEW_CELLS = 300
_SIDES = ("left", "right", "top", "bottom")


# -- reading -----------------------------------------------------------------------------------
def style(book: Book, index: int) -> CellStyle:
    """The style behind a cell format record."""
    known = book.styles.get(index)
    if known is None:
        known = book.styles[index] = _read_style(book, index)
    return known


def _read_style(book: Book, index: int) -> CellStyle:
    wheel = book.wheel
    record = wheel.get_cell_xf(index)
    fill, pattern = _read_fill(book, wheel.get_fill(record.fill_index))
    border = cast("dict[str, Any]", wheel.get_border(record.border_index))
    lines = {side: _read_line(book, border[side]) for side in (*_SIDES, "diagonal")}
    return CellStyle(
        number_format=_read_format(book, record.num_fmt_id),
        font=_read_font(book, wheel.get_font(record.font_index)),
        fill=fill,
        pattern=pattern,
        edge_top=lines["top"],
        edge_bottom=lines["bottom"],
        edge_left=lines["left"],
        edge_right=lines["right"],
        diagonal_down=lines["diagonal"] if border["diagonal_down"] else Line(),
        diagonal_up=lines["diagonal"] if border["diagonal_up"] else Line(),
        horizontal=HORIZONTAL[record.horizontal_align],
        vertical=VERTICAL[record.vertical_align],
        wrap_text=record.wrap_text,
        indent=record.indent or 0,
        rotation=shown_rotation(record.text_rotation),
        shrink_to_fit=bool(record.shrink_to_fit),
        locked=record.locked if record.has_protection else True,
        formula_hidden=record.hidden if record.has_protection else False,
    )


def _read_format(book: Book, number: int) -> str:
    shown = BUILT_IN_FORMATS.get(number)
    return shown if shown is not None else book.wheel.get_num_fmt(number) or "General"


def _read_font(book: Book, record: FontRecord) -> Font:
    return Font(
        name=record.name,
        size=record.size,
        bold=record.bold,
        italic=record.italic,
        underline=UNDERLINES[record.underline],
        strikethrough=record.strike,
        superscript=record.vert_align == 1,
        subscript=record.vert_align == 2,  # noqa: PLR2004
        color=resolve(book, record.color, record.color_argb, ColorContext.FONT),
    )


def _read_fill(book: Book, record: FillRecord) -> tuple[str, str]:
    """Office.js's `fill.color` and pattern: the colour behind the pattern, or of a solid fill."""
    if record.gradient is not None:
        pattern = PATH_GRADIENT if record.gradient.type else LINEAR_GRADIENT
        stops = record.gradient.stops
        if not stops:
            return "", pattern
        return resolve(
            book, stops[0].color, stops[0].color_argb, ColorContext.FILL_BACKGROUND
        ), pattern
    if record.pattern == 0:
        return "", "None"
    pattern = PATTERNS[record.pattern]
    if pattern == "Solid":
        return resolve(book, record.fg, record.fg_argb, ColorContext.FILL_FOREGROUND), pattern
    return resolve(book, record.bg, record.bg_argb, ColorContext.FILL_BACKGROUND), pattern


def _read_line(book: Book, side: dict[str, Any]) -> Line:
    ordinal: int = side["style"]
    shape, weight = LINES[ordinal]
    if shape == "None":
        return Line()
    return Line(
        shape, weight, resolve(book, side["color"], side["color_argb"], ColorContext.BORDER)
    )


def style_ids(book: Book, sheet: int, rect: Rect) -> list[list[int]]:
    """Format record of each cell; a cell without one of its own has its row's, then its column's."""
    library, out, handle = book.library, book.library.out, book.handle
    get = book.export("fm_cell_get_xf_index")
    read_u32 = library.read_u32
    rows, columns = axis_styles(book, sheet)
    ids: list[list[int]] = []
    open_cells: list[tuple[int, int]] = []
    for row in range(rect.top, rect.bottom + 1):
        found: list[int] = []
        for column in range(rect.left, rect.right + 1):
            get(handle, sheet, row, column, out)
            own = read_u32(out)
            if own == 0 and (columns.get(column) or rows.get(row)):
                open_cells.append((row, column))
            found.append(own)
        ids.append(found)
    if open_cells:
        _inherit(book, sheet, rect, ids, open_cells)
    return ids


def axis_styles(book: Book, sheet: int) -> tuple[dict[int, int], dict[int, int]]:
    """Styles of whole rows and whole columns, where there are any."""

    def find() -> tuple[dict[int, int], dict[int, int]]:
        columns = {
            index: axis.style_xf
            for axis in book.wheel.get_sheet_columns(sheet)
            if axis.has_style
            for index in range(axis.first, min(axis.last, MAX_COLUMNS - 1) + 1)
        }
        rows = {record.row: record.style for record in row_records(book, sheet) if record.has_style}
        return rows, columns

    return book.remember_shape(("axis styles", sheet), find)


def _inherit(
    book: Book, sheet: int, rect: Rect, ids: list[list[int]], cells: list[tuple[int, int]]
) -> None:
    """Fill in what cells without a record inherit; a cell that owns the default keeps it."""
    rows, columns = axis_styles(book, sheet)
    owned = _stored_cells(book, sheet) if len(cells) > _FEW_CELLS else None
    for row, column in cells:
        if owned is not None:
            style_id = 0 if (row, column) in owned else rows.get(row) or columns.get(column) or 0
        else:
            style_id = book.wheel.get_effective_style(sheet, row, column).xf_index
        ids[row - rect.top][column - rect.left] = style_id


def _stored_cells(book: Book, sheet: int) -> frozenset[tuple[int, int]]:
    def find() -> frozenset[tuple[int, int]]:
        library, out = book.library, book.library.out
        book.export("fm_workbook_cell_count")(book.handle, sheet, out)
        cell_at = book.export("fm_workbook_cell_at")
        cells: list[tuple[int, int]] = []
        for index in range(library.read_u32(out)):
            cell_at(book.handle, sheet, index, out, out + 4, out + 8, out + 16)
            cells.append((library.read_u32(out), library.read_u32(out + 4)))
        return frozenset(cells)

    return book.remember(("stored", sheet), find)


def stored_styles(book: Book, sheet: int) -> list[tuple[int, int, int]]:
    """Cells whose style isn't what an empty sheet of this layout has: row, column, id."""
    out, get = book.library.out, book.export("fm_cell_get_xf_index")
    rows, columns = axis_styles(book, sheet)
    found: list[tuple[int, int, int]] = []
    for row, column in sorted(_stored_cells(book, sheet)):
        get(book.handle, sheet, row, column, out)
        own = book.library.read_u32(out)
        if own or row in rows or column in columns:
            found.append((row, column, own))
    return found


# -- writing -----------------------------------------------------------------------------------
def restyle(book: Book, sheet: int, rect: Rect, change: Callable[[CellStyle], CellStyle]) -> None:
    """Change every cell's style, once for each distinct one.

    The engine takes full height as a selection of columns and full width as one of rows.
    """
    for part in _parts(rect):
        box = (part.top, part.left, part.bottom, part.right)
        mapping: dict[int, int] = {}
        for base in book.wheel.range_style_bases(sheet, *box):
            before = style(book, base)
            after = change(before)
            if after != before:
                mapping[base] = index_of(book, base, after)
        if mapping:
            book.wheel.remap_range_style(sheet, *box, mapping)
            book.changed()


def _parts(rect: Rect) -> list[Rect]:
    """The engine styles at most a million cells a call; whole rows and columns count as none."""
    if rect.rows == MAX_ROWS or rect.columns == MAX_COLUMNS:
        return [rect]
    step = max(1, _MOST_CELLS_AT_ONCE // rect.columns)
    return [
        replace(rect, top=top, bottom=min(top + step - 1, rect.bottom))
        for top in range(rect.top, rect.bottom + 1, step)
    ]


def index_of(book: Book, base: int, wanted: CellStyle) -> int:
    """Record for a style, differing from the base record only where the style does."""
    known = book.style_indexes.get((base, wanted))
    if known is None:
        known = _add(book, base, wanted)
        book.style_indexes[(base, wanted)] = known
    return known


def _add(book: Book, base: int, wanted: CellStyle) -> int:
    wheel = book.wheel
    record, now = wheel.get_cell_xf(base), style(book, base)
    if wanted.number_format != now.number_format:
        number = BUILT_IN_IDS.get(wanted.number_format)
        record = replace(
            record,
            num_fmt_id=wheel.add_num_fmt(wanted.number_format) if number is None else number,
            apply_number_format=True,
        )
    if wanted.font != now.font:
        record = replace(
            record,
            font_index=_add_font(book, record.font_index, now.font, wanted.font),
            apply_font=True,
        )
    if (wanted.fill, wanted.pattern) != (now.fill, now.pattern):
        record = replace(
            record, fill_index=_add_fill(book, record.fill_index, wanted), apply_fill=True
        )
    if _lines(wanted) != _lines(now):
        record = replace(
            record,
            border_index=_add_border(book, record.border_index, now, wanted),
            apply_border=True,
        )
    return wheel.add_cell_xf(_aligned(record, now, wanted))


def _aligned(record: CellXf, now: CellStyle, wanted: CellStyle) -> CellXf:
    def placement(cell: CellStyle) -> tuple[object, ...]:
        return (
            cell.horizontal,
            cell.vertical,
            cell.wrap_text,
            cell.indent,
            cell.rotation,
            cell.shrink_to_fit,
        )

    if placement(wanted) != placement(now):
        record = replace(
            record,
            horizontal_align=HORIZONTAL.index(wanted.horizontal),
            vertical_align=VERTICAL.index(wanted.vertical),
            wrap_text=wanted.wrap_text,
            has_alignment=None,
            has_horizontal_align=None,
            has_vertical_align=None,
            has_wrap_text=None,
            indent=wanted.indent or None,
            text_rotation=stored_rotation(wanted.rotation) if wanted.rotation else None,
            shrink_to_fit=wanted.shrink_to_fit or None,
            apply_alignment=True,
        )
    if (wanted.locked, wanted.formula_hidden) != (now.locked, now.formula_hidden):
        record = replace(
            record,
            has_protection=True,
            locked=wanted.locked,
            hidden=wanted.formula_hidden,
            apply_protection=True,
        )
    return record


def _add_font(book: Book, base: int, now: Font, wanted: Font) -> int:
    record = replace(
        book.wheel.get_font(base),
        name=wanted.name,
        size=wanted.size,
        bold=wanted.bold,
        has_bold=wanted.bold,
        italic=wanted.italic,
        has_italic=wanted.italic,
        strike=wanted.strikethrough,
        has_strike=wanted.strikethrough,
        underline=UNDERLINES.index(wanted.underline),
        vert_align=1 if wanted.superscript else 2 if wanted.subscript else 0,
    )
    if wanted.name != now.name:
        record = replace(record, scheme=0, has_family=False, family=0, has_charset=False)
    if wanted.color != now.color:
        record = replace(record, color=spec_of(wanted.color), color_argb=argb_of(wanted.color))
    return book.wheel.add_font(record)


def _add_fill(book: Book, base: int, wanted: CellStyle) -> int:
    if wanted.pattern == "None" and not wanted.fill:
        return 0
    pattern = wanted.pattern if wanted.pattern in PATTERNS[1:] else "Solid"
    if pattern == "Solid":
        color = wanted.fill or "#FFFFFF"
        return book.wheel.add_fill(
            FillRecord(
                pattern=1,
                fg=spec_of(color),
                fg_argb=argb_of(color),
                bg=ColorSpec(kind=3, indexed=64),
            )
        )
    record = replace(book.wheel.get_fill(base), pattern=PATTERNS.index(pattern), gradient=None)
    if wanted.fill:
        record = replace(record, bg=spec_of(wanted.fill), bg_argb=argb_of(wanted.fill))
    return book.wheel.add_fill(record)


def _lines(cell: CellStyle) -> tuple[Line, ...]:
    return (
        cell.edge_left,
        cell.edge_right,
        cell.edge_top,
        cell.edge_bottom,
        cell.diagonal_down,
        cell.diagonal_up,
    )


def _add_border(book: Book, base: int, now: CellStyle, wanted: CellStyle) -> int:
    sides = cast("dict[str, Any]", dict(book.wheel.get_border(base)))
    for side, before, after in zip(_SIDES, _lines(now), _lines(wanted), strict=False):
        if before != after:
            sides[side] = _side(after)
    down, up = wanted.diagonal_down, wanted.diagonal_up
    if (down, up) != (now.diagonal_down, now.diagonal_up):
        sides["diagonal"] = _side(down if down.style != "None" else up)
        sides["diagonal_down"] = down.style != "None"
        sides["diagonal_up"] = up.style != "None"
    return book.wheel.add_border(sides)


def _side(line: Line) -> dict[str, object]:
    if line.style == "None":
        return {"style": 0}
    return {
        "style": line_ordinal(line.style, line.weight),
        "color": spec_of(line.color),
        "color_argb": argb_of(line.color),
    }
