"""The package as it is installed: what it carries, what it runs, and what it says is missing."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
OFFICE_JS = ROOT / "taskpane_static" / "vendor" / "office" / "excel-web-16.00.js"
DEMONSTRATION = "tieout/_data/demonstrations/broken-check"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder)]
    subprocess.run([*build, str(ROOT)], check=True, capture_output=True, timeout=120)
    (found,) = folder.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def installed(wheel) -> Path:
    folder = wheel.parent / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def tieout(installed: Path, *arguments: object, **environment: str):
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("TIEOUT", "ANTHROPIC"))}
    return subprocess.run(
        [sys.executable, "-m", "tieout", *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={**clean, "PYTHONPATH": str(installed), **environment},
        cwd=installed.parent,
    )


def test_the_wheel_carries_the_pages_and_nothing_of_others(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    for page in ("demo.html", "taskpane.html", "js/main.js", "sandbox/frame.html"):
        assert f"tieout/_data/taskpane_static/{page}" in names
    assert not [name for name in names if "/vendor/" in name or "excel-web" in name]


def test_a_task_runs_from_the_wheel_once_office_js_is_named(installed):
    demonstration = installed / DEMONSTRATION
    arguments = ("run", demonstration / "operating-model.xlsx", "--task", "Repair the check.")
    model = f"scripted:{demonstration / 'replies.json'}"
    out = installed.parent / "out.xlsx"
    done = tieout(
        installed, *arguments, "--model", model, "--out", out, TIEOUT_OFFICE_JS=str(OFFICE_JS)
    )
    assert done.returncode == 0, done.stderr
    assert "CELL DIFF SUMMARY" in done.stdout
    assert out.is_file()


def test_without_office_js_one_sentence_says_where_it_comes_from(installed):
    book = installed / DEMONSTRATION / "operating-model.xlsx"
    replies = f"scripted:{installed / DEMONSTRATION / 'replies.json'}"
    done = tieout(installed, "run", book, "--task", "x", "--model", replies)
    assert done.returncode == 2
    assert done.stderr.startswith("tieout: Office.js is missing: run `make setup`")
    assert "TIEOUT_OFFICE_JS" in done.stderr


@pytest.mark.parametrize("named", [False, True])
def test_serve_says_which_browser_files_are_missing(installed, named):
    environment = {"TIEOUT_OFFICE_JS": str(OFFICE_JS)} if named else {}
    done = tieout(installed, "serve", "--port", 0, **environment)
    assert done.returncode == 2
    assert ("The pages need marked" if named else "The pages need Office.js, marked") in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_the_wheel_renders_a_manifest_whose_icons_it_carries(installed, tmp_path):
    out = tmp_path / "addin.xml"
    place = {"TIEOUT_CONFIG_DIR": str(tmp_path / "config")}
    assert tieout(installed, "manifest", "render", "--out", out, **place).returncode == 0
    judged = tieout(installed, "manifest", "validate", out, **place)
    assert judged.returncode == 0, judged.stderr
