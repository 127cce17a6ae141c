"""Ranges of real workbooks read back from their texts: values, R1C1 formulas, looks, rules, links."""

import os
import random
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from embedded_excel.errors import WorkbookFileError
from embedded_excel.host import EmbeddedExcel
from tieout.errors import ExcelError
from tieout.execution.looks.snapshots import Snapshots
from tieout.execution.reads.style_reads import read_styles
from tieout.headless.embedded_host import EmbeddedHost
from tieout.workbook.address import Address
from tieout.workbook.cell_styles import AreaNote, RangeStyles
from tieout.workbook.format_image import intersection
from tieout.workbook.range_text import RangeContext, range_text
from tieout.workbook.snapshot import RangeSnapshot

sys.path.insert(0, str(Path(__file__).parents[1] / "unit" / "workbook"))
from range_style_reader import (
    expected_looks,
    expected_notes,
    read_looks,
    read_notes,
    without_weight_of_double,
)
from range_text_reader import expected, read_text

ROOT = Path(__file__).parents[1]
SHARED = Path(os.environ.get("TIEOUT_SHARED_DATA", ROOT.parents[1] / "shared" / "data"))
COMMITTED = sorted((ROOT / "workbooks").glob("*.xlsx"))
WANTED = 1_000
MOST_BYTES = 400_000


def shuffled(chance: random.Random) -> list[Path]:
    """Workbooks that are quickly opened."""
    files = [path for path in sorted(SHARED.rglob("*.xls[xm]")) if path.stat().st_size < MOST_BYTES]
    chance.shuffle(files)
    return files


async def sheets_of(path: Path) -> list[tuple[RangeSnapshot, RangeStyles | None]]:
    """The beginnings of up to four sheets."""
    found: list[tuple[RangeSnapshot, RangeStyles | None]] = []
    host = EmbeddedHost(EmbeddedExcel.open(path))
    try:
        snapshot = await Snapshots(host).take()
        for sheet in snapshot.sheets[:4]:
            if sheet.cells is None:
                continue
            whole = sheet.cells.address
            rows = max(1, min(whole.rows, 1_200 // whole.columns))
            area = replace(whole, bottom=whole.top + rows - 1, right=min(whole.right, 400))
            cells = sheet.cells.part(area)
            found.append((cells, await read_styles(host, area, cells)))
    finally:
        await host.close()
    return found


def part_of(styles: RangeStyles | None, area: Address) -> RangeStyles | None:
    if styles is None:
        return None
    down, across = area.top - styles.address.top, area.left - styles.address.left
    ids = [row[across : across + area.columns] for row in styles.ids[down : down + area.rows]]
    return replace(
        styles,
        address=area,
        looked_at=(area,),
        ids=ids,
        conditional=inside(styles.conditional, area),
        validations=inside(styles.validations, area),
        hyperlinks=inside(styles.hyperlinks, area),
        comments=inside(styles.comments, area),
    )


def inside(notes: tuple[AreaNote, ...], area: Address) -> tuple[AreaNote, ...]:
    cut = (
        AreaNote(tuple(filter(None, (intersection(one, area) for one in note.areas))), note.text)
        for note in notes
    )
    return tuple(note for note in cut if note.areas)


def parts_of(cells: RangeSnapshot, chance: random.Random, count: int) -> list[Address]:
    """The whole rectangle, and some within it."""
    whole = cells.address
    found = [whole]
    while len(found) < count and whole.size > 1:
        top, bottom = sorted(chance.choices(range(whole.top, whole.bottom + 1), k=2))
        left, right = sorted(chance.choices(range(whole.left, whole.right + 1), k=2))
        found.append(Address(whole.sheet, top, left, bottom, right))
    return found


def assert_lossless(cells: RangeSnapshot, styles: RangeStyles | None, layout: str) -> None:
    context = RangeContext(styles=styles)
    found = read_text(range_text(cells, layout=layout, context=context, budget=None))
    assert (found.cells, found.formats) == expected(cells), cells.address
    looks = without_weight_of_double(expected_looks(cells, styles))
    assert read_looks(found) == looks, cells.address
    assert read_notes(found) == expected_notes(styles), cells.address


def assert_says_what_is_missing(cells: RangeSnapshot, styles: RangeStyles | None) -> None:
    """Under a budget: what is shown is right, what isn't is named."""
    context = RangeContext(styles=styles)
    found = read_text(range_text(cells, context=context, budget=400))
    wanted, _ = expected(cells)
    for place, (value, formula) in wanted.items():
        if found.says_left_out(*place):
            continue
        shown, pattern = found.cells[place]
        if isinstance(value, str) and len(value) > 200:
            assert str(shown).startswith(value[:200]), (cells.address, place)
        else:
            assert shown == value, (cells.address, place)
        assert pattern in ("", formula) if found.more or found.has_cut_areas else pattern == formula


@pytest.mark.parametrize("path", COMMITTED, ids=lambda path: path.stem)
async def test_ranges_of_the_committed_workbooks_read_back_without_loss(path: Path) -> None:
    chance = random.Random(path.stem)
    for cells, styles in await sheets_of(path):
        for area in parts_of(cells, chance, 4):
            part, look = cells.part(area), part_of(styles, area)
            assert_lossless(part, look, "rows")
            assert_lossless(part, look, "cells")
            assert_says_what_is_missing(part, look)


@pytest.mark.data
@pytest.mark.slow
@pytest.mark.skipif(not SHARED.exists(), reason="the shared data folder isn't there")
async def test_a_thousand_ranges_of_real_workbooks_read_back_without_loss() -> None:
    chance = random.Random(7)
    read = 0
    for path in shuffled(chance):
        try:
            sheets = await sheets_of(path)
        except (WorkbookFileError, ExcelError):
            continue
        for cells, styles in sheets:
            for area in parts_of(cells, chance, 8):
                part, look = cells.part(area), part_of(styles, area)
                assert_lossless(part, look, ("rows", "cells")[read % 2])
                assert_says_what_is_missing(part, look)
                read += 1
        if read >= WANTED:
            return
    pytest.fail(f"only {read} ranges")
