import json
import os
from pathlib import Path

import pytest

from tieout.errors import ExcelError
from tieout.office_wire.batch import BatchResponse
from tieout.office_wire.build import BatchBuilder
from tieout.office_wire.response import Results, error_of

SHARED = Path(os.environ.get("TIEOUT_SHARED_DATA", Path(__file__).parents[4] / "shared" / "data"))
EXAMPLES = SHARED / "officejs" / "examples"


def test_a_batch_instantiates_each_object_once_and_keeps_the_order_of_actions() -> None:
    batch = BatchBuilder()
    cells = batch.worksheet("Sheet1").range("A1:B2")
    cells.set("Formulas", [[1, "=A1"], [None, ""]])
    batch.worksheet("Sheet1").range("A1:B2").load("Values")
    body = batch.build().body
    kinds = [(action["ActionType"], action["Name"]) for action in body["Actions"]]
    assert kinds == [(1, ""), (1, ""), (1, ""), (1, ""), (4, "Formulas"), (2, "")]
    assert [path["ObjectPathType"] for path in body["ObjectPaths"].values()] == [1, 4, 5, 3]


def test_reading_batches_carry_no_write_flag() -> None:
    batch = BatchBuilder()
    batch.worksheets.load("Name")
    assert batch.build().flags == 0
    batch.worksheet("S").call("Delete")
    assert batch.build().flags == 1


def test_creating_twice_makes_two_objects() -> None:
    batch = BatchBuilder()
    one, other = (batch.worksheets.create("Add", None) for _ in range(2))
    assert one.path != other.path


def test_answers_are_found_by_their_handles() -> None:
    batch = BatchBuilder()
    missing = batch.worksheets.method("GetItemOrNullObject", "Nope")
    names = batch.worksheets.load("Name")
    response = BatchResponse(
        {
            "Error": None,
            "Results": [
                {"ActionId": missing.identity.action_id, "Value": None},
                {"ActionId": names.action_id, "Value": {"_Items": [{"Name": "A", "Id": "{1}"}]}},
            ],
        }
    )
    results = Results(response)
    assert results.is_null(missing.identity)
    assert [item["Name"] for item in results.items(names)] == ["A"]


def test_an_error_of_excel_is_raised_with_its_place() -> None:
    response = BatchResponse(
        {
            "Error": {
                "Code": "ItemNotFound",
                "Message": "The requested resource doesn't exist.",
                "Location": "WorksheetCollection.getItem",
                "ActionIndex": 4,
            },
            "Results": [],
        }
    )
    with pytest.raises(ExcelError, match="ItemNotFound") as caught:
        Results(response)
    assert (caught.value.location, caught.value.action_index) == ("WorksheetCollection.getItem", 4)


def test_an_answer_of_another_shape_is_an_error_not_a_crash() -> None:
    with pytest.raises(ExcelError, match="GeneralException"):
        Results(BatchResponse({"Error": None, "Results": [{"Value": 1}]}))
    assert error_of(BatchResponse({"Error": "no"})) is not None


@pytest.mark.data
@pytest.mark.skipif(not EXAMPLES.exists(), reason="the shared data folder isn't there")
def test_captured_answers_of_excel_are_read() -> None:
    captured = json.loads((EXAMPLES / "3_failing_getItem.json").read_text(encoding="utf-8"))
    answers = [
        BatchResponse(exchange["response"]["message"]["body"]) for exchange in captured["exchanges"]
    ]
    error = error_of(answers[0])
    assert error is not None
    assert (error.code, error.location) == ("ItemNotFound", "WorksheetCollection.getItem")
