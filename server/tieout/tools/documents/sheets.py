"""Excel workbooks that are attached, not open: one block a row, values only."""

import datetime
import io
from collections.abc import Iterable, Iterator

from python_calamine import CalamineError, CalamineSheet, CalamineWorkbook, SheetVisibleEnum

from tieout.tools.documents.archive import checked_archive
from tieout.tools.documents.blocks import Block, Document, Unreadable
from tieout.workbook.address import column_letters, quote_sheet

MOST_CELLS = 1_000_000
CellValue = int | float | str | bool | datetime.time | datetime.date | datetime.timedelta


def read_workbook(content: bytes) -> Document:
    """The filled cells of every sheet, hidden ones named as such.

    Raises:
        Unreadable: Encrypted, damaged, no workbook, or too large.
    """
    with checked_archive(content, "Excel workbook (.xlsx)") as archive:
        if (
            "xl/workbook.xml" not in archive.namelist()
            and "xl/workbook.bin" not in archive.namelist()
        ):
            raise Unreadable("is no Excel workbook.")
    try:
        return _read(content)
    except (CalamineError, ValueError, OSError) as error:
        raise Unreadable("is damaged, or no Excel workbook.") from error


def _read(content: bytes) -> Document:
    workbook = CalamineWorkbook.from_filelike(io.BytesIO(content))
    blocks: list[Block] = []
    names: list[str] = []
    for meta in workbook.sheets_metadata:
        if not str(meta.typ).endswith("WorkSheet"):
            continue
        hidden = "" if meta.visible == SheetVisibleEnum.Visible else " (hidden)"
        names.append(quote_sheet(meta.name) + hidden)
        blocks.extend(_rows(workbook.get_sheet_by_name(meta.name)))
    about = f"Excel workbook, values without formulas; sheets: {', '.join(names)}"
    return Document(about, tuple(blocks))


def _rows(sheet: CalamineSheet) -> Iterator[Block]:
    if sheet.start is None or sheet.end is None:
        return
    (top, left), (bottom, right) = sheet.start, sheet.end
    if (bottom - top + 1) * (right - left + 1) > MOST_CELLS:
        raise Unreadable(
            f"has more than {MOST_CELLS:,} cells on the sheet {sheet.name}; attach the part that matters."
        )
    rows: Iterable[list[CellValue]] = sheet.to_python(skip_empty_area=True)
    for number, row in enumerate(rows, start=top + 1):
        if text := row_text(row, number, left + 1):
            yield Block(f"{quote_sheet(sheet.name)}!{number}", text)


def row_text(row: Iterable[CellValue], number: int, first_column: int = 1) -> str:
    """Filled cells with their addresses: `A2: North | B2: 1200`."""
    filled = ((column, cell_text(value)) for column, value in enumerate(row, start=first_column))
    return " | ".join(
        f"{column_letters(column)}{number}: {text}" for column, text in filled if text
    )


def cell_text(value: CellValue) -> str:
    """A value in one line; numbers with the 15 digits that Excel keeps."""
    match value:
        case bool():
            return "TRUE" if value else "FALSE"
        case float() | int():
            return f"{value:.15g}"
        case datetime.datetime():
            return value.isoformat(" ").removesuffix(" 00:00:00")
        case datetime.date() | datetime.time():
            return value.isoformat()
        case datetime.timedelta():
            return str(value)
        case str():
            return " ⏎ ".join(line.strip() for line in value.splitlines() if line.strip())
