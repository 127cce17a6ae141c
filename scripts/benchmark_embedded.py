"""The section of docs/benchmarks.md about what the embedded Excel costs, from rows of `embedded`."""

from typing import Any

Row = dict[str, Any]

_TITLES = {
    "write_2000_cells": "2,000 single-cell writes in one batch, and the recalculation",
    "read_100k_cells": "read 100,000 values",
    "show_100k_cells": "read 100,000 displayed texts",
    "edit_100k_dependents": "edit one cell with 100,000 dependents, read the last",
    "load_1m_cells": "open a file of 1,000,000 cells, 100,000 of them formulas",
    "save_1m_cells": "save it",
}
_PROSE = """## What the embedded Excel costs

`tieout bench embedded --long`. The same work is done, each time in a fresh process and on the same files, by

* **host**: the embedded Excel as a client has it: a batch of unmodified Office.js as JSON text in, the answer as JSON text out;
* **engine**: the calculation engine alone, through the Python API of its own wheel;
* **seam**: the same engine as the object model calls it, without batches and objects ([0002](decisions/0002-calling-the-engine.md));
* **openpyxl**, which calculates nothing, with its workbook already open for the first two;
* **LibreOffice** 7.4 without a window, driven through UNO from another process; what it computes counts, in all its threads, not what the calls cost the other process.

Medians of n rounds, in seconds computed (not of a clock: other work on the machine weighs less on these); the ratio is the median of each round's host to engine. Starting processes, and opening files for what isn't opening, is left out. The engine's wheel reads 20,000 values
and 2,000 texts, scaled. Memory is the most a process had resident, all of it: interpreter, engine and file. A dash: it can't, or wasn't there.
"""


def section(rows: list[Row]) -> str:
    """Markdown of the section; "" without rows of this benchmark."""
    known = {row["metric"]: row for row in rows if row["bench"] == "embedded"}
    if not known:
        return ""
    lines = [
        _PROSE,
        "| seconds | host | engine | ratio | seam | openpyxl | LibreOffice | n |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    lines += [
        f"| {title} | {_cells(known[metric], 3)} | {known[metric]['n']} |"
        for metric, title in _TITLES.items()
        if metric in known
    ]
    lines += [
        "",
        "| MB at most | host | engine | ratio | seam | openpyxl | LibreOffice |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    lines += [
        f"| {title} | {_cells(known[f'{metric}_memory'], 0)} |"
        for metric, title in _TITLES.items()
        if f"{metric}_memory" in known
    ]
    return "\n".join(lines)


def _cells(row: Row, digits: int) -> str:
    """Host, engine, ratio, and the others in their order."""
    ratio = row.get("ratio")
    if ratio is None:
        ratio = row["value"] / row["baseline"] if row["baseline"] else None
    others = [row["others"].get(name) for name in ("seam", "openpyxl", "libreoffice")]
    shown = [_number(row["value"], digits), _number(row["baseline"], digits), _number(ratio, 2)]
    return " | ".join([*shown, *(_number(value, digits) for value in others)])


def _number(value: float | None, digits: int) -> str:
    return "–" if value is None else f"{value:,.{digits}f}"
