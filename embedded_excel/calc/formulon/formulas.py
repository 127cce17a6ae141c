"""Formula text between Excel's typed form and the form the engine stores.

Excel stores `Sales[[#This Row],[Qty]]` and shows `[@Qty]` inside the table, `Sales[@Qty]` outside;
it stores `Sales[]` and shows `Sales`.
It also writes function names and references in capitals whatever was typed.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from formulon.workbook import Workbook

from embedded_excel.calc.cells import MAX_COLUMNS, MAX_ROWS, Rect
from embedded_excel.calc.engine import EngineRefused
from embedded_excel.calc.formulon.book import Book
from embedded_excel.calc.formulon.dialect import from_dialect, to_dialect

_THIS_ROW = "[#This Row]"
_NEEDS_BRACKETS = re.compile(r"[\s,:.\[\]#'\"{}$^&*+=\-><()/|@!`~;?\\%]")
_CELL = re.compile(r"\$?([A-Za-z]{1,3})\$?([1-9][0-9]{0,6})")
_COLUMNS = re.compile(r"\$?[A-Za-z]{1,3}:\$?[A-Za-z]{1,3}")
_LAST_NAME = re.compile(r"[\w.\\?]+$")
_WORD = re.compile(r"[\w.$\\?:]+")


@dataclass(frozen=True, slots=True)
class FormulaContext:
    """Tables by which short structured references are read: name and rectangle, of one sheet.

    Attributes:
        hiding: Names of the workbook that are functions' too, in capitals.
        known: Names of the workbook's tables, in small letters.
    """

    tables: tuple[tuple[str, Rect], ...]
    hiding: frozenset[str] = frozenset()
    known: frozenset[str] = frozenset()

    @classmethod
    def of(cls, book: Book, sheet: int) -> "FormulaContext":
        """Tables of a sheet as they are now."""
        return book.remember_shape(
            ("tables", sheet),
            lambda: cls(
                tuple(
                    (table.display_name, parse_rect(table.ref))
                    for table in book.wheel.iter_tables()
                    if table.sheet_index == sheet
                ),
                frozenset(book.hiding),
                frozenset(table.display_name.lower() for table in book.wheel.iter_tables()),
            ),
        )

    def table_at(self, row: int, column: int) -> str | None:
        """Name of the table over a cell."""
        for name, rect in self.tables:
            if rect.top <= row <= rect.bottom and rect.left <= column <= rect.right:
                return name
        return None


def parse_rect(text: str) -> Rect:
    """`B2:D9` or `B2`, absolute or not."""
    corners = [corner.replace("$", "") for corner in text.split(":")]
    top, left = _position(corners[0])
    bottom, right = _position(corners[-1])
    return Rect(top, left, bottom, right)


def _position(text: str) -> tuple[int, int]:
    letters = text.rstrip("0123456789")
    column = 0
    for letter in letters.upper():
        column = column * 26 + ord(letter) - 64
    return int(text[len(letters) :]) - 1, column - 1


def format_rect(rect: Rect) -> str:
    """`B2:D9`, always with both corners."""
    return (
        f"{column_letters(rect.left)}{rect.top + 1}:{column_letters(rect.right)}{rect.bottom + 1}"
    )


def column_letters(column: int) -> str:
    """0 → A."""
    letters = ""
    number = column + 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


# -- splitting ---------------------------------------------------------------------------------
def _pieces(text: str) -> list[tuple[str, str]]:
    """Split into `("text" | "quoted" | "brackets", piece)`; only the first kind may be rewritten.

    Raises:
        EngineRefused: A quote or bracket is left open.
    """
    pieces: list[tuple[str, str]] = []
    start = position = 0
    while position < len(text):
        mark = text[position]
        if mark not in "\"'[":
            position += 1
            continue
        if position > start:
            pieces.append(("text", text[start:position]))
        end = _bracket_end(text, position) if mark == "[" else _quote_end(text, position)
        pieces.append(("brackets" if mark == "[" else "quoted", text[position:end]))
        start = position = end
    if start < len(text):
        pieces.append(("text", text[start:]))
    return pieces


def _quote_end(text: str, start: int) -> int:
    mark = text[start]
    position = start + 1
    while True:
        position = text.find(mark, position)
        if position < 0:
            raise EngineRefused("the formula has a quote that isn't closed.")
        if text[position + 1 : position + 2] != mark:
            return position + 1
        position += 2


def _bracket_end(text: str, start: int) -> int:
    depth = 0
    position = start
    while position < len(text):
        mark = text[position]
        if mark == "'":
            position += 2
            continue
        if mark == "[":
            depth += 1
        elif mark == "]":
            depth -= 1
            if depth == 0:
                return position + 1
        position += 1
    raise EngineRefused("the formula has a bracket that isn't closed.")


# -- in ----------------------------------------------------------------------------------------
def to_engine(text: str, context: FormulaContext, row: int, column: int) -> str:
    """Expand short structured references and write names and references in capitals.

    Raises:
        EngineRefused: A short reference outside any table, or a quote left open.
    """
    if not text.startswith("="):
        raise EngineRefused("a formula starts with `=`.")
    pieces = _pieces(text)
    written: list[str] = []
    for index, (kind, piece) in enumerate(pieces):
        following = pieces[index + 1][1] if index + 1 < len(pieces) else ""
        if kind == "brackets":
            before = written[-1] if written else ""
            written.append(_long_reference(piece, before, following, context, (row, column)))
        elif kind == "text":
            written.append(_capitals(piece, following, context.known))
        else:
            written.append(piece)
    return to_dialect("".join(written), context.hiding)


def _long_reference(
    piece: str, before: str, following: str, context: FormulaContext, cell: tuple[int, int]
) -> str:
    has_table = bool(before) and (before[-1].isalnum() or before[-1] in "_.\\?")
    if not has_table and following[:1] not in ("", "'") and re.match(r"[\w.]*!|[\w.]", following):
        return piece
    inside = piece[1:-1]
    if inside.lstrip().startswith("@"):
        rest = inside.lstrip()[1:].strip()
        if not rest:
            inside = "#This Row"
        elif rest.startswith("["):
            inside = f"{_THIS_ROW},{rest}"
        else:
            inside = f"{_THIS_ROW},[{rest}]"
    if has_table:
        return f"[{inside}]"
    table = context.table_at(*cell)
    if table is None:
        raise EngineRefused(f"{piece} can only be used inside a table.")
    return f"{table}[{inside}]"


@cache
def function_names() -> frozenset[str]:
    """Every function of the engine, in capitals. Asked first while a workbook is at work."""
    return frozenset(Workbook.function_name_at(index) for index in range(Workbook.function_count()))


def _capitals(text: str, following: str, tables: frozenset[str]) -> str:
    def word(match: re.Match[str]) -> str:
        found = match.group()
        after = text[match.end() :].lstrip() or following
        if after.startswith("("):
            return found.upper() if found.upper() in function_names() else found
        if after.startswith(("!", "[")):
            return found
        if found.lower() in tables and text[match.start() - 1 : match.start()] != "!":
            return f"{found}[]"
        if found.upper() in ("TRUE", "FALSE") or _COLUMNS.fullmatch(found):
            return found.upper()
        return ":".join(_reference(part) for part in found.split(":"))

    return _WORD.sub(word, text)


def _reference(part: str) -> str:
    match = _CELL.fullmatch(part)
    if match is None:
        return part
    row, column = _position(match.group(1) + match.group(2))
    return part.upper() if column < MAX_COLUMNS and row < MAX_ROWS else part


# -- out ---------------------------------------------------------------------------------------
def to_excel(text: str, context: FormulaContext, row: int, column: int) -> str:
    """The form Excel shows in the formula bar."""
    text = from_dialect(text)
    if _THIS_ROW not in text and "[]" not in text:
        return text
    here = context.table_at(row, column)
    written: list[str] = []
    for kind, piece in _pieces(text):
        if kind != "brackets" or _THIS_ROW not in piece:
            if piece != "[]":
                written.append(piece)
            continue
        written.append(_short_reference(piece))
        before = written[-2] if len(written) > 1 else ""
        if here is not None and before.lower().endswith(here.lower()):
            head = before[: len(before) - len(here)]
            if not (head and (head[-1].isalnum() or head[-1] in "_.\\")):
                written[-2] = head
    return "".join(written)


def _short_reference(piece: str) -> str:
    inside = piece[1:-1]
    if inside == "#This Row":
        return "[@]"
    rest = inside.removeprefix(_THIS_ROW).lstrip(", ")
    column = rest[1:-1]
    if rest.count("[") == 1 and not _NEEDS_BRACKETS.search(column):
        return f"[@{column}]"
    return f"[@{rest}]" if inside.startswith(_THIS_ROW) else piece


# -- renaming ----------------------------------------------------------------------------------
def replace_table_references(text: str, table: str, change: Callable[[str, str], str]) -> str:
    """Replace `Table[…]`, given as the name and the brackets, by what `change` answers."""
    pieces = _pieces(text)
    written: list[str] = []
    for kind, piece in pieces:
        before = written[-1] if written else ""
        name = _LAST_NAME.search(before)
        if kind == "brackets" and name is not None and name.group().lower() == table.lower():
            written[-1] = before[: name.start()]
            written.append(change(name.group(), piece))
        else:
            written.append(piece)
    return "".join(written)
