"""Header cells of tables: always text, never empty, never twice the same."""

from collections.abc import Iterable, MutableMapping
from dataclasses import replace

from embedded_excel.calc.cells import CellError, CellInput, CellValue, Formula, Table
from embedded_excel.model.areas import Position, intersection
from embedded_excel.model.typed_input import TypedInput
from embedded_excel.model.workbook import Area, OpenWorkbook

MAX_HEADER = 255


def header_text(value: CellInput | CellValue, column: int) -> str:
    """The text a header cell gets for a value; an empty one becomes `Column1` and so on."""
    match value:
        case None | "":
            return f"Column{column + 1}"
        case bool():
            return str(value).upper()
        case CellError(code):
            return code
        case Formula(text):
            return text
        case str():
            return value[:MAX_HEADER]
        case float() | int():
            return f"{value:.15g}"


def unique(wanted: str, taken: Iterable[str]) -> str:
    """The name, with a number appended as Excel does when another column has it."""
    used = {name.casefold() for name in taken}
    name, number = wanted, 2
    while name.casefold() in used:
        name = f"{wanted}{number}"
        number += 1
    return name


def header_names(values: Iterable[CellInput | CellValue]) -> list[str]:
    """Unique header texts for the cells of a new header row, in order."""
    names: list[str] = []
    for column, value in enumerate(values):
        names.append(unique(header_text(value, column), names))
    return names


def renamed_by_header_cells(
    workbook: OpenWorkbook, area: Area, cells: MutableMapping[Position, TypedInput]
) -> list[Table]:
    """Tables whose column names change by a write; the cells are replaced by proper headers."""
    changed: list[Table] = []
    index = workbook.sheet_index(area.sheet)
    for table in workbook.engine.tables():
        if not table.header or table.sheet != index:
            continue
        row = table.rect.top
        shared = intersection(area.rect, replace(table.rect, bottom=row))
        if shared is None:
            continue
        columns = list(table.columns)
        for column in range(shared.left, shared.right + 1):
            given = cells.get((row, column))
            if given is None:
                continue
            place = column - table.rect.left
            others = [item.name for at, item in enumerate(columns) if at != place]
            name = unique(header_text(given.content, place), others)
            cells[row, column] = TypedInput(name)
            columns[place] = replace(columns[place], name=name)
        if tuple(columns) != table.columns:
            changed.append(replace(table, columns=tuple(columns)))
    return changed
