"""One open workbook: the instance it lives in, its handle, and what may be remembered about it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from formulon.workbook import Workbook

from embedded_excel.calc.cells import CellStyle
from embedded_excel.calc.engine import EngineRefused
from embedded_excel.calc.formulon.library import Export, Library, WheelWorkbook
from embedded_excel.xlsx.mending import KeptRelations
from embedded_excel.xlsx.parts import Parts
from embedded_excel.xlsx.pivot_slicers import SlicerRecord

T = TypeVar("T")


@dataclass(slots=True)
class Book:
    """State every part of the engine works on.

    Attributes:
        wheel: The wheel's view of the same handle, for the calls that are rare.
        version: Raised by every change, so that what was found out can be kept until then.
        shape: Raised by every change but to cells' contents: sheets, tables, names, sizes.
        last: The last large result, with its key and version.
        found: `(what, version)`-keyed results of searches over a sheet.
        styles: Style records already read, by their index; records never change in place.
        style_indexes: The other way round, for styles made here.
        table_ids: Stable identity of each table, by its name in small letters.
        notes: What was lost on the way, for `losses`.
        hiding: Defined names that are functions' too, in capitals; see `dialect`.
        fixed_arrays: Whether array formulas of fixed size may be there; see `arrays`.
        dialect: Whether formulas may stand in the engine's dialect, which saving has to undo.
        pivots_as_loaded: Parts of the file that tell about pivots, when it has any.
        pivot_slicers: Slicers over pivots, by name; no slicer over a table may be called so.
        kept_relations: Relationships of the file that saving may mislay.
    """

    library: Library
    wheel: Workbook
    version: int = 0
    shape: int = 0
    found: dict[tuple[object, ...], tuple[int, object]] = field(
        default_factory=dict[tuple[object, ...], tuple[int, object]]
    )
    last: tuple[tuple[object, ...], int, object] | None = None
    styles: dict[int, CellStyle] = field(default_factory=dict[int, CellStyle])
    style_indexes: dict[tuple[int, CellStyle], int] = field(
        default_factory=dict[tuple[int, CellStyle], int]
    )
    table_ids: dict[str, int] = field(default_factory=dict[str, int])
    next_table_id: int = 1
    notes: list[str] = field(default_factory=list[str])
    hiding: set[str] = field(default_factory=set[str])
    dialect: bool = False
    fixed_arrays: bool = False
    pivots_as_loaded: Parts = field(default_factory=Parts)
    pivot_slicers: dict[str, SlicerRecord] = field(default_factory=dict[str, SlicerRecord])
    kept_relations: KeptRelations = field(default_factory=KeptRelations)

    @classmethod
    def load(cls, library: Library, package: bytes) -> "Book":
        """Open a package in a fresh instance; the library must be active."""
        return cls(library, WheelWorkbook.load(package))

    @classmethod
    def new(cls, library: Library) -> "Book":
        """An empty workbook with one sheet, in Excel's defaults."""
        return cls(library, WheelWorkbook.create_default())

    @property
    def handle(self) -> int:
        """The engine's pointer to the workbook."""
        return cast("Any", self.wheel)._handle  # noqa: SLF001

    def export(self, name: str) -> Export:
        """An exported function, bound to nothing."""
        return self.library.export(name)

    def changed(self) -> None:
        """Forget what was found out."""
        self.version += 1
        self.shape += 1

    def cells_changed(self) -> None:
        """Forget what was found out about the contents of cells."""
        self.version += 1

    def remember(self, key: tuple[object, ...], find: Callable[[], T]) -> T:
        """Result of `find`, kept until the workbook changes."""
        return self._kept(key, self.version, find)

    def remember_last(self, key: tuple[object, ...], find: Callable[[], T]) -> T:
        """Like `remember`, of large results: only the last one is kept."""
        if self.last is not None and self.last[:2] == (key, self.version):
            return cast("T", self.last[2])
        result = find()
        self.last = (key, self.version, result)
        return result

    def last_kept(self, key: tuple[object, ...]) -> object | None:
        """What `remember_last` holds, if that is it and nothing has changed."""
        last = self.last
        return last[2] if last is not None and last[:2] == (key, self.version) else None

    def remember_shape(self, key: tuple[object, ...], find: Callable[[], T]) -> T:
        """Result of `find`, kept until more than the contents of cells changes."""
        return self._kept(key, self.shape, find)

    def _kept(self, key: tuple[object, ...], version: int, find: Callable[[], T]) -> T:
        known = self.found.get(key)
        if known is not None and known[0] == version:
            return cast("T", known[1])
        result = find()
        self.found[key] = (version, result)
        return result

    def check(self, status: int, what: str) -> None:
        """Raise for a status other than 0.

        Raises:
            EngineRefused: With the engine's own reason.
        """
        if status != 0:
            message, context = self.library.last_error()
            reason = message.rsplit(": ", 1)[-1] or what
            raise EngineRefused(f"{what}: {reason}{f' ({context})' if context else ''}.")
