"""Labelled workbooks as they lie on disk, and which of them rules may be tuned on."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from tieout.workbook.address import column_number

Half: TypeAlias = Literal["tuned on", "other half"]
Cell: TypeAlias = tuple[str, int, int]
"""Sheet name (folded, without outer blanks), row, column; a sheet by number is written `#0`."""


@dataclass(frozen=True)
class Labelled:
    """One workbook.

    Attributes:
        corpus: `excelint` or `seeded`.
        faults: Faulty cells with the kind of their label.
        sheets: Sheets that were looked through, by folded name; None when all were.
    """

    corpus: str
    path: Path
    faults: dict[Cell, str]
    sheets: frozenset[str] | None

    @property
    def half(self) -> Half:
        """Rules were tuned on workbooks whose name's SHA-256 is even, and on no others."""
        odd = int(hashlib.sha256(self.path.name.encode()).hexdigest(), 16) % 2
        return "other half" if odd else "tuned on"


def labelled(folder: Path) -> Iterator[Labelled]:
    """Workbooks of `excelint/labels.json` and `seeded/labels.jsonl` in a folder, or of either in it."""
    for place in (folder, folder / "excelint", folder / "seeded"):
        if (place / "labels.json").is_file():
            yield from _excelint(place)
        if (place / "labels.jsonl").is_file():
            yield from _seeded(place)


def folded(sheet: str) -> str:
    """A sheet name as labels are matched by: some of theirs differ in case and outer blanks."""
    return sheet.strip().casefold()


def _excelint(place: Path) -> Iterator[Labelled]:
    labels = json.loads((place / "labels.json").read_text("utf-8"))
    for name, entry in sorted(labels.items()):
        faults = {
            (folded(sheet), row, column): _kind(kind)
            for sheet, marked in entry["sheets"].items()
            for column, row, kind in marked["bugs"]
        }
        sheets = frozenset(folded(sheet) for sheet in entry["sheets"])
        yield Labelled("excelint", place / "workbooks" / name, faults, sheets)


def _kind(kind: object) -> str:
    """Labels of formula faults have kind 0; should others come, they go by their own name."""
    return "formula fault" if kind == 0 else str(kind)


def _seeded(place: Path) -> Iterator[Labelled]:
    for line in (place / "labels.jsonl").read_text("utf-8").splitlines():
        entry = json.loads(line)
        faults: dict[Cell, str] = {}
        for fault in entry["faulty_cells"]:
            sheet, letters, row = fault["cell"].split("!")
            faults[f"#{sheet}", int(row), column_number(letters)] = fault["type"]
        yield Labelled("seeded", place / "workbooks" / entry["file"], faults, None)
