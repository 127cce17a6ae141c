"""The section on reading for docs/benchmarks.md, from the rows of `tieout bench read`."""

from typing import Any

Row = dict[str, Any]

PROSE = """## What the model reads of a range

`tieout bench read`, on sheets of real workbooks, each cut after whole rows; versions of one sheet count once. Tokens by the
tokenizer each note names. A ratio is ours to the other form, sheet by sheet; under 1 ours is shorter. JSON and the form with one
address for each cell carry what ours carries: values, displayed texts, formulas, number formats, looks, rules, links,
comments. The others carry less, as said. Ours was read back by a parser of its own, to equal values (15 digits), R1C1
formulas, number formats, looks, rules, links and comments; `roundtrip_equal` is the share of sheets and layouts where all of it was equal.
"""
_OURS = "Tieout, layout `rows`"
_RATIOS = {
    "JSON cells": "tokens_vs_json",
    "one address for each cell": "tokens_vs_cell_form",
    "CSV": "tokens_vs_csv",
    "markdown grid": "tokens_vs_markdown_grid",
    "sheet-compressor": "tokens_vs_sheet_compressor",
    "xlcompress": "tokens_vs_xlcompress",
}


def section(rows: list[Row]) -> str:
    """Markdown of the section; "" without rows of this benchmark."""
    found = {row["metric"]: row for row in rows if row["bench"] == "read"}
    if not found:
        return ""
    lines = [PROSE, *_forms(found), *_single(found), *_seconds(found)]
    return "\n".join(lines)


def _forms(found: dict[str, Row]) -> list[str]:
    """A line for each form: tokens for a cell with content, ratio, what it keeps."""
    lines = [
        "| form | tokens a cell, median | p90 | ours to it, median | p90 | all sheets as one | keeps |",
        "| --- | ---: | ---: | ---: | ---: | ---: | --- |",
    ]
    if "tokens_per_cell" in found:
        own, p90 = found["tokens_per_cell"], found["tokens_per_cell_p90"]
        lines.append(
            f"| {_OURS} | {own['value']:.2f} | {p90['value']:.2f} | | | | all; {own['note']}, n = {own['n']} |"
        )
    for form, metric in _RATIOS.items():
        if metric not in found:
            continue
        rate, rate_p90 = found[f"tokens_per_cell ({form})"], found[f"tokens_per_cell_p90 ({form})"]
        ratio, p90, total = found[metric], found[f"{metric}_p90"], found[f"{metric}_total"]
        keeps = ratio["note"].split("; ctok")[0].split("; bpe")[0].split("; Tieout")[0]
        lines.append(
            f"| {form} | {rate['value']:.2f} | {rate_p90['value']:.2f} | {ratio['value']:.3f} "
            f"| {p90['value']:.3f} | {total['value']:.3f} | {keeps} |"
        )
    return [*lines, ""]


def _single(found: dict[str, Row]) -> list[str]:
    lines = ["| metric | value | n | what |", "| --- | ---: | ---: | --- |"]
    for metric in ("roundtrip_equal", "header_f1", "microseconds_per_cell"):
        if metric in found:
            row = found[metric]
            unit = "" if row["unit"] == "share" else f" {row['unit']}"
            lines.append(f"| `{metric}` | {row['value']:g}{unit} | {row['n']:,} | {row['note']} |")
    return [*lines, ""]


def _seconds(found: dict[str, Row]) -> list[str]:
    rows = sorted(
        (row for metric, row in found.items() if metric.startswith("seconds_")),
        key=lambda row: row["n"],
    )
    if not rows:
        return []
    lines = ["| cells | seconds | what |", "| ---: | ---: | --- |"]
    lines += [f"| {row['n']:,} | {row['value']:.3f} | {row['note']} |" for row in rows]
    return [*lines, ""]
