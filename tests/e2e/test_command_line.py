"""`tieout run` and its neighbours as a person uses them: bad input is one sentence, nothing is lost."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import openpyxl
import pytest
from msoffcrypto.format.ooxml import OOXMLFile

ROOT = Path(__file__).resolve().parents[2]
ACCOUNTS = ROOT / "tests" / "workbooks" / "accounts.xlsx"


def tieout(*arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("TIEOUT", "ANTHROPIC"))}
    return subprocess.run(
        [sys.executable, "-m", "tieout", *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={**clean, **environment},
        cwd="/",
    )


def replies(folder: Path, *codes: str, answer: str = "Done.") -> str:
    """A scripted model that runs each code and then answers."""
    turns = [
        {
            "content": [{"type": "tool_use", "name": "execute_code", "input": {"code": code}}],
            "stop_reason": "tool_use",
        }
        for code in codes
    ]
    turns.append({"content": [{"type": "text", "text": answer}], "stop_reason": "end_turn"})
    path = folder / "replies.json"
    path.write_text(json.dumps(turns), "utf-8")
    return f"scripted:{path}"


@pytest.fixture
def book(tmp_path) -> Path:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Data"
    sheet["A1"], sheet["A2"], sheet["A3"] = 1, 2, "=A1+A2"
    other = book.create_sheet("My 'other' sheet")
    other["A1"] = "=Data!A3*10"
    path = tmp_path / "book.xlsx"
    book.save(path)
    return path


def assert_one_sentence(done: subprocess.CompletedProcess[str], code: int, *words: str) -> None:
    assert done.returncode == code, done.stderr
    lines = [line for line in done.stderr.splitlines() if line.strip()]
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("tieout: ")
    assert "Traceback" not in done.stderr
    for word in words:
        assert word.lower() in lines[0].lower()


def test_a_task_writes_recalculates_and_saves_in_place(book, tmp_path):
    model = replies(tmp_path, '// scope: Data!A1\nawait sheet.setCell("Data!A1", 40);')
    done = tieout("run", book, "--task", "Set it", "--model", model)
    assert done.returncode == 0, done.stderr
    assert "A1: 1 -> 40" in done.stdout
    assert "Recalculated: 2 cells" in done.stdout
    assert done.stdout.rstrip().endswith("Done.")
    values = openpyxl.load_workbook(book, data_only=True)
    assert values["Data"]["A3"].value == 42
    assert values["My 'other' sheet"]["A1"].value == 420


def test_out_and_report_leave_the_workbook_alone(book, tmp_path):
    before = book.read_bytes()
    model = replies(tmp_path, 'await sheet.setCell("Data!B1", "=A3/0");')
    out, report = tmp_path / "out.xlsx", tmp_path / "report.json"
    done = tieout("run", book, "--task", "x", "--model", model, "--out", out, "--report", report)
    assert done.returncode == 0, done.stderr
    assert book.read_bytes() == before
    document = json.loads(report.read_text("utf-8"))
    assert document["end"] == "answered"
    assert document["out"] == "out.xlsx"
    (execution,) = document["executions"]
    assert execution["cells"][0]["after"] == "#DIV/0!"
    assert execution["findings"][0]["severity"] == "must_fix"


def test_a_workbook_that_was_only_read_is_copied_byte_for_byte(book, tmp_path):
    model = replies(tmp_path, 'await sheet.getCellRange("Data!A1:A3");')
    out = tmp_path / "out.xlsx"
    assert tieout("run", book, "--task", "x", "--model", model, "--out", out).returncode == 0
    assert out.read_bytes() == book.read_bytes()


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("missing.xlsx", None, ("missing.xlsx",)),
        ("notes.xlsx", b"just some text, no workbook", ("notes.xlsx",)),
        ("empty.xlsx", b"", ("empty.xlsx",)),
        ("cut.xlsx", ACCOUNTS.read_bytes()[:20_000], ("cut.xlsx",)),
        ("locked.xlsx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(4096), ("locked.xlsx",)),
    ],
)
def test_what_is_no_workbook_is_one_sentence(tmp_path, name, content, words):
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    done = tieout("run", path, "--task", "x", "--model", replies(tmp_path))
    assert_one_sentence(done, 2, *words)
    if content is not None:
        assert path.read_bytes() == content


@pytest.mark.parametrize(
    ("out", "words"),
    [
        ("result.csv", "a workbook's name ends in .xlsx or .xlsm"),
        ("folder.xlsx", "it is a folder"),
        ("nowhere/result.xlsx", "there is no folder"),
        ("circle.xlsx", "its links lead nowhere"),
        ("readonly.xlsx", "the file is read-only"),
    ],
)
def test_a_result_that_cannot_be_saved_is_refused_before_the_work(book, tmp_path, out, words):
    (tmp_path / "folder.xlsx").mkdir()
    (tmp_path / "circle.xlsx").symlink_to(tmp_path / "circle.xlsx")
    shutil.copyfile(book, tmp_path / "readonly.xlsx")
    (tmp_path / "readonly.xlsx").chmod(0o444)
    model = replies(tmp_path, 'async function execute() { await sheet.setCell("A1", 2); }')
    done = tieout("run", book, "--task", "x", "--model", model, "--out", tmp_path / out)
    assert_one_sentence(done, 2, words)
    assert done.stdout == ""


def test_a_read_only_workbook_stays_as_it_is(book, tmp_path):
    before = book.read_bytes()
    book.chmod(0o444)
    model = replies(tmp_path, 'async function execute() { await sheet.setCell("A1", 2); }')
    assert_one_sentence(tieout("run", book, "--task", "x", "--model", model), 2, "read-only")
    assert book.read_bytes() == before
    out = tmp_path / "out.xlsx"
    assert tieout("run", book, "--task", "x", "--model", model, "--out", out).returncode == 0


@pytest.mark.parametrize("option", ["--report", "--record"])
def test_nothing_else_is_written_over_a_workbook(book, tmp_path, option):
    before = book.read_bytes()
    (tmp_path / "link.json").symlink_to(book)
    out = tmp_path / "out.xlsx"
    model = replies(tmp_path)
    for place, words in (
        (book, "the workbook is that file"),
        (tmp_path / "link.json", "the workbook is that file"),
        (out, "--out is that file"),
        (tmp_path, "it is a folder"),
    ):
        done = tieout("run", book, "--task", "x", "--model", model, "--out", out, option, place)
        assert_one_sentence(done, 2, option, words)
    assert book.read_bytes() == before


def test_an_encrypted_workbook_says_that_it_is_encrypted(tmp_path):
    locked = tmp_path / "locked.xlsx"
    with ACCOUNTS.open("rb") as plain, locked.open("wb") as file:
        OOXMLFile(plain).encrypt("secret", file)
    before = locked.read_bytes()
    done = tieout("run", locked, "--task", "x", "--model", replies(tmp_path))
    assert_one_sentence(done, 2, "encrypted")
    assert locked.read_bytes() == before


@pytest.mark.parametrize(
    ("model", "words"),
    [
        ("anthropic:claude-opus-5-5", ("ANTHROPIC_API_KEY",)),
        ("gibberish", ("gibberish",)),
        ("scripted:/nowhere/replies.json", ("replies.json",)),
        ("replay:/nowhere/run.jsonl", ("run.jsonl",)),
    ],
)
def test_a_model_that_cannot_be_opened_is_one_sentence(book, model, words):
    before = book.read_bytes()
    assert_one_sentence(tieout("run", book, "--task", "x", "--model", model), 2, *words)
    assert book.read_bytes() == before


def test_a_missing_sheet_is_told_to_the_model_and_changes_nothing(book, tmp_path):
    model = replies(tmp_path, 'await sheet.setCell("Nope!A1", 1);', answer="There is no Nope.")
    done = tieout("run", book, "--task", "x", "--model", model, "--out", tmp_path / "o.xlsx")
    assert done.returncode == 0
    assert "ItemNotFound" in done.stdout
    assert "Nope" in done.stdout
    assert "nothing was changed" in done.stdout


def test_code_that_fails_half_way_is_taken_back(book, tmp_path):
    code = """
    await sheet.setCell("Data!A1", 99);
    await sheet.getCellRange("Data!A1");
    throw new Error("half way");"""
    out = tmp_path / "out.xlsx"
    done = tieout("run", book, "--task", "x", "--model", replies(tmp_path, code), "--out", out)
    assert done.returncode == 0
    assert "half way" in done.stdout
    assert "taken back" in done.stdout
    assert openpyxl.load_workbook(out)["Data"]["A1"].value == 1


def test_a_model_that_ends_in_the_middle_leaves_the_file_untouched(book, tmp_path):
    before = book.read_bytes()
    path = tmp_path / "cut.json"
    code = 'await sheet.setCell("Data!A1", 99);'
    call = {"type": "tool_use", "name": "execute_code", "input": {"code": code}}
    path.write_text(json.dumps([{"content": [call], "stop_reason": "tool_use"}]), "utf-8")
    done = tieout("run", book, "--task", "x", "--model", f"scripted:{path}")
    assert_one_sentence(done, 3, "the workbook is as it was")
    assert book.read_bytes() == before


def test_a_recording_replays_in_a_second_process(book, tmp_path):
    model = replies(tmp_path, 'await sheet.setRange("Data!B1:B3", "=A1*2");')
    recording = tmp_path / "run.jsonl"
    done = tieout("run", book, "--task", "x", "--model", model, "--record", recording)
    assert done.returncode == 0, done.stderr
    again = tieout("replay", recording, "--strict", PYTHONHASHSEED="99", LC_ALL="C")
    assert again.returncode == 0, again.stderr
    assert "byte-identical" in again.stdout


def test_a_script_runs_on_a_workbook_and_saves_elsewhere(book, tmp_path):
    script = tmp_path / "script.js"
    script.write_text(
        """await Excel.run(async (context) => {
          const range = context.workbook.worksheets.getItem("Data").getRange("A1:A3");
          range.load("values");
          await context.sync();
          console.log(JSON.stringify(range.values));
          range.format.font.bold = true;
          await context.sync();
        });
        return 7;""",
        "utf-8",
    )
    out = tmp_path / "out.xlsx"
    done = tieout("host", book, "--script", script, "--out", out)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["[[1],[2],[3]]", "7"]
    assert openpyxl.load_workbook(out)["Data"]["A3"].font.bold


def test_a_script_that_fails_names_the_statement(book, tmp_path):
    script = tmp_path / "script.js"
    script.write_text(
        'context.workbook.worksheets.getItem("No").getRange("A1").values = [[1]];', "utf-8"
    )
    done = tieout("host", book, "--script", script)
    assert done.returncode == 3
    assert "ItemNotFound" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("command", ["", "run", "serve", "replay", "host", "bench"])
def test_every_command_has_help(command):
    done = tieout(*filter(None, [command, "--help"]))
    assert done.returncode == 0
    assert "Usage" in done.stdout
