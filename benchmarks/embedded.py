"""How fast the embedded Excel's engine is, against the bare engine's own Python API.

`rows(path)` yields one row for each metric. The baseline runs the same steps through the wheel
alone, in a process of its own, right before: both see the same machine in the same state.
"""

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypedDict

BENCH = "embedded"
ROOT = Path(__file__).resolve().parent.parent
BREWERY = ROOT.parent / "shared" / "data" / "workbooks" / "brewery-model-10y.xlsx"
COMMITTED = ROOT / "tests" / "workbooks" / "self-auditing-model.xlsx"
_STEPS = ("start", "open", "read", "edit and recalculate", "save", "open to save")


class Row(TypedDict, total=False):
    bench: str
    metric: str
    value: float
    unit: str
    n: int
    baseline: float | None
    note: str


def measure(long: bool) -> Iterator[Row]:
    """Rows on the largest workbook there is: the 23,014-formula model, or the committed one."""
    return rows(BREWERY if BREWERY.exists() else COMMITTED, short=not long)


def rows(workbook: Path, *, short: bool = True) -> Iterator[Row]:
    """Measure on a workbook file; `short` reads fewer cells through the slow baseline."""
    few = 2_000 if short else 20_000
    baseline = _baseline(workbook, few)
    ours = _measure_ours(workbook)
    for step in _STEPS:
        note = f"{workbook.name}: {ours['formulas']:,.0f} formulas" if step == "read" else ""
        if step == "start":
            note = "import and the first empty workbook; the compiled module is cached here"
        yield _row(step, ours[step], "s", 1, baseline.get(step), note)
    for metric, count in (("cell read", 100_000), ("cell written", 2_000)):
        note = f"baseline measured on {few:,} cells" if metric == "cell read" else ""
        yield _row(metric, ours[metric], "µs", count, baseline.get(metric), note)


def _row(
    metric: str, value: float, unit: str, n: int, baseline: float | None, note: str = ""
) -> Row:
    row = Row(bench=BENCH, metric=metric, value=round(value, 4), unit=unit, n=n)
    row["baseline"] = None if baseline is None else round(baseline, 4)
    if note:
        row["note"] = note
    return row


def _timed(step: Callable[[], object]) -> float:
    start = time.perf_counter()
    step()
    return time.perf_counter() - start


def _measure_ours(workbook: Path) -> dict[str, float]:
    """The imports are part of what is measured."""
    started = time.perf_counter()
    from embedded_excel.calc.cells import Rect  # noqa: PLC0415
    from embedded_excel.calc.formulon_engine import FormulonEngine  # noqa: PLC0415
    from embedded_excel.xlsx.package import read_workbook_file  # noqa: PLC0415

    FormulonEngine.new().close()
    found = {"start": time.perf_counter() - started}
    begin = time.perf_counter()
    engine = FormulonEngine.load(read_workbook_file(workbook))
    found["open"] = time.perf_counter() - begin
    formulas = 0

    def read() -> None:
        nonlocal formulas
        for sheet in range(len(engine.sheet_names())):
            used = engine.used_rect(sheet, values_only=True)
            if used is not None:
                block = engine.read(sheet, used)
                formulas += sum(text is not None for row in block.formulas for text in row)

    found["read"] = _timed(read)
    found["edit and recalculate"] = _timed(
        lambda: (engine.write(0, [(0, 0, 42.0)]), engine.recalculate())
    )
    found["save"] = _timed(engine.save)
    found["open to save"] = time.perf_counter() - begin
    found["formulas"] = formulas
    engine.close()
    bulk = FormulonEngine.new()
    bulk.write(
        0, [(row, column, row + column / 8) for row in range(10_000) for column in range(10)]
    )
    found["cell read"] = _timed(lambda: bulk.read(0, Rect(0, 0, 9_999, 9))) / 100_000 * 1e6

    def single_writes() -> None:
        for row in range(2_000):
            bulk.write(0, [(row, 20, 1.0)])

    found["cell written"] = _timed(single_writes) / 2_000 * 1e6
    bulk.close()
    return found


# -- the wheel alone, run as a script ------------------------------------------------------------
def _baseline(workbook: Path, few: int) -> dict[str, float]:
    done = subprocess.run(
        [sys.executable, __file__, str(workbook), str(few)],
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    if done.returncode != 0:
        return {}
    return json.loads(done.stdout.splitlines()[-1])


def _measure_wheel(workbook: Path, few: int) -> dict[str, float]:
    """The imports are part of what is measured."""
    started = time.perf_counter()
    import formulon  # noqa: PLC0415
    from formulon import MergeRange  # noqa: PLC0415

    formulon.Workbook.create_default().close()
    found = {"start": time.perf_counter() - started}
    begin = time.perf_counter()
    book = formulon.Workbook.load(workbook.read_bytes())
    found["open"] = time.perf_counter() - begin
    everything = MergeRange(0, 0, 1_048_575, 16_383)

    def read() -> None:
        for sheet in range(book.sheet_count()):
            cursor = None
            while True:
                _, cursor = book.get_cells_in_range(sheet, everything, cursor)
                if cursor is None:
                    break

    found["read"] = _timed(read)
    found["edit and recalculate"] = _timed(lambda: (book.set_number(0, 0, 0, 42.0), book.recalc()))
    found["save"] = _timed(book.save)
    found["open to save"] = time.perf_counter() - begin
    bulk = formulon.Workbook.create_default()
    found["cell written"] = (
        _timed(lambda: [bulk.set_number(0, row, 20, 1.0) for row in range(2_000)]) / 2_000 * 1e6
    )
    found["cell read"] = (
        _timed(lambda: [bulk.get_value(0, row % 2_000, 20) for row in range(few)]) / few * 1e6
    )
    return found


if __name__ == "__main__":
    print(json.dumps(_measure_wheel(Path(sys.argv[1]), int(sys.argv[2]))))
