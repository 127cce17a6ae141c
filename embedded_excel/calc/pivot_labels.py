"""Labels of a pivot field's values, and the order Excel puts them in."""

from collections.abc import Callable, Sequence
from typing import Final

from embedded_excel.calc.cells import CellError, CellValue
from embedded_excel.calc.pivots import PivotField

BLANK: Final = "(blank)"
_MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_DAYS: Final = ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")
_CUSTOM_LISTS: Final = tuple(
    {name.casefold(): place for place, name in enumerate(names)}
    for names in (_MONTHS, _DAYS, [name[:3] for name in _MONTHS], [name[:3] for name in _DAYS])
)
_NUMBER, _TEXT, _LOGICAL, _ERROR, _NOTHING = range(5)
SortKey = tuple[int, float, str]


def label_of(value: CellValue) -> str:
    """A value as an item's name."""
    match value:
        case None:
            return BLANK
        case bool():
            return str(value).upper()
        case int() | float():
            return f"{value:.15g}"
        case CellError():
            return value.code
        case str():
            return value


def sort_key(value: CellValue) -> SortKey:
    """Numbers come first, then texts, logical values, errors, and what is empty."""
    match value:
        case None:
            return (_NOTHING, 0.0, "")
        case bool():
            return (_LOGICAL, float(value), "")
        case int() | float():
            return (_NUMBER, float(value), "")
        case CellError():
            return (_ERROR, 0.0, value.code)
        case str():
            return (_TEXT, 0.0, value.casefold())


def label_order(
    field: PivotField, values: Callable[[str], CellValue], labels: Sequence[str], *, lists: bool
) -> list[str]:
    """Labels of a field in the order it is sorted in by them.

    Args:
        field: Its items have the order of a field that is sorted by hand.
        values: The value behind a label.
        labels: What to sort.
        lists: Whether days and months are sorted as such (`useCustomSortLists`).
    """
    if field.sort == "Manual":
        places = {item.name: place for place, item in enumerate(field.items)}
        last = len(places)
        return sorted(labels, key=lambda label: (places.get(label, last), sort_key(values(label))))
    down = field.sort == "Descending"
    known = {label.casefold() for label in labels} - {BLANK}
    for custom in _CUSTOM_LISTS if lists and known else ():
        if known <= custom.keys():
            return sorted(
                labels, key=lambda label: custom.get(label.casefold(), len(custom)), reverse=down
            )
    if not down:
        return sorted(labels, key=lambda label: sort_key(values(label)))
    full = [label for label in labels if label != BLANK]
    # What is empty comes last both ways.
    ordered = sorted(full, key=lambda label: sort_key(values(label)), reverse=True)
    return [*ordered, *(label for label in labels if label == BLANK)]
