"""Bindings: places of the workbook that add-ins call by names of their own."""

from typing import Final, Literal, TypeAlias

from embedded_excel.calc.cells import Table
from embedded_excel.errors import ExcelApiError, invalid_argument
from embedded_excel.model.areas import contains
from embedded_excel.model.binding_events import bound_area
from embedded_excel.model.workbook import Area, Binding, OpenWorkbook

BindingKind: TypeAlias = Literal["Range", "Table", "Text"]
KINDS: Final[tuple[BindingKind, ...]] = ("Range", "Table", "Text")


def invalid_binding() -> ExcelApiError:
    """The bound cells were deleted."""
    return ExcelApiError(
        "InvalidBinding", "This object binding is no longer valid due to previous updates.", 400
    )


def kind_of(value: object) -> BindingKind:
    """A `BindingType`, in any case.

    Raises:
        ExcelApiError: InvalidArgument.
    """
    for kind in KINDS:
        if isinstance(value, str) and value.lower() == kind.lower():
            return kind
    raise invalid_argument()


def fits(workbook: OpenWorkbook, area: Area, kind: BindingKind) -> bool:
    """Whether cells can be bound so: a text is one cell, a table is where a table is."""
    match kind:
        case "Range":
            return True
        case "Text":
            return area.rect.rows == area.rect.columns == 1
        case "Table":
            return table_around(workbook, area) is not None


def table_around(workbook: OpenWorkbook, area: Area) -> Table | None:
    """The table whose cells an area is, or is part of."""
    sheet = workbook.sheet_index(area.sheet)
    for table in workbook.engine.tables():
        if table.sheet == sheet and contains(table.rect, area.rect):
            return table
    return None


def bind(workbook: OpenWorkbook, area: Area, kind: BindingKind, key: str | None) -> Binding:
    """Bind cells; a binding that has the id already gives way.

    Raises:
        ExcelApiError: InvalidArgument when the cells can't be bound so.
    """
    if not fits(workbook, area, kind):
        raise invalid_argument()
    identity = _free_id(workbook) if key is None else key
    table = table_around(workbook, area) if kind == "Table" else None
    unbind(workbook, identity)
    binding = Binding(identity, kind, None if table is None else table.id)
    workbook.bindings[identity] = binding
    if table is None:
        workbook.binding_areas[identity] = area
    return binding


def unbind(workbook: OpenWorkbook, key: str) -> bool:
    """Let go of a binding; whether there was one."""
    workbook.binding_areas.pop(key, None)
    return workbook.bindings.pop(key, None) is not None


def area_of(workbook: OpenWorkbook, binding: Binding) -> Area:
    """The bound cells, as they are now.

    Raises:
        ExcelApiError: InvalidBinding when they were deleted.
    """
    area = bound_area(workbook, binding)
    if area is None:
        raise invalid_binding()
    return area


def table_of(workbook: OpenWorkbook, binding: Binding) -> Table:
    """The bound table.

    Raises:
        ExcelApiError: InvalidBinding when it was deleted, or is no table.
    """
    for table in workbook.engine.tables():
        if table.id == binding.table:
            return table
    raise invalid_binding()


def _free_id(workbook: OpenWorkbook) -> str:
    number = len(workbook.bindings) + 1
    while f"Binding{number}" in workbook.bindings:
        number += 1
    return f"Binding{number}"
