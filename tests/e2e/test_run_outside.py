"""`tieout run` with attached files, pages and the web, as a person uses it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import openpyxl
import pytest


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


@pytest.fixture
def book(tmp_path: Path) -> Path:
    made = openpyxl.Workbook()
    made.active.title = "Data"
    made.active.append(["Region", "Units"])
    made.active.append(["North", 1204])
    made.save(tmp_path / "book.xlsx")
    return tmp_path / "book.xlsx"


def using(folder: Path, name: str, arguments: dict) -> str:
    script = [
        {"content": [{"type": "tool_use", "name": tool, "input": given}], "stop_reason": "tool_use"}
        for tool, given in (
            ("get_tool_info", {"name": name}),
            ("execute_tool", {"name": name, "arguments": json.dumps(arguments)}),
        )
    ]
    script.append({"content": [{"type": "text", "text": "Done."}], "stop_reason": "end_turn"})
    (folder / "script.json").write_text(json.dumps(script), "utf-8")
    return f"scripted:{folder / 'script.json'}"


def answers(recording: Path) -> list[str]:
    records = [json.loads(line) for line in recording.read_text("utf-8").splitlines()]
    return [record["text"] for record in records if record["record"] == "tool"]


def test_files_are_read_by_name_and_pages_lie_beside_the_result(book: Path, tmp_path: Path):
    (tmp_path / "lease.txt").write_text("Rent 1,204")
    model = using(tmp_path, "read_attachment", {"name": "lease.txt"})
    log = tmp_path / "run.jsonl"
    options = ("--task", "Read it.", "--model", model, "--out", tmp_path / "out.xlsx")
    done = tieout("run", book, *options, "--attach", tmp_path / "lease.txt", "--record", log)
    assert done.returncode == 0, done.stderr
    assert answers(log) == ["lease.txt: Plain text (UTF-8), 1 lines\n[line 1] Rent 1,204"]
    page = {"title": "Units", "sections": [{"type": "table", "range": "Data!A1:B2"}]}
    model = using(tmp_path, "create_website", page)
    report = tmp_path / "report.json"
    done = tieout("run", book, *options[:2], "--model", model, *options[4:], "--report", report)
    assert done.stdout.splitlines() == ["Done.", f"Page: {tmp_path / 'out-units.html'}"]
    assert "1204" in (tmp_path / "out-units.html").read_text("utf-8")
    assert json.loads(report.read_text("utf-8"))["pages"] == ["out-units.html"]


def test_the_web_is_shut_unless_the_flag_opens_it(book: Path, tmp_path: Path):
    model = using(tmp_path, "web_search", {"query": "base rate"})
    log, search = tmp_path / "run.jsonl", {"TIEOUT_WEB_SEARCH": "searxng:http://127.0.0.1:9"}
    options = ("--task", "Look.", "--model", model, "--out", tmp_path / "out.xlsx", "--record", log)
    assert tieout("run", book, *options, **search).returncode == 0
    assert "--allow-web" in answers(log)[0]
    assert tieout("run", book, *options, "--allow-web", **search).returncode == 0
    assert "SearXNG can't be reached" in answers(log)[0]


@pytest.mark.parametrize(
    ("arguments", "environment", "words"),
    [
        (("--attach", "/nowhere/x.pdf"), {}, "/nowhere/x.pdf can't be attached: No such file"),
        (("--attach", sys.executable), {}, "files can be pdf"),
        ((), {"TIEOUT_WEB_SEARCH": "yahoo"}, "TIEOUT_WEB_SEARCH is searxng:URL"),
        ((), {"TIEOUT_WEB_SEARCH": "brave"}, "BRAVE_API_KEY"),
        ((), {"TIEOUT_WEB": "perhaps"}, "TIEOUT_WEB"),
    ],
)
def test_wrong_options_are_one_sentence(
    book: Path, tmp_path: Path, arguments: tuple[str, ...], environment: dict, words: str
):
    model = using(tmp_path, "read_attachment", {"name": "x"})
    done = tieout("run", book, "--task", "x", "--model", model, *arguments, **environment)
    assert done.returncode == 2
    assert words in done.stderr
    assert len(done.stderr.splitlines()) == 1
