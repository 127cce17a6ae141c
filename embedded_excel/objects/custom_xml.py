"""CustomXmlPart and its collections."""

from collections.abc import Sequence
from dataclasses import replace

from pydantic import JsonValue
from typing_extensions import override

from embedded_excel.calc.documents import CustomXml
from embedded_excel.errors import ExcelApiError, item_not_found
from embedded_excel.model.documents import change, namespace_of, new_part_id, root_of
from embedded_excel.model.sheets import invalid_operation
from embedded_excel.model.workbook import OpenWorkbook
from embedded_excel.objects.base import ExcelCollection, ExcelObject, excel_class, method, scalar


@excel_class("CustomXmlPart")
class CustomXmlPart(ExcelObject):
    """One part, by its id."""

    def __init__(self, workbook: OpenWorkbook, part: str) -> None:
        super().__init__(workbook)
        self._part = part

    @property
    def state(self) -> CustomXml:
        """The part as it is now.

        Raises:
            ExcelApiError: ItemNotFound when it was deleted.
        """
        for item in self.workbook.engine.documents.document().custom_xml:
            if item.id == self._part:
                return item
        raise item_not_found()

    @override
    def identity(self) -> dict[str, JsonValue]:
        return {"Id": self._part}

    @scalar("Id")
    def id(self) -> JsonValue:
        """A GUID in braces."""
        return self._part

    @scalar("NamespaceUri")
    def namespace_uri(self) -> JsonValue:
        """Namespace of the root element."""
        return _namespace(self.state)

    @method("GetXml")
    def get_xml(self) -> JsonValue:
        """Its text."""
        return self.state.xml

    @method("SetXml")
    def set_xml(self, xml: JsonValue) -> None:
        """Replace its text."""
        root_of(xml)
        new = replace(self.state, xml=str(xml))
        change(
            self.workbook,
            lambda parts: replace(
                parts,
                custom_xml=tuple(new if item.id == new.id else item for item in parts.custom_xml),
            ),
        )

    @method("Delete")
    def delete(self) -> None:
        """Delete it."""
        gone = self.state
        change(
            self.workbook,
            lambda parts: replace(
                parts, custom_xml=tuple(item for item in parts.custom_xml if item != gone)
            ),
        )


class _Parts(ExcelCollection):
    """What both collections of parts share."""

    def states(self) -> Sequence[CustomXml]:
        """The parts, as they were added."""
        return self.workbook.engine.documents.document().custom_xml

    @override
    def items(self) -> Sequence[CustomXmlPart]:
        return [CustomXmlPart(self.workbook, item.id) for item in self.states()]

    @override
    def get_item(self, key: JsonValue) -> CustomXmlPart:
        found = self.get_item_or_null_object(key)
        if found is None:
            raise item_not_found()
        return found

    @method("GetItemOrNullObject")
    def get_item_or_null_object(self, key: JsonValue) -> CustomXmlPart | None:
        """A part by its id, or null."""
        for item in self.states():
            if item.id.casefold() == str(key).casefold():
                return CustomXmlPart(self.workbook, item.id)
        return None

    @method("GetCount")
    def get_count(self) -> JsonValue:
        """How many there are."""
        return len(self.states())


@excel_class("CustomXmlPartCollection")
class CustomXmlPartCollection(_Parts):
    """The parts of the workbook."""

    @method("Add")
    def add(self, xml: JsonValue) -> CustomXmlPart:
        """Add a part; the text must be well-formed XML."""
        root_of(xml)
        text = str(xml)
        part = new_part_id(self.workbook.engine.documents.document(), text)
        change(
            self.workbook,
            lambda parts: replace(parts, custom_xml=(*parts.custom_xml, CustomXml(part, text))),
        )
        return CustomXmlPart(self.workbook, part)

    @method("GetByNamespace")
    def get_by_namespace(self, namespace_uri: JsonValue) -> "CustomXmlPartScopedCollection":
        """Parts whose root has a namespace."""
        return CustomXmlPartScopedCollection(self.workbook, str(namespace_uri))


@excel_class("CustomXmlPartScopedCollection")
class CustomXmlPartScopedCollection(_Parts):
    """Parts of one namespace."""

    def __init__(self, workbook: OpenWorkbook, namespace: str) -> None:
        super().__init__(workbook)
        self._namespace = namespace

    @override
    def states(self) -> Sequence[CustomXml]:
        return [item for item in super().states() if _namespace(item) == self._namespace]

    @method("GetOnlyItem")
    def get_only_item(self) -> CustomXmlPart:
        """The part, if there is exactly one."""
        found = self.items()
        if len(found) != 1:
            raise invalid_operation("The collection doesn't have exactly one item.")
        return found[0]

    @method("GetOnlyItemOrNullObject")
    def get_only_item_or_null_object(self) -> CustomXmlPart | None:
        """The part, if there is exactly one, else null."""
        found = self.items()
        return found[0] if len(found) == 1 else None


def _namespace(item: CustomXml) -> str:
    try:
        return namespace_of(item.xml)
    except ExcelApiError:
        # Parts that came with a file may be anything.
        return ""
