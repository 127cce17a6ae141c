"""Bodies no library sends, and paths few do: every one gets one clean answer."""

import itertools
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from embedded_excel.host import EmbeddedExcel
from embedded_excel.objects.base import MEMBERS

WORKBOOK = {"Id": 1, "ObjectPathType": 1, "Name": ""}
SHEETS = {"Id": 2, "ObjectPathType": 4, "Name": "Worksheets", "ParentObjectPathId": 1}
SHEET = {
    "Id": 3,
    "ObjectPathType": 5,
    "Name": "",
    "ParentObjectPathId": 2,
    "ArgumentInfo": {"Arguments": ["Sheet1"]},
}


@pytest.fixture(scope="module")
def excel():
    host = EmbeddedExcel.new()
    yield host
    host.close()


def instantiate(path, number=10):
    return {"Id": number, "ActionType": 1, "Name": "", "ObjectPathId": path}


def body(actions, *paths):
    return {"Actions": actions, "ObjectPaths": {str(path["Id"]): path for path in paths}}


def method(path, name, *arguments, references=None, number=10):
    info = {"Arguments": list(arguments)}
    if references is not None:
        info["ReferencedObjectPathIds"] = references
    return {
        "Id": number,
        "ActionType": 3,
        "Name": name,
        "ObjectPathId": path,
        "ArgumentInfo": info,
    }


@pytest.mark.parametrize(
    "broken",
    [
        {},
        {"Actions": None},
        {"Actions": {}},
        {"Actions": [None], "ObjectPaths": {}},
        {"Actions": [[]], "ObjectPaths": {}},
        {"Actions": [{}], "ObjectPaths": {}},
        {"Actions": [], "ObjectPaths": []},
        {"Actions": [], "ObjectPaths": {"1": 5}},
        {"Actions": [], "ObjectPaths": {"2": WORKBOOK}},
        {"Actions": [], "ObjectPaths": {"1": {**WORKBOOK, "ObjectPathType": 8}}},
        {"Actions": [], "ObjectPaths": {"1": {**WORKBOOK, "ObjectPathType": True}}},
        {"Actions": [], "ObjectPaths": {"2": {**SHEETS, "ParentObjectPathId": "1"}}},
        body([{**instantiate(1), "ActionType": 99}], WORKBOOK),
        body([{**instantiate(1), "ActionType": "1"}], WORKBOOK),
        body([{**instantiate(1), "Id": None}], WORKBOOK),
        body([{"Id": 1, "ActionType": 1, "Name": ""}], WORKBOOK),
        body([{**method(1, "X"), "Name": 5}], WORKBOOK),
        body([{**method(1, "X"), "ArgumentInfo": []}], WORKBOOK),
        body([{**method(1, "X"), "ArgumentInfo": {"Arguments": 5}}], WORKBOOK),
        body([method(1, "X", 1, references=["a"])], WORKBOOK),
        body([{**instantiate(1), "ActionType": 2, "QueryInfo": {"Select": 5}}], WORKBOOK),
        body([{**instantiate(1), "ActionType": 2, "QueryInfo": {"Top": "x"}}], WORKBOOK),
        body([{**instantiate(1), "ActionType": 9, "ObjectState": 5}], WORKBOOK),
        body([instantiate(7)], WORKBOOK),
        body([instantiate(2)], {**SHEETS, "ParentObjectPathId": None}),
        body([instantiate(2)], SHEETS),
        body([instantiate(2)], {**SHEETS, "ParentObjectPathId": 2}),
        body(
            [instantiate(2)],
            {**SHEETS, "ParentObjectPathId": 3},
            {**SHEETS, "Id": 3, "ParentObjectPathId": 2},
        ),
    ],
)
def test_a_broken_body_is_refused_in_one_sentence(excel, broken):
    answer = excel.run_batch(broken)
    assert answer["Error"]["Code"] == "InvalidRequest"
    assert answer["Error"]["Message"].startswith("Cannot process the request. ")
    assert answer["Error"]["Message"].endswith(".")
    assert answer["Results"] == []


def test_a_circle_through_arguments_is_refused(excel):
    copy = {
        "Id": 4,
        "ObjectPathType": 3,
        "Name": "Copy",
        "ParentObjectPathId": 3,
        "ArgumentInfo": {"Arguments": ["After", 4], "ReferencedObjectPathIds": [0, 4]},
    }
    answer = excel.run_batch(body([instantiate(4)], WORKBOOK, SHEETS, SHEET, copy))
    assert answer["Error"]["Code"] == "InvalidRequest"
    assert excel.workbook.engine.sheet_names() == ("Sheet1",)


def test_arguments_nested_without_end_are_refused(excel):
    nested = 1
    for _ in range(100):
        nested = [nested]
    answer = excel.run_batch(body([method(3, "GetRange", nested)], WORKBOOK, SHEETS, SHEET))
    assert answer["Error"]["Code"] in ("InvalidRequest", "InvalidArgument")


def test_a_very_long_chain_of_paths_is_walked_without_recursion(excel):
    cells = [
        {
            "Id": number,
            "ObjectPathType": 3,
            "Name": "GetOffsetRange",
            "ParentObjectPathId": number - 1,
            "ArgumentInfo": {"Arguments": [1, 0]},
        }
        for number in range(5, 3005)
    ]
    first = {
        "Id": 4,
        "ObjectPathType": 3,
        "Name": "GetRange",
        "ParentObjectPathId": 3,
        "ArgumentInfo": {"Arguments": ["A1"]},
    }
    load = {
        "Id": 1,
        "ActionType": 2,
        "Name": "",
        "ObjectPathId": 3004,
        "QueryInfo": {"Select": ["address"]},
    }
    answer = excel.run_batch(body([load], WORKBOOK, SHEETS, SHEET, first, *cells))
    assert answer["Error"] is None
    assert answer["Results"][0]["Value"]["Address"] == "Sheet1!A3001"


def test_a_million_actions_are_too_many(excel):
    actions = list(itertools.repeat(instantiate(1), 1_000_000))
    answer = excel.run_batch(body(actions, WORKBOOK))
    assert answer["Error"]["Code"] == "RequestPayloadSizeLimitExceeded"


def test_too_many_arguments_are_refused_but_nulls_at_the_end_are_not(excel):
    paths = (WORKBOOK, SHEETS)
    assert excel.run_batch(body([method(2, "GetCount", None, None)], *paths))["Error"] is None
    error = excel.run_batch(body([method(2, "GetCount", False, 1)], *paths))["Error"]
    assert (error["Code"], error["Location"]) == (
        "InvalidArgument",
        "WorksheetCollection.getCount",
    )


def test_a_read_only_property_cant_be_set(excel):
    action = {
        "Id": 10,
        "ActionType": 4,
        "Name": "Id",
        "ObjectPathId": 3,
        "ArgumentInfo": {"Arguments": ["x"]},
    }
    error = excel.run_batch(body([action], WORKBOOK, SHEETS, SHEET))["Error"]
    assert (error["Code"], error["Location"]) == ("InvalidOperation", "Worksheet.id")
    assert "read-only" in error["Message"]


def test_a_member_of_a_newer_library_is_not_found(excel):
    error = excel.run_batch(body([method(3, "DoNewThing")], WORKBOOK, SHEETS, SHEET))["Error"]
    assert (error["Code"], error["Location"]) == ("ApiNotFound", "Worksheet.doNewThing")


def test_a_service_that_isnt_excels_workbook_isnt_implemented(excel):
    path = {
        "Id": 1,
        "ObjectPathType": 2,
        "Name": "Microsoft.ExcelServices.CustomFunctionManager",
    }
    error = excel.run_batch(body([instantiate(1)], path))["Error"]
    assert error["Code"] == "NotImplemented"
    assert "CustomFunctionManager" in error["Message"]


def test_an_unknown_reference_is_invalid(excel):
    path = {"Id": 1, "ObjectPathType": 6, "Name": "rng:999"}
    assert excel.run_batch(body([instantiate(1)], path))["Error"]["Code"] == "InvalidReference"


def test_a_null_object_may_name_a_parent_that_isnt_there(excel):
    null = {
        "Id": 5,
        "ObjectPathType": 7,
        "Name": "",
        "ParentObjectPathId": 3,
        "ArgumentInfo": {},
    }
    child = {
        "Id": 6,
        "ObjectPathType": 3,
        "Name": "GetRange",
        "ParentObjectPathId": 5,
        "ArgumentInfo": {"Arguments": ["B1"]},
    }
    answer = excel.run_batch(
        body([instantiate(5), instantiate(6, 11), method(6, "Clear", number=12)], null, child)
    )
    assert answer["Error"] is None
    assert [result["Value"] for result in answer["Results"]] == [None, None, None]


def test_what_is_unchanged_passes_and_what_changed_is_a_conflict(excel):
    def ensure(name):
        action = {
            "Id": 10,
            "ActionType": 8,
            "Name": "",
            "ObjectPathId": 3,
            "ObjectState": {"name": name},
        }
        return excel.run_batch(body([action], WORKBOOK, SHEETS, SHEET))["Error"]

    assert ensure("Sheet1") is None
    assert (ensure("Other")["Code"], ensure("Other")["Location"]) == ("Conflict", "Worksheet.name")


def test_objects_arrive_in_nested_arguments_and_inside_json(excel, monkeypatch):
    got = []
    members = MEMBERS["Workbook"]
    monkeypatch.setitem(
        members.methods, "RecordAction", lambda _self, argument: got.append(argument)
    )
    actions = [
        method(1, "RecordAction", [3, 5, [3, "x"]], references=[[3, 0, [3, 0]]]),
        method(1, "RecordAction", {"list": {"source": {"_ObjectPathId": 3}, "n": [1, None]}}),
    ]
    answer = excel.run_batch(body(actions, WORKBOOK, SHEETS, SHEET))
    assert answer["Error"] is None
    first, second = got
    names = [type(first[0]).__name__, first[1], type(first[2][0]).__name__, first[2][1]]
    assert names == ["Worksheet", 5, "Worksheet", "x"]
    assert type(second["list"]["source"]).__name__ == "Worksheet"
    assert second["list"]["n"] == [1, None]


def test_a_member_that_breaks_is_excels_internal_error_and_tells_no_more(excel, monkeypatch):
    def breaks(_self, _argument):
        raise ValueError("secret cell text")

    monkeypatch.setitem(MEMBERS["Workbook"].methods, "RecordAction", breaks)
    error = excel.run_batch(body([method(1, "RecordAction", 1)], WORKBOOK))["Error"]
    assert error == {
        "Code": "GeneralException",
        "Message": "There was an internal error while processing the request.",
        "Location": "Workbook.recordAction",
        "ActionIndex": 0,
        "HttpStatusCode": 500,
    }


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 20) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)
ACTION = st.fixed_dictionaries(
    {"Id": st.integers(0, 9), "ActionType": st.integers(0, 10), "ObjectPathId": st.integers(0, 5)},
    optional={
        "Name": st.sampled_from(
            ["Name", "GetCount", "GetRange", "Add", "_KeepReference", "Values"]
        ),
        "ArgumentInfo": st.fixed_dictionaries(
            {}, optional={"Arguments": st.lists(JSON), "ReferencedObjectPathIds": JSON}
        ),
        "QueryInfo": st.fixed_dictionaries(
            {}, optional={"Select": JSON, "Expand": JSON, "Top": JSON, "Skip": JSON}
        ),
        "ObjectState": JSON,
        "RecursiveQueryInfo": JSON,
    },
)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(
    actions=st.lists(ACTION, max_size=5),
    parents=st.lists(st.integers(0, 5), min_size=5, max_size=5),
)
def test_any_body_gets_an_answer_that_is_json(excel, actions, parents):
    paths = [
        {
            "Id": number,
            "ObjectPathType": 1 if number == 1 else 3 + number % 3,
            "Name": ["", "", "Worksheets", "GetItemOrNullObject", "GetRange", "Names"][number],
            "ParentObjectPathId": parents[number - 1],
            "ArgumentInfo": {"Arguments": ["Sheet1"]},
        }
        for number in range(1, 6)
    ]
    answer = excel.run_batch(body(actions, *paths))
    json.dumps(answer, allow_nan=False)
    assert set(answer) == {"Error", "Results", "TraceIds"}
    assert len(answer["Results"]) + (answer["Error"] is not None) >= min(1, len(actions))
