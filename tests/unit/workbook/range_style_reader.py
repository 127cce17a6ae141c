"""Turns what a range text says of looks back into looks, and says which looks it should tell."""

from collections.abc import Callable
from dataclasses import replace

from range_text_reader import Place, ReadRange, places

from tieout.workbook.address import Address
from tieout.workbook.cell_styles import NO_EDGE, USUAL_FONT, AreaNote, CellStyle, Edge, RangeStyles
from tieout.workbook.snapshot import RangeSnapshot

Looks = dict[Place, tuple[CellStyle, str]]
"""The look and the number format of every cell."""
_SECTIONS = {
    "conditional formats:": "conditional",
    "validation:": "validations",
    "links:": "hyperlinks",
    "comments:": "comments",
}


def read_looks(found: ReadRange) -> Looks:
    """The look of every cell of the range, by the text alone."""
    name, _, size = (found.usual_font or f"{USUAL_FONT[0]} {USUAL_FONT[1]:g}").rpartition(" ")
    usual = CellStyle(font=name, size=float(size))
    return {place: _look(usual, found.properties.get(place, set())) for place in places(found.area)}


def expected_looks(cells: RangeSnapshot, styles: RangeStyles | None) -> Looks:
    """The looks as they were read; a line between two cells belongs to the upper or left one."""
    looks: Looks = {}
    for row, column in places(cells.address):
        style = _style(styles, row, column)
        if row > cells.address.top and style.top == _style(styles, row - 1, column).bottom:
            style = replace(style, top=NO_EDGE)
        if column > cells.address.left and style.left == _style(styles, row, column - 1).right:
            style = replace(style, left=NO_EDGE)
        if not style.fill:
            style = replace(style, pattern="Solid")
        looks[row, column] = (style, cells.state(row, column).number_format)
    return looks


def read_notes(found: ReadRange) -> dict[str, set[tuple[frozenset[Place], str]]]:
    """Rules, links and comments with their cells."""
    return {
        _SECTIONS[section]: {_note(line) for line in lines}
        for section, lines in found.notes.items()
    }


def expected_notes(styles: RangeStyles | None) -> dict[str, set[tuple[frozenset[Place], str]]]:
    """The same of what was read."""
    notes = {name: getattr(styles, name, ()) for name in _SECTIONS.values()}
    return {name: {_of(note) for note in some} for name, some in notes.items() if some}


def _of(note: AreaNote) -> tuple[frozenset[Place], str]:
    return frozenset(place for area in note.areas for place in places(area)), note.text


def _note(line: str) -> tuple[frozenset[Place], str]:
    areas, _, text = line.partition(" ")
    return frozenset(
        place for local in areas.split(",") for place in places(Address.parse(local))
    ), text


def _style(styles: RangeStyles | None, row: int, column: int) -> CellStyle:
    return (styles and styles.style(row, column)) or CellStyle()


def _look(usual: CellStyle, parts: set[str]) -> tuple[CellStyle, str]:
    look, code = usual, "General"
    for part in parts:
        word, _, rest = part.partition(" ")
        if word == "format":
            code = rest
        else:
            look = replace(look, **_FIELDS[word](rest))
    return look, code


def _border(rest: str) -> dict[str, object]:
    side, _, line = rest.partition(" ")
    sides = ("top", "bottom", "left", "right") if side == "all" else (side,)
    return dict.fromkeys(sides, _edge(line))


_FIELDS: dict[str, Callable[[str], dict[str, object]]] = {
    "font": lambda rest: {"font": rest},
    "color": lambda rest: {"color": rest},
    "size": lambda rest: {"size": float(rest)},
    "bold": lambda rest: {"bold": True},
    "italic": lambda rest: {"italic": True},
    "strikethrough": lambda rest: {"strikethrough": True},
    "wrap": lambda rest: {"wrap": True},
    "hidden": lambda rest: {"hidden": True},
    "underline": lambda rest: {"underline": _word(rest or "single")},
    "align": lambda rest: {"horizontal": _word(rest)},
    "valign": lambda rest: {"vertical": _word(rest)},
    "indent": lambda rest: {"indent": int(rest)},
    "rotation": lambda rest: {"rotation": int(rest)},
    "unlocked": lambda rest: {"locked": False},
    "formula-hidden": lambda rest: {"formula_hidden": True},
    "fill": lambda rest: {"fill": rest},
    "pattern": lambda rest: {"pattern": rest},
    "border": _border,
}
_WORDS = {
    "centeracrossselection": "CenterAcrossSelection",
    "dashdot": "DashDot",
    "dashdotdot": "DashDotDot",
    "slantdashdot": "SlantDashDot",
    "singleaccountant": "SingleAccountant",
    "doubleaccountant": "DoubleAccountant",
}


def _word(text: str) -> str:
    return _WORDS.get(text, text.capitalize())


def _edge(text: str) -> Edge:
    words = text.split(" ")
    color = words.pop() if words[-1].startswith("#") else "#000000"
    if words == ["double"]:
        return Edge("Double", "Thick", color)
    weight = words.pop(0).capitalize()
    return Edge(_word(words[0]) if words else "Continuous", weight, color)


def without_weight_of_double(looks: Looks) -> Looks:
    """A double line has one weight only, which isn't told."""
    return {place: (_plain_doubles(look), code) for place, (look, code) in looks.items()}


def _plain_doubles(look: CellStyle) -> CellStyle:
    edges = {side: getattr(look, side) for side in ("top", "bottom", "left", "right")}
    doubles = {
        side: replace(edge, weight="Thick")
        for side, edge in edges.items()
        if edge.style == "Double"
    }
    return replace(look, **doubles)
