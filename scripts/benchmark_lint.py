"""The part of docs/benchmarks.md about the linter, from the rows of `tieout bench lint`."""

from typing import Any

Row = dict[str, Any]
PROSE = """## How well the linter does on labelled workbooks

`tieout bench lint [--labels DIR]`. Two corpora: business workbooks in which the authors of ExceLint marked formula
faults by hand (`excelint/`), and small workbooks into which faults were seeded (`seeded/`, TU Graz).

* Counted, cell by cell, are the rules about faulty formulas. ExceLint's labels mark both sides of a disagreement, so there the cells
  a finding compares with count as flagged too; sheets that were not labelled are left out. Seeded labels mark the changed cell alone.
* Precision and recall are means over workbooks, as in the published evaluation: precision is 1 where nothing is flagged
  and 0 where something is although nothing is faulty; recall is 1 where nothing is faulty. (Published means fit that
  convention only: 89 of 397 faulty cells found is 22 %, not 62 %.) Recall of faulty workbooks alone, and all cells pooled, stand below.
* Rules were tuned on workbooks whose file name has an even SHA-256. On ExceLint's **other half** the figures are clearly lower;
  it is small (nine workbooks with 32 faulty cells), but they are the better guess for workbooks nobody looked at. Its contents were
  never looked at, its totals a few times; two choices were made knowing them: RANGE_STARTS_EMPTY isn't counted (on the tuned half it
  is right in one workbook and wrong in most others), and NUMBER_FOR_REFERENCE leaves three or more such formulas in a line alone.
* Must-fix findings are right when a label says so, or when the file itself shows it.
"""


def section(rows: list[Row]) -> str:
    """Markdown of the section; "" without rows of this benchmark."""
    by_metric = {str(row["metric"]): row for row in rows if row["bench"] == "lint"}
    if not by_metric:
        return ""
    lines = [PROSE, "| workbooks | n | precision | recall | recall, faulty ones | pooled |"]
    lines.append("| --- | ---: | ---: | ---: | ---: | --- |")
    lines.append(
        "| published: ExceLint | 70 | 64.1 % | 62.1 % | | 89 right, 223 wrong, 308 missed |"
    )
    lines.append("| published: CUSTODES | 70 | 20.3 % | 61.2 % | | |")
    for corpus, name in (("", "ExceLint's"), (", seeded", "seeded")):
        for half in ("", ", tuned on", ", other half"):
            precision = by_metric.get(f"precision{corpus}{half}")
            if precision is not None:
                recall = by_metric[f"recall{corpus}{half}"]
                alone = by_metric.get(f"recall of faulty workbooks{half}") if not corpus else None
                pooled = by_metric.get(f"pooled precision{half}") if not corpus else None
                note = str((pooled or precision)["note"]).split("; ")[-1]
                shown = note.replace(" cells", "")
                lines.append(
                    f"| {name}{half} | {precision['n']} | {_share(precision)} | {_share(recall)} "
                    f"| {_share(alone)} | {shown} |"
                )
    lines += ["", "| kind of label | cells | flagged |", "| --- | ---: | ---: |"]
    for metric, row in by_metric.items():
        if ", kind " in metric:
            corpus = "seeded" if ", seeded," in metric else "ExceLint"
            kind = metric.split(", kind ")[1]
            lines.append(f"| {corpus}: {kind} | {row['n']} | {_share(row)} |")
    lines += ["", "| rule, corpus | flagged cells | labelled |", "| --- | ---: | ---: |"]
    lines += [
        f"| {metric.removeprefix('rule ')} | {row['n']} | {_share(row)} |"
        for metric, row in by_metric.items()
        if metric.startswith("rule ") and "; counted" in row["note"]
    ]
    must_fix, speed = by_metric.get("must-fix precision"), by_metric.get("speed")
    if must_fix is not None and speed is not None:
        lines += [
            "",
            f"Must-fix precision: {_share(must_fix)} ({must_fix['note']}). "
            f"Speed: {speed['value']:,} formulas a second, all rules.",
        ]
    return "\n".join([*lines, ""])


def _share(row: Row | None) -> str:
    return "" if row is None else f"{row['value'] * 100:.1f} %"
