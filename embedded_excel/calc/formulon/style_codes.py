"""Ordinals of the engine's style records (those of the OOXML schema) and Office.js's words."""

from typing import Final, cast, get_args

from embedded_excel.calc.cells import (
    HorizontalAlignment,
    LineStyle,
    LineWeight,
    VerticalAlignment,
)

HORIZONTAL: Final[tuple[HorizontalAlignment, ...]] = get_args(HorizontalAlignment)
VERTICAL: Final[tuple[VerticalAlignment, ...]] = get_args(VerticalAlignment)

LINEAR_GRADIENT: Final = "LinearGradient"
PATH_GRADIENT: Final = "RectangularGradient"

LINES: Final[tuple[tuple[LineStyle, LineWeight], ...]] = cast(
    "tuple[tuple[LineStyle, LineWeight], ...]",
    (
        ("None", "Thin"),
        ("Continuous", "Thin"),
        ("Continuous", "Medium"),
        ("Dash", "Thin"),
        ("Dot", "Thin"),
        ("Continuous", "Thick"),
        ("Double", "Thick"),
        ("Continuous", "Hairline"),
        ("Dash", "Medium"),
        ("DashDot", "Thin"),
        ("DashDot", "Medium"),
        ("DashDotDot", "Thin"),
        ("DashDotDot", "Medium"),
        ("SlantDashDot", "Medium"),
    ),
)

BUILT_IN_FORMATS: Final = {
    0: "General",
    1: "0",
    2: "0.00",
    3: "#,##0",
    4: "#,##0.00",
    5: "$#,##0_);($#,##0)",
    6: "$#,##0_);[Red]($#,##0)",
    7: "$#,##0.00_);($#,##0.00)",
    8: "$#,##0.00_);[Red]($#,##0.00)",
    9: "0%",
    10: "0.00%",
    11: "0.00E+00",
    12: "# ?/?",
    13: "# ??/??",
    14: "m/d/yyyy",
    15: "d-mmm-yy",
    16: "d-mmm",
    17: "mmm-yy",
    18: "h:mm AM/PM",
    19: "h:mm:ss AM/PM",
    20: "h:mm",
    21: "h:mm:ss",
    22: "m/d/yyyy h:mm",
    37: "#,##0_);(#,##0)",
    38: "#,##0_);[Red](#,##0)",
    39: "#,##0.00_);(#,##0.00)",
    40: "#,##0.00_);[Red](#,##0.00)",
    41: '_(* #,##0_);_(* (#,##0);_(* "-"_);_(@_)',
    42: '_($* #,##0_);_($* (#,##0);_($* "-"_);_(@_)',
    43: '_(* #,##0.00_);_(* (#,##0.00);_(* "-"??_);_(@_)',
    44: '_($* #,##0.00_);_($* (#,##0.00);_($* "-"??_);_(@_)',
    45: "mm:ss",
    46: "[h]:mm:ss",
    47: "mm:ss.0",
    48: "##0.0E+0",
    49: "@",
}
"""Codes of the numbered formats as Excel for the United States shows them."""
BUILT_IN_IDS: Final = {code: number for number, code in BUILT_IN_FORMATS.items()}


def line_ordinal(style: LineStyle, weight: LineWeight) -> int:
    """The border style for a line; a weight a style doesn't come in falls to the nearest it has."""
    if style == "None":
        return 0
    if (style, weight) in LINES:
        return LINES.index((style, weight))
    fallback: tuple[LineWeight, ...] = ("Thin", "Medium", "Thick")
    if weight == "Thick":
        fallback = ("Medium", "Thick", "Thin")
    return next(LINES.index((style, other)) for other in fallback if (style, other) in LINES)


def shown_rotation(stored: int | None) -> int:
    """OOXML's rotation (91-180 downwards, 255 stacked) as Office.js's (-90-90, 180 stacked)."""
    if stored is None:
        return 0
    if stored == 255:  # noqa: PLR2004
        return 180
    return stored if stored <= 90 else 90 - stored  # noqa: PLR2004


def stored_rotation(shown: int) -> int:
    """The inverse of `shown_rotation`."""
    if shown == 180:  # noqa: PLR2004
        return 255
    return shown if shown >= 0 else 90 - shown
