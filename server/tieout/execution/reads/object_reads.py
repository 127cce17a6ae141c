"""Answers about a workbook rather than a range: the selection, found cells, tables, names."""

from collections.abc import Sequence

from pydantic import JsonValue

from tieout.errors import ModelVisibleError
from tieout.execution.looks.look_batches import local_areas
from tieout.execution.ports import ExcelHost
from tieout.office_wire.build import BatchBuilder
from tieout.office_wire.response import Results
from tieout.workbook.address import Address, quote_sheet
from tieout.workbook.cell_text import value_text

MOST_FOUND = 50
_MOST_CELLS = 5_000
_MOST_SHOWN = 60
_LONGEST = 120


async def selected(host: ExcelHost) -> str:
    """The address of what the person has selected, of several areas where there are several.

    Raises:
        ModelVisibleError: Nothing with cells is selected.
    """
    builder = BatchBuilder()
    handle = builder.workbook.method("GetSelectedRanges").load("Address")
    address = Results(await host.send(builder.build())).properties(handle).get("Address")
    if not isinstance(address, str) or not address:
        raise ModelVisibleError("No cells are selected.")
    return address


async def find_cells(
    host: ExcelHost, text: str, sheets: Sequence[str], how: tuple[bool, bool]
) -> tuple[str, JsonValue]:
    """Cells that hold a text, as Excel's own search finds them: where, and what they hold.

    Args:
        host: Where to search.
        text: What to look for.
        sheets: Sheets to search.
        how: Whether case matters, and whether the text must be all of a cell.

    Raises:
        ModelVisibleError: The text is empty.
        ExcelError: There is no such sheet.
    """
    if not text:
        raise ModelVisibleError("Give some text to find.")
    criteria: JsonValue = {"matchCase": how[0], "completeMatch": how[1]}
    builder = BatchBuilder()
    handles = [
        builder.worksheet(name).method("FindAllOrNullObject", text, criteria).load("Address")
        for name in sheets
    ]
    results = Results(await host.send(builder.build()))
    cells = [
        Address.cell(name, row, column)
        for name, handle in zip(sheets, handles, strict=True)
        for area in local_areas(results.properties(handle).get("Address"))
        for row in range(area.top, area.bottom + 1)
        for column in range(area.left, area.right + 1)
    ][:_MOST_CELLS]
    builder = BatchBuilder()
    shown = cells[:MOST_FOUND]
    asked = [
        builder.worksheet(cell.sheet).range(cell.local).load("Values", "Formulas", "Text")
        for cell in shown
    ]
    results = Results(await host.send(builder.build())) if asked else results
    found: list[JsonValue] = []
    lines: list[str] = []
    for cell, handle in zip(shown, asked, strict=True):
        value, formula, display = (
            _only(results.properties(handle).get(name)) for name in ("Values", "Formulas", "Text")
        )
        own = formula if isinstance(formula, str) and formula.startswith("=") else ""
        found.append({"address": str(cell), "value": value, "formula": own, "text": display})
        lines.append(
            f"  {cell}: {_cut(display)}{f' [{_cut(own)}]' if own and own != value else ''}"
        )
    more = [str(cell) for cell in cells[MOST_FOUND:]]
    found.extend({"address": address} for address in more)
    head = f"{text!r} found in {len(cells):,} cell{'' if len(cells) == 1 else 's'}"
    tail = [f"  … {len(more):,} more, all in what the code got"] if more else []
    return "\n".join([head, *lines, *tail]), found


async def tables_read(host: ExcelHost) -> tuple[str, JsonValue]:
    """Every table: place, columns, whether it shows headers and totals."""
    builder = BatchBuilder()
    tables = builder.workbook.child("Tables")
    handle = tables.load("Name", "ShowHeaders", "ShowTotals", "Style")
    items = Results(await host.send(builder.build())).items(handle)
    builder = BatchBuilder()
    asked = [
        (
            builder.workbook.child("Tables").item(str(item.get("Name"))).method("GetRange"),
            builder.workbook.child("Tables").item(str(item.get("Name"))).child("Columns"),
        )
        for item in items
    ]
    handles = [(whole.load("Address"), columns.load("Name")) for whole, columns in asked]
    if not handles:
        return "tables: none", []
    results = Results(await host.send(builder.build()))
    found: list[JsonValue] = []
    lines: list[str] = []
    for item, (whole, columns) in zip(items, handles, strict=True):
        address = str(results.properties(whole).get("Address"))
        names = [str(column.get("Name")) for column in results.items(columns)]
        totals = item.get("ShowTotals") is True
        found.append(
            {
                "name": item.get("Name"),
                "address": address,
                "columns": list[JsonValue](names),
                "showHeaders": item.get("ShowHeaders") is not False,
                "showTotals": totals,
            }
        )
        lines.append(
            f"  {item.get('Name')} {address}{' with totals' if totals else ''}: {'|'.join(names)}"
        )
    more = len(lines) - _MOST_SHOWN
    tail = [f"  … {more} more, all in what the code got"] if more > 0 else []
    return "\n".join(["tables:", *lines[:_MOST_SHOWN], *tail]), found


async def names_read(host: ExcelHost) -> tuple[str, JsonValue]:
    """Every defined name with its formula and value; those of sheets with their sheet.

    The sheets are asked for first: the code may have added or deleted some.
    """
    first = BatchBuilder()
    sheets = first.worksheets.load("Name", "Id")
    there = Results(await host.send(first.build())).items(sheets)
    builder = BatchBuilder()
    wanted = ("Name", "Formula", "Value", "Visible", "Comment")
    asked = [("", builder.workbook.child("Names").load(*wanted))]
    asked.extend(
        (str(sheet["Name"]), builder.worksheet(str(sheet["Id"])).child("Names").load(*wanted))
        for sheet in there
    )
    results = Results(await host.send(builder.build()))
    found: list[JsonValue] = []
    lines: list[str] = []
    for sheet, handle in asked:
        for item in results.items(handle):
            formula, value = item.get("Formula"), item.get("Value")
            hidden = item.get("Visible") is False
            found.append(
                {
                    "name": item.get("Name"),
                    "sheet": sheet,
                    "formula": formula,
                    "value": value,
                    "visible": not hidden,
                }
            )
            scope = f"{quote_sheet(sheet)}!" if sheet else ""
            shown = (
                "" if isinstance(value, list | dict) or value == formula else f" → {_shown(value)}"
            )
            lines.append(
                f"  {scope}{item.get('Name')} {formula}{shown}{' (hidden)' if hidden else ''}"
            )
    if not lines:
        return "names: none", []
    more = len(lines) - _MOST_SHOWN
    tail = [f"  … {more} more, all in what the code got"] if more > 0 else []
    return "\n".join(["names:", *lines[:_MOST_SHOWN], *tail]), found


def _cut(text: JsonValue) -> str:
    shown = " ".join(str(text).split())
    return shown if len(shown) <= _LONGEST else f"{shown[: _LONGEST - 1]}…"


def _only(grid: JsonValue) -> JsonValue:
    row = grid[0] if isinstance(grid, list) and grid else None
    return row[0] if isinstance(row, list) and row else None


def _shown(value: JsonValue) -> str:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return str(value)
    return value_text(float(value), str(value))
