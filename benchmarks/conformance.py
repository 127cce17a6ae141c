"""How far the embedded Excel is Excel: against values, texts, formulas and samples Excel made.

Sources are given on the command line or by environment variables; a source that isn't there is
left out, and stderr says so. Without either, recalculation, texts and formulas are looked for
in `../shared/data` beside the checkout. Rules and results: docs/benchmarks.md.
"""

import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "benchmarks")]
from against_excel import display_text, r1c1, recalculation, round_trip, samples  # noqa: E402
from against_excel.figures import Tally  # noqa: E402

DATA = Path(os.environ.get("TIEOUT_SHARED_DATA", ROOT.parent / "shared" / "data"))
SOURCES = {
    "r1c1": ("TIEOUT_BENCH_R1C1", DATA / "r1c1.jsonl.gz"),
    "display": ("TIEOUT_BENCH_DISPLAY", DATA / "display.jsonl.gz"),
    "recalc": ("TIEOUT_BENCH_RECALC", DATA / "corpus"),
    "snippets": ("TIEOUT_BENCH_SNIPPETS", None),
}
Row = dict[str, object]


def measure(long: bool, sources: Mapping[str, Path] | None = None) -> Iterator[Row]:
    """Rows of every source there is; without `long` each is sampled, always alike.

    Args:
        long: Everything instead of a sample.
        sources: Paths by `recalc`, `display`, `r1c1`, `snippets`, before those of the environment.
    """
    for name in SOURCES:
        path = _source(name, sources or {})
        if path is None or not path.exists():
            print(f"{name}: left out, there is no {path or 'folder given'}", file=sys.stderr)
            continue
        print(f"{name}: {path}", file=sys.stderr)
        yield from _MEASURES[name](path, not long)


def _source(name: str, given: Mapping[str, Path]) -> Path | None:
    if name in given:
        return given[name]
    variable, usual = SOURCES[name]
    set_to = os.environ.get(variable)
    return Path(set_to) if set_to else usual


def _r1c1(path: Path, short: bool) -> Iterator[Row]:
    yield r1c1.measure(path, short=short).row("r1c1_equal", "formulas whose R1C1 text is Excel's")


def _display(path: Path, short: bool) -> Iterator[Row]:
    yield display_text.measure(path, short=short).row(
        "display_equal", "values shown in a number format as Excel showed them"
    )


def _recalc(path: Path, short: bool) -> Iterator[Row]:
    found = recalculation.measure(path, short=short)
    left_out = ", ".join(f"{cells:,} {why}" for why, cells in found.left_out.items())
    yield found.cells.row(
        "recalc_cells_equal",
        f"cells within a relative {recalculation.RELATIVE:g} of Excel's value, "
        f"calculated from nothing; left out: {left_out or 'none'}",
    )
    yield found.files.row("recalc_files_equal", "workbooks in which every such cell is equal")
    kept = round_trip.measure(path, short=short)
    row = kept.kinds.row(
        "roundtrip_kinds_kept", "kinds of object, workbook by workbook, equal after load and save"
    )
    yield row | {"kinds": {kind: [kept.kept[kind], total] for kind, total in kept.present.items()}}


def _snippets(path: Path, short: bool) -> Iterator[Row]:
    found = samples.measure(path, short=short)
    yield found.row(
        "snippets_handlers_ok", "buttons of the samples that run through, each on a new workbook"
    )
    newer = sum(
        count for why, count in found.reasons.items() if why.startswith(samples.NOT_IN_PACKAGE)
    )
    yield Tally(equal=found.equal, total=found.total - newer).row(
        "snippets_handlers_ok_in_package",
        "the same without buttons that need members the public Office.js package doesn't have",
    )


_MEASURES = {"r1c1": _r1c1, "display": _display, "recalc": _recalc, "snippets": _snippets}
