"""Defined names, and the rule for what may be one."""

import re

from embedded_excel.calc.cells import MAX_COLUMNS, MAX_ROWS, DefinedName
from embedded_excel.calc.engine import EngineRefused
from embedded_excel.calc.formulon.book import Book
from embedded_excel.calc.formulon.dialect import MARK, from_dialect, is_dialect
from embedded_excel.calc.formulon.formulas import (
    FormulaContext,
    function_names,
    parse_rect,
    to_engine,
)
from embedded_excel.calc.formulon.relative_names import anchored, relative

_NAME = re.compile(r"[^\W\d]|[\\_]", re.UNICODE)
_REST = re.compile(r"[\w.\\?]*", re.UNICODE)
_LIKE_CELL = re.compile(r"[A-Za-z]{1,3}[1-9][0-9]{0,6}")
_LIKE_R1C1 = re.compile(r"[RrCc]|[Rr][0-9]*[Cc][0-9]*|[Rr][0-9]+|[Cc][0-9]+")
_MOST_LETTERS = 255


def check_name(name: str) -> None:
    """Excel's rule for names of ranges and tables.

    Raises:
        EngineRefused: The name isn't one.
    """
    shape = bool(_NAME.match(name)) and _REST.fullmatch(name, 1) is not None
    if not shape or len(name) > _MOST_LETTERS or _LIKE_R1C1.fullmatch(name) or _is_cell(name):
        raise EngineRefused(
            f'"{name}" can\'t be a name: it must start with a letter or underscore, have no spaces '
            "or other marks, and not look like a cell reference."
        )


def _is_cell(name: str) -> bool:
    if _LIKE_CELL.fullmatch(name) is None:
        return False
    rect = parse_rect(name)
    return rect.top < MAX_ROWS and rect.left < MAX_COLUMNS


def names(book: Book) -> list[DefinedName]:
    """All names; `formula` has the leading `=`. The same list until something changes."""
    return book.remember_shape(("defined names",), lambda: _read(book))


def _read(book: Book) -> list[DefinedName]:
    return [
        DefinedName(
            name=from_dialect(found.name),
            formula="=" + relative(from_dialect(found.formula.removeprefix("="))),
            sheet=None if found.local_sheet_id < 0 else found.local_sheet_id,
            hidden=found.hidden,
            comment=found.comment,
        )
        for found in book.wheel.iter_defined_names()
    ]


def set_name(book: Book, name: DefinedName) -> None:
    """Add a name or replace the one of its scope."""
    if not name.name.startswith("_xlnm."):
        check_name(name.name)
    if not name.formula.removeprefix("="):
        raise EngineRefused(f'The name "{name.name}" needs a formula.')
    scope = -1 if name.sheet is None else name.sheet
    formula = "=" + name.formula.removeprefix("=")
    hiding = name.name.upper()
    if hiding in function_names() and hiding not in book.hiding:
        book.hiding.add(hiding)
        book.changed()
    context = FormulaContext.of(book, max(scope, 0))
    known_as = _known_as(book, name.name)
    written = to_engine(formula, context, 0, 0)
    if not name.name.startswith("_xlnm."):
        written = anchored(written)
    moved = "OFFSET(" in written
    book.dialect = book.dialect or moved or is_dialect(known_as) or is_dialect(written)
    book.wheel.set_defined_name_scoped(known_as, written.removeprefix("="), scope)
    book.wheel.set_defined_name_attrs(known_as, scope, comment=name.comment, hidden=name.hidden)
    book.changed()


def remove_name(book: Book, name: str, sheet: int | None) -> None:
    """Delete a name.

    Raises:
        EngineRefused: The scope has no such name.
    """
    known = {(found.name.lower(), found.sheet) for found in names(book)}
    if (name.lower(), sheet) not in known:
        raise EngineRefused(f'There is no name "{name}" in this scope.')
    scope = -1 if sheet is None else sheet
    book.wheel.set_defined_name_scoped(_known_as(book, name), "", scope)
    book.changed()


def _known_as(book: Book, name: str) -> str:
    """A name as the engine has it."""
    return name + MARK if name.upper() in book.hiding else name
