"""Data fields of pivots, to and from the engine's records."""

from typing import Final

from formulon.workbook import PivotDataFieldSpec

from embedded_excel.calc.formulon.book import Book
from embedded_excel.calc.formulon.pivot_formats import format_code, format_id
from embedded_excel.calc.pivots import Aggregation, Pivot, PivotValue

FUNCTIONS: Final[tuple[Aggregation, ...]] = (
    "Sum",
    "Count",
    "Average",
    "Max",
    "Min",
    "Product",
    "CountNumbers",
    "StandardDeviation",
    "StandardDeviationP",
    "Variance",
    "VarianceP",
)
"""In the order of the engine's numbers."""
_SHOWN_AS: Final = (
    "None",
    "PercentOfRowTotal",
    "PercentOfColumnTotal",
    "PercentOfGrandTotal",
    "RunningTotal",
    "RunningTotal",
    "Index",
    "DifferenceFrom",
    "PercentDifferenceFrom",
    "PercentOfParentRowTotal",
    "PercentOfParentColumnTotal",
    "PercentOfParentTotal",
    "PercentOf",
    "PercentRunningTotal",
    "RankAscending",
    "RankDecending",
)
_RUNNING_IN_ROW: Final = 4
_RUNNING_IN_COLUMN: Final = 5


def value_of(book: Book, spec: PivotDataFieldSpec) -> PivotValue:
    """A data field as the engine has it."""
    return PivotValue(
        spec.name or "",
        spec.field_index,
        FUNCTIONS[int(spec.aggregation)],
        format_code(book, spec.number_format),
        _SHOWN_AS[int(spec.show_as)],
        spec.show_as_base_field,
        spec.show_as_base_item,
    )


def spec_of(book: Book, value: PivotValue, pivot: Pivot) -> PivotDataFieldSpec:
    """A data field as the engine takes it."""
    shown = _SHOWN_AS.index(value.show_as)
    if value.show_as == "RunningTotal" and value.base_field in pivot.columns:
        # Running along a row, when the base field stands on the column axis.
        shown = _RUNNING_IN_ROW
    elif value.show_as == "RunningTotal":
        shown = _RUNNING_IN_COLUMN
    return PivotDataFieldSpec(
        value.name,
        value.field,
        FUNCTIONS.index(value.function),
        format_id(book, value.number_format),
        shown,
        value.base_field,
        value.base_item,
    )
