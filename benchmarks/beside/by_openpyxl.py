"""openpyxl, which reads and writes files and calculates nothing."""

from pathlib import Path

import openpyxl
from measuring import Work, main
from sizes import WRITES


def _write(_: Path) -> Work:
    sheet = openpyxl.Workbook().active

    def work() -> object:
        for row in range(1, WRITES + 1):
            sheet.cell(row, 1).value = row * 1.5
        return True

    return work


def _read(folder: Path) -> Work:
    sheet = openpyxl.load_workbook(folder / "read.xlsx")["Sheet1"]
    return lambda: [list(row) for row in sheet.iter_rows(values_only=True)][-1][-1]


def _load(folder: Path) -> Work:
    return lambda: openpyxl.load_workbook(folder / "million.xlsx").sheetnames[0]


def _save(folder: Path) -> Work:
    book = openpyxl.load_workbook(folder / "million.xlsx")

    def work() -> object:
        book.save(folder / "by_openpyxl.xlsx")
        return "saved"

    return work


main({"write": _write, "read": _read, "load": _load, "save": _save})
