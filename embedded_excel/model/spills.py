"""Where array formulas spill: the cells that show a value but hold none of their own."""

from collections.abc import Collection

from embedded_excel.calc.cells import Block, Rect
from embedded_excel.errors import ExcelApiError
from embedded_excel.model.areas import Position, intersection
from embedded_excel.model.workbook import OpenWorkbook, SheetId


def spills(workbook: OpenWorkbook, sheet: SheetId) -> list[Rect]:
    """Areas of a sheet's array formulas that fill more than their own cell.

    An array formula that fills more than its cell has a value without a formula beside or below
    it, so only such formulas are asked about.
    """
    engine, index = workbook.engine, workbook.sheet_index(sheet)
    used = engine.used_rect(index, values_only=True)
    if used is None:
        return []
    block = engine.read(index, used)
    found: list[Rect] = []
    for row, formulas in enumerate(block.formulas):
        for column, formula in enumerate(formulas):
            if formula is None or not _may_spill(block, row, column):
                continue
            rect = engine.spill_rect(index, used.top + row, used.left + column)
            if rect is not None and (rect.rows, rect.columns) != (1, 1) and rect not in found:
                found.append(rect)
    return found


def deny_part_of_array(
    workbook: OpenWorkbook, sheet: SheetId, places: Collection[Position]
) -> None:
    """Refuse to write some cells of an array formula of fixed size but not all.

    Raises:
        ExcelApiError: InvalidOperation.
    """
    for block in workbook.engine.arrays.fixed(workbook.sheet_index(sheet)):
        inside = sum(
            block.top <= row <= block.bottom and block.left <= column <= block.right
            for row, column in places
        )
        if 0 < inside < block.rows * block.columns:
            raise ExcelApiError("InvalidOperation", "You can't change part of an array.", 400)


def _may_spill(block: Block, row: int, column: int) -> bool:
    return any(
        down < len(block.values)
        and right < len(block.values[down])
        and block.formulas[down][right] is None
        and block.values[down][right] is not None
        for down, right in ((row + 1, column), (row, column + 1))
    )


def spilled_positions(workbook: OpenWorkbook, sheet: SheetId, rect: Rect) -> set[Position]:
    """Cells of a rectangle that only show what a formula elsewhere spills into them."""
    positions: set[Position] = set()
    for spill in spills(workbook, sheet):
        shared = intersection(spill, rect)
        if shared is None:
            continue
        positions |= {
            (row, column)
            for row in range(shared.top, shared.bottom + 1)
            for column in range(shared.left, shared.right + 1)
        }
        positions.discard((spill.top, spill.left))
    return positions
