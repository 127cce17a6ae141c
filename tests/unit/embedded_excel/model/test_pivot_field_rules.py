"""What a pivot is after fields were placed, summed and filtered."""

import pytest

from embedded_excel.calc.pivots import Pivot, PivotData, PivotField, PivotItem, PivotSource
from embedded_excel.errors import ExcelApiError
from embedded_excel.model.pivot_fields import (
    changed_value,
    default_function,
    placed,
    reordered,
    summarized,
    value_key,
    with_field,
    with_value,
    without_value,
)
from embedded_excel.model.pivot_filters import described, filtered, is_filtered, unfiltered

ITEMS = (PivotItem("A"), PivotItem("B"))
BARE = Pivot(
    "P",
    0,
    0,
    2,
    0,
    PivotSource("Data", "A1:C9"),
    (PivotField("Farm", items=ITEMS), PivotField("Type"), PivotField("Crates")),
)


def test_a_field_moves_from_axis_to_axis():
    pivot = placed(placed(BARE, 0, "Row"), 1, "Row")
    assert (pivot.rows, pivot.columns) == ((0, 1), ())
    pivot = placed(pivot, 0, "Column")
    assert (pivot.rows, pivot.columns) == ((1,), (0,))
    pivot = placed(pivot, 1, "Filter")
    assert (pivot.rows, pivot.filters) == ((), (1,))
    assert placed(pivot, 1, "None").filters == ()


def test_order_on_an_axis():
    assert reordered((0, 1, 2), 2, 0) == (2, 0, 1)
    assert reordered((0, 1, 2), 0, 2) == (1, 2, 0)


def test_names_that_excel_gives_follow_the_function_and_stay_apart():
    pivot = with_value(with_value(BARE, 2, "Sum"), 2, "Sum")
    assert [value.name for value in pivot.values] == ["Sum of Crates", "Sum of Crates2"]
    assert [value_key(pivot, place) for place in (0, 1)] == ["2:0", "2:1"]
    assert summarized(pivot, 0, "Average").values[0].name == "Average of Crates"
    named = changed_value(pivot, 0, pivot.values[0].__class__("Boxes", 2))
    assert summarized(named, 0, "Max").values[0].name == "Boxes"


def test_numbers_are_summed_and_anything_else_is_counted():
    data = PivotData(("a", "b", "c"), ((1.0, 2.0), (1.0, None), (True, True)))
    assert [default_function(data, name) for name in "abc"] == ["Sum", "Count", "Count"]


def test_what_depends_on_a_data_field_goes_or_follows():
    pivot = with_value(with_value(placed(BARE, 0, "Row"), 2, "Sum"), 2, "Max")
    sort = with_field(pivot, 0, PivotField("Farm", axis="Row", sort_by="Max of Crates"))
    rule = {"condition": "GreaterThan", "comparator": 3, "value": "Max of Crates"}
    both = filtered(sort, 0, {"valueFilter": rule})
    assert both.conditions[0].value == 1
    assert without_value(both, 0).conditions[0].value == 0
    gone = without_value(both, 1)
    assert (gone.conditions, gone.fields[0].sort_by) == ((), "")


def test_a_field_has_one_filter_unless_several_are_allowed():
    pivot = placed(BARE, 0, "Row")
    manual = filtered(pivot, 0, {"manualFilter": {"selectedItems": ["b"]}})
    assert [item.visible for item in manual.fields[0].items] == [False, True]
    label = {"labelFilter": {"condition": "Contains", "substring": "A"}}
    assert list(described(filtered(manual, 0, label), 0)) == ["labelFilter"]
    both = filtered(manual, 0, label, several=True)
    assert list(described(both, 0)) == ["manualFilter", "labelFilter"]
    assert is_filtered(unfiltered(both, 0, "Label"), 0, "Manual")
    assert not is_filtered(unfiltered(both, 0), 0)


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({}, "InvalidArgument"),
        ({"manualFilter": {"selectedItems": []}}, "InvalidArgument"),
        ({"manualFilter": {"selectedItems": ["Z"]}}, "InvalidArgument"),
        ({"labelFilter": {"condition": "EndsWith"}}, "InvalidArgument"),
        ({"dateFilter": {"condition": "Today", "exclusive": True}}, "InvalidArgument"),
    ],
)
def test_other_filters_are_refused(given, code):
    with pytest.raises(ExcelApiError) as refused:
        filtered(placed(BARE, 0, "Row"), 0, given)
    assert refused.value.code == code
    with pytest.raises(ExcelApiError):
        filtered(BARE, 0, {"manualFilter": {"selectedItems": ["A"]}})
