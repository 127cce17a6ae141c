"""The part of the seam for what belongs to a file rather than to its cells."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, Protocol, TypeAlias

from embedded_excel.calc.cell_styles import CellStyles, StyleGroup
from embedded_excel.calc.sheet_views import NamedView
from embedded_excel.calc.table_styles import TableStyles

PropertyValue: TypeAlias = str | float | int | bool


@dataclass(frozen=True, slots=True)
class CustomProperty:
    """A property somebody added to a document.

    Attributes:
        is_date: The value is a point in time as ISO text.
    """

    name: str
    value: PropertyValue
    is_date: bool = False


@dataclass(frozen=True, slots=True)
class DocumentProperties:
    """What a file says about itself (ECMA-376 part 2, core properties; part 1, 22.2 and 22.3).

    Attributes:
        comments: The description.
        revision: How often it was saved, as far as programs count it.
        created: ISO text, or "" when the file doesn't say.
    """

    title: str = ""
    subject: str = ""
    author: str = ""
    keywords: str = ""
    comments: str = ""
    category: str = ""
    last_author: str = ""
    revision: str = ""
    created: str = ""
    manager: str = ""
    company: str = ""
    custom: tuple[CustomProperty, ...] = ()


@dataclass(frozen=True, slots=True)
class CustomXml:
    """XML that an application keeps in the file; `id` is a GUID in braces."""

    id: str
    xml: str


LoadedTo: TypeAlias = Literal["ConnectionOnly", "Table", "PivotTable", "PivotChart"]


@dataclass(frozen=True, slots=True)
class Query:
    """A query that fills cells from elsewhere; what became of it when it was run last.

    Attributes:
        rows: How many rows it brought, -1 when it failed.
        refreshed: ISO text of the time, "" when it never was.
    """

    name: str
    loaded_to: LoadedTo = "ConnectionOnly"
    in_data_model: bool = False
    rows: int = 0
    refreshed: str = ""
    failed: bool = False


@dataclass(frozen=True, slots=True)
class DocumentParts:
    """All of it.

    Attributes:
        sheets: Per sheet in tab order, the custom properties `(key, value)` it carries.
        views: Per sheet in tab order, its named views; sheets behind the last one have none.
        queries: As loaded; they are carried, not run.
        groups_left_alone: Per record of a named style, what the style doesn't include; as loaded.
    """

    properties: DocumentProperties = field(default_factory=DocumentProperties)
    custom_xml: tuple[CustomXml, ...] = ()
    sheets: tuple[tuple[tuple[str, str], ...], ...] = ()
    groups_left_alone: tuple[frozenset[StyleGroup], ...] = ()
    queries: tuple[Query, ...] = ()
    views: tuple[tuple[NamedView, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Iteration:
    """Iterative calculation: whether circular references are calculated, how often, how exactly."""

    enabled: bool
    most: int
    change: float


@dataclass(frozen=True, slots=True)
class StructureLock:
    """Protection of a workbook's structure; how its password is stored, if it has one.

    Attributes:
        legacy: The 16-bit hash of ECMA-376 18.2.29 as hexadecimal text.
        algorithm: Name of a hash algorithm such as "SHA-512"; then `digest` and `salt` are base64.
    """

    locked: bool = False
    legacy: str = ""
    algorithm: str = ""
    digest: str = ""
    salt: str = ""
    spins: int = 0


class Documents(Protocol):
    """What the file says about itself and carries for others."""

    @property
    def styles(self) -> CellStyles:
        """Named cell styles."""
        ...

    @property
    def table_styles(self) -> TableStyles:
        """Styles of tables and PivotTables."""
        ...

    def document(self) -> DocumentParts:
        """Properties and parts as they are now."""
        ...

    def set_document(self, parts: DocumentParts) -> None:
        """Replace them; they are in the next `save`."""
        ...

    def linked_workbooks(self) -> Sequence[str]:
        """Where the workbooks are that formulas refer to, as the file says it."""
        ...

    def iteration(self) -> Iteration:
        """Iterative calculation."""
        ...

    def set_iteration(self, iteration: Iteration) -> None:
        """Set it; the caller decides when to recalculate."""
        ...

    def full_precision(self) -> bool:
        """Whether numbers are calculated with as they are stored, not as they are displayed."""
        ...

    def set_full_precision(self) -> None:
        """Calculate with numbers as they are stored from now on."""
        ...

    def structure_lock(self) -> StructureLock:
        """Whether sheets can be added, renamed, moved and deleted."""
        ...

    def set_structure_lock(self, lock: StructureLock) -> None:
        """Lock or unlock."""
        ...


def views_of_sheet(parts: DocumentParts, sheet: int) -> tuple[NamedView, ...]:
    """Named views of a sheet."""
    return parts.views[sheet] if sheet < len(parts.views) else ()


def with_views(parts: DocumentParts, sheet: int, views: Sequence[NamedView]) -> DocumentParts:
    """The parts with other views of a sheet."""
    known = [views_of_sheet(parts, at) for at in range(max(len(parts.views), sheet + 1))]
    known[sheet] = tuple(views)
    return replace(parts, views=tuple(known))


def without_sheet(parts: DocumentParts, sheet: int) -> DocumentParts:
    """The parts once a sheet is gone."""
    return replace(
        parts,
        sheets=(*parts.sheets[:sheet], *parts.sheets[sheet + 1 :]),
        views=(*parts.views[:sheet], *parts.views[sheet + 1 :]),
    )


def with_sheet(
    parts: DocumentParts,
    sheet: int,
    properties: Sequence[tuple[str, str]],
    views: Sequence[NamedView] = (),
) -> DocumentParts:
    """The parts once a sheet came in at a position."""
    known = tuple(views_of_sheet(parts, at) for at in range(max(len(parts.views), sheet)))
    return replace(
        parts,
        sheets=(*parts.sheets[:sheet], tuple(properties), *parts.sheets[sheet:]),
        views=(*known[:sheet], tuple(views), *known[sheet:]),
    )
