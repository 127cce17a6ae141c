"""The part of docs/benchmarks.md about headings, from the rows of `tieout bench headers`."""

from typing import Any

Row = dict[str, Any]
PROSE = """## How well headings are found around a range

`tieout bench headers [--data DIR]`. For ranges of real workbooks somebody said by eye which rows above hold the headings of their
columns and which columns beside them the labels of their rows; `benchmarks/headings/README.md` says how, and what each
part was used for. Ranges are read by the batches the product sends. F1 counts rows and columns over all ranges of a part;
exact is the share of ranges where both are right. The goal was 0.95: it is met where weights were set, not on the rest.
"""
_PARTS = (
    ("tune", "weights were set on it"),
    ("first_held_out", "measured at first, then looked at"),
    ("held_out", "labelled last, not looked at before"),
)


def section(rows: list[Row]) -> str:
    """Markdown of the section."""
    found = {str(row["metric"]): row for row in rows if row["bench"] == "headers"}
    if not found:
        return ""
    lines = [PROSE, "| part | ranges | rows of headings, F1 | label columns, F1 | exact |"]
    lines.append("| --- | ---: | --- | --- | ---: |")
    for part, use in _PARTS:
        header, label = found.get(f"header_f1, {part}"), found.get(f"label_f1, {part}")
        exact = found.get(f"exact, {part}")
        if header is None or label is None or exact is None:
            continue
        cells = (f"{row['value']:.3f} ({_detail(row)})" for row in (header, label))
        lines.append(
            f"| {part}: {use} | {header['n']} | {' | '.join(cells)} | {exact['value']:.0%} |"
        )
    return "\n".join(lines) + "\n"


def _detail(row: Row) -> str:
    return str(row.get("note", "")).split(";")[0]
