"""Excel's own cell styles, as it writes them into files (ECMA-376 part 1, annex G.2, and Excel 2013 on).

A style isn't in a file before it is used; until then it lives here.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from formulon.workbook import CellXf, ColorSpec, FillRecord, FontRecord

from embedded_excel.calc.cell_styles import StyleGroup
from embedded_excel.calc.cells import CellStyle
from embedded_excel.calc.formulon.book import Book
from embedded_excel.calc.formulon.colors import spec_of
from embedded_excel.calc.formulon.style_records import (
    look_of,
    read_fill,
    read_font,
    read_format,
    read_line,
)

_THEME: Final = 2
_MAJOR: Final = 1
_WHITE, _BLACK, _DARK, _ACCENT, _LINK, _SEEN = 0, 1, 3, 4, 10, 11
_NUMBER: Final[frozenset[StyleGroup]] = frozenset({"number"})
_FONT: Final[frozenset[StyleGroup]] = frozenset({"font"})
_LINED: Final[frozenset[StyleGroup]] = frozenset({"font", "border"})
_FILLED: Final[frozenset[StyleGroup]] = frozenset({"font", "fill"})
_BOXED: Final[frozenset[StyleGroup]] = frozenset({"font", "border", "fill"})
_THIN, _MEDIUM, _THICK, _DOUBLE = 1, 2, 5, 6
_TINTS: Final = {20: 0.79998168889431442, 40: 0.59999389629810485, 60: 0.39997558519241921}


@dataclass(frozen=True, slots=True)
class Preset:
    """One of them; what isn't said is as in Normal.

    Attributes:
        number: Its number among the built-in styles.
        format: Number of its number format.
        major: The font is the theme's for headings.
        sides: Side → line ordinal and colour.
    """

    number: int
    name: str
    groups: frozenset[StyleGroup]
    format: int = 0
    color: ColorSpec | None = None
    bold: bool = False
    italic: bool = False
    underlined: bool = False
    size: float | None = None
    major: bool = False
    fill: ColorSpec | None = None
    sides: Mapping[str, tuple[int, ColorSpec]] = field(
        default_factory=dict[str, tuple[int, ColorSpec]]
    )

    def font_record(self, book: Book) -> FontRecord:
        """Its font: Normal's with what differs."""
        normal = book.wheel.get_font(book.wheel.get_cell_style_xf(0).font_index)
        font = replace(
            normal,
            bold=self.bold or normal.bold,
            has_bold=self.bold or normal.has_bold,
            italic=self.italic or normal.italic,
            has_italic=self.italic or normal.has_italic,
            underline=1 if self.underlined else normal.underline,
            size=self.size or normal.size,
        )
        if self.color is not None:
            font = replace(font, color=self.color, color_argb=self.color.rgb)
        if self.major:
            name = book.wheel.get_theme().fonts.major_latin
            font = replace(font, name=name or font.name, scheme=_MAJOR if name else 0)
        return font

    def fill_record(self) -> FillRecord:
        """Its fill."""
        if self.fill is None:
            return FillRecord()
        argb = self.fill.rgb
        return FillRecord(pattern=1, fg=self.fill, fg_argb=argb, bg=ColorSpec(kind=3, indexed=65))

    def border_record(self) -> dict[str, Any]:
        """Its lines."""
        record: dict[str, Any] = {side: {"style": 0} for side in ("left", "right", "top", "bottom")}
        record["diagonal"] = {"style": 0}
        for side, (ordinal, color) in self.sides.items():
            record[side] = {"style": ordinal, "color": color, "color_argb": color.rgb}
        return record | {"diagonal_up": False, "diagonal_down": False}


def look(book: Book, preset: Preset) -> CellStyle:
    """What a style that isn't in the file looks like; the workbook stays as it is."""
    normal = look_of(book, book.wheel.get_cell_style_xf(0))
    found = replace(normal, number_format=read_format(book, preset.format))
    if "font" in preset.groups:
        found = replace(found, font=read_font(book, preset.font_record(book)))
    if "fill" in preset.groups:
        fill = read_fill(book, preset.fill_record())
        found = replace(found, fill=fill.color, pattern=fill.pattern, fill_tint=fill.tint)
    if "border" in preset.groups:
        sides = preset.border_record()
        found = replace(
            found,
            edge_top=read_line(book, sides["top"]),
            edge_bottom=read_line(book, sides["bottom"]),
            edge_left=read_line(book, sides["left"]),
            edge_right=read_line(book, sides["right"]),
        )
    return found


def record(book: Book, preset: Preset) -> CellXf:
    """A format record for a style, with its font, fill and border in the workbook."""
    wheel = book.wheel
    found = replace(wheel.get_cell_style_xf(0), num_fmt_id=preset.format)
    if "font" in preset.groups:
        found = replace(found, font_index=wheel.add_font(preset.font_record(book)))
    if "fill" in preset.groups:
        found = replace(found, fill_index=wheel.add_fill(preset.fill_record()))
    if "border" in preset.groups:
        found = replace(found, border_index=wheel.add_border(preset.border_record()))
    return found


# -- the table ---------------------------------------------------------------------------------
def _theme(index: int, tint: float = 0.0) -> ColorSpec:
    return ColorSpec(kind=_THEME, theme=index, tint=tint)


def _box(ordinal: int, color: str) -> dict[str, tuple[int, ColorSpec]]:
    return dict.fromkeys(("left", "right", "top", "bottom"), (ordinal, spec_of(color)))


def _numbers() -> list[Preset]:
    found = ((3, "Comma", 43), (4, "Currency", 44), (5, "Percent", 9))
    found += ((6, "Comma [0]", 41), (7, "Currency [0]", 42))
    return [Preset(number, name, _NUMBER, format=code) for number, name, code in found]


def _headings() -> list[Preset]:
    def lined(number: int, size: float, ordinal: int, tint: float) -> Preset:
        line = {"bottom": (ordinal, _theme(_ACCENT, tint))}
        name = f"Heading {number - 15}"
        return Preset(number, name, _LINED, color=_theme(_DARK), bold=True, size=size, sides=line)

    return [
        Preset(15, "Title", _FONT, color=_theme(_DARK), size=18, major=True),
        lined(16, 15, _THICK, 0),
        lined(17, 13, _THICK, 0.499984740745262),
        lined(18, 11, _MEDIUM, _TINTS[60]),
        Preset(19, "Heading 4", _FONT, color=_theme(_DARK), bold=True, size=11),
        Preset(
            25,
            "Total",
            _LINED,
            color=_theme(_BLACK),
            bold=True,
            sides={
                "top": (_THIN, _theme(_ACCENT)),
                "bottom": (_DOUBLE, _theme(_ACCENT)),
            },
        ),
    ]


def _colored(number: int, name: str, font: str, fill: str) -> Preset:
    return Preset(number, name, _FILLED, color=spec_of(font), fill=spec_of(fill))


def _cells() -> list[Preset]:
    orange, dark, grey = spec_of("#FA7D00"), "#3F3F3F", "#7F7F7F"
    pale = spec_of("#F2F2F2")
    return [
        Preset(8, "Hyperlink", _FONT, color=_theme(_LINK), underlined=True),
        Preset(9, "Followed Hyperlink", _FONT, color=_theme(_SEEN), underlined=True),
        Preset(
            10,
            "Note",
            frozenset({"border", "fill"}),
            fill=spec_of("#FFFFCC"),
            sides=_box(_THIN, "#B2B2B2"),
        ),
        Preset(11, "Warning Text", _FONT, color=spec_of("#FF0000")),
        Preset(
            20,
            "Input",
            _BOXED,
            color=spec_of("#3F3F76"),
            fill=spec_of("#FFCC99"),
            sides=_box(_THIN, grey),
        ),
        Preset(
            21,
            "Output",
            _BOXED,
            color=spec_of(dark),
            bold=True,
            fill=pale,
            sides=_box(_THIN, dark),
        ),
        Preset(
            22, "Calculation", _BOXED, color=orange, bold=True, fill=pale, sides=_box(_THIN, grey)
        ),
        Preset(
            23,
            "Check Cell",
            _BOXED,
            color=_theme(_WHITE),
            bold=True,
            fill=spec_of("#A5A5A5"),
            sides=_box(_DOUBLE, dark),
        ),
        Preset(
            24,
            "Linked Cell",
            _LINED,
            color=orange,
            sides={"bottom": (_DOUBLE, spec_of("#FF8001"))},
        ),
        _colored(26, "Good", "#006100", "#C6EFCE"),
        _colored(27, "Bad", "#9C0006", "#FFC7CE"),
        _colored(28, "Neutral", "#9C5700", "#FFEB9C"),
        Preset(53, "Explanatory Text", _FONT, color=spec_of(grey), italic=True),
    ]


def _accents() -> list[Preset]:
    found: list[Preset] = []
    for accent in range(6):
        number, color = 29 + 4 * accent, _ACCENT + accent
        name = f"Accent{accent + 1}"
        full = _theme(color)
        found.append(Preset(number, name, _FILLED, color=_theme(_WHITE), fill=full))
        for step, (percent, tint) in enumerate(_TINTS.items(), 1):
            text = _theme(_WHITE if percent == 60 else _BLACK)  # noqa: PLR2004
            pale = _theme(color, tint)
            found.append(
                Preset(number + step, f"{percent}% - {name}", _FILLED, color=text, fill=pale)
            )
    return found


PRESETS: Final = {
    preset.name.casefold(): preset for preset in (*_numbers(), *_headings(), *_cells(), *_accents())
}
"""By name in small letters. Normal is in every file; the three styles "Emphasis" aren't used."""
LISTED_WHEN_USED: Final = (8, 9)
"""Links: Excel lists their styles once a workbook has a link."""
