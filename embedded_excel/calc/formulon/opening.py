"""Opening a package in the engine and writing it again, with formulas in the engine's dialect between."""

import re

from embedded_excel.calc.cells import MAX_COLUMNS, MAX_ROWS, Rect
from embedded_excel.calc.formulon.book import Book
from embedded_excel.calc.formulon.cells import walk, write_raw
from embedded_excel.calc.formulon.conditional import has_automatic_bars
from embedded_excel.calc.formulon.dialect import without_cut_criteria
from embedded_excel.calc.formulon.dialect_package import translate, translate_back
from embedded_excel.calc.formulon.formulas import FormulaContext, function_names, to_engine
from embedded_excel.calc.formulon.library import Library
from embedded_excel.calc.formulon.pictured_shapes import disguise_package, reveal_package
from embedded_excel.xlsx.mending import mended, relations_to_keep, with_plain_bars
from embedded_excel.xlsx.pivot_parts import pivot_parts
from embedded_excel.xlsx.pivot_slicers import without_pivot_slicers

_UNNAMED = re.compile(r"[-+*/^&(,<>=]\[(?![0-9]+\])")
_ALL = Rect(0, 0, MAX_ROWS - 1, MAX_COLUMNS - 1)


def open_book(library: Library, package: bytes) -> Book:
    """Open a package in a fresh instance; the library must be active."""
    package, slicers = without_pivot_slicers(disguise_package(package))
    translated = translate(package, function_names())
    book = Book.load(library, translated.content)
    book.hiding.update(translated.hiding)
    book.dialect = translated.changed
    book.fixed_arrays = translated.fixed_arrays
    book.pivots_as_loaded = pivot_parts(package)
    book.pivot_slicers = {slicer.name: slicer for slicer in slicers}
    book.kept_relations = relations_to_keep(package)
    if translated.mends:
        _mend(book)
    return book


def save_book(book: Book) -> bytes:
    """The package as Excel has to read it."""
    package = book.wheel.save()
    if book.dialect or _has_broken_names(book):
        package = translate_back(package)
    if has_automatic_bars(book):
        package = with_plain_bars(package)
    return mended(reveal_package(package), book.kept_relations)


def _has_broken_names(book: Book) -> bool:
    """Whether a column of a table has a line break in its name."""
    return any(
        "\n" in column.name for table in book.wheel.iter_tables() for column in table.columns
    )


def _mend(book: Book) -> None:
    read_cstr = book.library.read_cstr
    mended = 0
    for sheet in range(book.wheel.sheet_count()):
        found: list[tuple[int, int, str]] = []
        context = FormulaContext.of(book, sheet)
        for row, column, formula, _ in walk(book, sheet, _ALL):
            text = read_cstr(formula) if formula else ""
            whole = without_cut_criteria(text)
            if _UNNAMED.search(whole) and context.table_at(row, column) is not None:
                whole = to_engine(whole, context, row, column)
            if whole != text:
                found.append((row, column, whole))
        write_raw(book, sheet, (), found)
        mended += len(found)
    if mended:
        book.wheel.recalc()
