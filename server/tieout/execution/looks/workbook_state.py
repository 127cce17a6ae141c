"""What a look at the cells doesn't tell: filters, protection, the selection; and how unread sheets begin.

One batch. What this Excel can't tell is left out: an error ends the batch, and what came before it
still counts.
"""

from dataclasses import dataclass, field

from tieout.errors import ExcelError
from tieout.execution.looks.wire_cells import CELL_PROPERTIES, range_snapshot
from tieout.execution.ports import ExcelHost
from tieout.office_wire.build import BatchBuilder, ResultHandle, WireObject
from tieout.office_wire.response import result_values
from tieout.workbook.address import Address
from tieout.workbook.snapshot import RangeSnapshot, WorkbookSnapshot

_MOST_SHEETS = 100
_MOST_TOPS = 20
_TOP_ROWS, _TOP_COLUMNS = 8, 40


@dataclass(frozen=True, slots=True)
class SheetState:
    """Attributes: `filter_on` has filter buttons, `filtered` hides rows by them."""

    filter_on: bool = False
    filtered: bool = False
    protected: bool = False


@dataclass(frozen=True, slots=True)
class WorkbookState:
    """What was told.

    Attributes:
        sheets: By sheet id.
        protected: The workbook's structure is.
        selection: Addresses of what the user has selected; "" when it isn't cells.
        tops: First rows of sheets that were not read, by sheet id.
    """

    sheets: dict[str, SheetState] = field(default_factory=dict[str, SheetState])
    protected: bool = False
    selection: str = ""
    tops: dict[str, RangeSnapshot] = field(default_factory=dict[str, RangeSnapshot])


@dataclass(slots=True)
class _Asked:
    protection: dict[str, ResultHandle] = field(default_factory=dict[str, ResultHandle])
    filters: dict[str, ResultHandle] = field(default_factory=dict[str, ResultHandle])
    tops: dict[str, tuple[Address, ResultHandle]] = field(
        default_factory=dict[str, tuple[Address, ResultHandle]]
    )
    workbook: ResultHandle | None = None
    selection: ResultHandle | None = None


async def workbook_state(host: ExcelHost, workbook: WorkbookSnapshot) -> WorkbookState:
    """Ask for it, in one batch.

    Raises:
        PaneLost: The host went away.
    """
    builder, asked = BatchBuilder(), _Asked()
    _ask(builder, asked, workbook)
    response = await host.send(builder.build())
    try:
        values = result_values(response)
    except ExcelError:
        return WorkbookState()

    def told(handle: ResultHandle | None, name: str) -> object:
        value = None if handle is None else values.get(handle.action_id)
        return value.get(name) if isinstance(value, dict) else None

    selection = told(asked.selection, "Address")
    return WorkbookState(
        {
            sheet_id: SheetState(
                told(asked.filters.get(sheet_id), "Enabled") is True,
                told(asked.filters.get(sheet_id), "IsDataFiltered") is True,
                told(handle, "Protected") is True,
            )
            for sheet_id, handle in asked.protection.items()
        },
        told(asked.workbook, "Protected") is True,
        selection if isinstance(selection, str) else "",
        {
            sheet_id: range_snapshot(area, value)
            for sheet_id, (area, handle) in asked.tops.items()
            if isinstance(value := values.get(handle.action_id), dict)
        },
    )


def _ask(builder: BatchBuilder, asked: _Asked, workbook: WorkbookSnapshot) -> None:
    items: dict[str, WireObject] = {}
    for sheet in workbook.sheets[:_MOST_SHEETS]:
        item = items[sheet.id] = builder.worksheet(sheet.id)
        asked.protection[sheet.id] = item.child("Protection").load("Protected")
    for sheet in workbook.unread[:_MOST_TOPS]:
        if sheet.used is not None and sheet.id in items:
            top, left = sheet.used.top, sheet.used.left
            bottom = min(sheet.used.bottom, top + _TOP_ROWS - 1)
            right = min(sheet.used.right, left + _TOP_COLUMNS - 1)
            area = Address(sheet.name, top, left, bottom, right)
            handle = items[sheet.id].range(area.local).load(*CELL_PROPERTIES)
            asked.tops[sheet.id] = (area, handle)
    asked.workbook = builder.workbook.child("Protection").load("Protected")
    for sheet_id, item in items.items():
        asked.filters[sheet_id] = item.child("AutoFilter").load("Enabled", "IsDataFiltered")
    # Last, for Excel refuses it while something other than cells is selected.
    asked.selection = builder.workbook.method("GetSelectedRanges").load("Address")
