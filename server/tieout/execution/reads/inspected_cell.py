"""One cell in full: value, formula, looks, headings, and the cells its formula reads, with their values."""

from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pydantic import JsonValue

from tieout.errors import ExcelError, ModelVisibleError
from tieout.execution.looks.wire_cells import wire_values
from tieout.execution.ports import ExcelHost
from tieout.execution.reads.range_reads import RangeRead, read_range
from tieout.execution.reads.targets import Targets
from tieout.office_wire.build import BatchBuilder
from tieout.office_wire.response import Results
from tieout.workbook.address import MAX_COLUMNS, MAX_ROWS, Address, InvalidAddress
from tieout.workbook.formula_tokens import references, tokenize
from tieout.workbook.range_text import range_text
from tieout.workbook.snapshot import WorkbookSnapshot

_MOST_PRECEDENTS = 20
_MOST_CELLS = 10_000
_MOST_VALUES = 8


@dataclass(frozen=True, slots=True)
class _Precedent:
    """A place a formula reads; `name` when the formula says it by a name or table."""

    area: Address
    name: str = ""


async def inspected_cell(
    host: ExcelHost, text: str, areas: Sequence[Address], known: WorkbookSnapshot
) -> tuple[str, JsonValue]:
    """What `sheet.getCellInfo` answers: a text, and an object for the code.

    Raises:
        ModelVisibleError: More than one cell is meant.
        ExcelError: Excel refused.
    """
    if len(areas) != 1 or areas[0].size != 1:
        raise ModelVisibleError(f"{text} is not one cell; use sheet.getCellRange for more.")
    read = await read_range(host, areas[0], known)
    formula = read.cells.formulas[0][0]
    precedents = [
        *_precedents(formula, areas[0].sheet, known),
        *[part async for part in _table_parts(host, formula, known)],
    ]
    values = await _values(host, precedents[:_MOST_PRECEDENTS])
    lines = [range_text(read.cells, context=read.context)]
    lines.extend(
        f"reads {_named(one)}: {_values_text(values.get(one.area))}"
        for one in precedents[:_MOST_PRECEDENTS]
    )
    more = len(precedents) - _MOST_PRECEDENTS
    if more > 0:
        lines.append(f"reads {more} more areas")
    return "\n".join(lines), _for_code(read, precedents, values)


def _for_code(
    read: RangeRead,
    precedents: Sequence[_Precedent],
    values: dict[Address, Sequence[Sequence[JsonValue]]],
) -> JsonValue:
    cell = wire_values(read.cells)
    grids = {name: cell[name] for name in ("values", "text", "numberFormat")}
    value, shown, code = (_only(grid) for grid in grids.values())
    headings = read.context.headings
    return {
        "address": cell["address"],
        "value": value,
        "text": shown,
        "formula": read.cells.formulas[0][0],
        "numberFormat": code,
        "headings": [line.texts[0] for line in headings.rows],
        "labels": [line.texts[0] for line in headings.columns],
        "precedents": [
            {
                "address": str(one.area),
                "name": one.name,
                "values": [list[JsonValue](row) for row in values.get(one.area, ())],
            }
            for one in precedents
        ],
    }


def _precedents(formula: str, sheet: str, known: WorkbookSnapshot) -> Iterator[_Precedent]:
    """Areas a formula names, and those behind its names, each once."""
    if not formula:
        return
    seen: set[Address] = set()
    for area in references(formula, sheet):
        if area not in seen:
            seen.add(area)
            yield _Precedent(area)
    names = {name.name.casefold(): name for name in known.names}
    for token in tokenize(formula):
        name = names.get(token.text.casefold()) if token.kind == "name" else None
        named = None if name is None else _area_of(name.formula)
        if named is not None and named not in seen:
            seen.add(named)
            yield _Precedent(named, token.text)


async def _table_parts(
    host: ExcelHost, formula: str, known: WorkbookSnapshot
) -> AsyncIterator[_Precedent]:
    """Parts of tables a formula names; `[@Units]` counts as the whole column."""
    tables = {table.name.casefold() for table in known.tables}
    seen: set[str] = set()
    tokens = list(tokenize(formula))
    for token, following in pairwise(tokens):
        if token.kind != "name" or token.text.casefold() not in tables or following.text in seen:
            continue
        text = token.text + (following.text if following.kind == "bracket" else "")
        seen.add(following.text)
        try:
            areas = await Targets(host, known).resolve(text.replace("[@", "["))
        except (ModelVisibleError, ExcelError):
            continue
        for area in areas:
            yield _Precedent(area, text)


def _area_of(formula: str) -> Address | None:
    try:
        area = Address.parse(formula.removeprefix("="))
    except InvalidAddress:
        return None
    return area if area.sheet and "[" not in area.sheet else None


async def _values(
    host: ExcelHost, precedents: Sequence[_Precedent]
) -> dict[Address, Sequence[Sequence[JsonValue]]]:
    """Values of precedents that aren't too large, in one batch; those of gone sheets are left out."""
    wanted = [one.area for one in precedents if one.area.size <= _MOST_CELLS and _bounded(one.area)]
    if not wanted:
        return {}
    builder = BatchBuilder()
    handles = [builder.worksheet(area.sheet).range(area.local).load("Values") for area in wanted]
    try:
        results = Results(await host.send(builder.build()))
    except ExcelError:
        return {}
    found: dict[Address, Sequence[Sequence[JsonValue]]] = {}
    for area, handle in zip(wanted, handles, strict=True):
        grid = results.properties(handle).get("Values")
        if isinstance(grid, list):
            found[area] = [row for row in grid if isinstance(row, list)]
    return found


def _bounded(area: Address) -> bool:
    return area.rows < MAX_ROWS and area.columns < MAX_COLUMNS


def _named(one: _Precedent) -> str:
    return f"{one.area} ({one.name})" if one.name else str(one.area)


def _values_text(grid: Sequence[Sequence[JsonValue]] | None) -> str:
    if grid is None:
        return "not read"
    flat = [value for row in grid for value in row]
    if len(flat) == 1:
        return _one(flat[0])
    numbers = [value for value in flat if isinstance(value, int | float) and value is not True]
    filled = [value for value in flat if value != ""]
    shown = ", ".join(_one(value) for value in flat[:_MOST_VALUES])
    more = ", …" if len(flat) > _MOST_VALUES else ""
    total = f", sum {sum(numbers):.15g}" if numbers else ""
    return f"{shown}{more} ({len(filled):,} filled, {len(numbers):,} numbers{total})"


def _one(value: JsonValue) -> str:
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, int | float):
        return f"{value:.15g}"
    return "∅" if value in ("", None) else str(value)


def _only(grid: JsonValue) -> JsonValue:
    row = grid[0] if isinstance(grid, list) and grid else None
    return row[0] if isinstance(row, list) and row else None
