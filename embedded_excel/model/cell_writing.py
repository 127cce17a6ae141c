"""Storing what callers set: shapes, typed input, guards, formats that come with it, events."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Literal, TypeAlias

from pydantic import JsonValue

from embedded_excel.calc.cells import (
    Block,
    CellInput,
    CellStyle,
    CellValue,
    Formula,
    Rect,
)
from embedded_excel.calc.engine import EngineRefused
from embedded_excel.errors import invalid_argument, standard_error
from embedded_excel.model.a1 import rect_text
from embedded_excel.model.areas import (
    Position,
    clipped,
    deny_if_locked,
    intersection,
    is_unbounded,
)
from embedded_excel.model.events import (
    formulas_changed,
    range_edited,
    wants_changes,
    wants_formulas,
)
from embedded_excel.model.r1c1 import from_r1c1
from embedded_excel.model.spills import deny_part_of_array, spilled_positions
from embedded_excel.model.structured import rename_columns
from embedded_excel.model.table_headers import renamed_by_header_cells
from embedded_excel.model.typed_input import MAX_FORMULA, MAX_TEXT, TypedInput, Typing, typed
from embedded_excel.model.workbook import Area, OpenWorkbook

Notation: TypeAlias = Literal["A1", "R1C1"]

WRONG_SHAPE = (
    "The number of rows or columns in the input array doesn't match the size or dimensions of the "
    "range."
)
_INVALID = "The argument is invalid or missing or has an incorrect format."
_MAX_LITERAL = 255
MAX_CELLS_WRITTEN = 2_000_000
"""Fewer than Excel takes: five million cells are more than the engine's 4 GB of memory hold."""


def matrix(value: JsonValue, rows: int, columns: int) -> list[list[JsonValue]]:
    """What was assigned, as rows; a single value goes to every cell of a range whose size the
    caller has checked: a whole sheet has 17 billion.

    Raises:
        ExcelApiError: InvalidArgument when the shape isn't that of the range.
    """
    if value is None or isinstance(value, dict):
        raise invalid_argument()
    if not isinstance(value, list):
        return [[value] * columns for _ in range(rows)]
    if len(value) != rows:
        raise invalid_argument(WRONG_SHAPE)
    lines: list[list[JsonValue]] = []
    for line in value:
        if not isinstance(line, list) or len(line) != columns:
            raise invalid_argument(WRONG_SHAPE)
        lines.append(line)
    return lines


def check_writable(workbook: OpenWorkbook, area: Area) -> None:
    """Refuse whole rows and columns, ranges that are too large, and locked cells.

    Raises:
        ExcelApiError: InvalidArgument, RangeExceedsLimit, AccessDenied.
    """
    if is_unbounded(area.rect):
        raise invalid_argument(
            f"{_INVALID} Cells of entire rows or columns can't be set; use a bounded range."
        )
    if area.rect.rows * area.rect.columns > MAX_CELLS_WRITTEN:
        raise standard_error("RangeExceedsLimit")
    deny_too_many(workbook, area.rect)
    deny_if_locked(workbook, area)


def deny_too_many(workbook: OpenWorkbook, rect: Rect) -> None:
    """Refuse more cells than this Excel takes at once, where it has such a limit.

    Raises:
        ExcelApiError: RangeExceedsLimit.
    """
    most = workbook.behaviours.range_cells
    if most is not None and rect.rows * rect.columns > most:
        raise standard_error("RangeExceedsLimit")


def restyle_runs(workbook: OpenWorkbook, area: Area, formats: Mapping[Position, str]) -> None:
    """Set number formats cell by cell, joining equal neighbours of a column into one call."""
    engine, sheet = workbook.engine, workbook.sheet_index(area.sheet)
    by_column = sorted((column, row, code) for (row, column), code in formats.items())
    start = 0
    while start < len(by_column):
        column, row, code = by_column[start]
        end = start + 1
        while end < len(by_column) and by_column[end] == (column, row + end - start, code):
            end += 1
        rect = Rect(row, column, row + end - start - 1, column)
        engine.restyle(sheet, rect, partial(with_number_format, code))
        start = end


def with_number_format(code: str, style: CellStyle) -> CellStyle:
    """A style with another number format."""
    return replace(style, number_format=code)


def write_json(
    workbook: OpenWorkbook, area: Area, value: JsonValue, notation: Notation = "A1"
) -> None:
    """What the setters of `values`, `formulas` and `formulasR1C1` do.

    A null cell stays as it is, "" clears, a text is read as if it were typed.

    Raises:
        ExcelApiError: InvalidArgument, RangeExceedsLimit, AccessDenied.
    """
    rect = area.rect
    check_writable(workbook, area)
    lines = matrix(value, rect.rows, rect.columns)
    codes = _number_formats(workbook, area) if _has_text(lines) else None
    date1904 = workbook.engine.date1904()
    today = workbook.today()
    plain = Typing("General", date1904, today)
    cells: dict[Position, TypedInput] = {}
    for row, line in enumerate(lines):
        for column, item in enumerate(line):
            if item is None:
                continue
            place = (rect.top + row, rect.left + column)
            if isinstance(item, str) and notation == "R1C1" and item.startswith("="):
                item = from_r1c1(item, *place)  # noqa: PLW2901 - the same cell, other notation
            typing = plain if codes is None else Typing(codes[row][column], date1904, today)
            cells[place] = _parsed(item, typing)
    formats = {
        (row, column): given.number_format
        for (row, column), given in cells.items()
        if given.number_format
        and (codes is None or codes[row - rect.top][column - rect.left] == "General")
    }
    store(workbook, area, cells, formats)


def _has_text(lines: Iterable[Sequence[JsonValue]]) -> bool:
    return any(isinstance(item, str) and item for line in lines for item in line)


def _number_formats(workbook: OpenWorkbook, area: Area) -> list[list[str]]:
    engine = workbook.engine
    known: dict[int, str] = {}
    lines: list[list[str]] = []
    for ids in engine.style_ids(workbook.sheet_index(area.sheet), area.rect):
        for style in ids:
            if style not in known:
                known[style] = engine.style(style).number_format
        lines.append([known[style] for style in ids])
    return lines


def _parsed(item: JsonValue, typing: Typing) -> TypedInput:
    if isinstance(item, bool):
        return TypedInput(item)
    if isinstance(item, (int, float)):
        return TypedInput(float(item))
    if not isinstance(item, str):
        raise invalid_argument()
    given = typed(item, typing)
    if isinstance(given.content, Formula):
        if len(item) > MAX_FORMULA:
            raise invalid_argument(f"{_INVALID} A formula can have at most 8,192 characters.")
        if _has_long_literal(item):
            raise invalid_argument(f"{_INVALID} Text in a formula is limited to 255 characters.")
    elif isinstance(given.content, str) and len(given.content) > MAX_TEXT:
        raise invalid_argument(f"{_INVALID} A cell can hold at most 32,767 characters.")
    return given


def _has_long_literal(formula: str) -> bool:
    if len(formula) <= _MAX_LITERAL or '"' not in formula:
        return False
    # A doubled quote splits into two pieces; joining them again is not needed for a bound.
    return any(len(piece) > _MAX_LITERAL for piece in formula.split('"')[1::2])


def store(
    workbook: OpenWorkbook,
    area: Area,
    cells: Mapping[Position, TypedInput],
    formats: Mapping[Position, str] | None = None,
) -> None:
    """Store parsed cells with all that Excel does around it; all of them, or none.

    Raises:
        ExcelApiError: InvalidArgument when a formula doesn't parse, InvalidOperation for a part of an
            array.
    """
    engine, sheet = workbook.engine, workbook.sheet_index(area.sheet)
    kept = _without_covered(cells, engine.merges(sheet), area.rect)
    deny_part_of_array(workbook, area.sheet, kept)
    headers = renamed_by_header_cells(workbook, area, kept)
    single = area.rect.rows == area.rect.columns == 1 and wants_changes(workbook, area.sheet)
    before: CellValue = None
    if single:
        before = workbook.value_at(area.sheet, area.rect.top, area.rect.left)
    contents = [(row, column, given.content) for (row, column), given in kept.items()]
    watched = wants_formulas(workbook, area.sheet)
    previous = engine.read(sheet, area.rect) if watched or _may_be_refused(kept) else None
    try:
        engine.write(sheet, contents)
    except EngineRefused:
        _write_carefully(workbook, area, kept, previous)
    for table in headers:
        rename_columns(workbook, table)
    if formats:
        restyle_runs(workbook, area, {place: formats[place] for place in formats if place in kept})
    workbook.recalculate_if_automatic(area)
    range_edited(workbook, area, before=before)
    if watched and previous is not None:
        formulas_changed(workbook, area.sheet, _other_formulas(workbook, area, previous))


def _other_formulas(workbook: OpenWorkbook, area: Area, before: Block) -> list[tuple[Rect, str]]:
    """Cells whose formula isn't what it was, with the one before ("" for none)."""
    rect = area.rect
    after = workbook.engine.read(workbook.sheet_index(area.sheet), rect)
    return [
        (Rect(row, column, row, column), old or "")
        for row, lines in enumerate(zip(before.formulas, after.formulas, strict=True), rect.top)
        for column, (old, new) in enumerate(zip(*lines, strict=True), rect.left)
        if old != new
    ]


def _without_covered(
    cells: Mapping[Position, TypedInput], merges: Sequence[Rect], rect: Rect
) -> dict[Position, TypedInput]:
    """Cells hidden under a merged area keep nothing: only its first cell can be written."""
    kept = dict(cells)
    for merge in merges:
        shared = intersection(merge, rect)
        if shared is None:
            continue
        for row in range(shared.top, shared.bottom + 1):
            for column in range(shared.left, shared.right + 1):
                if (row, column) != (merge.top, merge.left):
                    kept.pop((row, column), None)
    return kept


def _may_be_refused(cells: Mapping[Position, TypedInput]) -> bool:
    return any(isinstance(given.content, Formula) for given in cells.values())


def _write_carefully(
    workbook: OpenWorkbook,
    area: Area,
    cells: Mapping[Position, TypedInput],
    previous: Block | None,
) -> None:
    """After a refusal: put everything back, then store cell by cell, so that a text that began
    with a sign but is no formula can stay a text.
    """
    engine, sheet = workbook.engine, workbook.sheet_index(area.sheet)
    restored = [] if previous is None else _entered(workbook, area, previous)
    for (row, column), given in cells.items():
        try:
            engine.write(sheet, [(row, column, given.content)])
        except EngineRefused:
            if given.as_text is not None:
                engine.write(sheet, [(row, column, given.as_text)])
                continue
            engine.write(sheet, [cell for cell in restored if (cell[0], cell[1]) in cells])
            # The engine forgot what these formulas gave; to the user nothing was edited.
            changed = workbook.changed
            workbook.recalculate_if_automatic(area)
            workbook.changed = changed
            address = rect_text(Rect(row, column, row, column))
            raise invalid_argument(f"{_INVALID} The formula for {address} isn't valid.") from None


def _entered(workbook: OpenWorkbook, area: Area, block: Block) -> list[tuple[int, int, CellInput]]:
    """What had been entered in the cells of an area, blank ones included."""
    spilled = spilled_positions(workbook, area.sheet, area.rect)
    cells: list[tuple[int, int, CellInput]] = []
    for row, formulas in enumerate(block.formulas):
        for column, formula in enumerate(formulas):
            place = (area.rect.top + row, area.rect.left + column)
            value = None if place in spilled else block.values[row][column]
            cells.append((*place, value if formula is None else Formula(formula)))
    return cells


def contents_of(workbook: OpenWorkbook, area: Area) -> dict[Position, CellInput]:
    """What was entered in the used cells of an area: formulas and constants, not spilled values."""
    engine, sheet = workbook.engine, workbook.sheet_index(area.sheet)
    part = clipped(workbook, area, values_only=True)
    if part is None:
        return {}
    block = engine.read(sheet, part)
    found: dict[Position, CellInput] = {}
    spills = spilled_positions(workbook, area.sheet, part)
    for row, column in engine.occupied(sheet, part):
        formula = block.formulas[row - part.top][column - part.left]
        if formula is not None:
            found[row, column] = Formula(formula)
        elif (row, column) not in spills:
            value = block.values[row - part.top][column - part.left]
            if value is not None:
                found[row, column] = value
    return found
