"""The five captured exchanges of the wire, replayed as bodies and run through the real library."""

import json
import os
import re
from pathlib import Path

import pytest

SHARED = Path(
    os.environ.get(
        "TIEOUT_SHARED_DATA", Path(__file__).resolve().parents[2] / ".." / "shared" / "data"
    )
)
EXAMPLES = SHARED / "officejs" / "examples"
NAMES = [
    "1_range_write_read",
    "2_table_add_collection_load",
    "3_failing_getItem",
    "4_or_null_object",
    "5_dimension_mismatch",
]
pytestmark = [
    pytest.mark.data,
    pytest.mark.skipif(not EXAMPLES.exists(), reason="the shared data folder isn't there"),
]


@pytest.fixture
def example(request):
    return json.loads((EXAMPLES / f"{request.param}.json").read_text(encoding="utf-8"))


@pytest.fixture
def workbook(excel, office_js):
    """A workbook like the captured one: Book1.xlsx with Sheet1 and Sheet2."""
    office_js.value(excel, "context.workbook.worksheets.add('Sheet2'); await context.sync();")
    return excel


def without_guids(document):
    """The document with sheet ids numbered in order of appearance: their texts are free."""
    seen = {}
    text = re.sub(
        r"\{[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}\}",
        lambda match: f"sheet {seen.setdefault(match[0], len(seen))}",
        json.dumps(document),
    )
    return json.loads(text)


@pytest.mark.parametrize("example", NAMES, indirect=True)
def test_a_captured_body_gets_the_captured_answer(example, workbook):
    for exchange in example["exchanges"]:
        answer = workbook.run_batch(exchange["request"]["message"]["body"])
        expected = exchange["response"]["message"]["body"]
        assert without_guids(answer) == without_guids(expected)


@pytest.mark.parametrize("example", NAMES, indirect=True)
def test_the_library_sends_and_sees_what_was_captured(example, workbook, office_js):
    run = office_js.run(workbook, example["code"])
    assert without_guids(run.value) == without_guids(example.get("js"))
    if "error" in example:
        assert run.error == example["error"]
    assert without_guids([exchange.request for exchange in run.exchanges]) == without_guids(
        [exchange["request"]["message"]["body"] for exchange in example["exchanges"]]
    )
