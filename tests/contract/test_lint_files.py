import asyncio
import json
import os
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from embedded_excel.host import EmbeddedExcel
from tieout.cli.app import app
from tieout.errors import UserError
from tieout.execution.looks.hidden_rows import hidden_rows
from tieout.execution.looks.snapshots import Snapshots
from tieout.headless.embedded_host import EmbeddedHost
from tieout.headless.lint import lint_file
from tieout.office_wire.build import BatchBuilder
from tieout.office_wire.response import Results
from tieout.settings import Settings

WORKBOOKS = Path(__file__).resolve().parent.parent / "workbooks"
GOLDEN = Path(__file__).resolve().parent.parent / "golden"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["lint", *arguments])


async def made(path: Path, cells: dict[str, object], hidden: tuple[str, ...] = ()) -> EmbeddedHost:
    """A workbook in the embedded Excel with some cells, saved at a path."""
    host = EmbeddedHost(EmbeddedExcel.new())
    batch = BatchBuilder()
    sheet = batch.worksheet("Sheet1")
    for address, content in cells.items():
        sheet.range(address).set("Formulas", [[content]])  # pyright: ignore[reportArgumentType]
    for rows in hidden:
        sheet.range(rows).set("RowHidden", True)
    Results(await host.send(batch.build()))
    await host.with_excel(lambda excel: excel.save(path))
    return host


@pytest.mark.parametrize("name", ["accounts", "six-tables"])
def test_what_is_found_in_a_workbook_reads_as_it_did(name: str) -> None:
    result = run(str(WORKBOOKS / f"{name}.xlsx"))
    golden = GOLDEN / f"lint_{name}.txt"
    if os.environ.get("TIEOUT_UPDATE_GOLDEN"):
        golden.write_text(result.output, "utf-8")
    assert result.exit_code == 0
    assert result.output == golden.read_text("utf-8")


def test_json_says_the_same_of_every_workbook() -> None:
    paths = [str(WORKBOOKS / f"{name}.xlsx") for name in ("accounts", "six-tables")]
    document = json.loads(run("--json", *paths).output)
    assert [entry["workbook"] for entry in document["workbooks"]] == paths
    findings = document["workbooks"][1]["findings"]
    missed = next(finding for finding in findings if finding["code"] == "RANGE_MISSES_CELL")
    assert missed["severity"] == "review"
    assert missed["cells"] == ["'Start-Up Costs Example'!F10"]
    assert missed["why"] == "The total leaves out a filled cell that stands next to its range."
    assert missed["fix"]


async def test_hidden_rows_are_found_by_halves(tmp_path: Path) -> None:
    numbers = {f"A{row}": row for row in range(1, 41)}
    host = await made(tmp_path / "book.xlsx", numbers, ("3:3", "17:20", "40:40"))
    snapshot = await Snapshots(host).take()
    assert await hidden_rows(host, snapshot) == {"Sheet1": frozenset({3, 17, 18, 19, 20, 40})}
    await host.close()


async def test_a_total_over_hidden_rows_is_found_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "book.xlsx"
    cells = {
        "A1": "Item",
        "B1": "Cost",
        "A2": "x",
        "B2": 1,
        "A3": "y",
        "B3": 2,
        "B4": "=SUM(B2:B3)",
    }
    await (await made(path, cells, ("2:2",))).close()
    report = await lint_file(path, Settings())
    assert [(f.code, str(f.cells[0])) for f in report.findings] == [
        ("HIDDEN_ROWS_IN_TOTAL", "Sheet1!B4")
    ]


async def test_a_decision_is_kept_in_the_workbook_and_moves_with_its_cells(tmp_path: Path) -> None:
    path, out = tmp_path / "book.xlsx", tmp_path / "decided.xlsx"
    cells = {"A1": "Net", "B1": 5, "A2": "Gross", "B2": "=B1*1.19", "A3": "Half", "B3": "=B1*1.075"}
    await (await made(path, cells)).close()
    before = path.read_bytes()
    decision = "CONSTANT_IN_FORMULA@Sheet1!B2"
    arguments = [str(path), "--suppress", decision, "--reason", "By law", "--out", str(out)]
    result = await asyncio.to_thread(run, *arguments)
    assert result.exit_code == 0, result.output
    assert "suppressed CONSTANT_IN_FORMULA Sheet1!B2 (1 cell): By law" in result.output
    assert path.read_bytes() == before

    host = EmbeddedHost(EmbeddedExcel.open(out))
    batch = BatchBuilder()
    batch.worksheet("Sheet1").range("1:2").create("Insert", "Down")
    Results(await host.send(batch.build()))
    await host.with_excel(lambda excel: excel.save(out))
    await host.close()
    report = await lint_file(out, Settings())
    assert [str(f.cells[0]) for f in report.findings] == ["Sheet1!B5"]
    assert [str(s.finding.cells[0]) for s in report.suppressed] == ["Sheet1!B4"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--suppress", "NO_SUCH_RULE", "--reason", "x"], "There is no rule 'NO_SUCH_RULE'"),
        (["--suppress", "SIGN_JUMP"], "Say why with --reason"),
        (["--suppress", "SIGN_JUMP@B2", "--reason", "x"], "Name the sheet too"),
        (["--suppress", "SIGN_JUMP@Nowhere!B2", "--reason", "x"], "There is no sheet 'Nowhere'"),
        (["--suppress", "SIGN_JUMP@S!nothing at all", "--reason", "x"], "is not an A1 address"),
        (["--suppress", "SIGN_JUMP", "--reason", "x" * 300], "longer than 200 characters"),
    ],
)
def test_a_decision_that_makes_no_sense_is_refused(
    tmp_path: Path, arguments: list[str], sentence: str
) -> None:
    path = tmp_path / "book.xlsx"
    path.write_bytes((WORKBOOKS / "accounts.xlsx").read_bytes())
    before = path.read_bytes()
    result = run(str(path), *arguments)
    assert result.exit_code == 2
    assert sentence in result.output
    assert path.read_bytes() == before


def test_a_file_that_is_no_workbook_is_named_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "notes.xlsx"
    path.write_text("not a workbook")
    result = run(str(path))
    assert result.exit_code == 2
    assert result.output.startswith("tieout: ")
    assert len(result.output.splitlines()) == 1


async def test_a_missing_file_is_a_users_error(tmp_path: Path) -> None:
    with pytest.raises(UserError):
        await lint_file(tmp_path / "none.xlsx", Settings())
