"""The linter against workbooks in which people marked the faults.

`--labels` names a folder with `excelint/` (labels.json) and `seeded/` (labels.jsonl), or one of them;
without it TIEOUT_BENCH_LABELS, then `../shared/data/lint` beside the checkout.

What is counted, cell by cell:

* Flagged are the cells that rules about faulty formulas name (`Rule.fault`); rules about inputs,
  style and texts look for other things than the labels mark. Every rule's own figures are given too.
* ExceLint's labels mark formula faults with both sides of a disagreement, as the tool of that study
  flags both; so there the cells a finding compares with count as flagged. Sheets that were not
  labelled are left out. Seeded labels mark the changed cell alone, so there only `cells` count.
* `precision` and `recall` are means over workbooks as in that study and its published evaluation:
  precision is 1 where nothing is flagged and 0 where something is although nothing is faulty;
  recall is 1 where nothing is faulty. Recall over faulty workbooks alone and pooled figures stand
  beside them.
* Rules were tuned on the workbooks whose file name has an even SHA-256, never on the others.
* Must-fix findings are right when a label says so, or when the file itself does: Excel's own stored
  value of the cell is an error, or the cell holds the text of a formula.
"""

import asyncio
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "benchmarks")]
from labelled_faults.scores import Score, Scores  # noqa: E402
from labelled_faults.workbooks import Cell, Labelled, folded, labelled  # noqa: E402

from tieout.execution.looks.snapshots import Snapshots  # noqa: E402
from tieout.headless.embedded_host import EmbeddedHost  # noqa: E402
from tieout.headless.task import open_workbook  # noqa: E402
from tieout.settings import Settings  # noqa: E402
from tieout.workbook.address import Address  # noqa: E402
from tieout.workbook.findings import Finding  # noqa: E402
from tieout.workbook.formula_tokens import ERROR_TEXTS  # noqa: E402
from tieout.workbook.lint import lint_workbook  # noqa: E402
from tieout.workbook.lint.catalogue import RULES  # noqa: E402
from tieout.workbook.snapshot import WorkbookSnapshot  # noqa: E402

DATA = Path(os.environ.get("TIEOUT_SHARED_DATA", ROOT.parent / "shared" / "data"))
PUBLISHED = "ExceLint 64.1 % / 62.1 %, CUSTODES 20.3 % / 61.2 % (precision / recall, 70 workbooks)"
POOLED = "ExceLint 29 % / 22 %: 89 cells right, 223 wrong, 397 faulty"
Row = dict[str, object]


@dataclass(frozen=True)
class Linted:
    """A workbook with what was found in it, and how long the rules took."""

    labels: Labelled
    snapshot: WorkbookSnapshot
    findings: tuple[Finding, ...]
    seconds: float

    def flagged(self, codes: frozenset[str]) -> set[Cell]:
        """Cells flagged by some rules, as they are counted."""
        found: set[Cell] = set()
        for finding in self.findings:
            if finding.code in codes:
                dual = finding.compared if self.labels.corpus == "excelint" else ()
                found.update(self.cell(address) for address in (*finding.cells, *dual))
        sheets = self.labels.sheets
        return {cell for cell in found if sheets is None or cell[0] in sheets}

    def cell(self, address: Address) -> Cell:
        """An address as labels write it."""
        if self.labels.corpus == "excelint":
            return folded(address.sheet), address.top, address.left
        names = [sheet.name for sheet in self.snapshot.sheets]
        return f"#{names.index(address.sheet)}", address.top, address.left

    def score(self, codes: frozenset[str]) -> Score:
        """How some rules did."""
        return Score.of(self.flagged(codes), self.labels.faults)


FAULTS = frozenset(rule.code for rule in RULES if rule.fault)


def measure(long: bool, sources: Mapping[str, Path] | None = None) -> Iterator[Row]:
    """Rows of both corpora; `long` changes nothing, everything is measured in a minute."""
    del long
    usual = os.environ.get("TIEOUT_BENCH_LABELS", str(DATA / "lint"))
    folder = (sources or {}).get("labels", Path(usual))
    linted = [_lint(labels) for labels in labelled(folder)]
    if not linted:
        print(f"lint: left out, there are no labels in {folder}", file=sys.stderr)
        return
    excelint = [each for each in linted if each.labels.corpus == "excelint"]
    seeded = [each for each in linted if each.labels.corpus == "seeded"]
    if excelint:
        yield from _excelint(excelint)
    if seeded:
        yield from _seeded(seeded, "" if not excelint else ", seeded")
    yield from _by_rule(excelint, seeded)
    yield _must_fix(linted)
    formulas = sum(_formulas(each.snapshot) for each in linted)
    seconds = sum(each.seconds for each in linted)
    yield row("speed", formulas / seconds, len(linted), "all rules, whole workbooks", "formulas/s")


def row(metric: str, value: float, n: int, note: str, unit: str = "share") -> Row:
    """One figure; `n` is the number of workbooks unless the note says otherwise."""
    shown = round(value, 4) if unit == "share" else round(value)
    return {
        "bench": "lint", "metric": metric, "value": shown, "unit": unit, "n": n, "note": note,
    }  # fmt: skip


def _lint(labels: Labelled) -> Linted:
    snapshot = asyncio.run(_read(labels.path))
    start = time.perf_counter()
    findings = lint_workbook(snapshot).findings
    return Linted(labels, snapshot, findings, time.perf_counter() - start)


async def _read(path: Path) -> WorkbookSnapshot:
    host = EmbeddedHost(open_workbook(path, Settings()))
    try:
        return await Snapshots(host).take()
    finally:
        await host.close()


def _halves(linted: list[Linted]) -> Iterator[tuple[str, list[Linted]]]:
    yield "", linted
    for half in ("tuned on", "other half"):
        part = [each for each in linted if each.labels.half == half]
        if part:
            yield f", {half}", part


def _excelint(linted: list[Linted]) -> Iterator[Row]:
    for name, part in _halves(linted):
        scores = Scores.of(each.score(FAULTS) for each in part)
        pooled, count = scores.pooled, len(part)
        note = "ExceLint's workbooks, mean over workbooks"
        yield row(f"precision{name}", scores.precision, count, note) | {"baseline": PUBLISHED}
        yield row(f"recall{name}", scores.recall, count, note) | {"baseline": PUBLISHED}
        yield row(
            f"recall of faulty workbooks{name}", scores.recall_of_faulty, scores.faulty,
            "the same without workbooks in which nothing is faulty",
        )  # fmt: skip
        cells = f"{pooled.right} cells right, {pooled.wrong} wrong, {pooled.missed} missed"
        yield row(f"pooled precision{name}", pooled.precision, count, cells) | {"baseline": POOLED}
        yield row(f"pooled recall{name}", pooled.recall, count, cells) | {"baseline": POOLED}
    yield from _by_kind(linted, "")


def _seeded(linted: list[Linted], corpus: str) -> Iterator[Row]:
    for name, part in _halves(linted):
        scores = Scores.of(each.score(FAULTS) for each in part)
        pooled, count = scores.pooled, len(part)
        cells = f"{pooled.right} cells right, {pooled.wrong} wrong, {pooled.missed} missed"
        note = f"workbooks with seeded faults, mean over workbooks; {cells}"
        yield row(f"precision{corpus}{name}", scores.precision, count, note)
        yield row(f"recall{corpus}{name}", scores.recall, count, note)
    yield from _by_kind(linted, corpus)


def _by_kind(linted: list[Linted], corpus: str) -> Iterator[Row]:
    """Recall of each kind of label; a wrong cell has no kind, so precision has none either."""
    total, found = Counter[str](), Counter[str]()
    for each in linted:
        flagged = each.flagged(FAULTS)
        for cell, kind in each.labels.faults.items():
            total[kind] += 1
            found[kind] += cell in flagged
    for kind, count in total.most_common():
        note = f"{found[kind]} of {count} labelled cells flagged; n counts cells"
        yield row(f"recall{corpus}, kind {kind}", found[kind] / count, count, note)


def _by_rule(excelint: list[Linted], seeded: list[Linted]) -> Iterator[Row]:
    for rule in RULES:
        for corpus, linted in (("ExceLint", excelint), ("seeded", seeded)):
            codes = frozenset({rule.code})
            pooled = Scores.of(each.score(codes) for each in linted).pooled
            flagged = pooled.right + pooled.wrong
            if flagged:
                counted = "counted above" if rule.fault else "not counted above"
                note = f"{corpus}: {pooled.right} of {flagged} cells are labelled; {counted}"
                yield row(f"rule {rule.code}, {corpus}", pooled.precision, flagged, note)


def _must_fix(linted: list[Linted]) -> Row:
    right = total = 0
    for each in linted:
        for finding in each.findings:
            if finding.severity != "must_fix":
                continue
            for address in finding.cells:
                total += 1
                right += each.cell(address) in each.labels.faults or _file_says(each, address)
    note = (
        f"{right} of {total} cells: labelled, or the file shows it by an error value, the text of a "
        "formula, or a #REF! in the formula; n counts cells"
    )
    return row("must-fix precision", right / total if total else 1.0, total, note)


def _file_says(linted: Linted, address: Address) -> bool:
    """Whether Excel itself left the evidence: what it stored, not what was calculated here."""
    state = linted.snapshot.state(address)
    if "#REF!" in state.formula:
        return True
    stored = _stored(linted.labels.path, address)
    if state.formula:
        return stored in ERROR_TEXTS
    return isinstance(stored, str) and stored.startswith("=")


_open: dict[Path, Any] = {}


def _stored(path: Path, address: Address) -> object:
    import warnings  # noqa: PLC0415

    import openpyxl  # noqa: PLC0415

    if path not in _open:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            _open.clear()
            _open[path] = openpyxl.load_workbook(path, data_only=True)
    return _open[path][address.sheet].cell(address.top, address.left).value


def _formulas(snapshot: WorkbookSnapshot) -> int:
    return sum(
        1
        for sheet in snapshot.sheets
        if sheet.cells is not None
        for line in sheet.cells.formulas
        for formula in line
        if formula
    )
