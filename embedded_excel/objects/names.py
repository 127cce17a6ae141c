"""NamedItem and NamedItemCollection."""

import re
from collections.abc import Sequence
from dataclasses import replace

from pydantic import JsonValue
from typing_extensions import override

from embedded_excel.calc.cells import CellError, CellValue, DefinedName
from embedded_excel.calc.engine import EngineRefused
from embedded_excel.errors import ExcelApiError, invalid_argument, item_not_found
from embedded_excel.model.a1 import absolute_rect_text, parse_rect, sheet_prefix
from embedded_excel.model.areas import MAX_CELLS_READ, resolve
from embedded_excel.model.array_constants import array_constant
from embedded_excel.model.json_values import json_value, value_type
from embedded_excel.model.sheets import already_exists, invalid_operation
from embedded_excel.model.workbook import Area, OpenWorkbook, SheetId
from embedded_excel.objects.base import (
    MEMBERS,
    ExcelCollection,
    ExcelObject,
    excel_class,
    method,
    navigation,
    scalar,
)
from embedded_excel.objects.tracked import TrackedRange, new_range

MAX_NAME = 255
_NAME = re.compile(r"[^\W\d][\w.?\\]*|[\\_][\w.?\\]*")
_R1C1 = re.compile(r"[Rr][0-9]*([Cc][0-9]*)?|[Cc][0-9]*")
_INTERNAL = "_xl"


def _is_listed(name: DefinedName) -> bool:
    return not name.name.lower().startswith(_INTERNAL)


def _checked_name(name: object) -> str:
    if not isinstance(name, str) or len(name) > MAX_NAME or not _NAME.fullmatch(name):
        raise invalid_argument()
    if parse_rect(name) is not None or _R1C1.fullmatch(name):
        raise invalid_argument()
    return name


def _area_text(workbook: OpenWorkbook, area: Area) -> str:
    sheet = sheet_prefix(workbook.sheet_name(area.sheet))
    return f"={sheet}!{absolute_rect_text(area.rect)}"


@excel_class("NamedItem")
class NamedItem(ExcelObject):
    """A defined name, by its scope and text.

    Args:
        scope: The sheet it belongs to, or None for the workbook.
    """

    def __init__(self, workbook: OpenWorkbook, scope: SheetId | None, key: str) -> None:
        super().__init__(workbook)
        self.scope_sheet = scope
        self.key = key
        self._seen: tuple[Sequence[DefinedName], DefinedName] | None = None

    @property
    def defined(self) -> DefinedName:
        """The name as the workbook holds it now.

        Raises:
            ExcelApiError: ItemNotFound when it was deleted.
        """
        names = self.workbook.engine.names()
        if self._seen is not None and self._seen[0] is names:
            return self._seen[1]
        key, scope = self.key.casefold(), _scope_index(self.workbook, self.scope_sheet)
        for name in names:
            if name.sheet == scope and name.name.casefold() == key and _is_listed(name):
                self._seen = (names, name)
                return name
        raise item_not_found()

    @override
    def identity(self) -> dict[str, JsonValue]:
        return {"_Id": self.key}

    @scalar("_Id")
    def id(self) -> JsonValue:
        """What the collection finds it by."""
        return self.key

    @scalar("Name")
    def name(self) -> JsonValue:
        """The name."""
        return self.defined.name

    @scalar("Formula")
    def formula(self) -> JsonValue:
        """What it stands for, with `=`."""
        return "=" + self.defined.formula.removeprefix("=")

    @formula.setter
    def set_formula(self, value: JsonValue) -> None:
        """Let it stand for something else."""
        formula = _formula(self.workbook, value)
        self._store(replace(self.defined, formula=formula))

    @scalar("Comment")
    def comment(self) -> JsonValue:
        """The comment."""
        return self.defined.comment

    @comment.setter
    def set_comment(self, value: JsonValue) -> None:
        """Change the comment."""
        if not isinstance(value, str) or len(value) > MAX_NAME:
            raise invalid_argument()
        self._store(replace(self.defined, comment=value))

    @scalar("Visible")
    def visible(self) -> JsonValue:
        """Whether people see it in the name manager."""
        return not self.defined.hidden

    @visible.setter
    def set_visible(self, value: JsonValue) -> None:
        """Show or hide it."""
        if not isinstance(value, bool):
            raise invalid_argument()
        self._store(replace(self.defined, hidden=not value))

    @scalar("Scope")
    def scope(self) -> JsonValue:
        """`Workbook` or `Worksheet`."""
        return "Workbook" if self.scope_sheet is None else "Worksheet"

    @scalar("Type")
    def type(self) -> JsonValue:
        """What the formula yields."""
        if self._area() is not None:
            return "Range"
        return "Array" if array_constant(self.defined.formula) else _type_of(self._value())

    @scalar("Value")
    def value(self) -> JsonValue:
        """The value; of a range, its address."""
        area = self._area()
        if area is not None:
            return _area_text(self.workbook, area).removeprefix("=")
        value = self._value()
        if isinstance(value, CellError):
            return value.code
        return "" if value is None else value

    @navigation("ArrayValues")
    def array_values(self) -> "NamedItemArrayValues":
        """Values and types of what it stands for."""
        return NamedItemArrayValues(self.workbook, self._grid())

    def _grid(self) -> list[list[CellValue]]:
        area = self._area()
        if area is None:
            return array_constant(self.defined.formula) or [[self._value()]]
        if area.rect.rows * area.rect.columns > MAX_CELLS_READ:
            raise invalid_argument()
        self.workbook.settle()
        block = self.workbook.engine.read(self.workbook.sheet_index(area.sheet), area.rect)
        return [[*line] for line in block.values]

    @navigation("Worksheet")
    def worksheet(self) -> ExcelObject:
        """The sheet of its scope; a workbook's name has none."""
        sheet = self.worksheet_or_null_object()
        if sheet is None:
            raise invalid_operation("The name belongs to the workbook, not to a worksheet.")
        return sheet

    @navigation("WorksheetOrNullObject")
    def worksheet_or_null_object(self) -> ExcelObject | None:
        """The sheet of its scope, or null."""
        if self.scope_sheet is None:
            return None
        sheets = MEMBERS["WorksheetCollection"].python_class(self.workbook)
        assert isinstance(sheets, ExcelCollection)
        return sheets.get_item(self.scope_sheet)

    @method("GetRange")
    def get_range(self) -> TrackedRange:
        """The range it stands for."""
        found = self.get_range_or_null_object()
        if found is None:
            raise item_not_found()
        return found

    @method("GetRangeOrNullObject")
    def get_range_or_null_object(self) -> TrackedRange | None:
        """The range it stands for, or null for a constant or a formula."""
        area = self._area()
        return None if area is None else new_range(self.workbook, area)

    @method("Delete")
    def delete(self) -> None:
        """Delete the name."""
        name = self.defined
        self.workbook.engine.remove_name(name.name, name.sheet)
        self.workbook.recalculate_if_automatic()

    def _home(self) -> SheetId:
        return self.scope_sheet or self.workbook.sheet_ids[0]

    def _area(self) -> Area | None:
        try:
            return resolve(self.workbook, self.defined.formula, self._home())
        except ExcelApiError:
            return None

    def _value(self) -> CellValue:
        index = self.workbook.sheet_index(self._home())
        formula = "=" + self.defined.formula.removeprefix("=")
        try:
            return self.workbook.engine.evaluate(index, formula)
        except EngineRefused:
            # A link to a place that isn't a workbook: it can be kept, but leads nowhere.
            return CellError("#REF!")

    def _store(self, name: DefinedName) -> None:
        self.workbook.engine.set_name(name)
        self.workbook.recalculate_if_automatic()


@excel_class("NamedItemArrayValues")
class NamedItemArrayValues(ExcelObject):
    """What a name stands for, cell by cell or item by item."""

    def __init__(self, workbook: OpenWorkbook, grid: list[list[CellValue]]) -> None:
        super().__init__(workbook)
        self._grid = grid

    @scalar("Values")
    def values(self) -> JsonValue:
        """Values."""
        return [[json_value(value) for value in line] for line in self._grid]

    @scalar("Types")
    def types(self) -> JsonValue:
        """Types of the values."""
        return [[value_type(value) for value in line] for line in self._grid]


@excel_class("NamedItemCollection")
class NamedItemCollection(ExcelCollection):
    """The names of one scope, in alphabetical order. Names Excel keeps for itself aren't listed."""

    def __init__(self, workbook: OpenWorkbook, scope: SheetId | None = None) -> None:
        super().__init__(workbook)
        self.scope = scope

    @override
    def items(self) -> Sequence[NamedItem]:
        return [
            NamedItem(self.workbook, self.scope, name.name)
            for name in _names_of(self.workbook, self.scope)
        ]

    @override
    def get_item(self, key: JsonValue) -> NamedItem:
        if isinstance(key, str):
            item = NamedItem(self.workbook, self.scope, key)
            return NamedItem(self.workbook, self.scope, item.defined.name)
        raise item_not_found()

    @method("GetItemOrNullObject")
    def get_item_or_null_object(self, key: JsonValue) -> NamedItem | None:
        """A name, or null."""
        try:
            return self.get_item(key)
        except ExcelApiError:
            return None

    @method("GetCount")
    def get_count(self) -> JsonValue:
        """How many names there are."""
        return len(self.items())

    @method("Add")
    def add(self, name: JsonValue, reference: object, comment: JsonValue) -> NamedItem:
        """Define a name for a Range, a formula (`=…`) or a constant."""
        return self._define(name, reference, comment)

    @method("AddFormulaLocal")
    def add_formula_local(
        self, name: JsonValue, formula: JsonValue, comment: JsonValue
    ) -> NamedItem:
        """Define a name by a formula in the user's language, which is English here."""
        if not isinstance(formula, str):
            raise invalid_argument()
        return self._define(name, formula, comment)

    def _define(self, name: object, reference: object, comment: JsonValue) -> NamedItem:
        text = _checked_name(name)
        note = "" if comment is None else comment
        if not isinstance(note, str) or len(note) > MAX_NAME:
            raise invalid_argument()
        if self.get_item_or_null_object(text) is not None:
            raise already_exists()
        scope = _scope_index(self.workbook, self.scope)
        formula = _formula(self.workbook, reference)
        self.workbook.engine.set_name(DefinedName(text, formula, scope, comment=note))
        self.workbook.recalculate_if_automatic()
        return NamedItem(self.workbook, self.scope, text)


def _scope_index(workbook: OpenWorkbook, scope: SheetId | None) -> int | None:
    return None if scope is None else workbook.sheet_index(scope)


def _names_of(workbook: OpenWorkbook, scope: SheetId | None) -> list[DefinedName]:
    index = _scope_index(workbook, scope)
    names = [name for name in workbook.engine.names() if name.sheet == index and _is_listed(name)]
    return sorted(names, key=lambda name: name.name.casefold())


def _formula(workbook: OpenWorkbook, reference: object) -> str:
    match reference:
        case TrackedRange():
            return _area_text(workbook, reference.area)
        case bool():
            return f"={str(reference).upper()}"
        case int() | float():
            return f"={reference!r}"
        case str() if reference.startswith("="):
            return reference
        case str() if reference:
            quoted = reference.replace('"', '""')
            return f'="{quoted}"'
        case _:
            raise invalid_argument()


def _type_of(value: CellValue) -> str:
    match value:
        case bool():
            return "Boolean"
        case float() | int():
            return "Double"
        case CellError():
            return "Error"
        case str() | None:
            return "String"
