"""The workbooks and batches all subjects work on, written once a run."""

import json
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / "conformance")]
from office_js import OfficeJs  # noqa: E402
from sizes import (  # noqa: E402
    DEPENDENTS,
    MILLION_COLUMNS,
    MILLION_ROWS,
    READ_COLUMNS,
    READ_ROWS,
    WRITES,
)

from embedded_excel.host import EmbeddedExcel  # noqa: E402
from embedded_excel.xlsx.package import read_package  # noqa: E402

BATCHES: Final = {
    "write": f"""
        const sheet = context.workbook.worksheets.getActiveWorksheet();
        for (let row = 1; row <= {WRITES}; row++) sheet.getRange("A" + row).values = [[row * 1.5]];
        await context.sync();""",
    "read": f"""
        const sheet = context.workbook.worksheets.getActiveWorksheet();
        const range = sheet.getRangeByIndexes(0, 0, {READ_ROWS}, {READ_COLUMNS}).load("values");
        await context.sync();""",
    "texts": f"""
        const sheet = context.workbook.worksheets.getActiveWorksheet();
        const range = sheet.getRangeByIndexes(0, 0, {READ_ROWS}, {READ_COLUMNS}).load("text");
        await context.sync();""",
    "edit": f"""
        const sheet = context.workbook.worksheets.getActiveWorksheet();
        sheet.getRange("A1").values = [[3]];
        const last = sheet.getRange("B{DEPENDENTS}").load("values");
        await context.sync();""",
}
"""What is run in unmodified Office.js to get the batches."""

_TYPES = (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" '
    'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/>'
    '<Override PartName="/xl/workbook.xml" ContentType='
    '"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>'
    '<Override PartName="/xl/worksheets/sheet1.xml" ContentType='
    '"application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>'
)
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_RELATIONS = (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Id="rId1" Type="{kind}" Target="{target}"/></Relationships>'
)
_WORKBOOK = (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
    f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}">'
    '<sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets>'
    '<calcPr calcId="191029"/></workbook>'
)


def make(folder: Path) -> None:
    """Write `read.xlsx`, `edit.xlsx`, `million.xlsx` and a `.json` for each batch."""
    _write(folder / "read.xlsx", _numbers)
    _write(folder / "edit.xlsx", _dependents)
    _write(folder / "million.xlsx", _million)
    office_js = OfficeJs()
    try:
        for name, code in BATCHES.items():
            excel = EmbeddedExcel.new()
            body = office_js.run(excel, code, raw_context=True).exchanges[0].request
            excel.close()
            (folder / f"{name}.json").write_text(json.dumps(body), "utf-8")
    finally:
        office_js.close()


def _numbers() -> Iterator[str]:
    for row in range(1, READ_ROWS + 1):
        cells = (
            f'<c r="{_letter(column)}{row}"><v>{row + column / 8}</v></c>'
            for column in range(READ_COLUMNS)
        )
        yield f'<row r="{row}">{"".join(cells)}</row>'


def _dependents() -> Iterator[str]:
    for row in range(1, DEPENDENTS + 1):
        first = '<c r="A1"><v>1</v></c>' if row == 1 else ""
        yield f'<row r="{row}">{first}<c r="B{row}"><f>$A$1*{row}</f><v>{row}</v></c></row>'


def _million() -> Iterator[str]:
    """Eight columns of numbers, one of texts, one of formulas."""
    last = MILLION_COLUMNS - 1
    for row in range(1, MILLION_ROWS + 1):
        numbers = "".join(
            f'<c r="{_letter(column)}{row}"><v>{row + column / 8}</v></c>'
            for column in range(last - 1)
        )
        text = f'<c r="{_letter(last - 1)}{row}" t="inlineStr"><is><t>Item {row % 500}</t></is></c>'
        total = row + (row + 0.125)
        formula = f'<c r="{_letter(last)}{row}"><f>A{row}+B{row}</f><v>{total}</v></c>'
        yield f'<row r="{row}">{numbers}{text}{formula}</row>'


def _letter(column: int) -> str:
    return "ABCDEFGHIJ"[column]


def _write(path: Path, rows: Callable[[], Iterator[str]]) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as package:
        package.writestr("[Content_Types].xml", _TYPES)
        package.writestr(
            "_rels/.rels",
            _RELATIONS.format(kind=f"{_OFFICE}/officeDocument", target="xl/workbook.xml"),
        )
        package.writestr("xl/workbook.xml", _WORKBOOK)
        package.writestr(
            "xl/_rels/workbook.xml.rels",
            _RELATIONS.format(kind=f"{_OFFICE}/worksheet", target="worksheets/sheet1.xml"),
        )
        with package.open("xl/worksheets/sheet1.xml", "w", force_zip64=True) as part:
            part.write(f'<worksheet xmlns="{_MAIN}"><sheetData>'.encode())
            for row in rows():
                part.write(row.encode())
            part.write(b"</sheetData></worksheet>")
    # With what every file of Excel has, such as styles.
    path.write_bytes(read_package(path.read_bytes()))
