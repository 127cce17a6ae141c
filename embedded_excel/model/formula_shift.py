"""Every formula and name of the workbook after cells moved, and the cells to rewrite for it."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace

from embedded_excel.calc.cells import CellInput, DefinedName, Formula, Rect
from embedded_excel.calc.engine import EngineRefused
from embedded_excel.errors import ExcelApiError, not_implemented
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


@dataclass(slots=True)
class Rewrites:
    """Formulas and names that change because cells moved, not stored yet.

    Attributes:
        own: New texts of formulas in the caller's own cells, at the positions they have now.
        formulas: Other formulas, by sheet: position → text before and after.
        names: Defined names as they will be.
    """

    own: dict[Position, str] = field(default_factory=dict[Position, str])
    formulas: dict[int, dict[Position, tuple[str, str]]] = field(
        default_factory=dict[int, "dict[Position, tuple[str, str]]"]
    )
    names: list[DefinedName] = field(default_factory=list[DefinedName])


def followed(
    workbook: OpenWorkbook,
    sheet: SheetId,
    move: Callable[[Rect], Rect | None],
    moved_cells: Callable[[Position], bool],
) -> Rewrites:
    """What makes references to cells that move follow them: in all formulas and defined names.

    Args:
        workbook: The workbook.
        sheet: The sheet whose cells move.
        move: Where a rectangle of the sheet is afterwards, None when deleted.
        moved_cells: Whether the caller stores this cell of the sheet itself.
    """
    engine = workbook.engine
    name = workbook.sheet_name(sheet)
    rewrites = Rewrites()
    for index, home in enumerate(engine.sheet_names()):
        here = workbook.sheet_ids[index] == sheet
        for place, formula in formulas_of(workbook, index):
            if not here and not _may_mention(formula, name):
                continue
            text = relocated(formula, home, name, move)
            if here and moved_cells(place):
                rewrites.own[place] = text
            elif text != formula:
                rewrites.formulas.setdefault(index, {})[place] = (formula, text)
    for defined in engine.names():
        text = relocated(defined.formula, "", name, move)
        if text != defined.formula:
            rewrites.names.append(replace(defined, formula=text))
    return rewrites


def _is_data_table(formula: str) -> bool:
    return formula.upper().startswith("=TABLE(")


def _may_mention(formula: str, sheet: str) -> bool:
    return "'" in sheet or sheet.casefold() in formula.casefold()


def store_moved(
    workbook: OpenWorkbook,
    sheet: int,
    cells: Mapping[Position, CellInput],
    before: Mapping[Position, CellInput],
    rewrites: Rewrites,
) -> None:
    """Store moved cells and all that follows them, or nothing.

    Args:
        workbook: The workbook.
        sheet: Position of the sheet whose cells moved.
        cells: What its cells hold afterwards, blank ones included.
        before: What those cells held.
        rewrites: What follows.

    Raises:
        ExcelApiError: InvalidOperation when a part of an array would change, NotImplemented when
            cells of a what-if data table would move.
    """
    engine = workbook.engine
    if any(isinstance(held, Formula) and _is_data_table(held.text) for held in before.values()):
        raise not_implemented("moving the cells of a what-if data table")
    batches = [(sheet, [(*place, content) for place, content in cells.items()])]
    undo = {sheet: {place: before.get(place) for place in cells}}
    for index, changed in rewrites.formulas.items():
        batches.append((index, [(*place, Formula(text)) for place, (_, text) in changed.items()]))
        olds = undo.setdefault(index, {})
        olds |= {place: Formula(old) for place, (old, _) in changed.items()}
    try:
        for index, batch in batches:
            engine.write(index, batch)
    except EngineRefused:
        for index, olds in undo.items():
            for place, content in olds.items():
                # What the engine protects wasn't changed either.
                with suppress(EngineRefused):
                    engine.write(index, [(*place, content)])
        workbook.recalculate_if_automatic()
        raise ExcelApiError(
            "InvalidOperation", "You can't change part of an array or data table.", 400
        ) from None
    for defined in rewrites.names:
        engine.set_name(defined)
