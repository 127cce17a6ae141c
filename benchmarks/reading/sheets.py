"""Sheets of real workbooks with all that a read tells of them: content, looks, rules, links."""

import asyncio
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from embedded_excel.host import EmbeddedExcel
from tieout.execution.looks.snapshots import Snapshots
from tieout.execution.reads.style_reads import read_styles
from tieout.headless.embedded_host import EmbeddedHost
from tieout.workbook.address import Address
from tieout.workbook.cell_styles import RangeStyles
from tieout.workbook.snapshot import RangeSnapshot

MOST_BYTES = 3_000_000
"""A larger workbook is left out: opening it takes longer than reading ten others."""


@dataclass(frozen=True)
class RealSheet:
    """The beginning of a sheet; `filled` counts its cells with content."""

    name: str
    cells: RangeSnapshot
    styles: RangeStyles | None
    filled: int


def workbooks(folder: Path) -> list[Path]:
    """Workbooks below a folder, those of one source spread over the list."""
    found = sorted(
        path
        for path in folder.rglob("*.xls[xm]")
        if path.stat().st_size <= MOST_BYTES and not path.name.startswith("~")
    )
    # A step that shares no factor with the count visits every file once, far apart.
    step = next((number for number in (37, 41, 43) if len(found) % number), 1)
    return [found[place * step % len(found)] for place in range(len(found))]


def real_sheets(folder: Path, most: int, cells: int, per_workbook: int = 3) -> Iterator[RealSheet]:
    """Up to `most` sheets, each cut after whole rows to at most `cells` cells.

    Sheets with the same texts are versions of one sheet (with other numbers, with faults put in)
    and count once.
    """
    count = 0
    seen: set[tuple[str, ...]] = set()
    for path in workbooks(folder):
        try:
            sheets = asyncio.run(_sheets(path, cells, per_workbook))
        except Exception as cause:
            print(f"left out: {path.name}: {type(cause).__name__}", file=sys.stderr)
            continue
        for sheet in sheets:
            texts = _texts(sheet.cells)
            if texts in seen:
                continue
            seen.add(texts)
            yield sheet
            count += 1
            if count >= most:
                return


async def _sheets(path: Path, most: int, per_workbook: int) -> list[RealSheet]:
    host = EmbeddedHost(EmbeddedExcel.open(path))
    found: list[RealSheet] = []
    try:
        snapshot = await Snapshots(host).take()
        for sheet in snapshot.sheets:
            if sheet.cells is None or len(found) >= per_workbook:
                continue
            whole = sheet.cells.address
            rows = max(1, min(whole.rows, most // whole.columns))
            bottom = whole.top + rows - 1
            area = Address(whole.sheet, whole.top, whole.left, bottom, whole.right)
            cells = sheet.cells.part(area)
            filled = sum(1 for _ in cells.filled())
            if filled and area.size <= most:
                styles = await read_styles(host, area, cells)
                found.append(RealSheet(f"{path.stem} {sheet.name}", cells, styles, filled))
    finally:
        await host.close()
    return found


def _texts(cells: RangeSnapshot) -> tuple[str, ...]:
    values = (value for row in cells.values for value in row)
    return tuple(value for value in values if isinstance(value, str))
