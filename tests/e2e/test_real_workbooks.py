"""The main job on workbooks made in Excel: written, calculated, saved, and read the same by others."""

import importlib.util
import os
import shutil
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SHARED = Path(os.environ.get("TIEOUT_SHARED_DATA", ROOT.parent / "shared" / "data"))
COMMITTED = sorted((ROOT / "tests" / "workbooks").glob("*.xlsx"))
MODELS = sorted((SHARED / "workbooks").glob("*.xlsx"))
CORPUS = [
    SHARED / "corpus" / name
    for name in (
        "ExceLint--4924f91c.xlsx", "ExceLint-core--50c07c33.xlsx", "poi--a6ed1a72.xlsx",
        "poi--af2f2b94.xlsx", "IronCalc--10af4358.xlsx", "IronCalc--771c40af.xlsx",
        "ClosedXML--bb822b80.xlsx", "PhpSpreadsheet--18c591ff.xlsx", "test_files--00237aed.xlsx",
        "umya-spreadsheet--197e3f0a.xlsx",
    )
]  # fmt: skip
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning:openpyxl")


def _prove():
    spec = importlib.util.spec_from_file_location(
        "prove_workbooks", ROOT / "scripts" / "prove_workbooks.py"
    )
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module.prove


@pytest.mark.parametrize("path", COMMITTED, ids=lambda path: path.name)
def test_a_change_to_a_committed_workbook_reads_the_same_elsewhere(path):
    verdict = _prove()(path, libreoffice=shutil.which("soffice") is not None)
    assert verdict.problems == []
    assert verdict.cells_compared > 100


@pytest.mark.data
@pytest.mark.slow
@pytest.mark.parametrize("path", [*MODELS, *CORPUS], ids=lambda path: path.name)
def test_a_change_to_a_real_workbook_leaves_everything_else_as_it_was(path):
    if not path.exists():
        pytest.skip("the shared workbooks are not here")
    verdict = _prove()(path, libreoffice=False)
    assert verdict.problems == []
