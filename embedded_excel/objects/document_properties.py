"""DocumentProperties and the custom properties of a workbook."""

from collections.abc import Sequence
from dataclasses import replace

from pydantic import JsonValue
from typing_extensions import override

from embedded_excel.calc.documents import CustomProperty as PropertyState
from embedded_excel.calc.documents import DocumentParts, PropertyValue
from embedded_excel.calc.documents import DocumentProperties as State
from embedded_excel.errors import invalid_argument, item_not_found
from embedded_excel.model.areas import integer
from embedded_excel.model.documents import change
from embedded_excel.model.workbook import OpenWorkbook
from embedded_excel.objects.base import (
    ExcelCollection,
    ExcelObject,
    excel_class,
    method,
    navigation,
    scalar,
)

MOST_CHARACTERS = 255
"""Desktop Excel cuts keys and values of custom properties to this length."""


def _state(workbook: OpenWorkbook) -> State:
    return workbook.engine.documents.document().properties


def _change(workbook: OpenWorkbook, **values: object) -> None:
    def apply(parts: DocumentParts) -> DocumentParts:
        return replace(parts, properties=replace(parts.properties, **values))

    change(workbook, apply)


def _text(value: JsonValue) -> str:
    if not isinstance(value, str):
        raise invalid_argument()
    return value


@excel_class("DocumentProperties")
class DocumentProperties(ExcelObject):
    """What the file says about itself."""

    @scalar("Title")
    def title(self) -> JsonValue:
        """Title."""
        return _state(self.workbook).title

    @title.setter
    def set_title(self, value: JsonValue) -> None:
        """Set it."""
        _change(self.workbook, title=_text(value))

    @scalar("Subject")
    def subject(self) -> JsonValue:
        """Subject."""
        return _state(self.workbook).subject

    @subject.setter
    def set_subject(self, value: JsonValue) -> None:
        """Set it."""
        _change(self.workbook, subject=_text(value))

    @scalar("Author")
    def author(self) -> JsonValue:
        """Author."""
        return _state(self.workbook).author

    @author.setter
    def set_author(self, value: JsonValue) -> None:
        """Set it."""
        _change(self.workbook, author=_text(value))

    @scalar("Keywords")
    def keywords(self) -> JsonValue:
        """Keywords."""
        return _state(self.workbook).keywords

    @keywords.setter
    def set_keywords(self, value: JsonValue) -> None:
        """Set them."""
        _change(self.workbook, keywords=_text(value))

    @scalar("Comments")
    def comments(self) -> JsonValue:
        """The description; nothing to do with comments on cells."""
        return _state(self.workbook).comments

    @comments.setter
    def set_comments(self, value: JsonValue) -> None:
        """Set it."""
        _change(self.workbook, comments=_text(value))

    @scalar("Category")
    def category(self) -> JsonValue:
        """Category."""
        return _state(self.workbook).category

    @category.setter
    def set_category(self, value: JsonValue) -> None:
        """Set it."""
        _change(self.workbook, category=_text(value))

    @scalar("Manager")
    def manager(self) -> JsonValue:
        """Manager."""
        return _state(self.workbook).manager

    @manager.setter
    def set_manager(self, value: JsonValue) -> None:
        """Set it."""
        _change(self.workbook, manager=_text(value))

    @scalar("Company")
    def company(self) -> JsonValue:
        """Company."""
        return _state(self.workbook).company

    @company.setter
    def set_company(self, value: JsonValue) -> None:
        """Set it."""
        _change(self.workbook, company=_text(value))

    @scalar("LastAuthor")
    def last_author(self) -> JsonValue:
        """Who saved it last, as the file says."""
        return _state(self.workbook).last_author

    @scalar("CreationDate")
    def creation_date(self) -> JsonValue:
        """When it was created, ISO; today for a file that doesn't say."""
        created = _state(self.workbook).created
        return created or f"{self.workbook.today().isoformat()}T00:00:00Z"

    @scalar("RevisionNumber")
    def revision_number(self) -> JsonValue:
        """How often it was saved, as far as programs count it."""
        revision = _state(self.workbook).revision
        return int(revision) if revision.isdecimal() else 0

    @revision_number.setter
    def set_revision_number(self, value: JsonValue) -> None:
        """Set it."""
        number = integer(value)
        if number < 0:
            raise invalid_argument()
        _change(self.workbook, revision=str(number))

    @navigation("Custom")
    def custom(self) -> "CustomPropertyCollection":
        """Properties somebody added."""
        return CustomPropertyCollection(self.workbook)


@excel_class("CustomProperty")
class CustomProperty(ExcelObject):
    """One of the properties somebody added, by its key, whatever the case."""

    def __init__(self, workbook: OpenWorkbook, key: str) -> None:
        super().__init__(workbook)
        self._key = key

    @property
    def state(self) -> PropertyState:
        """The property as it is now.

        Raises:
            ExcelApiError: ItemNotFound when it was deleted.
        """
        for item in _state(self.workbook).custom:
            if item.name.casefold() == self._key.casefold():
                return item
        raise item_not_found()

    @scalar("Key")
    def key(self) -> JsonValue:
        """Its name."""
        return self.state.name

    @scalar("Value")
    def value(self) -> JsonValue:
        """Its value; a date is ISO text."""
        return self.state.value

    @value.setter
    def set_value(self, value: JsonValue) -> None:
        """Change the value."""
        _put(self.workbook, self.state.name, value)

    @scalar("Type")
    def type(self) -> JsonValue:
        """What kind of value it has."""
        state = self.state
        match state.value:
            case bool():
                return "Boolean"
            case int():
                return "Number"
            case float():
                return "Float"
            case str():
                return "Date" if state.is_date else "String"

    @method("Delete")
    def delete(self) -> None:
        """Delete it."""
        state = self.state
        kept = tuple(item for item in _state(self.workbook).custom if item != state)
        _change(self.workbook, custom=kept)


@excel_class("CustomPropertyCollection")
class CustomPropertyCollection(ExcelCollection):
    """The properties somebody added."""

    @override
    def items(self) -> Sequence[CustomProperty]:
        return [CustomProperty(self.workbook, item.name) for item in _state(self.workbook).custom]

    @override
    def get_item(self, key: JsonValue) -> CustomProperty:
        found = self.get_item_or_null_object(key)
        if found is None:
            raise item_not_found()
        return found

    @method("GetItemOrNullObject")
    def get_item_or_null_object(self, key: JsonValue) -> CustomProperty | None:
        """A property by its key, or null."""
        folded = str(key).casefold()
        for item in _state(self.workbook).custom:
            if item.name.casefold() == folded:
                return CustomProperty(self.workbook, item.name)
        return None

    @method("GetCount")
    def get_count(self) -> JsonValue:
        """How many there are."""
        return len(_state(self.workbook).custom)

    @method("Add")
    def add(self, key: JsonValue, value: JsonValue) -> CustomProperty:
        """Add one, or set the one that has the key."""
        name = _text(key)[:MOST_CHARACTERS]
        if not name:
            raise invalid_argument()
        _put(self.workbook, name, value)
        return CustomProperty(self.workbook, name)

    @method("DeleteAll")
    def delete_all(self) -> None:
        """Delete them all."""
        _change(self.workbook, custom=())


def _put(workbook: OpenWorkbook, name: str, value: JsonValue) -> None:
    new = PropertyState(name, _value(value))
    items = list(_state(workbook).custom)
    for index, item in enumerate(items):
        if item.name.casefold() == name.casefold():
            items[index] = replace(new, name=item.name)
            break
    else:
        items.append(new)
    _change(workbook, custom=tuple(items))


def _value(value: JsonValue) -> PropertyValue:
    match value:
        case bool() | int():
            return value
        case float():
            return int(value) if value.is_integer() else value
        case str():
            return value[:MOST_CHARACTERS]
        case _:
            raise invalid_argument()
