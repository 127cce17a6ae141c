"""CSV, TSV and plain text."""

import csv
import io
from itertools import islice

from tieout.tools.documents.blocks import Block, Document, Unreadable
from tieout.tools.documents.sheets import row_text

MOST_ROWS = 200_000
_LONGEST_FIELD = 1_000_000
_SAMPLE_LINES = 20
_SEPARATORS = {",": "comma", ";": "semicolon", "\t": "tab", "|": "bar"}


def read_csv(content: bytes) -> Document:
    """Rows with addresses as if the file were a sheet: `A2: North | B2: 1200`.

    Raises:
        Unreadable: It is no text, or a field of it never ends.
    """
    text, encoding = decoded(content)
    separator = _separator(text)
    csv.field_size_limit(_LONGEST_FIELD)
    try:
        rows = list(
            islice(csv.reader(io.StringIO(text, newline=""), delimiter=separator), MOST_ROWS + 1)
        )
    except csv.Error as error:
        raise Unreadable("is no readable CSV: one of its quotes is never closed.") from error
    cut = (
        f", only the first {MOST_ROWS:,} were read" if len(rows) > MOST_ROWS else f": {len(rows):,}"
    )
    blocks = [
        Block(str(number), row_text(row, number)) for number, row in enumerate(rows[:MOST_ROWS], 1)
    ]
    about = f"Text with {_SEPARATORS[separator]} between fields ({encoding}), rows{cut}"
    return Document(about, tuple(block for block in blocks if block.text))


def read_text(content: bytes) -> Document:
    """Lines.

    Raises:
        Unreadable: It is no text.
    """
    text, encoding = decoded(content)
    lines = text.splitlines()
    blocks = [Block(f"line {number}", line) for number, line in enumerate(lines, 1) if line.strip()]
    return Document(f"Plain text ({encoding}), {len(lines):,} lines", tuple(blocks))


def decoded(content: bytes) -> tuple[str, str]:
    """Text and the encoding it was read in; what is no UTF is taken for Windows-1252.

    Raises:
        Unreadable: It holds bytes that no text has.
    """
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", "replace"), "UTF-16"
    if b"\0" in content[:100_000]:
        raise Unreadable("is no text file.")
    try:
        return content.decode("utf-8-sig"), "UTF-8"
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace"), "taken for Windows-1252"


def _separator(text: str) -> str:
    """The character that splits most of the first lines into the same number of fields."""
    lines = [line for line in text.splitlines()[: 2 * _SAMPLE_LINES] if line.strip()][
        :_SAMPLE_LINES
    ]

    def evenness(separator: str) -> tuple[int, int]:
        counts = [line.count(separator) for line in lines]
        usual = max(set(counts), key=counts.count) if counts else 0
        return (counts.count(usual) if usual else 0, usual)

    return max(_SEPARATORS, key=evenness)
