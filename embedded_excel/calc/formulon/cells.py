"""Cells in bulk: values, formulas, displayed text, and where anything is."""

import math
import struct
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from embedded_excel.calc.cells import (
    MAX_COLUMNS,
    MAX_ROWS,
    Block,
    CellError,
    CellInput,
    CellValue,
    Formula,
    Rect,
)
from embedded_excel.calc.engine import EngineRefused
from embedded_excel.calc.formulon.book import Book
from embedded_excel.calc.formulon.dialect import is_dialect
from embedded_excel.calc.formulon.formulas import FormulaContext, to_engine, to_excel
from embedded_excel.calc.formulon.library import encode
from embedded_excel.calc.formulon.loops import CELL_BYTES

ERROR_CODES = (
    "#NULL!",
    "#DIV/0!",
    "#VALUE!",
    "#REF!",
    "#NAME?",
    "#NUM!",
    "#N/A",
    "#GETTING_DATA",
    "#SPILL!",
    "#CALC!",
    "#FIELD!",
    "#BLOCKED!",
    "#CONNECT!",
    "#EXTERNAL!",
    "#BUSY!",
    "#PYTHON!",
    "#UNKNOWN!",
)
_ERROR_VALUES = tuple(CellError(code) for code in ERROR_CODES)
_ERROR_ORDINALS = {code: ordinal for ordinal, code in enumerate(ERROR_CODES)}
_NAME_ERROR = CellError("#NAME?")
_SPILL_ERROR = CellError("#SPILL!")
_PROBE_NAME = "_formula_to_check"
_CALC_ERROR = CellError("#CALC!")
_VALUE_ERROR = CellError("#VALUE!")

MOST_KEPT = 250_000
"""Cells of a block that is kept for the next reader."""
MOST_TEXT = 32_767
MOST_FORMULA = 8_192
_NO_MORE = (1 << 64) - 1

_NUMBER, _BOOL, _TEXT, _ERROR, _LAMBDA = 1, 2, 3, 4, 7
_RECORD = struct.Struct("<III4xi4xd")
"""Row, column, formula pointer, kind and number of a cell, as `walk` has them laid out."""

Occupied: TypeAlias = tuple[int, int, int, CellValue]


def _decode(book: Book, kind: int, number: float, payload: bytes) -> CellValue:
    if kind == _NUMBER:
        return number
    if kind == _TEXT:
        return book.library.read_cstr(int.from_bytes(payload[:4], "little"))
    if kind == _BOOL:
        return payload[0] != 0
    if kind == _ERROR:
        return _ERROR_VALUES[int.from_bytes(payload[:4], "little")]
    if kind == _LAMBDA:
        return _CALC_ERROR
    return None if kind == 0 else _VALUE_ERROR


def read_value(book: Book, pointer: int) -> CellValue:
    """The value record at a pointer."""
    raw = book.library.read_bytes(pointer, 16)
    return _decode(book, raw[0], struct.unpack_from("<d", raw, 8)[0], raw[8:])


def walk(book: Book, sheet: int, rect: Rect) -> Iterator[Occupied]:
    """Cells with a value or formula, row by row: row, column, formula pointer, value.

    The caller takes a formula's text at once and calls nothing else of the engine meanwhile.
    """
    for raw in _pages(book, sheet, rect):
        for index, (row, column, formula, kind, number) in enumerate(_RECORD.iter_unpack(raw)):
            if kind == _NUMBER:
                yield row, column, formula, number
            else:
                start = index * CELL_BYTES + 24
                yield row, column, formula, _decode(book, kind, number, raw[start : start + 8])


def _pages(book: Book, sheet: int, rect: Rect) -> Iterator[bytes]:
    """Records of cells with a value or formula, page by page."""
    library = book.library
    out = library.out
    loop = book.export("loop_cells")
    box = (rect.top, rect.left, rect.bottom, rect.right)
    cursor = room = buffer = 0
    try:
        while cursor != _NO_MORE:
            page = open_page(book, sheet, box, cursor)
            try:
                book.export("fm_cell_range_count")(page, out)
                count = library.read_u32(out)
                if count > room:
                    library.free(buffer)
                    buffer, room = 0, count
                    buffer = library.alloc(count * CELL_BYTES)
                loop(page, count, buffer)
                yield library.read_bytes(buffer, count * CELL_BYTES)
                book.export("fm_cell_range_next_cursor")(page, out)
                cursor = int.from_bytes(library.read_bytes(out, 8), "little")
            finally:
                book.export("fm_cell_range_destroy")(page)
    finally:
        library.free(buffer)


def open_page(
    book: Book, sheet: int, box: tuple[int, int, int, int], cursor: int, limit: int = 0
) -> int:
    """A page of the used cells in a box (top, left, bottom, right); the caller destroys it."""
    out = book.library.out
    status = book.export("fm_sheet_cells_in_range")(book.handle, sheet, *box, cursor, limit, out)
    book.check(status, "The cells can't be read")
    return book.library.read_u32(out)


def read(book: Book, sheet: int, rect: Rect) -> Block:
    """Values and formulas of a rectangle; asked again, the same block until the workbook changes.

    A client that loads values and formulas of a range asks twice in a row.
    """
    if rect.rows * rect.columns > MOST_KEPT:
        return _read(book, sheet, rect)
    return book.remember_last((sheet, rect), lambda: _read(book, sheet, rect))


def known_block(book: Book, sheet: int, rect: Rect) -> Block | None:
    """The block of `read` while nothing else was read or changed since."""
    found = book.last_kept((sheet, rect))
    return found if isinstance(found, Block) else None


def _read(book: Book, sheet: int, rect: Rect) -> Block:
    columns = rect.columns
    values: list[list[CellValue]] = [[None] * columns for _ in range(rect.rows)]
    formulas: list[list[str | None]] = [[None] * columns for _ in range(rect.rows)]
    read_cstr = book.library.read_cstr
    formula_cells: list[tuple[int, int]] = []
    top, left = rect.top, rect.left
    # The same as `walk`, without a generator's step for each of a million cells.
    for raw in _pages(book, sheet, rect):
        for index, (row, column, formula, kind, number) in enumerate(_RECORD.iter_unpack(raw)):
            value: CellValue = number
            if kind != _NUMBER:
                start = index * CELL_BYTES + 24
                value = _decode(book, kind, number, raw[start : start + 8])
            values[row - top][column - left] = value
            if formula:
                formulas[row - top][column - left] = read_cstr(formula)
                formula_cells.append((row, column))
    if formula_cells:
        _show_formulas(book, sheet, rect, formulas, formula_cells)
    return Block(tuple(map(tuple, values)), tuple(map(tuple, formulas)))


def _show_formulas(
    book: Book,
    sheet: int,
    rect: Rect,
    formulas: list[list[str | None]],
    cells: list[tuple[int, int]],
) -> None:
    """Give formulas the form Excel shows."""
    context: FormulaContext | None = None
    for row, column in cells:
        text = formulas[row - rect.top][column - rect.left]
        if text is not None and ("[" in text or is_dialect(text)):
            context = context or FormulaContext.of(book, sheet)
            formulas[row - rect.top][column - rect.left] = to_excel(text, context, row, column)


def occupied(book: Book, sheet: int, rect: Rect) -> list[tuple[int, int]]:
    """Positions of cells with a value or formula, row by row."""
    return [(row, column) for row, column, _, _ in walk(book, sheet, rect)]


# -- writing -----------------------------------------------------------------------------------
def write(book: Book, sheet: int, cells: Iterable[tuple[int, int, CellInput]]) -> None:
    """Store many cells.

    Raises:
        EngineRefused: Something can't be stored; the message names its position in `cells`.
    """
    writer = _Writer(book, sheet)
    for index, (row, column, content) in enumerate(cells):
        try:
            writer.store(row, column, content)
        except EngineRefused as refusal:
            raise EngineRefused(f"Cell {index} of the cells to write: {refusal}") from None


def write_raw(
    book: Book,
    sheet: int,
    values: Iterable[tuple[int, int, CellValue]],
    formulas: Iterable[tuple[int, int, str]],
) -> None:
    """Store cells read from the engine, formulas already in its form."""
    writer = _Writer(book, sheet)
    for row, column, value in values:
        writer.store(row, column, value)
    for row, column, formula in formulas:
        writer.store_formula(row, column, formula)


class _Writer:
    def __init__(self, book: Book, sheet: int) -> None:
        self._book = book
        self._sheet = sheet
        self._at = (book.handle, sheet)
        self._scratch = book.library.scratch
        self._context: FormulaContext | None = None

    def store(self, row: int, column: int, content: CellInput) -> None:
        if not (0 <= row < MAX_ROWS and 0 <= column < MAX_COLUMNS):
            raise EngineRefused("the cell lies outside the sheet.")
        status = self._call(row, column, content)
        if status != 0:
            self._book.check(status, "it can't be stored")

    def _call(self, row: int, column: int, content: CellInput) -> int:
        export = self._book.export
        match content:
            case None:
                return export("fm_workbook_set_blank")(*self._at, row, column)
            case bool():
                return export("fm_workbook_set_bool")(*self._at, row, column, int(content))
            case float() | int():
                if not math.isfinite(content):
                    raise EngineRefused("a number must be finite.")
                return export("fm_workbook_set_number")(*self._at, row, column, content)
            case str():
                self._put(content, MOST_TEXT)
                return export("fm_workbook_set_text")(*self._at, row, column, self._scratch)
            case CellError(code):
                ordinal = _ERROR_ORDINALS.get(code)
                if ordinal is None:
                    raise EngineRefused(f"{code} isn't an error value of Excel.")
                return export("fm_workbook_set_error")(*self._at, row, column, ordinal)
            case Formula(text):
                return self._call_formula(row, column, self._engine_form(text, row, column))

    def _call_formula(self, row: int, column: int, text: str) -> int:
        self._put(text, MOST_FORMULA)
        return self._book.export("fm_workbook_set_formula")(*self._at, row, column, self._scratch)

    def store_formula(self, row: int, column: int, text: str) -> None:
        status = self._call_formula(row, column, text)
        if status != 0:
            self._book.check(status, "it can't be stored")

    def _engine_form(self, text: str, row: int, column: int) -> str:
        if self._context is None:
            self._context = FormulaContext.of(self._book, self._sheet)
        written = to_engine(text, self._context, row, column)
        self._book.dialect = self._book.dialect or is_dialect(written)
        return written

    def _put(self, text: str, most: int) -> None:
        if len(text) > most:
            raise EngineRefused(f"{len(text):,} characters are more than the {most:,} Excel takes.")
        self._book.library.write_bytes(self._scratch, encode(text))


# -- calculation -------------------------------------------------------------------------------
def evaluate(book: Book, sheet: int, formula: str) -> CellValue:
    """Value of a formula as if it stood in A1; an array gives its first value."""
    find = _evaluated
    value = find(book, sheet, formula)
    if book.wheel.sheet_count() > 1:
        # Evaluation takes formula cells of other sheets for empty; a stored formula doesn't.
        find = _stored_value
        value = find(book, sheet, formula)
    if value == _SPILL_ERROR:
        return find(book, sheet, f"=INDEX({formula.removeprefix('=')},1,1)")
    return value


def _stored_value(book: Book, sheet: int, formula: str) -> CellValue:
    """Value of a formula in the sheet's last cell, which is left empty again."""
    row, column = MAX_ROWS - 1, MAX_COLUMNS - 1
    write(book, sheet, [(row, column, Formula(formula))])
    try:
        book.cells_changed()
        book.wheel.partial_recalc(sheet, row, row, column, column)
        return read(book, sheet, Rect(row, column, row, column)).values[0][0]
    finally:
        write(book, sheet, [(row, column, None)])


def _evaluated(book: Book, sheet: int, formula: str) -> CellValue:
    text = to_engine(formula, FormulaContext.of(book, sheet), 0, 0)
    out = book.library.out
    with book.library.text(text) as pointer:
        status = book.export("fm_workbook_evaluate_formula_array")(
            book.handle, sheet, 0, 0, pointer, out, out + 4
        )
    book.check(status, "The formula can't be evaluated")
    book.check(
        book.export("fm_workbook_evaluate_formula_array_cell")(book.handle, 0, out),
        "The formula can't be evaluated",
    )
    value = read_value(book, out)
    if value == _NAME_ERROR:
        _refuse_unparsable(book, text)
    return value


def _refuse_unparsable(book: Book, text: str) -> None:
    """Evaluation answers #NAME? to what doesn't parse; storing it as a name tells them apart."""
    book.wheel.set_defined_name(_PROBE_NAME, text)
    book.wheel.set_defined_name(_PROBE_NAME, "")


def mark_all_dirty(book: Book) -> None:
    """Make the next recalculation take every formula: a changed setting does that here."""
    now = book.wheel.get_iterative()
    book.wheel.set_iterative(now.enabled, now.max_iterations + 1, now.max_change)
    book.wheel.set_iterative(now.enabled, now.max_iterations, now.max_change)
