"""What every object of a PivotTable needs: the pivot it belongs to, by identity."""

from collections.abc import Sequence

from pydantic import JsonValue
from typing_extensions import override

from embedded_excel.calc.pivots import Pivot, PivotField, PivotValue
from embedded_excel.errors import invalid_argument, item_not_found
from embedded_excel.model import pivots
from embedded_excel.model.pivot_fields import value_key
from embedded_excel.model.workbook import OpenWorkbook
from embedded_excel.objects.base import ExcelCollection, ExcelObject, method


class PivotObject(ExcelObject):
    """Part of a pivot."""

    def __init__(self, workbook: OpenWorkbook, pivot: str) -> None:
        super().__init__(workbook)
        self.pivot_id = pivot

    @property
    def pivot(self) -> Pivot:
        """The pivot as it is now.

        Raises:
            ExcelApiError: ItemNotFound when it was deleted.
        """
        return pivots.pivot_by_id(self.workbook, self.pivot_id)

    def change(self, pivot: Pivot) -> None:
        """Let the pivot become another one."""
        pivots.change(self.workbook, pivot)


class OfField(PivotObject):
    """Something that stands for one column of the source."""

    def __init__(self, workbook: OpenWorkbook, pivot: str, number: int) -> None:
        super().__init__(workbook, pivot)
        self.number = number

    @property
    def state(self) -> PivotField:
        """The field as it is now."""
        return self.pivot.fields[self.number]

    @override
    def identity(self) -> dict[str, JsonValue]:
        return {"Id": self.state.name}

    def caption(self) -> str:
        """What it is called in the pivot."""
        state = self.state
        return state.caption or state.name


class OfValue(PivotObject):
    """A data field, by an identity that stays when it is renamed."""

    def __init__(self, workbook: OpenWorkbook, pivot: str, key: str) -> None:
        super().__init__(workbook, pivot)
        self.key = key

    @property
    def place(self) -> int:
        """Its position among the data fields.

        Raises:
            ExcelApiError: ItemNotFound when it was removed.
        """
        pivot = self.pivot
        for place in range(len(pivot.values)):
            if value_key(pivot, place) == self.key:
                return place
        raise item_not_found()

    @property
    def state(self) -> PivotValue:
        """The data field as it is now."""
        return self.pivot.values[self.place]

    @override
    def identity(self) -> dict[str, JsonValue]:
        return {"Id": self.key}


class OfPivot(ExcelCollection):
    """A collection of parts of a pivot, found by name or id."""

    def __init__(self, workbook: OpenWorkbook, pivot: str) -> None:
        super().__init__(workbook)
        self.pivot_id = pivot

    @property
    def pivot(self) -> Pivot:
        """The pivot as it is now."""
        return pivots.pivot_by_id(self.workbook, self.pivot_id)

    def named(self) -> Sequence[tuple[str, ExcelObject]]:
        """Each item with its name."""
        raise NotImplementedError

    @override
    def items(self) -> Sequence[ExcelObject]:
        return [item for _, item in self.named()]

    @override
    def get_item(self, key: JsonValue) -> ExcelObject:
        found = self.get_item_or_null_object(key)
        if found is None:
            raise item_not_found()
        return found

    @method("GetItemOrNullObject")
    def get_item_or_null_object(self, key: JsonValue) -> ExcelObject | None:
        """An item by name or id, or null."""
        text = str(key).casefold()
        named = self.named()
        for name, item in named:
            if name.casefold() == text:
                return item
        for _, item in named:
            if str(item.identity().get("Id")).casefold() == text:
                return item
        return None

    @method("GetCount")
    def get_count(self) -> JsonValue:
        """How many there are."""
        return len(self.named())


def text_of(value: JsonValue) -> str:
    """A text argument.

    Raises:
        ExcelApiError: InvalidArgument.
    """
    if not isinstance(value, str) or not value:
        raise invalid_argument()
    return value
