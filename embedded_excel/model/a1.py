"""A1 text at the edges of the embedded Excel: parsing what callers pass, writing what Excel shows."""

import re

from embedded_excel.calc.cells import MAX_COLUMNS, MAX_ROWS, Rect

_CELL = re.compile(r"\$?([A-Za-z]{1,3})\$?([0-9]{1,7})")
_COLUMN = re.compile(r"\$?([A-Za-z]{1,3})")
_ROW = re.compile(r"\$?([0-9]{1,7})")
_PLAIN_SHEET = re.compile(r"[^\W\d][\w.]*")
_LIKE_A_REFERENCE = re.compile(r"[A-Za-z]{1,3}[0-9]+|[Rr]([0-9]*)([Cc][0-9]*)?|[Cc][0-9]*")


def column_letters(column: int) -> str:
    """Letters of a 0-based column: 0 is `A`, 16383 is `XFD`."""
    letters = ""
    column += 1
    while column:
        column, digit = divmod(column - 1, 26)
        letters = chr(65 + digit) + letters
    return letters


def column_index(letters: str) -> int:
    """0-based column of its letters; not checked against the sheet's width."""
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - 64
    return number - 1


def rect_text(rect: Rect) -> str:
    """A rectangle as Excel writes it: `A1`, `A1:B2`, `A:C`, `1:3`; a whole sheet is `1:1048576`."""
    if rect.left == 0 and rect.right == MAX_COLUMNS - 1:
        return f"{rect.top + 1}:{rect.bottom + 1}"
    if rect.top == 0 and rect.bottom == MAX_ROWS - 1:
        return f"{column_letters(rect.left)}:{column_letters(rect.right)}"
    first = f"{column_letters(rect.left)}{rect.top + 1}"
    last = f"{column_letters(rect.right)}{rect.bottom + 1}"
    return first if first == last else f"{first}:{last}"


def absolute_rect_text(rect: Rect) -> str:
    """The same with dollar signs, as in the formula of a defined name: `$A$1:$B$2`."""
    return re.sub(r"([A-Z]+)|([0-9]+)", r"$\g<0>", rect_text(rect))


def sheet_prefix(name: str) -> str:
    """A sheet name as it stands before `!`, quoted where Excel quotes it."""
    if _PLAIN_SHEET.fullmatch(name) and not _LIKE_A_REFERENCE.fullmatch(name):
        return name
    return "'" + name.replace("'", "''") + "'"


def split_sheet(reference: str) -> tuple[str | None, str]:
    """Cut `Sheet1!A1` or `'My ''sheet'''!A1` into the sheet's name (None without one) and the rest."""
    sheet, mark, rest = reference.rpartition("!")
    if not mark:
        return None, reference
    if len(sheet) > 1 and sheet[0] == sheet[-1] == "'":
        return sheet[1:-1].replace("''", "'"), rest
    return sheet, rest


def parse_rect(text: str) -> Rect | None:
    """A reference without a sheet (`B2`, `$A$1:C3`, `A:C`, `2:5`), or None when it isn't one.

    Corners may come in any order; anything outside the sheet isn't a reference.
    """
    first, colon, last = text.strip().partition(":")
    start = _corner(first)
    end = _corner(last) if colon else start
    if start is None or end is None:
        return None
    if (start[0] is None) != (end[0] is None) or (start[1] is None) != (end[1] is None):
        return None
    if not colon and (start[0] is None or start[1] is None):
        return None
    rows = (0, MAX_ROWS - 1) if start[0] is None or end[0] is None else (start[0], end[0])
    columns = (0, MAX_COLUMNS - 1) if start[1] is None or end[1] is None else (start[1], end[1])
    rect = Rect(min(rows), min(columns), max(rows), max(columns))
    inside = rect.top >= 0 and rect.left >= 0 and rect.bottom < MAX_ROWS
    return rect if inside and rect.right < MAX_COLUMNS else None


def _corner(text: str) -> tuple[int | None, int | None] | None:
    text = text.strip()
    if match := _CELL.fullmatch(text):
        return int(match[2]) - 1, column_index(match[1])
    if match := _COLUMN.fullmatch(text):
        return None, column_index(match[1])
    if match := _ROW.fullmatch(text):
        return int(match[1]) - 1, None
    return None
