"""Reads what a page is made of from Excel, in two batches: cells, and which of them are hidden."""

from collections.abc import Sequence
from dataclasses import dataclass

from tieout.errors import ExcelError, ModelVisibleError
from tieout.execution.looks.wire_cells import CELL_PROPERTIES, range_snapshot
from tieout.execution.ports import ExcelHost
from tieout.office_wire.build import BatchBuilder, ResultHandle
from tieout.office_wire.response import Results
from tieout.tools.website.contents import Grid, PageCell
from tieout.workbook.address import Address, InvalidAddress, column_letters, quote_sheet
from tieout.workbook.snapshot import RangeSnapshot

MOST_CELLS = 20_000
"""Of a whole page."""
MOST_LINES = 2_000
MOST_PICTURE = 2_000_000
"""Characters of one picture's base64."""


@dataclass(frozen=True, slots=True)
class _Asked:
    area: Address
    cells: ResultHandle
    rows: ResultHandle
    columns: ResultHandle


def page_area(text: str) -> Address:
    """An address that names its sheet.

    Raises:
        ModelVisibleError: It is none, or too large.
    """
    try:
        area = Address.parse(text)
    except InvalidAddress as error:
        raise ModelVisibleError(f"{error}. Write ranges as Sheet1!A1:D20.") from error
    if not area.sheet:
        raise ModelVisibleError(f"{text!r} names no sheet. Write ranges as Sheet1!A1:D20.")
    if area.size > MOST_CELLS or area.rows > MOST_LINES or area.columns > MOST_LINES:
        raise ModelVisibleError(
            f"{area} has {area.size:,} cells; a page holds at most {MOST_CELLS:,} in {MOST_LINES:,} "
            "rows. Choose the part that a reader needs."
        )
    return area


async def read_grids(host: ExcelHost, areas: Sequence[Address]) -> list[Grid]:
    """Cells of ranges, as displayed, without hidden rows and columns.

    Raises:
        ModelVisibleError: They are too many together, or Excel refused.
        PaneLost: The host went away.
    """
    if sum(area.size for area in areas) > MOST_CELLS:
        raise ModelVisibleError(f"The ranges have more than {MOST_CELLS:,} cells together.")
    if not areas:
        return []
    batch = BatchBuilder()
    asked: list[_Asked] = []
    for area in areas:
        cells = batch.worksheet(area.sheet).range(area.local)
        asked.append(
            _Asked(
                area,
                cells.load(*CELL_PROPERTIES),
                cells.load("RowHidden"),
                cells.load("ColumnHidden"),
            )
        )
    answers = Results(await host.send(batch.build()))
    seen = await _hidden(host, asked, answers)
    return [
        _grid(range_snapshot(one.area, answers.properties(one.cells)), *hidden)
        for one, hidden in zip(asked, seen, strict=True)
    ]


async def read_picture(host: ExcelHost, sheet: str, chart: str) -> str:
    """A chart as its Excel draws it, PNG in base64.

    Raises:
        ModelVisibleError: There is no such chart, or this Excel draws none.
        PaneLost: The host went away.
    """
    batch = BatchBuilder()
    found = batch.worksheet(sheet).child("Charts").method("GetItem", chart)
    handle = found.call("GetImage", writes=False)
    try:
        drawn = Results(await host.send(batch.build())).value(handle)
    except ExcelError as error:
        raise ModelVisibleError(
            f"This Excel gives no picture of the chart {chart} on {sheet} ({error.code}). Let the page "
            "draw one from a range instead."
        ) from error
    picture = str(drawn)
    if (
        not picture.startswith("iVBORw0KGgo")
        or not picture.isascii()
        or len(picture) > MOST_PICTURE
    ):
        raise ModelVisibleError(f"The picture of the chart {chart} is no PNG, or too large.")
    return "".join(character for character in picture if character.isalnum() or character in "+/=")


async def _hidden(
    host: ExcelHost, asked: Sequence[_Asked], answers: Results
) -> list[tuple[frozenset[int], frozenset[int]]]:
    """Hidden rows and columns of each range; those where only some are hidden are asked singly."""
    batch = BatchBuilder()
    singly: list[list[dict[int, ResultHandle] | frozenset[int]]] = []
    for one in asked:
        cells = batch.worksheet(one.area.sheet) if _is_mixed(one, answers) else None
        parts: list[dict[int, ResultHandle] | frozenset[int]] = []
        for name, handle in (("RowHidden", one.rows), ("ColumnHidden", one.columns)):
            lines = _lines(one.area, name)
            said = answers.properties(handle).get(name)
            if isinstance(said, bool) or cells is None:
                parts.append(frozenset(lines) if said is True else frozenset())
                continue
            parts.append(
                {line: cells.range(_line(one.area, name, line)).load(name) for line in lines}
            )
        singly.append(parts)
    results = answers if batch.is_empty else Results(await host.send(batch.build()))

    def settled(part: dict[int, ResultHandle] | frozenset[int], name: str) -> frozenset[int]:
        if isinstance(part, frozenset):
            return part
        return frozenset(
            line for line, handle in part.items() if results.properties(handle).get(name) is True
        )

    return [
        (settled(rows, "RowHidden"), settled(columns, "ColumnHidden")) for rows, columns in singly
    ]


def _is_mixed(one: _Asked, answers: Results) -> bool:
    said = (
        answers.properties(one.rows).get("RowHidden"),
        answers.properties(one.columns).get("ColumnHidden"),
    )
    return not all(isinstance(answer, bool) for answer in said)


def _lines(area: Address, name: str) -> range:
    if name == "RowHidden":
        return range(area.top, area.bottom + 1)
    return range(area.left, area.right + 1)


def _line(area: Address, name: str, line: int) -> str:
    row, column = (line, area.left) if name == "RowHidden" else (area.top, line)
    return Address.cell("", row, column).local


def _grid(cells: RangeSnapshot, rows: frozenset[int], columns: frozenset[int]) -> Grid:
    area = cells.address
    shown = tuple(
        tuple(
            PageCell(f"{column_letters(column)}{row}", text, _number(value), formula)
            for column, (value, formula, text) in enumerate(
                zip(*lines, strict=True), start=area.left
            )
            if column not in columns
        )
        for row, lines in enumerate(
            zip(cells.values, cells.formulas, cells.texts, strict=True), start=area.top
        )
        if row not in rows
    )
    if not shown or not shown[0]:
        raise ModelVisibleError(f"All of {area} is hidden; a page shows only what the sheet shows.")
    counted = [(len(rows), "row"), (len(columns), "column")]
    left_out = [
        f"{count} hidden {noun}{'s' if count > 1 else ''}" for count, noun in counted if count
    ]
    return Grid(quote_sheet(area.sheet), str(area), shown, ", ".join(left_out))


def _number(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
