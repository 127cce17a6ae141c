"""What must change together: how much of it a search shows within 8,000 tokens.

A numeric constant of a workbook is changed, the embedded engine recalculates, and the truth is every
other cell whose value changed. That truth is dynamic: it knows nothing of the static graph that one
of the methods walks. Cells that change by themselves (a recalculation without any change) don't count.

The question is what a user would type: the input's row labels and the nearest heading of its column,
as the product shows them beside a read (`headings`), joined by spaces: "Revenue growth 2025". No
sheet name, no address. Inputs without a label and inputs that move nothing are left out; so are
workbooks with over 1,000 INDIRECT or OFFSET formulas, which take seconds for each of 80 attempts.

All methods rank the same places (families of formulas, lines of inputs, runs of texts, names, tables,
charts) and show them in the same one-line cards, best first, until the budget is spent:

* `keyword`: places whose card holds most of the question's words as plain text,
* `text`: full-text search with the product's own words (FTS5's BM25),
* `graph`: the walk over who reads whom, from what the question's words find best,
* `fusion`: walk and words together, what `general.searchWorkbook` does (there the first dozen in full).

`recall_at_8k` is the share of changed cells that stand in a place shown, `precision_at_8k` the share of
cells shown that changed. Truths are often a handful of cells, so precision is low for everybody: the
budget holds some 250 places. A method that finds nothing has precision 0. Means over questions, each
workbook with the same weight. The walk's constants were set on workbooks whose file name has an
even SHA-256; `other half` are those that were never looked at. Tokens are the product's own estimate.

`index_seconds` is what making the index costs, edges included, at the first question of a session.
"""

import asyncio
import hashlib
import os
import statistics
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from embedded_excel.calc.engine import Engine, EngineFailed, EngineRefused
from embedded_excel.host import EmbeddedExcel
from tieout.errors import TieoutError
from tieout.execution.looks.snapshots import SnapshotLimits, Snapshots
from tieout.headless.embedded_host import EmbeddedHost
from tieout.headless.task import open_workbook
from tieout.sessions.text_index import SqliteTextIndex
from tieout.settings import Settings
from tieout.workbook.address import Address
from tieout.workbook.cell_columns import CellColumns, TextPool
from tieout.workbook.headers import headings
from tieout.workbook.index.cards import card, fitting
from tieout.workbook.index.nodes import CELL_KINDS
from tieout.workbook.index.rank import Method, rank
from tieout.workbook.index.texts import TextIndex, entry
from tieout.workbook.index.workbook_index import WorkbookIndex, build_index
from tieout.workbook.sheet_look import SheetLook
from tieout.workbook.snapshot import RangeSnapshot, SheetSnapshot, WorkbookSnapshot
from tieout.workbook.tokens import estimate_tokens

ROOT = Path(__file__).resolve().parent.parent.parent
DATA = Path(os.environ.get("TIEOUT_SHARED_DATA", ROOT.parent / "shared" / "data"))
METHODS: tuple[Method, ...] = ("keyword", "text", "graph", "fusion")
BUDGET = 8_000
_LEAST_FORMULAS = 50
_SHORT = 40
_TRIED, _ASKED = 80, 6
_MOST_CELLS = 400_000
_RECALCULATIONS = 4
_MOST_MOVING = 1_000
Row = dict[str, object]
Grid = list[tuple[tuple[object, ...], ...]]


@dataclass(frozen=True)
class Question:
    """One input: what a user would ask, and which cells change with it (masks by sheet)."""

    input: Address
    text: str
    changed: Mapping[str, np.ndarray]

    @property
    def count(self) -> int:
        return sum(int(mask.sum()) for mask in self.changed.values())


@dataclass
class Asked:
    """A workbook with its questions and what each method did."""

    name: str
    tokens: int
    formulas: int
    seconds: float
    scores: dict[Method, list[tuple[float, float]]] = field(default_factory=dict)

    @property
    def tuned(self) -> bool:
        return hashlib.sha256(self.name.encode()).digest()[-1] % 2 == 0

    def mean(self, method: Method, which: int) -> float:
        return statistics.fmean(score[which] for score in self.scores[method])


def measure_retrieval(long: bool, sources: Mapping[str, Path] | None = None) -> Iterator[Row]:
    """Rows for each method; `long` takes every workbook of the corpus with 50 formulas or more."""
    data = (sources or {}).get("data", DATA)
    asked = [one for path in _workbooks(data, long) if (one := _ask(path)) is not None]
    if not asked:
        print(f"retrieval: left out, there are no workbooks in {data}", file=sys.stderr)
        return
    yield from _rows("", asked)
    yield from _rows(", other half", [one for one in asked if not one.tuned])
    large = [one for one in asked if one.tokens > BUDGET]
    yield from _rows(", workbooks that don't fit", large)
    yield from _index_rows(asked)


def _rows(name: str, asked: Sequence[Asked]) -> Iterator[Row]:
    if not asked:
        return
    questions = sum(len(one.scores["text"]) for one in asked)
    for which, metric in ((0, "recall_at_8k"), (1, "precision_at_8k")):
        for method in METHODS:
            yield {
                "bench": "context",
                "metric": f"{metric}, {method}{name}",
                "value": round(statistics.fmean(one.mean(method, which) for one in asked), 4),
                "unit": "share",
                "n": questions,
                "note": f"{questions} questions about {len(asked)} workbooks",
            }


def _index_rows(asked: Sequence[Asked]) -> Iterator[Row]:
    most = max(asked, key=lambda one: one.formulas)
    yield _index_row(most.name, most.seconds, f"{most.formulas:,} formulas")
    values = _values_only(100_000, 10)
    start = time.process_time()
    index = build_index(values)
    assert len(index.edges.readers) == 0
    yield _index_row("values", time.process_time() - start, "a sheet of 1,000,000 numbers")


def _index_row(name: str, seconds: float, note: str) -> Row:
    return {
        "bench": "context",
        "metric": f"index_seconds, {name}",
        "value": round(seconds, 3),
        "unit": "s",
        "n": 1,
        "note": f"{note}; seconds computed",
    }


def _values_only(rows: int, columns: int) -> WorkbookSnapshot:
    """A sheet of numbers under headings."""
    pool = TextPool()
    shape = (rows, columns)
    kinds, numbers = np.ones(shape, np.uint8), np.arange(rows * columns, dtype=np.float64)
    numbers = numbers.reshape(shape)
    texts = np.array([pool.code(f"{n:.0f}") for n in numbers.ravel()], np.int32).reshape(shape)
    kinds[0] = 2
    numbers[0] = texts[0] = [pool.code(f"Amount {column}") for column in range(columns)]
    plain = np.full(shape, pool.code("General"), np.int32)
    cells = CellColumns(pool, kinds, numbers, np.zeros(shape, np.int32), texts, plain)
    area = Address("Data", 1, 1, rows, columns)
    sheet = SheetSnapshot("Data", "1", used=area, cells=RangeSnapshot(area, columns=cells))
    return WorkbookSnapshot((sheet,))


def _workbooks(data: Path, long: bool) -> Iterator[Path]:
    """The models, then the corpus: in the short form, some of it, evenly."""
    listed = sorted((data / "corpus").glob("*.xls[xm]"))
    chosen = listed if long else listed[:: max(1, len(listed) // (3 * _SHORT))]
    seen: set[bytes] = set()
    for path in (*sorted((data / "workbooks").glob("*.xlsx")), *chosen):
        content = hashlib.sha256(path.read_bytes()).digest()
        if content not in seen:
            seen.add(content)
            yield path


def _ask(path: Path) -> Asked | None:
    """The workbook's questions, put to every method; None when there are none."""
    return asyncio.run(_asked(path))


async def _asked(path: Path) -> Asked | None:
    try:
        host = EmbeddedHost(open_workbook(path, Settings()))
    except TieoutError:
        return None
    try:
        limits = SnapshotLimits(whole=_MOST_CELLS, sheet=_MOST_CELLS)
        snapshot = await Snapshots(host, limits).take()
        if _formulas(snapshot) < _LEAST_FORMULAS or snapshot.used_cells > _MOST_CELLS:
            return None
        if _moving(snapshot) > _MOST_MOVING:
            return None
        questions = await host.with_excel(lambda excel: list(_questions(snapshot, excel)))
    except (TieoutError, EngineRefused, EngineFailed):
        return None
    finally:
        await host.close()
    if not questions:
        return None
    start = time.process_time()
    index = build_index(snapshot)
    assert index.edges is not None
    seconds = time.process_time() - start
    texts = SqliteTextIndex()
    texts.put("", [entry(node) for node in index.nodes])
    return _scored((path.name, seconds), index, texts, questions)


def _formulas(snapshot: WorkbookSnapshot) -> int:
    return sum(
        int(np.count_nonzero(sheet.cells.columns.formulas))
        for sheet in snapshot.sheets
        if sheet.cells is not None and sheet.cells.columns is not None
    )


def _moving(snapshot: WorkbookSnapshot) -> int:
    """Formulas that are calculated anew after every change."""
    return sum(
        "INDIRECT(" in formula or "OFFSET(" in formula
        for sheet in snapshot.sheets
        if sheet.cells is not None and sheet.cells.columns is not None
        for formula in sheet.cells.columns.pool.texts(sheet.cells.columns.formulas.ravel())
    )


def _scored(
    named: tuple[str, float], index: WorkbookIndex, texts: TextIndex, questions: Sequence[Question]
) -> Asked:
    cards = [card(index, node) for node in index.nodes]
    name, seconds = named
    tokens = estimate_tokens("\n".join(cards))
    asked = Asked(name, tokens, _formulas(index.workbook), seconds, {m: [] for m in METHODS})
    for question in questions:
        for method in METHODS:
            ranked = rank(index, question.text, texts, method=method)
            places = [one.place for one in ranked]
            shown = places[: fitting([cards[place] for place in places], "\n".join, BUDGET)]
            asked.scores[method].append(_score(index, shown, question))
    return asked


def _score(index: WorkbookIndex, shown: Sequence[int], question: Question) -> tuple[float, float]:
    """Recall and precision, by cells."""
    seen: dict[str, np.ndarray] = {}
    for place in shown:
        node = index.nodes[place]
        sheet = index.workbook.sheet(node.sheet)
        if node.kind not in CELL_KINDS or node.area is None or sheet is None or not sheet.used:
            continue
        used = sheet.used
        mask = seen.setdefault(sheet.name, np.zeros((used.rows, used.columns), bool))
        area = node.area
        mask[
            area.top - used.top : area.bottom - used.top + 1,
            area.left - used.left : area.right - used.left + 1,
        ] = True
    right = sum(int((mask & question.changed[s]).sum()) for s, mask in seen.items())
    shown_cells = sum(int(mask.sum()) for mask in seen.values())
    return right / question.count, right / shown_cells if shown_cells else 0.0


def _questions(snapshot: WorkbookSnapshot, excel: EmbeddedExcel) -> Iterator[Question]:
    """Some inputs that have a label and move something, evenly over the workbook."""
    engine = excel.workbook.engine
    before = _values(snapshot, engine)
    restless = _differing(snapshot, before, before)
    again = before
    for _ in range(_RECALCULATIONS):
        engine.recalculate(full=True)
        before, again = again, _values(snapshot, engine)
        for name, mask in _differing(snapshot, before, again).items():
            restless[name] |= mask
    found = 0
    for cell in _constants(snapshot):
        text = _question(snapshot, cell)
        if not text:
            continue
        changed = _perturbed(snapshot, engine, cell, again, restless)
        if sum(int(mask.sum()) for mask in changed.values()):
            yield Question(cell, text, changed)
            found += 1
            if found == _ASKED:
                return


def _constants(snapshot: WorkbookSnapshot) -> list[Address]:
    """Numbers that nobody calculates, at most some of them, in an order that strides over all."""
    cells: list[Address] = []
    for sheet in snapshot.sheets:
        columns = None if sheet.cells is None else sheet.cells.columns
        if columns is None or sheet.used is None:
            continue
        numbers = (columns.kinds == 1) & (columns.formulas == 0)
        for down, across in np.argwhere(numbers).tolist():
            cells.append(Address.cell(sheet.name, sheet.used.top + down, sheet.used.left + across))
    order = sorted(cells, key=lambda cell: hashlib.sha256(str(cell).encode()).digest())
    return order[:_TRIED]


def _question(snapshot: WorkbookSnapshot, cell: Address) -> str:
    """What the product shows as the cell's headings: row labels, then the nearest column heading."""
    sheet = snapshot.sheet(cell.sheet)
    assert sheet is not None
    assert sheet.cells is not None
    tables = tuple(t for t in snapshot.tables if t.address.sheet == sheet.name)
    found = headings(SheetLook((sheet.cells,), tables=tables), cell)
    labels = [line.texts[0] for line in found.columns if line.texts[0]]
    heads = [line.texts[0] for line in found.rows if line.texts[0]][-1:]
    return " ".join((*labels, *heads)) if labels else ""


def _perturbed(
    snapshot: WorkbookSnapshot,
    engine: Engine,
    cell: Address,
    before: Grid,
    restless: Mapping[str, np.ndarray],
) -> dict[str, np.ndarray]:
    """Which other cells change when a number rises by a tenth; it is put back."""
    sheet = [one.name for one in snapshot.sheets].index(cell.sheet)
    used = snapshot.sheets[sheet].used
    assert used is not None
    old = before[sheet][cell.top - used.top][cell.left - used.left]
    if not isinstance(old, float):  # recalculated into something else: part of an array
        return {}
    place = cell.top - 1, cell.left - 1
    engine.write(sheet, [(*place, old * 1.1 if old else 1.0)])
    engine.recalculate()
    after = _values(snapshot, engine)
    engine.write(sheet, [(*place, old)])
    engine.recalculate()
    changed = _differing(snapshot, before, after)
    changed[cell.sheet][cell.top - used.top, cell.left - used.left] = False
    return {name: mask & ~restless[name] for name, mask in changed.items()}


def _values(snapshot: WorkbookSnapshot, engine: Engine) -> Grid:
    from embedded_excel.calc.cells import Rect  # noqa: PLC0415

    return [
        ()
        if (used := sheet.used) is None
        else engine.read(
            number, Rect(used.top - 1, used.left - 1, used.bottom - 1, used.right - 1)
        ).values
        for number, sheet in enumerate(snapshot.sheets)
    ]


def _differing(snapshot: WorkbookSnapshot, one: Grid, other: Grid) -> dict[str, np.ndarray]:
    found: dict[str, np.ndarray] = {}
    for sheet, mine, others in zip(snapshot.sheets, one, other, strict=True):
        if sheet.used is None:
            continue
        mask = np.zeros((sheet.used.rows, sheet.used.columns), bool)
        for down, (row, line) in enumerate(zip(mine, others, strict=True)):
            if row != line:
                mask[down] = [a != b for a, b in zip(row, line, strict=True)]
        found[sheet.name] = mask
    return found
