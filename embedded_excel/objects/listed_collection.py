"""Collections whose look-ups all go over the list of their items."""

from typing import Generic, TypeVar

from pydantic import JsonValue
from typing_extensions import override

from embedded_excel.errors import item_not_found
from embedded_excel.model.areas import item_at
from embedded_excel.objects.base import ExcelCollection, ExcelObject, method

Item = TypeVar("Item", bound=ExcelObject)


class ListedCollection(ExcelCollection, Generic[Item]):
    """Gives a collection its look-ups from `items` and `answers_to`."""

    def listed(self) -> list[Item]:
        """Every item, in API order."""
        raise NotImplementedError

    def answers_to(self, item: Item, key: JsonValue) -> bool:
        """Whether an item is the one a key names: its id, or its name where it has one."""
        raise NotImplementedError

    @override
    def items(self) -> list[Item]:
        return self.listed()

    @override
    def get_item(self, key: JsonValue) -> Item:
        found = self.get_item_or_null_object(key)
        if found is None:
            raise item_not_found()
        return found

    @method("GetItemOrNullObject")
    def get_item_or_null_object(self, key: JsonValue) -> Item | None:
        """An item by its key, or a null object."""
        return next((item for item in self.listed() if self.answers_to(item, key)), None)

    @method("GetItemAt")
    def get_item_at(self, index: JsonValue) -> Item:
        """An item by its position."""
        return item_at(self.listed(), index)

    @method("GetCount")
    def get_count(self) -> JsonValue:
        """How many there are."""
        return len(self.listed())
