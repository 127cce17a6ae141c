"""Reading: tokens and time for what the model reads of a range, beside other ways to write it.

On sheets of real workbooks (`--data DIR`, or `../shared/data` beside the checkout), each cut after
whole rows. JSON and the form with one address for each cell carry the same as ours; every other note
says what a form keeps. Ratios are taken sheet by sheet. Tokenizers and other compressors are used where
they are installed (`ctok`, `bpe-openai`; `sheet-compressor`, `xlcompress`). Results: docs/benchmarks.md.
"""

import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "benchmarks")]
import headers  # noqa: E402
from reading import forms, losses, speed  # noqa: E402
from reading.sheets import RealSheet, real_sheets  # noqa: E402
from reading.tokenizers import Tokenizer, tokenizer  # noqa: E402

DATA = Path(os.environ.get("TIEOUT_SHARED_DATA", ROOT.parent / "shared" / "data"))
LEAST_FILLED = 30
"""Cells with content a sheet must have; of a smaller one the first line is half the text."""
_SIZES = (10_000, 30_000, 100_000, 300_000, 1_000_000)
_KEEPS = {
    "JSON cells": "keeps all that ours keeps",
    "one address for each cell": "keeps all that ours keeps",
    "CSV": "keeps values; no addresses, formulas, displayed texts, looks",
    "markdown grid": "keeps displayed texts and formulas; no values behind them, no looks",
    "sheet-compressor": "its anchor encoding: addresses and displayed texts; no formulas, no looks",
    "xlcompress": "lossy: values by kind, no formulas, no looks",
}
Row = dict[str, object]


def measure(long: bool, sources: Mapping[str, Path] | None = None) -> Iterator[Row]:
    """Rows on real sheets, then on generated ones up to a million cells.

    Args:
        long: More and larger parts of sheets.
        sources: `data`, a folder of workbooks, before the usual one.
    """
    folder = (sources or {}).get("data", DATA)
    if folder.exists():
        yield from _on_sheets(folder, 600 if long else 240, 2_000 if long else 600)
    else:
        print(f"sheets: left out, there is no {folder}", file=sys.stderr)
    yield from _headings(folder)
    yield from _speed(5 if long else 3)


def _on_sheets(folder: Path, most: int, cells: int) -> Iterator[Row]:
    counter = tokenizer()
    sheets: list[RealSheet] = []
    for sheet in real_sheets(folder, most * 4, cells):
        if sheet.filled >= LEAST_FILLED:
            sheets.append(sheet)
        if len(sheets) >= most:
            break
    print(f"sheets: {len(sheets)} below {folder}, tokens by {counter.name}", file=sys.stderr)
    if not sheets:
        return
    made, taken = _ours(sheets)
    ours = [counter.count(text) for text in made]
    note = f"{counter.name}; sheets of {LEAST_FILLED} to {cells:,} cells"
    yield from _per_cell("Tieout rows", sheets, ours, note)
    yield _row("microseconds_per_cell", taken, "µs", sum(one.filled for one in sheets), note)
    equal = sum(losses.is_equal(*pair) for pair in zip(sheets, made, strict=True))
    equal += sum(losses.is_equal(one, losses.whole_text(one, "cells")) for one in sheets)
    yield _row(
        "roundtrip_equal",
        equal / (2 * len(sheets)),
        "share",
        2 * len(sheets),
        "texts of both lossless layouts read back to equal values, R1C1 formulas and looks",
    )
    yield from _beside(sheets, ours, counter, note)


def _ours(sheets: Sequence[RealSheet]) -> tuple[list[str], float]:
    """Texts, and microseconds for a cell with content."""
    start = time.perf_counter()
    made = [losses.whole_text(sheet) for sheet in sheets]
    spent = time.perf_counter() - start
    return made, spent / sum(sheet.filled for sheet in sheets) * 1e6


def _beside(
    sheets: Sequence[RealSheet], ours: Sequence[int], counter: Tokenizer, note: str
) -> Iterator[Row]:
    for name, form in _forms().items():
        theirs = _counted(sheets, form, counter)
        pairs = [(one, other) for one, other in zip(ours, theirs, strict=True) if other]
        if not pairs:
            print(f"{name}: left out, it isn't installed", file=sys.stderr)
            continue
        kept = f"{_KEEPS[name]}; {note}"
        filled = [sheet for sheet, other in zip(sheets, theirs, strict=True) if other]
        yield from _per_cell(name, filled, [other for other in theirs if other], kept)
        ratios = [one / other for one, other in pairs]
        metric = {
            "JSON cells": "tokens_vs_json",
            "one address for each cell": "tokens_vs_cell_form",
        }.get(name, f"tokens_vs_{name.lower().replace(' ', '_').replace('-', '_')}")
        yield _row(metric, median(ratios), "ratio", len(ratios), kept)
        yield _row(f"{metric}_p90", _p90(ratios), "ratio", len(ratios), kept)
        total = sum(one for one, _ in pairs) / sum(other for _, other in pairs)
        yield _row(f"{metric}_total", total, "ratio", len(ratios), f"all sheets as one; {kept}")


def _forms() -> dict[str, Callable[[RealSheet], str]]:
    return {**forms.FORMS, "xlcompress": forms.as_xlcompress}


def _counted(
    sheets: Sequence[RealSheet], form: Callable[[RealSheet], str], counter: Tokenizer
) -> list[int]:
    """Tokens by sheet; 0 where the form can't write it."""
    found: list[int] = []
    for sheet in sheets:
        try:
            found.append(counter.count(form(sheet)))
        except ImportError:
            return [0] * len(sheets)
        except (ValueError, RuntimeError, TypeError, KeyError):
            found.append(0)
    return found


def _per_cell(
    form: str, sheets: Sequence[RealSheet], tokens: Sequence[int], note: str
) -> Iterator[Row]:
    rates = [count / sheet.filled for count, sheet in zip(tokens, sheets, strict=True)]
    name = "" if form == "Tieout rows" else f" ({form})"
    yield _row(f"tokens_per_cell{name}", median(rates), "tokens", len(rates), note)
    yield _row(f"tokens_per_cell_p90{name}", _p90(rates), "tokens", len(rates), note)


def _headings(folder: Path) -> Iterator[Row]:
    """Headings found around labelled ranges, as the benchmark `headers` measures them."""
    for row in headers.rows(folder):
        metric = str(row["metric"])
        if metric.startswith("header_f1"):
            name = "header_f1" if metric == "header_f1, held_out" else metric
            yield {**row, "bench": "read", "metric": name}


def _speed(times: int) -> Iterator[Row]:
    first = 0.0
    for size in _SIZES:
        taken, spent = speed.seconds(speed.revenue(size // speed.COLUMNS), times)
        first = first or spent / size
        name = "seconds_1m_cells" if size == _SIZES[-1] else f"seconds_{size // 1_000}k_cells"
        note = (
            f"{size:,} generated cells, four of ten columns formulas, to a text of 2,500 tokens; "
            f"{spent:.3f} s of processor time, {spent / size / first:.2f} times as much for a cell "
            f"as of {_SIZES[0]:,}; best of {times}"
        )
        yield _row(name, taken, "s", size, note)


def _p90(values: Sequence[float]) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * 0.9))]


def _row(metric: str, value: float, unit: str, n: int, note: str) -> Row:
    row: Row = {"bench": "read", "metric": metric, "value": round(value, 4), "unit": unit}
    return row | {"n": n, "note": note}
