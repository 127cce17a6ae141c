"""What the embedded Excel costs, beside its bare engine, openpyxl and LibreOffice.

Each piece of work is done by each of them in a fresh process, on the same file, one after the
other; a round is repeated and medians are given. Seconds are those the processes computed, so that
what else the machine does weighs little; those of the clock stand in `clock`. The ratio to the
engine is the median of the rounds' own ratios.
"""

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypedDict

ROOT = Path(__file__).resolve().parent.parent
BESIDE = ROOT / "benchmarks" / "beside"
sys.path[:0] = [str(BESIDE)]
import workbooks  # noqa: E402

BENCH = "embedded"
SUBJECTS = ("host", "engine", "seam", "openpyxl", "libreoffice")
_TIMEOUT = 900


@dataclass(frozen=True)
class Work:
    """One piece of work: the metric, its name in the scripts, rounds (short, long), what it is."""

    metric: str
    name: str
    rounds: tuple[int, int]
    what: str
    engine_share: float = 1.0
    """Which part of the work the bare engine does; its time is scaled up."""


WORKS = (
    Work(
        "write_2000_cells",
        "write",
        (3, 5),
        "2,000 single-cell writes and the recalculation; host: one batch of Office.js, JSON text in, "
        "JSON text out",
    ),
    Work(
        "read_100k_cells",
        "read",
        (3, 5),
        "values of 10,000 × 10 numbers; host: JSON text out; engine: 20,000 of them, scaled",
        engine_share=0.2,
    ),
    Work(
        "show_100k_cells",
        "texts",
        (3, 5),
        "displayed texts of the same cells; engine: 2,000 of them, scaled",
        engine_share=0.02,
    ),
    Work(
        "edit_100k_dependents",
        "edit",
        (3, 5),
        "write A1, recalculate 100,000 formulas that read it, read the last",
    ),
    Work(
        "load_1m_cells",
        "load",
        (1, 3),
        "open a file of 800,000 numbers, 100,000 texts, 100,000 formulas",
    ),
    Work("save_1m_cells", "save", (1, 3), "write that workbook to a file"),
)


class Row(TypedDict, total=False):
    bench: str
    metric: str
    value: float
    unit: str
    n: int
    baseline: float | None
    ratio: float
    others: dict[str, float | None]
    clock: dict[str, float | None]
    note: str


class Answer(TypedDict):
    seconds: float
    cpu: float
    peak_mb: float
    found: object


def measure(long: bool) -> Iterator[Row]:
    """Rows of time and of memory for each piece of work; `long` repeats more often."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        print("writing the workbooks", file=sys.stderr)
        workbooks.make(folder)
        for work in WORKS:
            print(f"{work.metric}: {work.what}", file=sys.stderr)
            rounds = [_round(work, folder) for _ in range(work.rounds[long])]
            yield _time_row(work, rounds)
            yield _memory_row(work, rounds)


Round = dict[str, Answer]
Times = dict[str, list[float]]


def _round(work: Work, folder: Path) -> Round:
    """The work done once by everybody who can; who can't isn't in it."""
    found: Round = {}
    for subject in SUBJECTS:
        answer = _ask(subject, work.name, folder)
        if answer is not None:
            found[subject] = answer
    results = {json.dumps(answer["found"]) for answer in found.values() if answer["found"] != None}  # noqa: E711
    if len({_plain(result) for result in results}) > 1:
        raise RuntimeError(f"{work.metric}: not everybody found the same: {found}")
    return found


def _plain(result: str) -> str:
    """A number and its text are the same result."""
    text = result.strip('"')
    return text.removesuffix(".0")


def _ask(subject: str, name: str, folder: Path) -> Answer | None:
    python = sys.executable
    if subject == "libreoffice":
        system = _python_with_uno()
        if system is None:
            return None
        python = system
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    }
    done = subprocess.run(
        [python, str(BESIDE / f"by_{subject}.py"), name, str(folder)],
        stdout=subprocess.PIPE,
        text=True,
        timeout=_TIMEOUT,
        check=True,
        env=None if subject == "libreoffice" else environment,
    )
    return json.loads(done.stdout.splitlines()[-1])


def _python_with_uno() -> str | None:
    """A Python that can talk to LibreOffice, where there is one."""
    return (
        "/usr/bin/python3"
        if shutil.which("soffice") and Path("/usr/bin/python3").exists()
        else None
    )


def _time_row(work: Work, rounds: list[Round]) -> Row:
    cpu, clock = _times(work, rounds, "cpu"), _times(work, rounds, "seconds")
    ratios = [host / engine for host, engine in zip(cpu["host"], cpu["engine"], strict=True)]
    return Row(
        bench=BENCH,
        metric=work.metric,
        value=round(statistics.median(cpu["host"]), 4),
        unit="s",
        n=len(rounds),
        baseline=_median(cpu["engine"], 4),
        ratio=round(statistics.median(ratios), 3),
        others={subject: _median(cpu[subject], 4) for subject in SUBJECTS[2:]},
        clock={subject: _median(clock[subject], 4) for subject in SUBJECTS},
        note=f"{work.what}; seconds computed, in all threads",
    )


def _times(work: Work, rounds: list[Round], kind: Literal["cpu", "seconds"]) -> Times:
    times = {
        subject: [answers[subject][kind] for answers in rounds if subject in answers]
        for subject in SUBJECTS
    }
    times["engine"] = [value / work.engine_share for value in times["engine"]]
    return times


def _memory_row(work: Work, rounds: list[Round]) -> Row:
    peaks = {
        subject: [answers[subject]["peak_mb"] for answers in rounds if subject in answers]
        for subject in SUBJECTS
    }
    return Row(
        bench=BENCH,
        metric=f"{work.metric}_memory",
        value=round(statistics.median(peaks["host"]), 0),
        unit="MB",
        n=len(rounds),
        baseline=_median(peaks["engine"], 0),
        others={subject: _median(peaks[subject], 0) for subject in SUBJECTS[2:]},
        note="most resident memory of the process that did it, the file's opening included",
    )


def _median(values: list[float], digits: int) -> float | None:
    return round(statistics.median(values), digits) if values else None
