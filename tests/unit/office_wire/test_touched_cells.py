import pytest

from tieout.errors import GateRefused
from tieout.office_wire.batch import Batch, BatchResponse
from tieout.office_wire.build import BatchBuilder, WireObject
from tieout.office_wire.places import Place, Places
from tieout.office_wire.touch import learn, touched
from tieout.workbook.address import Address


def writes(builder: BatchBuilder, places: Places | None = None) -> list[tuple[str, str, str]]:
    touch = touched(builder.build(), places or Places(active="Home"))
    return [(w.sheet, w.area.local if w.area else "?", w.member) for w in touch.writes]


def test_a_set_names_sheet_cells_and_member() -> None:
    batch = BatchBuilder()
    batch.worksheet("My Sheet").range("B2:C3").set("Values", 1)
    assert writes(batch) == [("My Sheet", "B2:C3", "Range.values")]


def test_reading_touches_sheets_and_writes_nothing() -> None:
    batch = BatchBuilder()
    cells = batch.worksheet("S").range("A1")
    cells.load("Values")
    cells.call("_KeepReference")
    cells.call("GetCellProperties", {})
    touch = touched(batch.build(), Places())
    assert touch.writes == ()
    assert touch.sheets == {"S"}


@pytest.mark.parametrize(
    ("steps", "wanted"),
    [
        ([("GetCell", 1, 2)], "D3"),
        ([("GetOffsetRange", 2, -1)], "A4:C5"),
        ([("GetResizedRange", 1, 0)], "B2:D4"),
        ([("GetAbsoluteResizedRange", 1, 1)], "B2"),
        ([("GetRow", 1)], "B3:D3"),
        ([("GetColumn", 2)], "D2:D3"),
        ([("GetEntireRow",)], "2:3"),
        ([("GetEntireColumn",)], "B:D"),
        ([("GetLastRow",), ("GetLastCell",)], "D3"),
        ([("GetBoundingRect", "F9")], "B2:F9"),
        ([("GetUsedRange", True)], "?"),
        ([("GetSurroundingRegion",)], "?"),
        ([("GetOffsetRange", -5, 0)], "?"),
    ],
)
def test_steps_from_a_range_are_followed(steps: list[tuple], wanted: str) -> None:
    batch = BatchBuilder()
    place: WireObject = batch.worksheet("S").range("B2:D3")
    for name, *arguments in steps:
        place = place.method(name, *arguments)
    place.set("Values", 1)
    assert writes(batch) == [("S", wanted, "Range.values")]


def test_a_rows_block_of_a_large_write_is_bounded_by_two_paths() -> None:
    batch = BatchBuilder()
    whole = batch.worksheet("S").range("A1:C100")
    last = whole.method("GetRow", 9)
    body = dict(batch.build().body)
    paths = dict(body["ObjectPaths"])
    paths["90"] = {
        "Id": 90,
        "ObjectPathType": 3,
        "Name": "GetBoundingRect",
        "ParentObjectPathId": whole.method("GetRow", 5).path,
        "ArgumentInfo": {"Arguments": [last.path], "ReferencedObjectPathIds": [last.path]},
    }
    paths |= dict(batch.build().body["ObjectPaths"])
    actions = [
        {
            "Id": 91,
            "ActionType": 4,
            "Name": "Values",
            "ObjectPathId": 90,
            "ArgumentInfo": {"Arguments": [[[1]]]},
        }
    ]
    touch = touched(Batch({"Actions": actions, "ObjectPaths": paths}), Places())
    assert [w.area.local for w in touch.writes if w.area] == ["A6:C10"]


def test_formats_belong_to_the_cells_of_their_range() -> None:
    batch = BatchBuilder()
    batch.worksheet("S").range("A1:B2").child("Format").child("Fill").set("Color", "#FF0000")
    assert writes(batch) == [("S", "A1:B2", "RangeFill.color")]


def test_the_active_sheet_is_known_by_name() -> None:
    batch = BatchBuilder()
    batch.worksheets.method("GetActiveWorksheet").range("A1").call("Clear", "Contents")
    assert writes(batch) == [("Home", "A1", "Range.clear")]


def test_insertions_and_sorts_are_unbounded() -> None:
    batch = BatchBuilder()
    cells = batch.worksheet("S").range("A1:B2")
    cells.create("Insert", "Down")
    cells.child("Sort").call("Apply", [{"key": 0}])
    assert writes(batch) == [("S", "?", "Range.insert"), ("S", "?", "RangeSort.apply")]


def test_a_copy_fills_as_many_cells_as_its_source_has() -> None:
    batch = BatchBuilder()
    batch.worksheet("S").range("D1").call("CopyFrom", "A1:B9", None, None, False)
    batch.worksheet("S").range("F1:F20").call("CopyFrom", "A1", None, None, False)
    assert writes(batch) == [("S", "D1:E9", "Range.copyFrom"), ("S", "F1:F20", "Range.copyFrom")]


def test_objects_that_are_made_count_as_writes_once() -> None:
    batch = BatchBuilder()
    made = batch.worksheets.create("Add", "New")
    batch.add_action(1, "", made.path, {})
    made.range("A1").set("Values", 5)
    assert writes(batch) == [
        ("", "?", "WorksheetCollection.add"),
        ("New", "A1", "Range.values"),
    ]


def test_names_and_tables_stand_for_their_cells() -> None:
    places = Places(
        tables={"sales": Address.parse("Data!A1:C9")}, names={"rate": Address.parse("In!B2")}
    )
    batch = BatchBuilder()
    batch.workbook.child("Names").item("Rate").method("GetRange").set("Values", 1)
    batch.workbook.child("Tables").item("Sales").method("GetDataBodyRange").set("Values", 1)
    assert writes(batch, places) == [
        ("In", "B2", "Range.values"),
        ("Data", "A1:C9", "Range.values"),
    ]


def test_references_of_earlier_answers_are_remembered() -> None:
    places = Places()
    batch = BatchBuilder()
    cells = batch.worksheet("S").range("C3")
    again = batch.add_action(1, "", cells.path, {})
    answer = {"Results": [{"ActionId": again.action_id, "Value": {"_ReferenceId": "rng:1"}}]}
    learn(batch.build(), BatchResponse(answer), places)
    assert places.references["rng:1"] == Place("Range", "S", Address.parse("S!C3"))
    path = {"Id": 1, "ObjectPathType": 6, "Name": "rng:1"}
    action = {"Id": 2, "ActionType": 4, "Name": "Values", "ObjectPathId": 1}
    later = Batch({"Actions": [action], "ObjectPaths": {"1": path}})
    assert [(w.sheet, w.area) for w in touched(later, places).writes] == [
        ("S", Address.parse("S!C3"))
    ]


def test_a_new_sheet_is_known_by_the_id_excel_gave_it() -> None:
    places = Places()
    batch = BatchBuilder()
    made = batch.worksheets.create("Add", "New")
    answer = {"Results": [{"ActionId": made.identity.action_id, "Value": {"Id": "{7}"}}]}
    learn(batch.build(), BatchResponse(answer), places)
    assert places.sheet_name("{7}") == "New"


@pytest.mark.parametrize(
    "body",
    [
        {"Actions": [{"Id": 1, "ActionType": 99, "ObjectPathId": 1}], "ObjectPaths": {}},
        {"Actions": "x"},
        {"Actions": [{"Id": 1, "ActionType": "4", "ObjectPathId": 1}]},
        {"ObjectPaths": {"2": {"Id": 1, "ObjectPathType": 1}}},
        {"ObjectPaths": {"1": {"Id": 1, "ObjectPathType": 4, "ParentObjectPathId": 1}}},
        {
            "ObjectPaths": {
                "1": {"Id": 1, "ObjectPathType": 4, "ParentObjectPathId": 2},
                "2": {"Id": 2, "ObjectPathType": 4, "ParentObjectPathId": 1},
            }
        },
        {
            "ObjectPaths": {
                str(n): {"Id": n, "ObjectPathType": 4, "Name": "x", "ParentObjectPathId": n + 1}
                for n in range(1, 500)
            }
        },
    ],
    ids=[
        "unknown action",
        "no list",
        "text for a number",
        "two ids",
        "own parent",
        "circle",
        "too deep",
    ],
)
def test_a_batch_that_is_none_is_refused(body: dict) -> None:
    with pytest.raises(GateRefused, match="malformed"):
        touched(Batch(body), Places())


def test_a_path_that_is_its_own_argument_is_unbounded() -> None:
    batch = BatchBuilder()
    cells = batch.worksheet("S").range("A1")
    path = {
        "Id": 33,
        "ObjectPathType": 3,
        "Name": "GetBoundingRect",
        "ParentObjectPathId": cells.path,
        "ArgumentInfo": {"Arguments": [33], "ReferencedObjectPathIds": [33]},
    }
    paths = dict(batch.build().body["ObjectPaths"]) | {"33": path}
    actions = [{"Id": 9, "ActionType": 4, "Name": "Values", "ObjectPathId": 33}]
    touch = touched(Batch({"Actions": actions, "ObjectPaths": paths}), Places())
    assert touch.writes[0].area is None


@pytest.mark.parametrize("step", ["GetNext", "GetPreviousOrNullObject"])
def test_the_neighbour_of_a_sheet_is_not_taken_for_the_sheet(step: str) -> None:
    batch = BatchBuilder()
    batch.worksheet("S").method(step).range("A1").set("Values", 1)
    assert writes(batch) == [("", "A1", "Range.values")]


def test_what_the_workbook_adds_belongs_to_the_sheet_of_its_address() -> None:
    batch = BatchBuilder()
    batch.workbook.child("Tables").create("Add", "'My Sheet'!A1:B9", True)
    batch.workbook.child("Comments").create("Add", "S!A1", "Look!")
    batch.workbook.child("Names").create("Add", "Rate", "=S!$A$1")
    assert [(sheet, member) for sheet, _, member in writes(batch)] == [
        ("My Sheet", "TableCollection.add"),
        ("S", "CommentCollection.add"),
        ("", "NamedItemCollection.add"),
    ]
