"""ShapeCollection, GroupShapeCollection and ShapeGroup."""

from collections.abc import Sequence

from pydantic import JsonValue
from typing_extensions import override

from embedded_excel.errors import invalid_argument, item_not_found
from embedded_excel.model import shape_building as building
from embedded_excel.model import shape_groups as groups
from embedded_excel.model.areas import integer
from embedded_excel.model.protecting import deny_unless
from embedded_excel.model.shape_presets import connector_geometry, geometry_of
from embedded_excel.model.shape_text import set_text
from embedded_excel.model.shapes import ShapeRef, children, identity_of, name_of, refs
from embedded_excel.model.workbook import OpenWorkbook, SheetId
from embedded_excel.objects.base import ExcelCollection, excel_class, method, navigation
from embedded_excel.objects.charts_base import finite
from embedded_excel.objects.shape_base import OfShape, View
from embedded_excel.objects.shapes import Shape
from embedded_excel.wire.members import enum_value


class _Shapes(ExcelCollection):
    """Some shapes, from the back to the front."""

    def refs(self) -> list[ShapeRef]:
        """Which they are."""
        raise NotImplementedError

    def names(self) -> list[str]:
        """What they are called, in the same order."""
        return [name_of(ref.read()) for ref in self.refs()]

    @override
    def items(self) -> Sequence[Shape]:
        return [Shape(ref) for ref in self.refs()]

    @override
    def get_item(self, key: JsonValue) -> Shape:
        found = self.get_item_or_null_object(key)
        if found is None:
            raise item_not_found()
        return found

    @method("GetItem")
    def item(self, key: JsonValue) -> Shape:
        """A shape by name or id."""
        found = self.get_item_or_null_object(key)
        if found is None:
            raise item_not_found()
        return found

    @method("GetItemOrNullObject")
    def get_item_or_null_object(self, key: JsonValue) -> Shape | None:
        """A shape by name or id, or null."""
        text = str(key).casefold()
        known = self.refs()
        for ref, name in zip(known, self.names(), strict=True):
            if name.casefold() == text:
                return Shape(ref)
        for ref in known:
            if str(ref.number) == text:
                return Shape(ref)
        return None

    @method("GetItemAt")
    def get_item_at(self, index: JsonValue) -> Shape:
        """A shape by its position from the back."""
        number, known = integer(index), self.refs()
        if not 0 <= number < len(known):
            raise item_not_found()
        return Shape(known[number])

    @method("GetCount")
    def get_count(self) -> JsonValue:
        """How many there are."""
        return len(self.refs())


@excel_class("ShapeCollection")
class ShapeCollection(_Shapes):
    """Shapes of a sheet, its charts among them; members of groups are in their groups."""

    def __init__(self, workbook: OpenWorkbook, sheet: SheetId) -> None:
        super().__init__(workbook)
        self._sheet = sheet

    @override
    def refs(self) -> list[ShapeRef]:
        return refs(self.workbook, self._sheet)

    @override
    def names(self) -> list[str]:
        entries = self.workbook.engine.shapes.shapes(self.workbook.sheet_index(self._sheet))
        return [entry.name for entry in entries]

    @override
    def get_item(self, key: JsonValue) -> Shape:
        """A shape by name or id; by its id also one that has been grouped since."""
        found = self.get_item_or_null_object(key)
        if found is not None:
            return found
        if isinstance(key, str) and key.isdigit():
            ref = ShapeRef(self.workbook, self._sheet, int(key))
            ref.read()
            return Shape(ref)
        raise item_not_found()

    @method("AddGeometricShape")
    def add_geometric_shape(self, kind: JsonValue) -> Shape:
        """Add a shape."""
        deny_unless(self.workbook, self._sheet, "allowEditObjects")
        geometry = geometry_of(enum_value("GeometricShapeType", kind))
        return Shape(building.add_shape(self.workbook, self._sheet, geometry))

    @method("AddTextBox")
    def add_text_box(self, text: JsonValue) -> Shape:
        """Add a text box."""
        deny_unless(self.workbook, self._sheet, "allowEditObjects")
        if text is not None and not isinstance(text, str):
            raise invalid_argument()
        ref = building.add_text_box(self.workbook, self._sheet)
        if text:
            ref.edit(lambda element: set_text(element, text))
        return Shape(ref)

    @method("AddImage")
    def add_image(self, content: JsonValue) -> Shape:
        """Add an image from base64 text."""
        deny_unless(self.workbook, self._sheet, "allowEditObjects")
        return Shape(building.add_image(self.workbook, self._sheet, content))

    @method("AddLine")
    def add_line(
        self, left: JsonValue, top: JsonValue, right: JsonValue, bottom: JsonValue, kind: JsonValue
    ) -> Shape:
        """Add a line from one point to another."""
        deny_unless(self.workbook, self._sheet, "allowEditObjects")
        begin, end = (finite(left), finite(top)), (finite(right), finite(bottom))
        if min(*begin, *end) < 0:
            raise invalid_argument()
        name = "Straight" if kind is None else enum_value("ConnectorType", kind)
        geometry = connector_geometry(name)
        return Shape(building.add_line(self.workbook, self._sheet, geometry, begin, end))

    @method("AddGroup")
    def add_group(self, values: object) -> Shape:
        """Group shapes, given themselves or by name or id."""
        deny_unless(self.workbook, self._sheet, "allowEditObjects")
        if not isinstance(values, list):
            raise invalid_argument()
        wanted: list[ShapeRef] = []
        for value in values:  # pyright: ignore[reportUnknownVariableType] - told apart here
            if isinstance(value, OfShape):
                wanted.append(value.ref)
            elif isinstance(value, str):
                wanted.append(self.get_item(value).ref)
            else:
                raise invalid_argument()
        return Shape(groups.add_group(self.workbook, self._sheet, wanted))


@excel_class("GroupShapeCollection")
class GroupShapeCollection(_Shapes):
    """The members of a group."""

    def __init__(self, group: ShapeRef) -> None:
        super().__init__(group.workbook)
        self._group = group

    @override
    def refs(self) -> list[ShapeRef]:
        return [
            ShapeRef(self.workbook, self._group.sheet, identity_of(child))
            for child in children(self._group.read())
        ]


@excel_class("ShapeGroup")
class ShapeGroup(View):
    """A shape seen as a group."""

    @navigation("Shapes")
    def shapes(self) -> GroupShapeCollection:
        """Its members."""
        return GroupShapeCollection(self.ref)

    @method("Ungroup")
    def ungroup(self) -> None:
        """Break it up."""
        groups.ungroup(self.ref)
