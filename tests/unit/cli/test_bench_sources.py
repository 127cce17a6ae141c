import gzip
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from tieout.cli.app import app


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["bench", *arguments])


def write_lines(path: Path, *lines: dict[str, object]) -> Path:
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(line) + "\n" for line in lines)
    return path


@pytest.fixture
def only_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No source but those of the command line."""
    for name in ("RECALC", "DISPLAY", "R1C1", "SNIPPETS"):
        monkeypatch.setenv(f"TIEOUT_BENCH_{name}", str(tmp_path / "nowhere"))


@pytest.mark.usefixtures("only_given")
def test_conformance_counts_what_is_equal_and_shows_what_is_not(tmp_path: Path) -> None:
    pairs = write_lines(
        tmp_path / "pairs.jsonl.gz",
        {"a1": "=A1", "row": 2, "col": 1, "r1c1": "=R[-1]C"},
        {"a1": "=A1", "row": 2, "col": 1, "r1c1": "=R[-2]C"},
    )
    shown = write_lines(
        tmp_path / "shown.jsonl.gz",
        {"value": 0.5, "fmt": "0%", "text": "50%", "date1904": False, "overflow": False},
        {"value": 0, "fmt": "d/m/yyyy", "text": "1/1/1904", "date1904": True, "overflow": False},
    )
    result = run("conformance", "--long", "--r1c1", str(pairs), "--display", str(shown))
    assert result.exit_code == 0, result.output
    rows = {row["metric"]: row for row in map(json.loads, result.stdout.splitlines())}
    assert set(rows) == {"r1c1_equal", "display_equal"}
    assert (rows["r1c1_equal"]["value"], rows["r1c1_equal"]["n"]) == (50.0, 2)
    assert rows["r1c1_equal"]["classes"] == {"A1 to R1C1": 1}
    assert (rows["display_equal"]["value"], rows["display_equal"]["n"]) == (100.0, 2)


def test_a_benchmark_that_takes_no_such_source_says_so(tmp_path: Path) -> None:
    result = run("wire", "--recalc", str(tmp_path))
    assert result.exit_code == 2
    assert result.stderr == "measuring wire…\ntieout: The benchmark 'wire' takes no --recalc.\n"


def test_a_source_that_is_not_there_is_named(tmp_path: Path) -> None:
    result = run("conformance", "--recalc", str(tmp_path / "gone"))
    assert result.exit_code == 2
    assert f"There is nothing at {tmp_path / 'gone'}, given as --recalc." in result.stderr
