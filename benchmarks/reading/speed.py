"""Seconds from cells to text, for ranges of ten thousand to a million cells."""

import time

from tieout.workbook.address import Address
from tieout.workbook.cell_columns import TextPool, cell_columns
from tieout.workbook.range_text import range_text
from tieout.workbook.snapshot import RangeSnapshot

COLUMNS = 10
_REGIONS = ("North", "South", "East", "West", "Central")


def revenue(rows: int) -> RangeSnapshot:
    """Ten columns: texts, numbers, dates, and four formulas filled down, with a few breaks."""
    values: list[list[object]] = []
    formulas: list[list[object]] = []
    for row in range(1, rows + 1):
        units, price = float(row * 7 % 1_300), 9.99 + row % 5
        typed: list[object] = [
            _REGIONS[row % 5], f"Item {row % 997}", units, price, 45_292.0 + row % 366, "EUR"
        ]  # fmt: skip
        broken = row % 50_000 == 0
        filled: list[object] = [
            12_000.0 if broken else f"=C{row}*D{row}",
            f"=G{row}*0.19",
            f"=G{row}+H{row}",
            f"=IF(I{row}>$C$1,1,0)",
        ]
        total = units * price
        values.append([*typed, total, total * 0.19, total * 1.19, 1.0])
        formulas.append([*typed, *filled])
    texts = [[str(value) for value in row] for row in values]
    formats = [["General"] * 4 + ["d-mmm-yy", "General", *["#,##0.00"] * 4]] * rows
    area = Address("Sales", 1, 1, rows, COLUMNS)
    return RangeSnapshot(area, columns=cell_columns(TextPool(), values, formulas, texts, formats))


def seconds(cells: RangeSnapshot, times: int) -> tuple[float, float]:
    """The least of a few reads under the usual budget: by the clock, and of processor time."""
    taken: list[tuple[float, float]] = []
    for _ in range(times):
        start, spent = time.perf_counter(), time.process_time()
        range_text(cells)
        taken.append((time.perf_counter() - start, time.process_time() - spent))
    return min(taken)
