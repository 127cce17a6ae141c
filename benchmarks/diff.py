"""How fast a change is found in a large workbook, beside loading both files and comparing them.

Ours is what an execution does: the workbook is known from an earlier look, a batch changes one cell
in a hundred, and the look is brought up to date through the host's own batches and compared. The
baseline reads the workbook before and after with openpyxl (its faster, read-only mode, formulas
only, so it doesn't see what recalculated) and compares cell by cell. Both in this process, one
after the other, in seconds of processor time of all threads (on an idle machine that is the time of
the clock); of each the least of several times.
"""

import asyncio
import tempfile
import time
import tracemalloc
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

from embedded_excel.host import EmbeddedExcel
from tieout.execution.looks.refresh import Touched
from tieout.execution.looks.snapshots import SnapshotLimits, Snapshots
from tieout.headless.embedded_host import EmbeddedHost
from tieout.office_wire.build import BatchBuilder
from tieout.office_wire.response import Results
from tieout.workbook.address import Address
from tieout.workbook.changes import ChangeSet
from tieout.workbook.compare import compare
from tieout.workbook.snapshot import WorkbookSnapshot

BENCH = "diff"
COLUMNS = 100
_BAND = 500
_TURNS = 5
_LOADS = 2
_LIMITS = SnapshotLimits(whole=1_000, sheet=4_000_000, together=10)


class Row(TypedDict, total=False):
    bench: str
    metric: str
    value: float
    unit: str
    n: int
    baseline: float
    note: str


@dataclass(frozen=True, slots=True)
class _Measured:
    """Seconds of each part, and what was found."""

    cells: int
    first_look: float
    first_line: float
    line: float
    scattered: float
    openpyxl: float
    found: int
    found_scattered: int
    found_openpyxl: int
    bytes_per_cell: float


def measure(long: bool) -> Iterator[Row]:
    """Rows for 10,000 and 100,000 cells, and with `long` for a million."""
    sizes = (10_000, 100_000, 1_000_000) if long else (10_000, 100_000)
    done = [asyncio.run(_measured(size)) for size in sizes]
    for one in done:
        yield from _rows(one)
    first, last = done[0], done[-1]
    for name, small, large in (
        ("column", first.line, last.line),
        ("scattered", first.scattered, last.scattered),
    ):
        grown = (large / small) / (last.cells / first.cells)
        note = f"time per cell at {last.cells:,} cells over that at {first.cells:,}; 1 is linear"
        yield Row(
            bench=BENCH, metric=f"growth_{name}", value=round(grown, 3), unit="x", n=2, note=note
        )
    largest = done[-1]
    yield Row(
        bench=BENCH,
        metric="speedup_vs_openpyxl",
        value=round(largest.openpyxl / largest.line, 1),
        unit="x",
        n=largest.cells,
        note=f"1 % changed as a column of {largest.cells // 100:,} cells with as many dependents; "
        f"{largest.found:,} changes found, openpyxl sees {largest.found_openpyxl:,}",
    )
    yield Row(
        bench=BENCH,
        metric="speedup_vs_openpyxl_scattered",
        value=round(largest.openpyxl / largest.scattered, 1),
        unit="x",
        n=largest.cells,
        note=f"1 % changed as single cells everywhere, with their dependents; "
        f"{largest.found_scattered:,} changes found",
    )


def _rows(one: _Measured) -> Iterator[Row]:
    for metric, value, note in (
        ("first_look", one.first_look, "the whole workbook through the host's batches"),
        ("column_first", one.first_line, "the first time: all formulas are taken apart, once"),
        ("column_changed", one.line, "brought up to date and compared"),
        ("scattered_changed", one.scattered, "brought up to date by areas and compared"),
    ):
        yield Row(
            bench=BENCH,
            metric=f"seconds_{metric}",
            value=round(value, 4),
            unit="s",
            n=one.cells,
            baseline=round(one.openpyxl, 4),
            note=note,
        )
    yield Row(
        bench=BENCH,
        metric="bytes_per_cell",
        value=round(one.bytes_per_cell, 1),
        unit="bytes",
        n=one.cells,
        note="of a snapshot, its texts included",
    )


async def _measured(size: int) -> _Measured:
    rows = size // COLUMNS
    host = EmbeddedHost(EmbeddedExcel.new("large.xlsx"))
    try:
        await _fill(host, rows)
        with tempfile.TemporaryDirectory() as folder:
            before, after = Path(folder) / "before.xlsx", Path(folder) / "after.xlsx"
            await host.with_excel(lambda excel: excel.save(before))
            snapshots = Snapshots(host, _LIMITS)
            tracemalloc.start()
            first, known = await _timed(snapshots.take())
            held = tracemalloc.get_traced_memory()[0]
            tracemalloc.stop()
            first, known = await _timed(Snapshots(host, _LIMITS).take())
            snapshots = Snapshots(host, _LIMITS)
            again, known = await _timed(snapshots.take())
            first = min(first, again)
            lines, changes, known = await _column(host, snapshots, known, rows)
            await host.with_excel(lambda excel: excel.save(after))
            scattered, all_over = await _scattered(host, snapshots, known, rows)
            loads = [_by_openpyxl(before, after) for _ in range(_LOADS)]
            seconds, found = min(loads)
        return _Measured(
            size,
            first,
            lines[0],
            min(lines[1:]),
            min(scattered),
            seconds,
            len(changes.cells),
            len(all_over.cells),
            found,
            held / size,
        )
    finally:
        await host.close()


async def _timed(work) -> tuple[float, WorkbookSnapshot]:
    started = time.process_time()
    done = await work
    return time.process_time() - started, done


async def _fill(host: EmbeddedHost, rows: int) -> None:
    """A quarter texts, two thirds numbers, a tenth formulas that read a cell of their row."""
    for top in range(1, rows + 1, _BAND):
        bottom = min(rows, top + _BAND - 1)
        builder = BatchBuilder()
        area = builder.worksheet("Sheet1").range(f"A{top}:CV{bottom}")
        area.set(
            "Formulas",
            [[_cell(row, column) for column in range(COLUMNS)] for row in range(top, bottom + 1)],
        )
        Results(await host.send(builder.build()))


def _cell(row: int, column: int) -> str | float:
    if column >= COLUMNS - 10:
        return f"=C{row}*{column}" if column == COLUMNS - 10 else f"=D{row}+{column}"
    return f"item {(row * 7 + column) % 500}" if column % 4 == 0 else row + column / 8


async def _column(
    host: EmbeddedHost, snapshots: Snapshots, known: WorkbookSnapshot, rows: int
) -> tuple[list[float], ChangeSet, WorkbookSnapshot]:
    times: list[float] = []
    changes = ChangeSet()
    for turn in range(_TURNS + 1):
        builder = BatchBuilder()
        where = Address("Sheet1", 1, 3, rows, 3)
        values = [[row * 1.5 + turn] for row in range(rows)]
        builder.worksheet("Sheet1").range(where.local).set("Values", values)
        Results(await host.send(builder.build()))
        started = time.process_time()
        now = await snapshots.take(
            last=known, grew=False, touched=Touched({"sheet1": (where,)}, {})
        )
        changes = compare(known, now)
        times.append(time.process_time() - started)
        known = now
    return times, changes, known


async def _scattered(
    host: EmbeddedHost, snapshots: Snapshots, known: WorkbookSnapshot, rows: int
) -> tuple[list[float], ChangeSet]:
    places = [divmod(index, COLUMNS - 10) for index in range(0, rows * (COLUMNS - 10), COLUMNS - 9)]
    times: list[float] = []
    changes = ChangeSet()
    for turn in range(_TURNS):
        touched: list[Address] = []
        for start in range(0, len(places), 1_000):
            builder = BatchBuilder()
            for down, across in places[start : start + 1_000]:
                cell = Address.cell("Sheet1", down + 1, across + 1)
                touched.append(cell)
                builder.worksheet("Sheet1").range(cell.local).set("Values", [[-1.0 - turn]])
            Results(await host.send(builder.build()))
        started = time.process_time()
        now = await snapshots.take(
            last=known, grew=False, touched=Touched({"sheet1": tuple(touched)}, {})
        )
        changes = compare(known, now)
        times.append(time.process_time() - started)
        known = now
    return times, changes


def _by_openpyxl(before: Path, after: Path) -> tuple[float, int]:
    import openpyxl  # noqa: PLC0415 - a development package

    started = time.process_time()
    books = [openpyxl.load_workbook(path, read_only=True) for path in (before, after)]
    found = 0
    for name in books[1].sheetnames:
        one, other = (book[name].iter_rows(values_only=True) for book in books)
        for was, now in zip(one, other, strict=True):
            if was != now:
                found += sum(a != b for a, b in zip(was, now, strict=True))
    seconds = time.process_time() - started
    for book in books:
        book.close()
    return seconds, found
