"""Styles of tables, PivotTables, slicers and timelines: Excel's own and those of the workbook.

Of slicers and timelines only Excel's own are here.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar, Final, Literal, TypeAlias

from pydantic import JsonValue
from typing_extensions import override

from embedded_excel.calc.table_styles import CustomTableStyle
from embedded_excel.errors import (
    ExcelApiError,
    invalid_argument,
    item_not_found,
    not_implemented,
    standard_error,
)
from embedded_excel.model.areas import flag
from embedded_excel.model.workbook import OpenWorkbook
from embedded_excel.objects.base import ExcelCollection, ExcelObject, excel_class, method, scalar

Kind: TypeAlias = Literal["table", "pivot", "slicer", "timeline"]

_NAME_LENGTH: Final = 255
_COUNTS: Final[dict[Kind, tuple[str, tuple[tuple[str, int], ...]]]] = {
    "table": ("TableStyle", (("Light", 21), ("Medium", 28), ("Dark", 11))),
    "pivot": ("PivotStyle", (("Light", 28), ("Medium", 28), ("Dark", 28))),
    "slicer": ("SlicerStyle", (("Light", 6), ("Dark", 6), ("Other", 2))),
    "timeline": ("TimeSlicerStyle", (("Light", 6), ("Dark", 6))),
}
_BUILT_IN: Final[dict[Kind, tuple[str, ...]]] = {
    kind: tuple(
        f"{stem}{shade}{number}" for shade, count in shades for number in range(1, count + 1)
    )
    for kind, (stem, shades) in _COUNTS.items()
}


def _own(workbook: OpenWorkbook, kind: Kind) -> list[str]:
    """Styles of the workbook's own."""
    styles = workbook.engine.documents.table_styles.custom()
    match kind:
        case "table":
            return [style.name for style in styles if style.for_tables]
        case "pivot":
            return [style.name for style in styles if style.for_pivots]
        case "slicer" | "timeline":
            return []


def _default(workbook: OpenWorkbook, kind: Kind) -> str:
    """The style of new ones."""
    tables, pivots = workbook.engine.documents.table_styles.defaults()
    match kind:
        case "table":
            return tables
        case "pivot":
            return pivots
        case "slicer" | "timeline":
            return _BUILT_IN[kind][0]


def _names(workbook: OpenWorkbook, kind: Kind) -> list[str]:
    return [*_own(workbook, kind), *_BUILT_IN[kind]]


def table_style_called(workbook: OpenWorkbook, name: str) -> str:
    """A style of tables as it is written.

    Raises:
        ExcelApiError: InvalidArgument when there is none.
    """
    names = _names(workbook, "table")
    found = next((one for one in names if one.casefold() == name.casefold()), None)
    if found is None:
        raise invalid_argument()
    return found


def _new(kind: Kind, name: str) -> CustomTableStyle:
    return CustomTableStyle(name, for_tables=kind == "table", for_pivots=kind == "pivot")


def _numbered(workbook: OpenWorkbook, kind: Kind, name: str) -> str:
    taken = {one.casefold() for one in _names(workbook, kind)}
    number = 2
    while f"{name} {number}".casefold() in taken:
        number += 1
    return f"{name} {number}"


def _checked(workbook: OpenWorkbook, kind: Kind, name: JsonValue) -> str:
    if not isinstance(name, str) or not 0 < len(name) <= _NAME_LENGTH:
        raise invalid_argument()
    if name.casefold() in (one.casefold() for one in _names(workbook, kind)):
        raise standard_error("ItemAlreadyExists")
    return name


class _Style(ExcelObject):
    """What both kinds have in common."""

    kind: ClassVar[Kind]

    def __init__(self, workbook: OpenWorkbook, name: str) -> None:
        super().__init__(workbook)
        self._style = name

    @override
    def identity(self) -> dict[str, JsonValue]:
        return {"_Id": self._style}

    @scalar("_Id")
    def id(self) -> JsonValue:
        """Its identity."""
        return self._style

    @scalar("Name")
    def name(self) -> JsonValue:
        """Name."""
        return self._style

    @name.setter
    def set_name(self, value: JsonValue) -> None:
        """Rename; what has the style keeps it."""
        self._deny_built_in()
        if value == self._style:
            return
        name = _checked(self.workbook, self.kind, value)
        styles = self.workbook.engine.documents.table_styles
        styles.add(_new(self.kind, name), copy_of=self._style)
        styles.remove(self._style)
        self._restyle(name)
        # A client goes on calling it by the identity it got.
        self.workbook.renamed_styles[self._style.casefold()] = name
        self._style = name

    @scalar("ReadOnly")
    def read_only(self) -> JsonValue:
        """Whether it is one of Excel's own."""
        return self._style in _BUILT_IN[self.kind]

    @method("Delete")
    def delete(self) -> None:
        """Delete it; what has it gets the style of new ones."""
        self._deny_built_in()
        styles = self.workbook.engine.documents.table_styles
        styles.remove(self._style)
        self._restyle(_default(self.workbook, self.kind))

    def duplicated(self) -> str:
        """Make a copy; its name."""
        if self.read_only:
            raise not_implemented(f"{self.class_name}.duplicate of Excel's own styles")
        name = _numbered(self.workbook, self.kind, self._style)
        styles = self.workbook.engine.documents.table_styles
        styles.add(_new(self.kind, name), copy_of=self._style)
        self.workbook.changed = True
        return name

    def _deny_built_in(self) -> None:
        if self.read_only:
            raise invalid_argument()

    def _restyle(self, name: str) -> None:
        """Give what has this style another one."""
        engine = self.workbook.engine
        if self.kind == "table":
            for table in engine.tables():
                if table.style == self._style:
                    engine.update_table(replace(table, style=name))
        self.workbook.changed = True


@excel_class("TableStyle")
class TableStyle(_Style):
    """A style of tables."""

    kind = "table"

    @method("Duplicate")
    def duplicate(self) -> "TableStyle":
        """A copy under a name of its own."""
        return TableStyle(self.workbook, self.duplicated())


@excel_class("PivotTableStyle")
class PivotTableStyle(_Style):
    """A style of PivotTables."""

    kind = "pivot"

    @method("Duplicate")
    def duplicate(self) -> "PivotTableStyle":
        """A copy under a name of its own."""
        return PivotTableStyle(self.workbook, self.duplicated())


@excel_class("SlicerStyle")
class SlicerStyle(_Style):
    """A style of slicers."""

    kind = "slicer"


@excel_class("TimelineStyle")
class TimelineStyle(_Style):
    """A style of timelines."""

    kind = "timeline"


class _ListedStyles(ExcelCollection):
    """What all collections have in common."""

    style: ClassVar[type[_Style]]

    @override
    def items(self) -> Sequence[ExcelObject]:
        return [self.style(self.workbook, name) for name in _names(self.workbook, self.style.kind)]

    @override
    def get_item(self, key: JsonValue) -> ExcelObject:
        if not isinstance(key, str):
            raise invalid_argument()
        wanted = key.casefold()
        names = {name.casefold(): name for name in _names(self.workbook, self.style.kind)}
        renamed = self.workbook.renamed_styles
        for _ in range(len(renamed)):
            if wanted in names:
                break
            wanted = renamed.get(wanted, wanted).casefold()
        if wanted not in names:
            raise item_not_found()
        return self.style(self.workbook, names[wanted])

    @method("GetItemOrNullObject")
    def get_item_or_null_object(self, key: JsonValue) -> ExcelObject | None:
        """A style by its name, or a null object."""
        try:
            return self.get_item(key)
        except ExcelApiError:
            return None

    @method("GetCount")
    def get_count(self) -> JsonValue:
        """How many there are."""
        return len(self.items())

    @method("GetDefault")
    def get_default(self) -> ExcelObject:
        """The style of new ones."""
        return self.style(self.workbook, _default(self.workbook, self.style.kind))


class _Styles(_ListedStyles):
    """Collections a workbook adds to."""

    @method("Add")
    def add(self, name: JsonValue, make_unique: JsonValue) -> ExcelObject:
        """A style without formats; a taken name gets a number when that is wished."""
        kind = self.style.kind
        try:
            chosen = _checked(self.workbook, kind, name)
        except ExcelApiError as error:
            if not flag(make_unique) or error.code != "ItemAlreadyExists":
                raise
            chosen = _numbered(self.workbook, kind, str(name))
        self.workbook.engine.documents.table_styles.add(_new(kind, chosen))
        self.workbook.changed = True
        return self.style(self.workbook, chosen)

    @method("SetDefault")
    def set_default(self, style: object) -> None:
        """Choose the style of new ones, by its name or as an object."""
        found = style if isinstance(style, self.style) else self.get_item(_text(style))
        name = str(found.identity()["_Id"])
        styles = self.workbook.engine.documents.table_styles
        if self.style.kind == "table":
            styles.set_default(tables=name)
        else:
            styles.set_default(pivots=name)
        self.workbook.changed = True


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise invalid_argument()
    return value


@excel_class("TableStyleCollection")
class TableStyleCollection(_Styles):
    """The styles of tables."""

    style = TableStyle


@excel_class("PivotTableStyleCollection")
class PivotTableStyleCollection(_Styles):
    """The styles of PivotTables."""

    style = PivotTableStyle


@excel_class("SlicerStyleCollection")
class SlicerStyleCollection(_ListedStyles):
    """The styles of slicers."""

    style = SlicerStyle


@excel_class("TimelineStyleCollection")
class TimelineStyleCollection(_ListedStyles):
    """The styles of timelines."""

    style = TimelineStyle
