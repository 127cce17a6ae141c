"""Every formula and name of the workbook after cells moved, and the cells to rewrite for it."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from embedded_excel.calc.cells import Formula, Rect
from embedded_excel.model.areas import Position
from embedded_excel.model.references import relocated
from embedded_excel.model.workbook import OpenWorkbook, SheetId


def formulas_of(workbook: OpenWorkbook, sheet: int) -> Iterator[tuple[Position, str]]:
    """Formulas of a sheet with their positions."""
    used = workbook.engine.used_rect(sheet, values_only=True)
    if used is None:
        return
    block = workbook.engine.read(sheet, used)
    for row, formulas in enumerate(block.formulas):
        for column, formula in enumerate(formulas):
            if formula is not None:
                yield (used.top + row, used.left + column), formula


def follow(
    workbook: OpenWorkbook,
    sheet: SheetId,
    move: Callable[[Rect], Rect | None],
    moved_cells: Callable[[Position], bool],
) -> dict[Position, str]:
    """Make references to cells that move follow them: in all formulas and defined names.

    Args:
        workbook: The workbook.
        sheet: The sheet whose cells move.
        move: Where a rectangle of the sheet is afterwards, None when deleted.
        moved_cells: Whether the caller stores this cell of the sheet itself.

    Returns:
        New texts of formulas in the caller's own cells, at the positions they have now.
    """
    engine = workbook.engine
    name = workbook.sheet_name(sheet)
    own: dict[Position, str] = {}
    for index, home in enumerate(engine.sheet_names()):
        changed: list[tuple[int, int, Formula]] = []
        for place, formula in formulas_of(workbook, index):
            text = relocated(formula, home, name, move)
            if workbook.sheet_ids[index] == sheet and moved_cells(place):
                own[place] = text
            elif text != formula:
                changed.append((*place, Formula(text)))
        if changed:
            engine.write(index, changed)
    for defined in engine.names():
        text = relocated(defined.formula, "", name, move)
        if text != defined.formula:
            engine.set_name(replace(defined, formula=text))
    return own
