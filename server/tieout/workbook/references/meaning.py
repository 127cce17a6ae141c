"""What the references of a formula mean in a workbook: areas, by way of names and tables.

An area is given for a whole family at once: each of its ends is fixed or moves along with the cell.
Intersections count with both operands, a range between two references with what lies between them.
"""

from dataclasses import dataclass, field, replace

from tieout.workbook.address import Address
from tieout.workbook.references.model import (
    BrokenReference,
    CellsReference,
    NamedReference,
    ParsedFormula,
    Prefix,
    ReferenceUse,
    TablePart,
)
from tieout.workbook.references.parse import parse_formula
from tieout.workbook.references.spans import ALL_COLUMNS, ALL_ROWS, Span
from tieout.workbook.references.text import reference_text
from tieout.workbook.snapshot import NameSnapshot, TableSnapshot, WorkbookSnapshot

_DEEPEST_NAME = 8
_MOST_SHEETS = 60


@dataclass(frozen=True, slots=True)
class Target:
    """Cells that a formula reads.

    Attributes:
        via: The name or table it names them by, as an id (`name:TaxRate`, `table:Orders`), or "".
        spill: As many cells as the array there fills.
    """

    sheet: str
    rows: Span
    columns: Span
    via: str = ""
    spill: bool = False

    def over(self, area: Address) -> Address:
        """What the formulas of an area read together."""
        top, bottom = self.rows.over(area.top, area.bottom)
        left, right = self.columns.over(area.left, area.right)
        return Address(self.sheet, max(1, top), max(1, left), max(1, bottom), max(1, right))

    def readers(self, family: Address, changed: Address) -> Address | None:
        """The cells of a family that read something of `changed`, which is on this sheet."""
        rows = self.rows.readers(family.top, family.bottom, changed.top, changed.bottom)
        columns = self.columns.readers(family.left, family.right, changed.left, changed.right)
        if rows is None or columns is None:
            return None
        return Address(family.sheet, rows[0], columns[0], rows[1], columns[1])


@dataclass(frozen=True, slots=True)
class Reads:
    """What one formula, or a family of them, reads.

    Attributes:
        named: Ids of the names and tables it uses.
        outside: References to other workbooks, and names nobody defined, as written.
        broken: Whether it holds `#REF!` or a sheet that isn't there.
        dynamic: Whether part of what it reads is only known at calculation.
    """

    targets: tuple[Target, ...] = ()
    named: tuple[str, ...] = ()
    outside: tuple[str, ...] = ()
    broken: bool = False
    dynamic: bool = False


NOTHING_READ = Reads()


@dataclass(slots=True)
class _Collected:
    targets: dict[Target, None] = field(default_factory=dict[Target, None])
    named: dict[str, None] = field(default_factory=dict[str, None])
    outside: dict[str, None] = field(default_factory=dict[str, None])
    broken: bool = False
    dynamic: bool = False

    def reads(self) -> Reads:
        return Reads(
            tuple(self.targets),
            tuple(self.named),
            tuple(self.outside),
            self.broken,
            self.dynamic,
        )


@dataclass(frozen=True, slots=True)
class _Home:
    """Where the formula stands; with `still`, nothing moves along."""

    sheet: str
    row: int
    column: int
    still: bool = False
    via: str = ""
    depth: int = 0


class Meanings:
    """Reads formulas of one workbook.

    Args:
        workbook: For its sheets, names and tables; columns of tables are told by their headings.
    """

    def __init__(self, workbook: WorkbookSnapshot) -> None:
        self._workbook = workbook
        self._order = [sheet.name for sheet in workbook.sheets]
        self._names = {
            (name.sheet.casefold(), name.name.casefold()): name for name in workbook.names
        }
        self._tables = {table.name.casefold(): table for table in workbook.tables}
        self._columns: dict[str, dict[str, int]] = {}

    def read(self, formula: str, at: Address, *, still: bool = False) -> Reads:
        """What a formula (with its `=`) reads.

        Args:
            formula: As the first cell of `at` holds it.
            at: A cell or a family.
            still: The text is the same in all cells: an array.
        """
        found = _Collected()
        self._add(parse_formula(formula), _Home(at.sheet, at.top, at.left, still), found)
        return found.reads()

    def name(self, name: NameSnapshot) -> Reads:
        """What a defined name stands for."""
        found = _Collected()
        self._add_name(name, _Home(name.sheet, 1, 1, still=True), found)
        found.named.pop(name_id(name), None)
        return replace(
            found.reads(), targets=tuple(replace(target, via="") for target in found.targets)
        )

    def _add(self, parsed: ParsedFormula, home: _Home, found: _Collected) -> None:
        found.dynamic |= parsed.is_dynamic
        for number, use in enumerate(parsed.uses):
            if use.link == ":" and number + 1 < len(parsed.uses):
                self._between(use, parsed.uses[number + 1], home, found)
            self._use(use, home, found)
        for call in sorted(parsed.calls):
            name = self._name_of(Prefix(), call, home)
            if name is not None:
                self._add_name(name, home, found)

    def _use(self, use: ReferenceUse, home: _Home, found: _Collected) -> None:
        reference = use.reference
        if reference.prefix.is_external:
            found.outside[reference_text(reference)] = None
            return
        match reference:
            case BrokenReference():
                found.broken = True
            case CellsReference():
                self._add_cells(reference, home, found)
            case TablePart():
                self._add_part(reference, home, found)
            case NamedReference():
                self._add_named(reference, home, found)

    def _sheets(self, prefix: Prefix, home: _Home) -> list[str]:
        if not prefix.first:
            return [home.sheet]
        first = self._workbook.sheet(prefix.first)
        last = self._workbook.sheet(prefix.last) if prefix.last else first
        if first is None or last is None:
            return []
        start, end = sorted((self._order.index(first.name), self._order.index(last.name)))
        return self._order[start : min(end + 1, start + _MOST_SHEETS)]

    def _add_cells(self, cells: CellsReference, home: _Home, found: _Collected) -> None:
        sheets = self._sheets(cells.prefix, home)
        found.broken |= not sheets
        rows = Span.of(cells.rows, home.row, fixed=home.still) if cells.rows else ALL_ROWS
        columns = (
            Span.of(cells.columns, home.column, fixed=home.still) if cells.columns else ALL_COLUMNS
        )
        for sheet in sheets:
            found.targets[Target(sheet, rows, columns, home.via, cells.spill)] = None

    def _between(
        self, use: ReferenceUse, following: ReferenceUse, home: _Home, found: _Collected
    ) -> None:
        """`Sheet1!A1:Sheet1!B2`: the area that two corners span."""
        one, other = use.reference, following.reference
        if not isinstance(one, CellsReference) or not isinstance(other, CellsReference):
            return
        if None in (one.rows, one.columns, other.rows, other.columns):
            return
        assert one.rows and one.columns and other.rows and other.columns  # noqa: PT018 - narrowed
        spanned = CellsReference(
            one.prefix, (one.rows[0], other.rows[1]), (one.columns[0], other.columns[1])
        )
        if not spanned.prefix.is_external:
            self._add_cells(spanned, home, found)

    def _add_named(self, named: NamedReference, home: _Home, found: _Collected) -> None:
        name = self._name_of(named.prefix, named.name, home)
        if name is not None:
            self._add_name(name, home, found)
            return
        table = self._tables.get(named.name.casefold())
        if table is None:
            found.outside[reference_text(named)] = None
        else:
            self._add_part(TablePart(named.prefix, table.name), home, found)

    def _name_of(self, prefix: Prefix, name: str, home: _Home) -> NameSnapshot | None:
        folded = name.casefold()
        for sheet in dict.fromkeys((prefix.first.casefold(), home.sheet.casefold(), "")):
            if (sheet, folded) in self._names:
                return self._names[sheet, folded]
        return None

    def _add_name(self, name: NameSnapshot, home: _Home, found: _Collected) -> None:
        if home.depth > _DEEPEST_NAME:
            return
        found.named[name_id(name)] = None
        inner = replace(
            home,
            sheet=name.sheet or home.sheet,
            still=True,
            via=home.via or name_id(name),
            depth=home.depth + 1,
        )
        self._add(parse_formula(name.formula), inner, found)

    def _add_part(self, part: TablePart, home: _Home, found: _Collected) -> None:
        table = self._table(part.table, home)
        if table is None:
            found.outside[reference_text(part)] = None
            return
        found.named[table_id(table)] = None
        area = table.address
        left, right = area.left, area.right
        if part.first:
            columns = self._columns_of(table)
            first, last = columns.get(part.first.casefold()), columns.get(part.last.casefold())
            if first is None or last is None:
                found.broken = True
                return
            left, right = sorted((first, last))
        rows = _table_rows(table, part)
        via = home.via or table_id(table)
        found.targets[Target(area.sheet, rows, Span.fixed(left, right), via)] = None

    def _table(self, name: str, home: _Home) -> TableSnapshot | None:
        if name:
            return self._tables.get(name.casefold())
        at = Address.cell(home.sheet, home.row, home.column)
        return next((t for t in self._workbook.tables if t.address.contains(at)), None)

    def _columns_of(self, table: TableSnapshot) -> dict[str, int]:
        if table.id not in self._columns:
            self._columns[table.id] = self._headings(table)
        return self._columns[table.id]

    def _headings(self, table: TableSnapshot) -> dict[str, int]:
        sheet = self._workbook.sheet(table.address.sheet)
        if sheet is None or not table.show_header:
            return {}
        area = table.address
        places = [(area.top, column) for column in range(area.left, area.right + 1)]
        texts = (
            state.value if isinstance(state.value, str) else state.text
            for state in sheet.states(places)
        )
        return {text.casefold(): area.left + across for across, text in enumerate(texts)}


def _table_rows(table: TableSnapshot, part: TablePart) -> Span:
    area = table.address
    top, bottom = area.top + table.show_header, area.bottom - table.show_totals
    if "#this row" in part.rows:
        return Span(0, 0, first_fixed=False, last_fixed=False)
    found = [(top, bottom)] if not part.rows or "#data" in part.rows else []
    if "#all" in part.rows:
        found.append((area.top, area.bottom))
    if "#headers" in part.rows:
        found.append((area.top, area.top))
    if "#totals" in part.rows:
        found.append((area.bottom, area.bottom))
    return Span.fixed(min(first for first, _ in found), max(last for _, last in found))


def name_id(name: NameSnapshot) -> str:
    """`name:TaxRate`, or `name:Budget!TaxRate` where the sheet is its scope."""
    scope = f"{name.sheet}!" if name.sheet else ""
    return f"name:{scope}{name.name}"


def table_id(table: TableSnapshot) -> str:
    """`table:Orders`."""
    return f"table:{table.name}"
