"""The section of docs/benchmarks.md about how far the embedded Excel is Excel."""

from typing import Any

from benchmark_reasons import REASONS, SAMPLE_REASONS

Row = dict[str, Any]

PROSE = """## How far the embedded Excel is Excel

What is compared was written by Excel itself: values it calculated, texts it showed, R1C1 formulas it wrote, and
the public samples of its API ([office-js-snippets](https://github.com/OfficeDev/office-js-snippets), which whoever
runs this fetches; none are part of Tieout).

* **recalc**: workbooks last saved by Excel. The values of formulas (and of the cells array formulas fill) are taken out
  of the file before it is opened, everything is calculated, and each value compared with the one Excel had saved:
  numbers within a relative 1e-9 (or 1e-12 of zero), texts, logical values and errors exactly. Left out is what
  depends on the clock, on chance, on the machine, on other files, on macros or add-in functions, directly or through
  other cells, and data tables. Error values newer than the file format are saved as `#VALUE!` with a note; any of them counts
  as equal there. A cell counts as following from another difference when it reads one that differs.
* **display**: number and format code in, displayed text out, with the settings of the United States. Column widths play no part.
* **r1c1**: both ways. Names of the workbook itself in the XML of 2003 (`[0]!`) are left out.
* **roundtrip**: load → save, each kind of object of each workbook compared in the XML of both files by a reader of its
  own, by how things look and what they mean, not by how they are numbered. Charts: types, references, cached values, texts; pivot
  tables: name and structure; styles: number format, font, fill, borders, alignment, protection of every cell.
* **snippets**: every sample's page with stand-ins for document, console and timers, in the real `office.js` in V8. Each button is
  pressed on a new workbook after the sample's set-up; one that fails so is pressed once more after the buttons before it
  (what removes an event handler needs the one that added it). It ran through when nothing was thrown or written to `console.error`.
  *Not in the public Office.js package* are members that no object of the npm package's newest library (1.1.110) has, whatever
  the host says: samples are written for newer ones.
"""


def section(rows: list[Row]) -> str:
    """Markdown of the section; "" without rows of this benchmark."""
    found = [row for row in rows if row["bench"] == "conformance"]
    if not found:
        return ""
    lines = [PROSE, *_figures(found)]
    for row in found:
        if row["metric"] == "snippets_handlers_ok":
            lines += _samples(row)
        elif row["metric"] != "snippets_handlers_ok_in_package":
            lines += _classes(row) + _kinds(row)
    return "\n".join(lines)


def _figures(rows: list[Row]) -> list[str]:
    lines = ["| metric | equal | of | what |", "| --- | ---: | ---: | --- |"]
    lines += [
        f"| `{row['metric']}` | {row['value']:g} % | {row['n']:,} | {_cell(row['note'])} |"
        for row in rows
    ]
    return [*lines, ""]


def _classes(row: Row) -> list[str]:
    if not row["classes"] or row["metric"] == "recalc_files_equal":
        return []
    lines = [
        f"### What differs: `{row['metric']}`",
        "",
        "| count | class | why | example |",
        "| ---: | --- | --- | --- |",
    ]
    for name, count in row["classes"].items():
        example = _cell(row["examples"][name][0])[:220]
        lines.append(f"| {count} | {_cell(name)} | {_why(row['metric'], name)} | {example} |")
    return [*lines, ""]


def _why(metric: str, name: str) -> str:
    for pattern, why in REASONS.get(metric, {}).items():
        if name.startswith(pattern):
            return why
    return "not looked into"


def _kinds(row: Row) -> list[str]:
    if "kinds" not in row:
        return []
    lines = ["### Kinds of object kept", "", "| kind | workbooks with it | kept whole |"]
    lines.append("| --- | ---: | ---: |")
    lines += [f"| {kind} | {total} | {kept} |" for kind, (kept, total) in row["kinds"].items()]
    return [*lines, ""]


def _samples(row: Row) -> list[str]:
    lines = ["### Buttons that don't run through", "", "| reason | buttons |", "| --- | --- |"]
    for name, count in row["classes"].items():
        buttons = [text.split(": ", 1)[0] for text in row["examples"][name]]
        why = f" ({SAMPLE_REASONS[name]})" if name in SAMPLE_REASONS else ""
        lines.append(f"| {_cell(name)}{why} | {count}: {_cell(', '.join(buttons))} |")
    return [*lines, ""]


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", "⏎").replace("\r", "")
