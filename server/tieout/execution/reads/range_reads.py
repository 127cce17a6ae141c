"""Read one rectangle: its cells with looks, headings and hazards around it, in few batches.

One batch for the cells and what lies around them; those of `style_reads` for looks and rules; one
more where only some rows or columns are hidden.
"""

from dataclasses import dataclass, replace

from tieout.errors import ExcelError, ModelVisibleError
from tieout.execution.looks.look_batches import local_areas
from tieout.execution.looks.wire_cells import CELL_PROPERTIES, range_snapshot
from tieout.execution.ports import ExcelHost
from tieout.execution.reads.style_reads import read_styles
from tieout.execution.reads.surroundings import (
    AskedSurroundings,
    ask_surroundings,
    hazards_around,
    headings_around,
    look_around,
)
from tieout.office_wire.batch import JsonObject
from tieout.office_wire.build import BatchBuilder, ResultHandle
from tieout.office_wire.response import Results
from tieout.workbook.address import Address
from tieout.workbook.hazards import SheetHazards, hazards, other_lines
from tieout.workbook.headers import NO_HEADINGS, Headings
from tieout.workbook.range_text import RangeContext
from tieout.workbook.regions import overlap
from tieout.workbook.snapshot import RangeSnapshot, WorkbookSnapshot

MAX_CELLS = 100_000


@dataclass(frozen=True, slots=True)
class RangeRead:
    """Cells of a rectangle and what is known around them."""

    cells: RangeSnapshot
    context: RangeContext


async def read_range(host: ExcelHost, area: Address, known: WorkbookSnapshot) -> RangeRead:
    """Read a rectangle whose sheet is named.

    Raises:
        ModelVisibleError: It is too large.
        ExcelError: Excel refused, as for a sheet that doesn't exist.
        PaneLost: The host went away.
    """
    if area.size > MAX_CELLS:
        raise ModelVisibleError(
            f"{area} has {area.size:,} cells; read at most {MAX_CELLS:,} at a time, or aggregate "
            "with a formula."
        )
    properties, asked, results = await _ask(host, area, known)
    cells = range_snapshot(area, properties)
    if asked is None:
        return RangeRead(cells, RangeContext(hazards=hazards(cells, SheetHazards())))
    look = look_around(asked, results, cells, known)
    styles = await read_styles(host, area, cells)
    state = replace(
        hazards_around(asked, results, look, known),
        spills=() if styles is None else styles.spills,
    )
    state = await _with_hidden(host, area, properties, state)
    tables = [table.name for table in look.tables if overlap(table.address, area) is not None]
    context = RangeContext(
        tuple(tables),
        hazards(cells, state),
        headings=headings_around(look, area),
        styles=styles,
    )
    return RangeRead(cells, context)


async def read_headings(host: ExcelHost, area: Address, known: WorkbookSnapshot) -> Headings:
    """Column headings and row labels around a rectangle, without its looks and hazards.

    Raises:
        ExcelError: Excel refused.
        PaneLost: The host went away.
    """
    properties, asked, results = await _ask(host, area, known)
    if asked is None:
        return NO_HEADINGS
    cells = range_snapshot(area, properties)
    return headings_around(look_around(asked, results, cells, known), area)


async def _ask(
    host: ExcelHost, area: Address, known: WorkbookSnapshot
) -> tuple[JsonObject, AskedSurroundings | None, Results]:
    """The cells with all that is asked around them; with less where this Excel can't tell it."""
    snapshot = known.sheet(area.sheet)
    used = (snapshot.used if snapshot is not None else None) or area
    merged = not host.capabilities.merged_areas_cost_undo
    refusal: ExcelError | None = None
    for asks in ("all", "looks", "cells"):
        builder = BatchBuilder()
        sheet = builder.worksheet(area.sheet)
        names = ("Address", *CELL_PROPERTIES, "RowHidden", "ColumnHidden")
        handle: ResultHandle = sheet.range(area.local).load(*names)
        asked: AskedSurroundings | None = None
        if asks != "cells":
            everything = asks == "all"
            asked = ask_surroundings(
                sheet, area, used, merged=merged and everything, state=everything
            )
        try:
            results = Results(await host.send(builder.build()))
        except ExcelError as error:
            refusal = error
            continue
        return results.properties(handle), asked, results
    assert refusal is not None
    raise refusal


async def _with_hidden(
    host: ExcelHost, area: Address, properties: JsonObject, state: SheetHazards
) -> SheetHazards:
    """The state with hidden rows and columns by number."""
    rows, columns = properties.get("RowHidden"), properties.get("ColumnHidden")
    if rows is True or columns is True:
        return replace(
            state,
            hidden_rows=tuple(range(area.top, area.bottom + 1)) if rows is True else (),
            hidden_columns=tuple(range(area.left, area.right + 1)) if columns is True else (),
        )
    if (rows is False and columns is False) or area.size == 1:
        return state
    builder = BatchBuilder()
    target = builder.worksheet(area.sheet).range(area.local)
    handle = target.method("GetSpecialCellsOrNullObject", "Visible").load("Address")
    try:
        results = Results(await host.send(builder.build()))
    except ExcelError:
        unknown = (None if rows is None else (), None if columns is None else ())
        return replace(state, hidden_rows=unknown[0], hidden_columns=unknown[1])
    visible = local_areas(results.properties(handle).get("Address"))
    return replace(
        state,
        hidden_rows=other_lines(
            area.top, area.bottom, [(part.top, part.bottom) for part in visible]
        ),
        hidden_columns=other_lines(
            area.left, area.right, [(part.left, part.right) for part in visible]
        ),
    )
