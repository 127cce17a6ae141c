"""The section of docs/benchmarks.md about finding changes in large workbooks, from rows of `diff`."""

from typing import Any

Row = dict[str, Any]
PROSE = """## How fast a change is found

`tieout bench diff --long`. A sheet of 100 columns: a quarter texts, two thirds numbers, a tenth formulas that read a cell of their row. One
cell in a hundred is changed by a batch. **Ours** is what an execution does then: the server's look at the workbook, which it has from before,
is brought up to date through batches of the embedded Excel, displayed texts and number formats included, and compared into a change set
that also tells what recalculated. **openpyxl** loads the workbook as it was and as it is (read-only mode, its faster one; formulas only) and
compares the cells; it doesn't see what recalculated. Both in one process, one after the other; seconds of processor time of all threads, of
ours the least of five after a first one, of openpyxl the least of two.

* *column*: a column of inputs changed, with as many dependents: only these are read again. The *first* time all formulas of the workbook
  are taken apart besides.
* *scattered*: single cells everywhere, with their dependents: these are asked for by areas of several.
"""


def section(rows: list[Row]) -> str:
    """Markdown of the section; "" without rows of this benchmark."""
    found = {(row["metric"], row["n"]): row for row in rows if row["bench"] == "diff"}
    if not found:
        return ""
    sizes = sorted({n for metric, n in found if metric == "seconds_column_changed"})
    lines = [
        PROSE,
        "| cells | first look, s | column, the first time, s | column, s | scattered, s | openpyxl, s | bytes a cell |",
        "| ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for size in sizes:
        column = found["seconds_column_changed", size]
        cells = (
            found["seconds_first_look", size]["value"],
            found["seconds_column_first", size]["value"],
            column["value"],
            found["seconds_scattered_changed", size]["value"],
            column["baseline"],
            found["bytes_per_cell", size]["value"],
        )
        lines.append(f"| {size:,} | {' | '.join(f'{value:,.3g}' for value in cells)} |")
    lines += ["", "| metric | value | what |", "| --- | ---: | --- |"]
    for (metric, _), row in found.items():
        if not metric.startswith(("seconds_", "bytes_")):
            lines.append(f"| `{metric}` | {row['value']:g}x | {row.get('note', '')} |")
    return "\n".join(lines)
