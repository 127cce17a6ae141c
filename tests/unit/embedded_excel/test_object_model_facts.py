"""The object model against the facts of the API: no member that Excel doesn't have."""

import inspect

import pytest

from embedded_excel.objects.base import MEMBERS, ExcelCollection
from embedded_excel.objects.registry import load_objects
from embedded_excel.wire.members import api_facts

load_objects()
CLASSES = sorted(name for name in MEMBERS if "." not in name)
"""Services with names of their own, such as the runtime's, are in no list of Excel's classes."""


@pytest.mark.parametrize("name", CLASSES)
def test_every_member_is_one_of_the_api_under_its_wire_name(name):
    facts = api_facts().classes[name]
    members = MEMBERS[name]
    assert set(members.scalars) <= set(facts.scalars)
    assert set(members.navigations) <= set(facts.navigations)
    assert set(members.methods) <= set(facts.methods)


@pytest.mark.parametrize("name", CLASSES)
def test_only_what_excel_lets_be_set_has_a_setter(name):
    facts = api_facts().classes[name]
    settable = {wire for wire, scalar in MEMBERS[name].scalars.items() if scalar.set is not None}
    assert settable <= {wire for wire, fact in facts.scalars.items() if fact.writable}


@pytest.mark.parametrize("name", CLASSES)
def test_every_method_takes_excels_arguments(name):
    facts = api_facts().classes[name]
    for wire, function in MEMBERS[name].methods.items():
        given = [object()] * (facts.methods[wire].arity + 1)
        inspect.signature(function).bind(*given)


@pytest.mark.parametrize("name", CLASSES)
def test_a_collection_is_one_in_both(name):
    facts = api_facts().classes[name]
    assert issubclass(MEMBERS[name].python_class, ExcelCollection) == facts.is_collection


def test_names_that_arent_the_pascal_case_of_the_script_name_are_known():
    classes = api_facts().classes
    assert classes["Image"].scalars["format"].js == "format"
    assert classes["Line"].scalars["connectorType"].js == "connectorType"
    assert classes["Worksheet"].scalars_by_setter["Gridlines"].wire == "ShowGridlines"
    assert classes["Worksheet"].scalars_by_setter["Headings"].wire == "ShowHeadings"
    assert classes["Style"].scalars_by_setter["Orientation"].wire == "TextOrientation"


def test_every_registered_event_knows_its_code_and_its_target():
    worksheet = api_facts().classes["Worksheet"].events["_RegisterDataChangedEvent"]
    assert (worksheet.event_type, worksheet.target, worksheet.register) == (10, "own", True)
    tables = api_facts().classes["TableCollection"].events["_UnregisterDataChangedEvent"]
    assert (tables.event_type, tables.target, tables.register) == (101, "scope", False)
