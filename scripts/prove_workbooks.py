"""Prove the main job on real workbooks: a task, a change, a file other programs read the same.

    python scripts/prove_workbooks.py FILE... [--libreoffice]

For each file: `tieout run` with a scripted model writes a formula beside a number of the first
visible sheet, recalculates and saves a copy. Then the copy is opened by openpyxl (and LibreOffice)
and compared with what Tieout reports; every other sheet must hold what it held.
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, time, timedelta
from pathlib import Path

import openpyxl
from openpyxl.utils.datetime import to_excel
from openpyxl.worksheet.formula import DataTableFormula
from openpyxl.worksheet.worksheet import Worksheet

CODE = """// scope: {quoted}!{cell}
async function execute() {{
  await sheet.setCell({address}, {formula});
}}"""


@dataclass
class Verdict:
    """What one workbook proved, or where it failed."""

    path: Path
    problems: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    cells_compared: int = 0


def prove(path: Path, *, libreoffice: bool) -> Verdict:
    """Run the proof on one workbook."""
    verdict = Verdict(path)
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        before = openpyxl.load_workbook(path, keep_vba=False)
        sheet, number = _a_number(before)
        target = sheet.cell(max(sheet.max_row, 1) + 2, number.column)
        quoted = "'" + sheet.title.replace("'", "''") + "'"
        formula = f"={number.coordinate}*2"
        code = CODE.format(
            quoted=quoted,
            cell=target.coordinate,
            address=json.dumps(f"{quoted}!{target.coordinate}"),
            formula=json.dumps(formula),
        )
        replies = work / "replies.json"
        replies.write_text(json.dumps(_replies(code, target.coordinate)))
        out = work / f"out{path.suffix}"
        report = work / "report.json"
        done = subprocess.run(
            [sys.executable, "-m", "tieout", "run", str(path), "--task", "Double one number.",
             "--model", f"scripted:{replies}", "--out", str(out), "--report", str(report)],
            capture_output=True, text=True, timeout=300, check=False,
        )  # fmt: skip
        if done.returncode != 0:
            verdict.problems.append(f"exit {done.returncode}: {done.stderr.strip()[-300:]}")
            return verdict
        verdict.notes.extend(json.loads(report.read_text()).get("losses", []))
        _compare(verdict, path, out, sheet.title, target.coordinate, number.coordinate)
        if libreoffice:
            _open_in_libreoffice(verdict, out, work)
    return verdict


def _a_number(book: openpyxl.Workbook) -> tuple[Worksheet, openpyxl.cell.cell.Cell]:
    for sheet in book.worksheets:
        if sheet.sheet_state != "visible" or sheet.protection.sheet:
            continue
        for row in sheet.iter_rows(max_row=min(sheet.max_row, 400)):
            for cell in row:
                if isinstance(cell.value, (int, float)) and not isinstance(cell.value, bool):
                    return sheet, cell
    raise LookupError("no unprotected visible sheet holds a number")


def _replies(code: str, cell: str) -> list[dict[str, object]]:
    call = {"type": "tool_use", "name": "execute_code", "input": {"code": code}}
    return [
        {"content": [call], "stop_reason": "tool_use"},
        {
            "content": [{"type": "text", "text": f"Done: {cell} holds it."}],
            "stop_reason": "end_turn",
        },
    ]


def _compare(verdict: Verdict, path: Path, out: Path, title: str, cell: str, number: str) -> None:
    with zipfile.ZipFile(out) as package:
        if bad := package.testzip():
            verdict.problems.append(f"broken member {bad}")
    formulas_before, formulas = openpyxl.load_workbook(path), openpyxl.load_workbook(out)
    values_before = openpyxl.load_workbook(path, data_only=True)
    values = openpyxl.load_workbook(out, data_only=True)
    if formulas_before.sheetnames != formulas.sheetnames:
        verdict.problems.append(f"sheets became {formulas.sheetnames}")
        return
    written, source = _plain(values[title][cell].value), _plain(values[title][number].value)
    if not isinstance(written, (int, float)) or abs(written - 2 * float(source)) > 1e-9 * max(
        1.0, abs(written)
    ):
        verdict.problems.append(f"{title}!{cell} is {written!r}, twice {source!r} was expected")
    for name in (sheet.title for sheet in formulas.worksheets):
        changed = [
            where
            for where, old, new in _pairs(formulas_before[name], formulas[name])
            if not _same(_content(old), _content(new)) and (name, where) != (title, cell)
        ]
        if changed:
            verdict.problems.append(f"{name}: {len(changed)} cells changed, first {changed[0]}")
        moved = [
            where
            for where, old, new in _pairs(values_before[name], values[name])
            if not _same(old, new) and (name, where) != (title, cell)
        ]
        verdict.cells_compared += formulas[name].max_row * formulas[name].max_column
        if moved:
            verdict.notes.append(
                f"{name}: {len(moved)} values differ from Excel's, first {moved[0]}"
            )


def _plain(value: object) -> object:
    """The number behind a date or a time: a formula takes over the format of what it refers to."""
    return to_excel(value) if isinstance(value, (date, time, timedelta)) else value


def _pairs(before: Worksheet, after: Worksheet) -> Iterator[tuple[str, object, object]]:
    rows, columns = max(before.max_row, after.max_row), max(before.max_column, after.max_column)
    for old, new in zip(
        before.iter_rows(1, rows, 1, columns),
        after.iter_rows(1, rows, 1, columns),
        strict=True,
    ):
        for left, right in zip(old, new, strict=True):
            yield right.coordinate, left.value, right.value


_OUTSIDE_TEXT = re.compile(r"""("[^"]*"|'[^']*')|\s+""")


def _content(value: object) -> object:
    """What a cell holds; white space between a formula's tokens counts for nothing."""
    if isinstance(value, DataTableFormula):
        return dict(value)
    text = getattr(value, "text", value)
    if isinstance(text, str) and text.startswith("="):
        return _OUTSIDE_TEXT.sub(lambda match: match[1] or "", text)
    return text


def _same(old: object, new: object) -> bool:
    if isinstance(old, (int, float)) and isinstance(new, (int, float)):
        return abs(old - new) <= 1e-9 * max(1.0, abs(old), abs(new))
    return (old or "") == (new or "")


def _open_in_libreoffice(verdict: Verdict, out: Path, work: Path) -> None:
    program = shutil.which("soffice")
    if program is None:
        verdict.notes.append("LibreOffice isn't here")
        return
    target = work / "libreoffice"
    subprocess.run(
        [program, f"-env:UserInstallation=file://{work}/profile", "--headless", "--convert-to", "xlsx",
         "--outdir", str(target), str(out)],
        capture_output=True, timeout=240, check=False,
    )  # fmt: skip
    converted = target / (out.stem + ".xlsx")
    if not converted.exists():
        verdict.problems.append("LibreOffice did not open it")
        return
    ours, theirs = (openpyxl.load_workbook(p, data_only=True) for p in (out, converted))
    for name in (sheet.title for sheet in ours.worksheets):
        different = [
            where for where, old, new in _pairs(ours[name], theirs[name]) if not _close(old, new)
        ]
        if different:
            verdict.notes.append(
                f"LibreOffice shows {len(different)} other values on {name}, first {different[0]}"
            )


def _close(old: object, new: object) -> bool:
    if isinstance(old, (int, float)) and isinstance(new, (int, float)):
        return abs(old - new) <= 1e-6 * max(1.0, abs(old), abs(new))
    return str(old or "").strip() == str(new or "").strip()


def main() -> int:
    """Prove every file named; exit 1 if one fails."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--libreoffice", action="store_true")
    options = parser.parse_args()
    failed = 0
    for path in options.files:
        verdict = prove(path, libreoffice=options.libreoffice)
        failed += bool(verdict.problems)
        print(
            ("FAIL " if verdict.problems else "ok   ") + path.name,
            f"{verdict.cells_compared} cells",
        )
        for line in verdict.problems + [f"note: {note}" for note in verdict.notes]:
            print("     " + line)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
