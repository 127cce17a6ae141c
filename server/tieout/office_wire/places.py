"""What ids and references of earlier answers stand for: sheets, tables, names, tracked ranges."""

from dataclasses import dataclass, field, replace

from tieout.workbook.address import Address


@dataclass(frozen=True, slots=True)
class Place:
    """An object of a batch, as far as it can be told without asking Excel.

    Attributes:
        class_name: API class, or "" when unknown.
        sheet: Sheet it belongs to, or "" when none or unknown.
        area: Cells it stands for; None when unbounded or unknown.
    """

    class_name: str
    sheet: str = ""
    area: Address | None = None

    def within(self, class_name: str) -> "Place":
        """Another object of the same cells, such as a range's format."""
        return replace(self, class_name=class_name)


@dataclass(slots=True)
class Places:
    """Knowledge that grows from answer to answer within one workbook.

    Attributes:
        sheets: Sheet id or lower-case name → name.
        active: Name of the active sheet, or "".
        tables: Table id or lower-case name → all its cells.
        names: Lower-case defined name → its cells.
        references: `_ReferenceId` → the range it was given to.
    """

    sheets: dict[str, str] = field(default_factory=dict[str, str])
    active: str = ""
    tables: dict[str, Address] = field(default_factory=dict[str, Address])
    names: dict[str, Address] = field(default_factory=dict[str, Address])
    references: dict[str, Place] = field(default_factory=dict[str, Place])

    def sheet_name(self, key: object) -> str:
        """A sheet by id or name; a name never heard of is taken at its word."""
        text = str(key)
        known = self.sheets.get(text) or self.sheets.get(text.casefold())
        return known or ("" if text.startswith("{") else text)
