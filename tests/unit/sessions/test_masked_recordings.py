"""Recordings without contents, and answers compared member by member."""

import asyncio

import pytest
from pydantic import JsonValue

from tieout.office_wire.batch import Batch, BatchResponse
from tieout.sessions.fidelity import compare_answers
from tieout.sessions.masking import masked, stand_in
from tieout.sessions.recording import BatchRecord, Header, Recording


@pytest.mark.parametrize(
    ("value", "kept"),
    [
        ("Revenue", "text"),
        ("=SUM(A1:A9)", "=masked"),
        ("", ""),
        ("#DIV/0!", "#DIV/0!"),
        ("#N/A", "#N/A"),
        (1200, 1),
        (9.99, 1.5),
        (True, True),
        (None, None),
        ([["a", 2], ["", "=B1"]], [["text", 1], ["", "=masked"]]),
        ({"type": "Double", "basicValue": 7}, {"type": "text", "basicValue": 1}),
    ],
)
def test_stand_ins_have_the_type_of_what_they_stand_for(value: JsonValue, kept: JsonValue):
    assert stand_in(value) == kept


def batch(value: JsonValue) -> dict[str, JsonValue]:
    """One action that sets values and one that loads some."""
    return {
        "Actions": [
            {"Id": 5, "ActionType": 4, "Name": "Values", "ObjectPathId": 1,
             "ArgumentInfo": {"Arguments": [[[value]]]}},
            {"Id": 6, "ActionType": 2, "Name": "", "ObjectPathId": 1,
             "QueryInfo": {"Select": ["Values", "Address"]}},
        ],
        "ObjectPaths": {"1": {"Id": 1, "ObjectPathType": 1, "Name": ""}},
    }  # fmt: skip


def answer(value: JsonValue, **more: JsonValue) -> dict[str, JsonValue]:
    loaded: dict[str, JsonValue] = {"Values": [[value]], "Address": "S!A1", **more}
    return {"Results": [{"ActionId": 6, "Value": loaded}]}


def recording(record: BatchRecord, *, hidden: bool = False) -> Recording:
    header = Header(
        tieout="0", about="", workbook="", sha256="", model="", host="Excel", masked=hidden
    )
    return Recording(header, [record])


def test_contents_are_masked_on_both_ways_and_addresses_stay():
    record = masked(BatchRecord(flags=1, request=batch("Ada"), response=answer("Ada", Id="{7}")))
    assert "Ada" not in record.model_dump_json()
    assert record.response == answer("text", Id="{7}")


def compared(found: Recording, *answers: dict[str, JsonValue]):
    sent: list[Batch] = []
    left = list(answers)

    async def send(batch: Batch) -> BatchResponse:
        sent.append(batch)
        return BatchResponse(left.pop(0))

    return asyncio.run(compare_answers(found, send)), sent


def test_equal_and_differing_members_are_counted_with_an_example():
    record = BatchRecord(flags=1, request=batch(1), response=answer(2.0, Text=[["2"]]))
    result, _ = compared(recording(record), answer(2, Text=[["two"]]))
    assert dict(result.equal) == {"Values": 1, "Address": 1}
    assert dict(result.differing) == {"Text": 1}
    assert "recorded [['2']], here [['two']]" in result.examples["Text"]


def test_errors_are_compared_by_their_code():
    failed: dict[str, JsonValue] = {"Error": {"Code": "ItemNotFound", "Message": "gone"}}
    record = BatchRecord(flags=1, request=batch(1), response=failed)
    same, _ = compared(recording(record), {"Error": {"Code": "ItemNotFound", "Message": "other"}})
    assert (same.equal["errors"], same.differing.total()) == (1, 0)
    other, _ = compared(recording(record), answer(1))
    assert other.examples["errors"].endswith("recorded 'ItemNotFound', here 'no error'")


def test_identities_of_one_excel_are_translated_to_those_of_the_other():
    first = BatchRecord(flags=1, request=batch(1), response=answer(1, Id="{THEIRS}"))
    second = BatchRecord(flags=1, request=batch("{THEIRS}"), response=answer(1))
    both = Recording(recording(first).header, [first, second])
    result, sent = compared(both, answer(1, Id="{OURS}"), answer(1))
    assert result.differing.total() == 0
    assert sent[1].body == batch("{OURS}")


def test_of_a_masked_recording_only_shapes_of_contents_are_compared():
    record = masked(BatchRecord(flags=1, request=batch(1), response=answer(5)))
    result, _ = compared(recording(record, hidden=True), answer("#NAME?"))
    assert result.differing.total() == 0
    wide, _ = compared(recording(record, hidden=True), {
        "Results": [{"ActionId": 6, "Value": {"Values": [[1, 2]], "Address": "S!A1"}}]
    })  # fmt: skip
    assert dict(wide.differing) == {"Values": 1}
