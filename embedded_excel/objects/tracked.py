"""What Range and RangeAreas stand on: areas that a client may keep, and that then move with cells.

An object without a reference points at fixed cells. After `_KeepReference` its area lives in
`workbook.references`, where inserted and deleted cells move it, and the client may come back to it
in later batches by `_ReferenceId`.
"""

from typing import ClassVar

from pydantic import JsonValue
from typing_extensions import override

from embedded_excel.errors import ExcelApiError, invalid_argument, not_implemented
from embedded_excel.model.workbook import Area, OpenWorkbook, SheetId, Shift, moved
from embedded_excel.objects.base import MEMBERS, ExcelObject, method

SIZE_MISMATCH = (
    "The number of rows or columns in the input array doesn't match the size or dimensions of the "
    "range."
)


def invalid_reference() -> ExcelApiError:
    """The cells of a kept range were deleted, or its reference was removed."""
    return ExcelApiError(
        "InvalidReference", "This reference is not valid for the current operation.", 400
    )


class TrackedRange(ExcelObject):
    """Base of Range.

    Args:
        area: The cells, as they are now.
        reference: The `_ReferenceId` under which the client already keeps this area.
    """

    def __init__(self, workbook: OpenWorkbook, area: Area, reference: str | None = None) -> None:
        super().__init__(workbook)
        self._area: Area | None = area
        self.reference = reference

    @property
    def area(self) -> Area:
        """Where the cells are now.

        Raises:
            ExcelApiError: InvalidReference when they were deleted.
        """
        kept = self.reference is not None
        area = self.workbook.references.get(self.reference or "") if kept else self._area
        if area is None:
            raise invalid_reference()
        return area

    @override
    def identity(self) -> dict[str, JsonValue]:
        """`_ReferenceId` once the client keeps it."""
        return {} if self.reference is None else {"_ReferenceId": self.reference}

    @method("_KeepReference")
    def keep_reference(self) -> None:
        """Keep the area for later batches; asking twice keeps one reference."""
        if self.reference is None:
            self.reference = self.workbook.track(self.area)

    def follow(self, sheet: SheetId, shift: Shift) -> None:
        """Move with cells that moved while a batch holds the object without keeping it."""
        if self.reference is None and self._area is not None:
            self._area = moved(self._area, sheet, shift)

    @method("_ValidateArraySize")
    def validate_array_size(self, rows: JsonValue, columns: JsonValue) -> None:
        """The client's announcement of an array it sends in pieces; refused like the whole."""
        rect = self.area.rect
        if rows != rect.rows or columns != rect.columns:
            raise invalid_argument(SIZE_MISMATCH)


class TrackedAreas(ExcelObject):
    """Base of RangeAreas: several areas of one sheet, kept and moved together."""

    across_sheets: ClassVar[bool] = False

    def __init__(
        self, workbook: OpenWorkbook, areas: tuple[Area, ...], reference: str | None = None
    ) -> None:
        super().__init__(workbook)
        self._areas = areas
        self.reference = reference

    @property
    def areas(self) -> tuple[Area, ...]:
        """Where the cells are now; deleted ones are gone.

        Raises:
            ExcelApiError: InvalidReference when all were deleted.
        """
        kept = self.reference is not None
        areas = self.workbook.area_references.get(self.reference or "", ()) if kept else self._areas
        if not areas:
            raise invalid_reference()
        return areas

    @override
    def identity(self) -> dict[str, JsonValue]:
        """`_ReferenceId` once the client keeps it."""
        return {} if self.reference is None else {"_ReferenceId": self.reference}

    @method("_KeepReference")
    def keep_reference(self) -> None:
        """Keep the areas for later batches."""
        if self.reference is None:
            self.reference = self.workbook.track_areas(self.areas, across_sheets=self.across_sheets)

    def follow(self, sheet: SheetId, shift: Shift) -> None:
        """Move with cells that moved while a batch holds the object without keeping it."""
        if self.reference is None:
            still = (moved(area, sheet, shift) for area in self._areas)
            self._areas = tuple(area for area in still if area is not None)


def new_range(workbook: OpenWorkbook, area: Area, reference: str | None = None) -> TrackedRange:
    """A Range, for modules that Range itself stands on."""
    python_class = MEMBERS["Range"].python_class
    assert issubclass(python_class, TrackedRange)
    return python_class(workbook, area, reference)


def new_areas(
    workbook: OpenWorkbook,
    areas: tuple[Area, ...],
    reference: str | None = None,
    *,
    class_name: str = "RangeAreas",
) -> TrackedAreas:
    """A RangeAreas, or another object of several areas.

    Raises:
        ExcelApiError: NotImplemented while there is no such class.
    """
    members = MEMBERS.get(class_name)
    if members is None:
        raise not_implemented(class_name)
    assert issubclass(members.python_class, TrackedAreas)
    return members.python_class(workbook, areas, reference)
