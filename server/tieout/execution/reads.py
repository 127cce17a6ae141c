"""Answers the calls of running code that need the server: `read`, `used_range`, `api_info`."""

import re
from collections.abc import Callable, Collection
from dataclasses import replace

from pydantic import BaseModel, ConfigDict, JsonValue, ValidationError

from tieout.errors import ExcelError, ModelVisibleError
from tieout.execution.ports import ExcelHost
from tieout.execution.style_reads import read_styles
from tieout.execution.wire_cells import CELL_PROPERTIES, range_snapshot, wire_values
from tieout.office_wire.batch import JsonObject
from tieout.office_wire.build import BatchBuilder, ResultHandle, WireObject
from tieout.office_wire.response import Results
from tieout.reference.members import describe
from tieout.workbook.address import MAX_COLUMNS, MAX_ROWS, Address, InvalidAddress
from tieout.workbook.cell_styles import RangeStyles
from tieout.workbook.headers import headings
from tieout.workbook.range_layouts import Layout
from tieout.workbook.range_text import DEFAULT_BUDGET, RangeContext, range_text
from tieout.workbook.sheet_look import SheetLook
from tieout.workbook.snapshot import RangeSnapshot, WorkbookSnapshot
from tieout.workbook.tokens import estimate_tokens

MAX_CELLS = 100_000
_LEAST_BUDGET = 300
_COLUMN = re.compile(r"([^\[\]]+)\[([^\[\]#@]+)\]\Z")


class _ReadArguments(BaseModel):
    model_config = ConfigDict(extra="forbid")
    address: str
    layout: Layout = "rows"


class _UsedArguments(BaseModel):
    model_config = ConfigDict(extra="forbid")
    sheet: str | None = None
    layout: Layout = "rows"


class _InfoArguments(BaseModel):
    model_config = ConfigDict(extra="forbid")
    name: str


class CodeReads:
    """The reads of one execution. Their texts are kept for its result.

    Args:
        host: Where cells come from.
        known: The latest snapshot, for tables and headings around a range.
        budget: Estimated tokens for all texts together; every read still gets a short one.
    """

    def __init__(self, host: ExcelHost, known: Callable[[], WorkbookSnapshot], budget: int) -> None:
        self._host = host
        self._known = known
        self._left = budget
        self.texts: list[str] = []

    async def call(self, name: str, arguments: JsonValue) -> JsonValue:
        """Answer one call.

        Raises:
            ModelVisibleError: Unknown call, wrong arguments, or Excel refused.
        """
        try:
            match name:
                case "read":
                    asked = _ReadArguments.model_validate(arguments)
                    return await self._read(asked.address, asked.layout)
                case "used_range":
                    used = _UsedArguments.model_validate(arguments or {})
                    return await self._used(used.sheet, used.layout)
                case "api_info":
                    text = describe(_InfoArguments.model_validate(arguments).name)
                    self._keep(text)
                    return text
                case _:
                    raise ModelVisibleError(f"There is no server call {name!r}.")
        except ValidationError as cause:
            raise ModelVisibleError(f"The arguments of {name} are wrong.") from cause

    async def _read(self, text: str, layout: Layout) -> JsonValue:
        try:
            area = Address.parse(text)
        except InvalidAddress:
            area = None
        if area is None:
            sheet, _, name = text.rpartition("!")
            tables = {table.name.casefold() for table in self._known().tables}
            return await self._find(
                lambda top: _named(top, _unquote(sheet), name, tables), layout, text
            )
        if area.rows == MAX_ROWS or area.columns == MAX_COLUMNS:
            return await self._find(
                lambda top: (
                    _sheet(top, area.sheet)
                    .range(area.local)
                    .method("GetUsedRangeOrNullObject", True)
                ),
                layout,
                text,
            )
        _refuse_large(area)
        builder = BatchBuilder()
        target = _sheet(builder, area.sheet).range(area.local)
        return self._show(await self._load(builder, target), layout)

    async def _used(self, sheet: str | None, layout: Layout) -> JsonValue:
        return await self._find(
            lambda top: _sheet(top, sheet or "").method("GetUsedRangeOrNullObject", True),
            layout,
            sheet or "the active sheet",
        )

    async def _find(
        self,
        build: Callable[[BatchBuilder], WireObject],
        layout: Layout,
        text: str,
    ) -> JsonValue:
        """Read a range whose address must be asked first."""
        builder = BatchBuilder()
        handle = build(builder).load("Address")
        results = Results(await self._host.send(builder.build()))
        address = results.properties(handle).get("Address")
        if not isinstance(address, str):
            self._keep(f"{text}: no cells with content")
            return {"address": "", "values": [], "formulas": [], "text": [], "numberFormat": []}
        area = Address.parse(address)
        _refuse_large(area)
        builder = BatchBuilder()
        target = _sheet(builder, area.sheet).range(area.local)
        return self._show(await self._load(builder, target), layout)

    async def _load(
        self, builder: BatchBuilder, target: WireObject
    ) -> tuple[RangeSnapshot, tuple[str, ...], RangeStyles | None]:
        handle = target.load("Address", *CELL_PROPERTIES, "RowHidden", "ColumnHidden")
        properties = await self._properties(builder, handle)
        address = properties.get("Address")
        if not isinstance(address, str):
            raise ExcelError("ItemNotFound", "The range doesn't exist.")
        cells = range_snapshot(Address.parse(address), properties)
        styles = await read_styles(self._host, cells.address, cells)
        return cells, tuple(_hazards(properties)), styles

    async def _properties(self, builder: BatchBuilder, handle: ResultHandle) -> JsonObject:
        return Results(await self._host.send(builder.build())).properties(handle)

    def _show(
        self, read: tuple[RangeSnapshot, tuple[str, ...], RangeStyles | None], layout: Layout
    ) -> JsonValue:
        cells, hazards, styles = read
        around = surroundings(cells.address, self._known())
        context = replace(around, hazards=hazards, styles=styles)
        budget = min(DEFAULT_BUDGET, max(_LEAST_BUDGET, self._left))
        self._keep(range_text(cells, layout=layout, context=context, budget=budget))
        return wire_values(cells)

    def _keep(self, text: str) -> None:
        self._left -= estimate_tokens(text)
        self.texts.append(text)


def surroundings(area: Address, known: WorkbookSnapshot) -> RangeContext:
    """Tables that overlap a range, and the headings above it when they lie outside."""
    overlapping = [table for table in known.tables if _overlap(table.address, area)]
    names = tuple(table.name for table in overlapping)
    sheet = known.sheet(area.sheet)
    if sheet is None or sheet.cells is None or sheet.used is None:
        return RangeContext(names)
    look = SheetLook((sheet.cells,), tables=known.tables)
    return RangeContext(names, headings=headings(look, area))


def _overlap(one: Address, other: Address) -> bool:
    return (
        one.sheet.casefold() == other.sheet.casefold()
        and one.top <= other.bottom
        and other.top <= one.bottom
        and one.left <= other.right
        and other.left <= one.right
    )


def _hazards(properties: JsonObject) -> list[str]:
    found: list[str] = []
    for name, noun in (("RowHidden", "rows"), ("ColumnHidden", "columns")):
        hidden = properties.get(name, False)
        if hidden is not False:
            found.append(f"{'all' if hidden else 'some'} {noun} hidden")
    return found


def _sheet(builder: BatchBuilder, name: str) -> WireObject:
    if name:
        return builder.worksheet(name)
    return builder.worksheets.method("GetActiveWorksheet")


def _named(builder: BatchBuilder, sheet: str, name: str, tables: Collection[str]) -> WireObject:
    """A table, a table's column, a range by any text Excel knows, or a defined name."""
    column = _COLUMN.match(name)
    if column is not None and column[1].casefold() in tables:
        table = builder.workbook.child("Tables").item(column[1])
        return table.child("Columns").item(column[2]).method("GetDataBodyRange")
    if name.casefold() in tables:
        return builder.workbook.child("Tables").item(name).method("GetRange")
    if sheet or "[" in name:
        return _sheet(builder, sheet).range(name)
    return builder.workbook.child("Names").item(name).method("GetRange")


def _unquote(name: str) -> str:
    if len(name) > 1 and name.startswith("'"):
        return name[1:-1].replace("''", "'")
    return name


def _refuse_large(area: Address) -> None:
    if area.size > MAX_CELLS:
        raise ModelVisibleError(
            f"{area} has {area.size:,} cells; read at most {MAX_CELLS:,} at a time, or aggregate "
            "with a formula."
        )
