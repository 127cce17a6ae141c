"""Cells as Excel answers them on the wire, to snapshots."""

from collections.abc import Sequence
from typing import cast

from pydantic import JsonValue

from tieout.errors import ExcelError
from tieout.office_wire.batch import JsonObject
from tieout.workbook.address import Address
from tieout.workbook.snapshot import CellContent, RangeSnapshot, Row, TextRow

CELL_PROPERTIES = ("Values", "Formulas", "Text", "NumberFormat")


def range_snapshot(address: Address, properties: JsonObject) -> RangeSnapshot:
    """The cells of a rectangle from its loaded `CELL_PROPERTIES`.

    Raises:
        ExcelError: A grid is missing (Excel answers null for too many cells) or has another shape.
    """
    values, formulas, texts, formats = (
        checked_grid(properties, name, address) for name in CELL_PROPERTIES
    )
    cells = [
        [_cell(value, formula) for value, formula in zip(*rows, strict=True)]
        for rows in zip(values, formulas, strict=True)
    ]
    return RangeSnapshot(
        address,
        tuple(tuple(cell[0] for cell in row) for row in cells),
        tuple(tuple(cell[1] for cell in row) for row in cells),
        _texts(texts, ""),
        _texts(formats, "General"),
    )


def checked_grid(
    properties: JsonObject, name: str, address: Address
) -> Sequence[Sequence[JsonValue]]:
    """One loaded grid of a rectangle.

    Raises:
        ExcelError: It is missing (Excel answers null for too many cells) or has another shape.
    """
    grid = properties.get(name)
    if not isinstance(grid, list) or len(grid) != address.rows:
        raise ExcelError("RangeExceedsLimit", f"Excel gave no {name} for {address}.")
    rows = cast("list[list[JsonValue]]", grid)
    if set(map(type, grid)) != {list} or set(map(len, rows)) != {address.columns}:
        raise ExcelError("GeneralException", f"Excel's {name} for {address} are misshapen.")
    return rows


def _cell(value: JsonValue, formula: JsonValue) -> tuple[CellContent, str]:
    """Value and formula. Text that begins with `=` is told from a formula by its equal value."""
    own = ""
    if isinstance(formula, str) and formula.startswith("=") and formula != value:
        own = formula
    if isinstance(value, bool):
        return value, own
    if isinstance(value, int | float):
        return float(value), own
    if isinstance(value, str):
        return (value, own) if value or own else (None, "")
    return None, own


def _texts(grid: Sequence[Sequence[JsonValue]], missing: str) -> tuple[TextRow, ...]:
    return tuple(tuple(text if isinstance(text, str) else missing for text in row) for row in grid)


def wire_values(cells: RangeSnapshot) -> dict[str, JsonValue]:
    """A rectangle as code expects it: `""` for empty, formulas where there are some."""
    values: list[JsonValue] = [_row(row) for row in cells.values]
    formulas: list[JsonValue] = [
        [formula or _value(value) for value, formula in zip(*rows, strict=True)]
        for rows in zip(cells.values, cells.formulas, strict=True)
    ]
    return {
        "address": str(cells.address),
        "values": values,
        "formulas": formulas,
        "text": [list[JsonValue](row) for row in cells.texts],
        "numberFormat": [list[JsonValue](row) for row in cells.number_formats],
    }


def _row(row: Row) -> JsonValue:
    return [_value(value) for value in row]


def _value(value: CellContent) -> JsonValue:
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:  # noqa: PLR2004
        return int(value)
    return value
