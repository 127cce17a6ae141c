"""What a sheet carries beside its cells, and the seam to an engine that keeps it.

Each family is a Protocol of its own; `SheetParts` holds them together. Formulas stand as in the
file, without the leading `=`, relative to the first cell of their first rectangle.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeAlias

from embedded_excel.calc.cells import Rect
from embedded_excel.calc.conditional_rules import ConditionalParts
from embedded_excel.calc.page_parts import PageParts
from embedded_excel.calc.row_filters import FilterParts

# -- links -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hyperlink:
    """A link over cells: to an address, or to a place in the workbook."""

    rect: Rect
    address: str = ""
    location: str = ""
    tip: str = ""
    display: str = ""


class HyperlinkParts(Protocol):
    """Links of sheets."""

    def links(self, sheet: int) -> Sequence[Hyperlink]:
        """Every link; where several cover a cell, the last one counts."""
        ...

    def set_links(self, sheet: int, links: Sequence[Hyperlink]) -> None:
        """Replace them all."""
        ...


# -- data validation ---------------------------------------------------------------------------

ValidationKind: TypeAlias = Literal[
    "None", "WholeNumber", "Decimal", "List", "Date", "Time", "TextLength", "Custom"
]
ValidationOperator: TypeAlias = Literal[
    "Between",
    "NotBetween",
    "EqualTo",
    "NotEqualTo",
    "GreaterThan",
    "LessThan",
    "GreaterThanOrEqualTo",
    "LessThanOrEqualTo",
]
AlertStyle: TypeAlias = Literal["Stop", "Warning", "Information"]


@dataclass(frozen=True, slots=True)
class Validation:
    """What may be entered into cells, and what is said about it.

    Attributes:
        rects: The cells it is for.
        formula1: A list's source, or the first operand.
    """

    rects: tuple[Rect, ...]
    kind: ValidationKind = "None"
    operator: ValidationOperator = "Between"
    formula1: str = ""
    formula2: str = ""
    drop_down: bool = True
    ignore_blanks: bool = True
    alert_shown: bool = True
    alert_style: AlertStyle = "Stop"
    alert_title: str = ""
    alert_message: str = ""
    prompt_shown: bool = True
    prompt_title: str = ""
    prompt_message: str = ""


class ValidationParts(Protocol):
    """Data validation of sheets."""

    def validations(self, sheet: int) -> Sequence[Validation]:
        """Every rule."""
        ...

    def set_validations(self, sheet: int, validations: Sequence[Validation]) -> None:
        """Replace them all."""
        ...

    def invalid_cells(self, sheet: int) -> Sequence[tuple[int, int]]:
        """Cells whose value their rule refuses, row by row; values must be up to date."""
        ...


# -- comments ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Mention:
    """Somebody a comment addresses: the part of its text that names them, with the `@`."""

    name: str
    email: str
    start: int
    length: int


@dataclass(frozen=True, slots=True)
class Comment:
    """A threaded comment, or a reply to one.

    Attributes:
        id: A GUID in braces.
        parent: Id of the comment it replies to; "" for a comment.
        created: UTC, `2026-01-31T12:00:00.00`; "" when unknown.
    """

    id: str
    row: int
    column: int
    author: str
    text: str
    created: str = ""
    parent: str = ""
    resolved: bool = False
    mentions: tuple[Mention, ...] = ()


@dataclass(frozen=True, slots=True)
class Note:
    """An old-style note."""

    row: int
    column: int
    author: str
    text: str


class CommentParts(Protocol):
    """Threaded comments and notes of sheets."""

    def comments(self, sheet: int) -> Sequence[Comment]:
        """Comments, each followed by its replies."""
        ...

    def add_comment(self, sheet: int, comment: Comment) -> None:
        """Add a comment or a reply; a person list entry is made for an unknown author."""
        ...

    def edit_comment(
        self, sheet: int, comment: str, text: str, mentions: Sequence[Mention]
    ) -> None:
        """Change the text of a comment or reply, and whom it mentions."""
        ...

    def resolve_comment(self, sheet: int, comment: str, resolved: bool) -> None:
        """Resolve or reopen a thread."""
        ...

    def remove_comment(self, sheet: int, comment: str) -> None:
        """Remove a reply, or a comment with its replies."""
        ...

    def notes(self, sheet: int) -> Sequence[Note]:
        """Every note."""
        ...

    def set_note(self, sheet: int, note: Note) -> None:
        """Set or replace the note of a cell; an empty text removes it."""
        ...


# -- protection --------------------------------------------------------------------------------

ProtectionSelection: TypeAlias = Literal["Normal", "Unlocked", "None"]
Allowance: TypeAlias = Literal[
    "allowAutoFilter",
    "allowDeleteColumns",
    "allowDeleteRows",
    "allowEditObjects",
    "allowEditScenarios",
    "allowFormatCells",
    "allowFormatColumns",
    "allowFormatRows",
    "allowInsertColumns",
    "allowInsertHyperlinks",
    "allowInsertRows",
    "allowPivotTables",
    "allowSort",
]


@dataclass(frozen=True, slots=True)
class PasswordHash:
    """How a password is kept (ECMA-376 18.2.29): never itself.

    Attributes:
        algorithm: `SHA-512` and the like, or "" for the 16-bit hash of old files.
        value: Base64, or the four hexadecimal digits of the old hash.
    """

    algorithm: str
    value: str
    salt: str = ""
    spins: int = 0


@dataclass(frozen=True, slots=True)
class Protection:
    """A sheet's protection: what stays allowed."""

    on: bool = False
    allowed: frozenset[Allowance] = frozenset()
    selection: ProtectionSelection = "Normal"
    password: PasswordHash | None = None


class ProtectionParts(Protocol):
    """Protection of sheets and of the workbook's structure."""

    def protection(self, sheet: int) -> Protection:
        """A sheet's protection."""
        ...

    def set_protection(self, sheet: int, protection: Protection) -> None:
        """Replace it."""
        ...


# -- outlines ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Outline:
    """Outline levels of rows or columns that have one, 1 to 7."""

    levels: Mapping[int, int] = field(default_factory=dict[int, int])


class OutlineParts(Protocol):
    """Groups of rows and columns."""

    def outline(self, sheet: int, *, rows: bool) -> Outline:
        """Levels of the rows or columns."""
        ...

    def set_outline(self, sheet: int, levels: Mapping[int, int], *, rows: bool) -> None:
        """Set levels, 0 for none, of the rows or columns named."""
        ...

    def set_collapsed(self, sheet: int, index: int, collapsed: bool, *, rows: bool) -> None:
        """Say at the row or column behind a group whether its details are hidden."""
        ...


class SparklineParts(Protocol):
    """Sparklines, which stay as the file has them but for the cells they follow."""

    def follow(
        self, sheet: int, cell: Callable[[str], str | None], rewrite: Callable[[str], str]
    ) -> None:
        """Move those of a sheet and what they draw.

        Args:
            sheet: Tab position.
            cell: Where the cell of one is afterwards, None when it is gone.
            rewrite: What a reference to its data becomes.
        """
        ...


class SheetParts(Protocol):
    """Every family."""

    @property
    def sparklines(self) -> SparklineParts:
        """Sparklines."""
        ...

    @property
    def hyperlinks(self) -> HyperlinkParts:
        """Links."""
        ...

    @property
    def validation(self) -> ValidationParts:
        """Data validation."""
        ...

    @property
    def conditional(self) -> ConditionalParts:
        """Conditional formats."""
        ...

    @property
    def comments(self) -> CommentParts:
        """Comments and notes."""
        ...

    @property
    def filters(self) -> FilterParts:
        """AutoFilters."""
        ...

    @property
    def protection(self) -> ProtectionParts:
        """Protection."""
        ...

    @property
    def pages(self) -> PageParts:
        """How sheets print."""
        ...

    @property
    def outlines(self) -> OutlineParts:
        """Groups of rows and columns."""
        ...
