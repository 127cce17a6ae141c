"""Values at the seam to an engine: cells, rectangles, styles. Frozen, engine-neutral.

Rows and columns are 0-based everywhere inside `embedded_excel`; A1 text exists only at its edges.
"""

from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias, get_args

MAX_ROWS = 1_048_576
MAX_COLUMNS = 16_384


@dataclass(frozen=True, slots=True)
class CellError:
    """An Excel error value, such as `#REF!`."""

    code: str


CellValue: TypeAlias = float | bool | str | CellError | None
"""What a cell holds after calculation; None is an empty cell. Dates are serial numbers."""


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula to store, in A1 notation with English names, with the leading `=`."""

    text: str


CellInput: TypeAlias = CellValue | Formula
"""What can be stored in a cell. Text is stored as it is: parsing typed input is the caller's."""


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle of cells, 0-based, all four bounds inclusive."""

    top: int
    left: int
    bottom: int
    right: int

    @property
    def rows(self) -> int:
        """Number of rows."""
        return self.bottom - self.top + 1

    @property
    def columns(self) -> int:
        """Number of columns."""
        return self.right - self.left + 1


HorizontalAlignment: TypeAlias = Literal[
    "General", "Left", "Center", "Right", "Fill", "Justify", "CenterAcrossSelection", "Distributed"
]
VerticalAlignment: TypeAlias = Literal["Top", "Center", "Bottom", "Justify", "Distributed"]
Underline: TypeAlias = Literal["None", "Single", "Double", "SingleAccountant", "DoubleAccountant"]
UNDERLINES: Final[tuple[Underline, ...]] = get_args(Underline)
PATTERNS: Final = (
    "None",
    "Solid",
    "Gray50",
    "Gray75",
    "Gray25",
    "Horizontal",
    "Vertical",
    "Down",
    "Up",
    "Checker",
    "SemiGray75",
    "LightHorizontal",
    "LightVertical",
    "LightDown",
    "LightUp",
    "Grid",
    "CrissCross",
    "Gray16",
    "Gray8",
)
"""Office.js's `FillPattern`s without the gradients, in the order of the OOXML schema."""
ReadingOrder: TypeAlias = Literal["Context", "LeftToRight", "RightToLeft"]
READING_ORDERS: Final[tuple[ReadingOrder, ...]] = get_args(ReadingOrder)
LineStyle: TypeAlias = Literal[
    "None",
    "Continuous",
    "Dash",
    "DashDot",
    "DashDotDot",
    "Dot",
    "Double",
    "SlantDashDot",
]
LineWeight: TypeAlias = Literal["Hairline", "Thin", "Medium", "Thick"]


@dataclass(frozen=True, slots=True)
class Line:
    """One border line. `color` is `#RRGGBB`; style and weight are Office.js enum values.

    Attributes:
        tint: From -1 (black) to 1 (white), already in `color`.
    """

    style: LineStyle = "None"
    weight: LineWeight = "Thin"
    color: str = "#000000"
    tint: float = 0.0


@dataclass(frozen=True, slots=True)
class Font:
    """A cell's font. `size` in points, `color` `#RRGGBB` with theme colours and tint resolved."""

    name: str = "Calibri"
    size: float = 11.0
    bold: bool = False
    italic: bool = False
    underline: Underline = "None"
    strikethrough: bool = False
    subscript: bool = False
    superscript: bool = False
    color: str = "#000000"
    tint: float = 0.0


@dataclass(frozen=True, slots=True)
class CellStyle:
    """Everything about how one cell looks and is protected. The default is Excel's Normal style.

    Attributes:
        fill: `#RRGGBB`, or "" for no fill.
        pattern: Office.js `FillPattern`, such as "None" or "Solid".
        fill_tint: From -1 (black) to 1 (white), already in `fill`.
        pattern_color: `#RRGGBB` of the pattern's strokes, its tint in it, or "" for automatic.
        auto_indent: Distributed text keeps a distance from both sides.
    """

    number_format: str = "General"
    font: Font = Font()
    fill: str = ""
    pattern: str = "None"
    edge_top: Line = Line()
    edge_bottom: Line = Line()
    edge_left: Line = Line()
    edge_right: Line = Line()
    diagonal_down: Line = Line()
    diagonal_up: Line = Line()
    horizontal: HorizontalAlignment = "General"
    vertical: VerticalAlignment = "Bottom"
    wrap_text: bool = False
    indent: int = 0
    rotation: int = 0
    shrink_to_fit: bool = False
    locked: bool = True
    formula_hidden: bool = False
    auto_indent: bool = False
    reading_order: ReadingOrder = "Context"
    fill_tint: float = 0.0
    pattern_color: str = ""
    pattern_tint: float = 0.0


Visibility: TypeAlias = Literal["Visible", "Hidden", "VeryHidden"]
CalculationMode: TypeAlias = Literal["Automatic", "AutomaticExceptTables", "Manual"]


@dataclass(frozen=True, slots=True)
class DefinedName:
    """A defined name. `sheet` is the scope (0-based index) or None for the workbook."""

    name: str
    formula: str
    sheet: int | None = None
    hidden: bool = False
    comment: str = ""


@dataclass(frozen=True, slots=True)
class TableColumn:
    """A table column; `totals_function` is Excel's name ("sum", "average", …) or ""."""

    name: str
    totals_function: str = ""
    totals_label: str = ""
    formula: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """A table (ListObject). `id` is stable for the life of the open workbook; `rect` is all of it,
    header and totals included.
    """

    id: int
    name: str
    sheet: int
    rect: Rect
    columns: tuple[TableColumn, ...]
    header: bool = True
    totals: bool = False
    style: str = ""
    banded_rows: bool = True
    banded_columns: bool = False
    first_column: bool = False
    last_column: bool = False
    filter_buttons: bool = True


@dataclass(frozen=True, slots=True)
class Block:
    """Cells of a rectangle, row by row.

    Attributes:
        values: `rows × columns` calculated values.
        formulas: Same shape; the formula text with `=`, or None where the cell has none. Spilled
            cells have None: only their anchor holds the formula.
    """

    values: tuple[tuple[CellValue, ...], ...]
    formulas: tuple[tuple[str | None, ...], ...]


@dataclass(frozen=True, slots=True)
class SheetView:
    """How a sheet is shown."""

    visibility: Visibility = "Visible"
    frozen_rows: int = 0
    frozen_columns: int = 0
    show_gridlines: bool = True
    show_headings: bool = True
    tab_color: str = ""


@dataclass(frozen=True, slots=True)
class Axis:
    """Rows or columns that differ from the sheet's default.

    Attributes:
        sizes: index → size in points, where set explicitly.
        hidden: Indexes that are hidden.
        default: Default size in points.
    """

    sizes: dict[int, float] = field(default_factory=dict[int, float])
    hidden: frozenset[int] = frozenset()
    default: float = 15.0
