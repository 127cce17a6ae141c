"""Headings found around labelled ranges of real workbooks, by the batches the product sends.

The labels are in `headings/`; its README says how they were made. `header_f1` counts rows of column
headings, `label_f1` columns of row labels, over all ranges of a half: found and right, found and
wrong, missed. `exact` is the share of ranges where both are right.
"""

import asyncio
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

from embedded_excel.errors import WorkbookFileError
from embedded_excel.host import EmbeddedExcel
from tieout.errors import ExcelError
from tieout.execution.looks.snapshots import Snapshots
from tieout.execution.reads.range_reads import read_headings
from tieout.headless.embedded_host import EmbeddedHost
from tieout.workbook.address import Address, column_letters
from tieout.workbook.snapshot import WorkbookSnapshot

ROOT = Path(__file__).resolve().parent.parent
DATA = Path(os.environ.get("TIEOUT_SHARED_DATA", ROOT.parent / "shared" / "data"))
LABELS = ROOT / "benchmarks" / "headings" / "labels.jsonl"
HALVES = ("held_out", "first_held_out", "tune")
_GOAL = "the goal is 0.95"


@dataclass(slots=True)
class _Count:
    right: int = 0
    wrong: int = 0
    missed: int = 0

    def add(self, found: set[object], wanted: set[object]) -> None:
        self.right += len(found & wanted)
        self.wrong += len(found - wanted)
        self.missed += len(wanted - found)

    @property
    def precision(self) -> float:
        return self.right / max(1, self.right + self.wrong)

    @property
    def recall(self) -> float:
        return self.right / max(1, self.right + self.missed)

    @property
    def f1(self) -> float:
        return 2 * self.right / max(1, 2 * self.right + self.wrong + self.missed)


@dataclass(slots=True)
class _Half:
    rows: _Count = field(default_factory=_Count)
    columns: _Count = field(default_factory=_Count)
    ranges: int = 0
    exact: int = 0


def measure(long: bool, sources: Mapping[str, Path] | None = None) -> Iterator[dict[str, object]]:
    """Rows of this benchmark; `long` changes nothing."""
    del long
    yield from rows((sources or {}).get("data", DATA))


def rows(data: Path) -> Iterator[dict[str, object]]:
    """`header_f1` and `label_f1` on each part of the labels whose workbooks lie under `data`."""
    labels = [json.loads(line) for line in LABELS.read_text(encoding="utf-8").splitlines()]
    halves = {half: _Half() for half in HALVES}
    labels.sort(key=lambda label: label["file"])
    for file, of_file in groupby(labels, key=lambda label: label["file"]):
        path = data / file
        if path.exists():
            asyncio.run(_count(path, list(of_file), halves))
    for half, counted in halves.items():
        if not counted.ranges:
            continue
        for metric, count in (("header_f1", counted.rows), ("label_f1", counted.columns)):
            note = f"precision {count.precision:.3f}, recall {count.recall:.3f}; {_GOAL}"
            yield _row(f"{metric}, {half}", count.f1, counted.ranges, note)
        yield _row(f"exact, {half}", counted.exact / counted.ranges, counted.ranges)


async def _count(path: Path, labels: list[dict[str, object]], halves: dict[str, _Half]) -> None:
    try:
        host = EmbeddedHost(EmbeddedExcel.open(path))
    except WorkbookFileError:
        return
    try:
        try:
            known = await Snapshots(host).take()
        except ExcelError:
            known = WorkbookSnapshot(())
        for label in labels:
            area = Address.parse(str(label["range"]))
            area = Address(str(label["sheet"]), area.top, area.left, area.bottom, area.right)
            found = await read_headings(host, area, known)
            rows: set[object] = {line.at.top for line in found.rows}
            columns: set[object] = {column_letters(line.at.left) for line in found.columns}
            wanted_rows, wanted_columns = set(label["header_rows"]), set(label["label_columns"])
            half = halves[str(label["half"])]
            half.rows.add(rows, wanted_rows)
            half.columns.add(columns, wanted_columns)
            half.ranges += 1
            half.exact += rows == wanted_rows and columns == wanted_columns
    finally:
        await host.close()


def _row(metric: str, value: float, count: int, note: str = "") -> dict[str, object]:
    row: dict[str, object] = {
        "bench": "headers",
        "metric": metric,
        "value": round(value, 4),
        "unit": "share",
        "n": count,
    }
    return row | ({"note": note} if note else {})
