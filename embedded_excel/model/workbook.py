"""The open workbook: one engine plus what Excel keeps around it while a file is open.

Worksheet identities are GUID texts that never change while the workbook is open, whatever happens
to name or order. Areas that clients track (`_KeepReference`) move with inserted and deleted cells.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Literal, TypeAlias

from pydantic import JsonValue

from embedded_excel.calc.cells import MAX_COLUMNS, MAX_ROWS, CellValue, Rect
from embedded_excel.calc.documents import views_of_sheet, with_views
from embedded_excel.calc.engine import Engine
from embedded_excel.calc.sheet_views import ShownView, moved_shown, moved_views
from embedded_excel.errors import item_not_found
from embedded_excel.model.behaviours import PLAIN, Behaviours

EVENT_REFERENCES = 1_000
ACROSS_SHEETS = "book:"
"""How references to areas of several sheets begin."""
SheetId: TypeAlias = str
"""A worksheet's `id` in the API: `{00000000-0001-0000-0000-000000000000}` for the first sheet."""


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle on a sheet, by identity: what a Range object points at."""

    sheet: SheetId
    rect: Rect


@dataclass(frozen=True, slots=True)
class Binding:
    """A place of the workbook that an add-in calls by a name of its own.

    Attributes:
        kind: A `BindingType`.
        table: Identity of the table, of a table binding; the cells of others are in
            `OpenWorkbook.binding_areas`.
    """

    id: str
    kind: Literal["Range", "Table", "Text"]
    table: int | None = None


@dataclass(frozen=True, slots=True)
class Event:
    """One event entry, as delivered to a client: see officejs events (`messageType`, `targetId`)."""

    message_type: int
    target_id: str
    message: dict[str, JsonValue]


@dataclass(slots=True)
class OpenWorkbook:
    """State shared by all objects of one open workbook.

    Attributes:
        file_name: What `workbook.name` answers.
        sheet_ids: Identity of each sheet, in tab order; kept in step with the engine's order.
        selection: The selected area.
        active_chart: Sheet, number and identity of the chart that is selected, if one is.
        references: `_ReferenceId` → tracked area; None once its cells were deleted.
        registrations: `(event type, target id)` → number of handlers registered.
        events: Entries not yet delivered; whoever runs batches drains them afterwards.
        enable_events: `context.runtime.enableEvents`.
        event_references: `referenceId` of recent change events → area, moved like `references`.
        area_references: The same as `references` for objects of several areas.
        selections: What was last selected on each sheet that was left.
        shifts: Movements of cells not yet told to the objects of the running batch.
        deferring: A batch is running: recalculation waits until something reads (`settle`).
        calculation_suspended: `suspendApiCalculationUntilNextSync` holds until the batch ends.
        stale: Edits await recalculation.
        calculations: How often values were brought up to date.
        changed: Something was written since whoever counts revisions last looked.
        revised: The same, although a client has declared the workbook unchanged since.
        dirty: Something was written since the workbook was opened or saved.
        previously_saved: The workbook came from a file.
        shown_views: Sheets that show a named view instead of the default one.
        column_ids: Identities of table columns: table → column name (folded) → id.
        settings: What add-ins keep, by key; it isn't in the file.
        pivot_ids: Identities of PivotTables: id → sheet and name.
        renamed_styles: Names that styles of tables had before, in small letters → the one after.
        bindings: What add-ins have bound, by id; like settings it isn't in the file.
        binding_areas: The cells of bindings that aren't tables, moved like `references`.
        saved: The file as a client had it saved last; whoever opened the workbook writes it.
        closed: A client has closed the workbook.
        pane_state: Whether the add-in's pane shows, as its runtime says.
        behaviours: What happens to this Excel besides answering, as far as members ask.
        calculating: A calculation goes on, and values are those from before it.
        pending: Edits were made that nothing has calculated, in manual mode.
        created: Files of workbooks a client has made, by id; empty for a new workbook.
        opened: Those it has had opened beside this one.
        load: Opens another workbook's bytes; None where there is no opening others.
        today: The clock, for dates typed without a year.
    """

    engine: Engine
    file_name: str = "Book1.xlsx"
    sheet_ids: list[SheetId] = field(default_factory=list[SheetId])
    selection: Area | None = None
    active_chart: tuple[SheetId, int, str] | None = None
    references: dict[str, Area | None] = field(default_factory=dict[str, "Area | None"])
    registrations: dict[tuple[int, str], int] = field(default_factory=dict[tuple[int, str], int])
    events: list[Event] = field(default_factory=list[Event])
    enable_events: bool = True
    next_sheet_number: int = 1
    next_reference_number: int = 1
    event_references: dict[str, Area | None] = field(default_factory=dict[str, "Area | None"])
    next_event_number: int = 1
    area_references: dict[str, tuple[Area, ...]] = field(
        default_factory=dict[str, "tuple[Area, ...]"]
    )
    selections: dict[SheetId, Rect] = field(default_factory=dict[SheetId, Rect])
    shifts: "list[tuple[SheetId, Shift]]" = field(default_factory=list["tuple[SheetId, Shift]"])
    deferring: bool = False
    calculation_suspended: bool = False
    stale: bool = False
    calculations: int = 0
    changed: bool = False
    revised: bool = False
    dirty: bool = False
    previously_saved: bool = False
    shown_views: dict[SheetId, ShownView] = field(default_factory=dict[SheetId, ShownView])
    column_ids: dict[int, dict[str, int]] = field(default_factory=dict[int, "dict[str, int]"])
    settings: dict[str, JsonValue] = field(default_factory=dict[str, JsonValue])
    pivot_ids: dict[str, tuple[SheetId, str]] = field(
        default_factory=dict[str, "tuple[SheetId, str]"]
    )
    renamed_styles: dict[str, str] = field(default_factory=dict[str, str])
    bindings: dict[str, Binding] = field(default_factory=dict[str, Binding])
    binding_areas: dict[str, Area | None] = field(default_factory=dict[str, "Area | None"])
    saved: bytes | None = None
    closed: bool = False
    pane_state: str = "Visible"
    behaviours: Behaviours = PLAIN
    calculating: bool = False
    pending: bool = False
    created: dict[str, bytes] = field(default_factory=dict[str, bytes])
    opened: dict[str, bytes] = field(default_factory=dict[str, bytes])
    load: Callable[[bytes], Engine] | None = None
    today: Callable[[], date] = date.today

    def __post_init__(self) -> None:
        for _ in self.engine.sheet_names():
            self.sheet_ids.append(self.new_sheet_id())
        if self.selection is None and self.sheet_ids:
            active = self.sheet_ids[self.engine.active_sheet()]
            self.selection = Area(active, Rect(0, 0, 0, 0))

    def new_sheet_id(self) -> SheetId:
        """The next identity, deterministic within one open workbook."""
        number = self.next_sheet_number
        self.next_sheet_number += 1
        return f"{{00000000-{number:04X}-0000-0000-000000000000}}"

    def sheet_index(self, sheet: SheetId) -> int:
        """Tab position of a sheet.

        Raises:
            ExcelApiError: ItemNotFound when the sheet was deleted.
        """
        try:
            return self.sheet_ids.index(sheet)
        except ValueError:
            raise item_not_found() from None

    def sheet_name(self, sheet: SheetId) -> str:
        """Current name of a sheet."""
        return self.engine.sheet_names()[self.sheet_index(sheet)]

    def track(self, area: Area) -> str:
        """Hand out a `_ReferenceId` for an area."""
        reference = f"rng:{self.next_reference_number}"
        self.next_reference_number += 1
        self.references[reference] = area
        return reference

    def track_areas(self, areas: tuple[Area, ...], *, across_sheets: bool = False) -> str:
        """Hand out a `_ReferenceId` for several areas, of one sheet or of any."""
        kind = ACROSS_SHEETS if across_sheets else "areas:"
        reference = f"{kind}{self.next_reference_number}"
        self.next_reference_number += 1
        self.area_references[reference] = areas
        return reference

    def track_for_event(self, area: Area) -> str:
        """Hand out the `referenceId` of a change event; only the most recent ones are kept."""
        reference = f"evt:{self.next_event_number}"
        self.next_event_number += 1
        self.event_references[reference] = area
        if len(self.event_references) > EVENT_REFERENCES:
            del self.event_references[next(iter(self.event_references))]
        return reference

    def forget_sheet(self, sheet: SheetId) -> None:
        """A sheet was deleted: nothing tracked on it exists any more."""
        for table in (self.references, self.event_references, self.binding_areas):
            for reference, area in table.items():
                if area is not None and area.sheet == sheet:
                    table[reference] = None
        for reference, areas in self.area_references.items():
            kept = tuple(area for area in areas if area.sheet != sheet)
            self.area_references[reference] = kept
        self.selections.pop(sheet, None)
        self.shown_views.pop(sheet, None)

    def recalculate_if_automatic(self, entered: Area | None = None) -> None:
        """What Excel does after an edit: recalculate unless the mode is manual.

        Formulas that were just entered are calculated in every mode; manual calculation only keeps
        those that depend on the edit waiting.

        Inside a batch the work waits for the next reader, so that 200 writes in a row calculate
        once. Code that needs values within the same member calls `settle` first.
        """
        self.changed = True
        self.stale = True
        if entered is not None and self.engine.calculation_mode() == "Manual":
            self.engine.calculate_area(self.sheet_index(entered.sheet), entered.rect)
        if not self.deferring:
            self.settle()

    def settle(self) -> None:
        """Bring values up to date if edits await it and nothing holds it back."""
        if not self.stale or self.calculation_suspended or self.calculating:
            return
        self.stale = False
        self.pending = self.engine.calculation_mode() == "Manual"
        if not self.pending:
            self.engine.recalculate()
            self.calculations += 1

    def calculate(self, *, full: bool) -> None:
        """Calculate now, in any mode; `full` recalculates even what isn't dirty."""
        self.stale = self.pending = False
        self.changed = True
        self.engine.recalculate(full=full)
        self.calculations += 1

    def declare(self, *, dirty: bool) -> None:
        """Call the workbook changed or unchanged since it was last saved."""
        self.revised = self.revised or self.changed
        self.changed = False
        self.dirty = dirty

    def value_at(self, sheet: SheetId, row: int, column: int) -> CellValue:
        """One cell's value; for bulk reads go to the engine with a rectangle."""
        block = self.engine.read(self.sheet_index(sheet), Rect(row, column, row, column))
        return block.values[0][0]

    def shift_references(self, sheet: SheetId, shift: "Shift") -> None:
        """Move every tracked area (and the selection) as inserted or deleted cells move it."""
        for table in (self.references, self.event_references, self.binding_areas):
            for reference, area in table.items():
                table[reference] = None if area is None else moved(area, sheet, shift)
        for reference, areas in self.area_references.items():
            still = (moved(area, sheet, shift) for area in areas)
            self.area_references[reference] = tuple(area for area in still if area is not None)
        if self.selection is not None:
            self.selection = moved(self.selection, sheet, shift) or self.selection
        self._shift_views(sheet, shift)
        self.shifts.append((sheet, shift))

    def _shift_views(self, sheet: SheetId, shift: "Shift") -> None:
        if sheet in self.shown_views:
            self.shown_views[sheet] = moved_shown(self.shown_views[sheet], shift.apply)
        document, index = self.engine.documents.document(), self.sheet_index(sheet)
        views = views_of_sheet(document, index)
        if views:
            after = with_views(document, index, moved_views(views, shift.apply))
            self.engine.documents.set_document(after)


def moved(area: Area, sheet: SheetId, shift: "Shift") -> Area | None:
    """Where an area is after cells of a sheet moved; None when they were deleted."""
    if area.sheet != sheet:
        return area
    rect = shift.apply(area.rect)
    return None if rect is None else replace(area, rect=rect)


@dataclass(frozen=True, slots=True)
class Shift:
    """Cells of a band that moved: `count` > 0 inserted, < 0 deleted, at `start` along an axis.

    Attributes:
        vertical: True when cells moved down or up.
        start: First row (or column) inserted or deleted.
        count: How many; negative means deleted.
        band: The columns (or rows) affected, inclusive; a rect not wholly inside doesn't move.
    """

    vertical: bool
    start: int
    count: int
    band: tuple[int, int]

    def apply(self, rect: Rect) -> Rect | None:
        """Where a rectangle is afterwards, or None when all its cells were deleted or pushed off.

        Whole columns stay whole when rows come and go, and whole rows when columns do.
        """
        across = (rect.left, rect.right) if self.vertical else (rect.top, rect.bottom)
        if across[0] < self.band[0] or across[1] > self.band[1]:
            return rect
        first, last = (rect.top, rect.bottom) if self.vertical else (rect.left, rect.right)
        end = (MAX_ROWS if self.vertical else MAX_COLUMNS) - 1
        if first == 0 and last == end:
            return rect
        moved = self._move(first, last)
        if moved is None or moved[0] > end:
            return None
        moved = (moved[0], min(moved[1], end))
        if self.vertical:
            return replace(rect, top=moved[0], bottom=moved[1])
        return replace(rect, left=moved[0], right=moved[1])

    def _move(self, first: int, last: int) -> tuple[int, int] | None:
        end_of_sheet = (MAX_ROWS if self.vertical else MAX_COLUMNS) - 1
        if first == 0 and last == end_of_sheet:
            return first, last
        if self.count >= 0:
            new_first = first + self.count if first >= self.start else first
            new_last = last + self.count if last >= self.start else last
            return None if new_first > end_of_sheet else (new_first, min(new_last, end_of_sheet))
        gone = -self.count
        end = self.start + gone - 1
        if first >= self.start and last <= end:
            return None
        new_first = first if first < self.start else max(self.start, first - gone)
        new_last = last if last < self.start else max(self.start - 1, last - gone)
        if first < self.start <= last <= end:
            new_last = self.start - 1
        return new_first, new_last
