"""Read protection, links, PivotTables and slicers: all that a batch may change, in one batch."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import assert_never

from pydantic import JsonValue

from tieout.errors import ExcelError
from tieout.execution.ports import ExcelHost
from tieout.execution.undo.format_aspects import MOVERS
from tieout.execution.undo.format_reads import formatted_extents
from tieout.office_wire.batch import JsonObject
from tieout.office_wire.build import BatchBuilder
from tieout.office_wire.response import Results
from tieout.office_wire.touch import Write
from tieout.workbook.address import Address
from tieout.workbook.object_image import Asked, ObjectKey, ObjectState
from tieout.workbook.snapshot import WorkbookSnapshot

MOST_LINKED = 5_000
"""Cells of one area whose links are read."""
_MOST_AGAIN = 4 * MOST_LINKED
_PIVOT_PARTS = ("Pivot", "DataPivot", "RowColumnPivot", "FilterPivot")
_HIERARCHIES = ("RowHierarchies", "ColumnHierarchies", "DataHierarchies", "FilterHierarchies")
_PIVOT = ("Name", "Id", "Worksheet/Id", *(f"{name}/Name" for name in _HIERARCHIES))
_SLICER = ("Name", "Id", "Caption", "SortBy", "Style", "Worksheet/Id")
_PROTECTIONS = frozenset({"WorksheetProtection", "WorkbookProtection"})
_MADE = frozenset({"PivotTableCollection.add", "SlicerCollection.add"})
_CLEARS = frozenset({"Range.clear", "RangeAreas.clear"})
_COPIES = frozenset({"Range.copyFrom", "Range.moveTo", "Range.autoFill"})
_A1 = Address("", 1, 1, 1, 1)
_Found = Iterator[tuple[ObjectKey, ObjectState]]


def is_taken_back(write: Write) -> bool:
    """Whether a write about such a thing alone can be taken back."""
    class_name = write.member.partition(".")[0]
    return class_name in _PROTECTIONS or write.member in _MADE


def changes_links(write: Write) -> bool:
    """Whether a write can set, clear or move links."""
    if write.member in _CLEARS:
        return write.how in ("", "All") or "Hyperlinks" in write.how
    if write.member in _COPIES:
        return write.how in ("", "All")
    return write.member == "Range.hyperlink" or write.member in MOVERS


def asked_of(write: Write, known: WorkbookSnapshot) -> Iterator[Asked]:
    """What a write may change."""
    class_name = write.member.partition(".")[0]
    sheet = known.sheet(write.sheet)
    if class_name == "WorksheetProtection" and sheet is not None:
        yield Asked("sheet protection", sheet.id)
    if class_name == "WorkbookProtection":
        yield Asked("workbook protection")
    if class_name.startswith(_PIVOT_PARTS):
        yield Asked("PivotTable")
    if class_name.startswith("Slicer"):
        yield Asked("slicer")
    if write.member == "Worksheet.delete":
        yield Asked("PivotTable")
        yield Asked("slicer")
    if changes_links(write) and sheet is not None:
        moves = write.area is None or write.member in MOVERS or write.area.size > MOST_LINKED
        area = None if moves or write.area is None else _local(write.area)
        yield Asked("link", sheet.id, area)


async def read_objects(
    host: ExcelHost, asked: Sequence[Asked], *, again: bool = False
) -> dict[ObjectKey, ObjectState]:
    """What there is of these kinds now.

    Args:
        host: The workbook's Excel.
        asked: What to read.
        again: After the run: of a sheet that has grown, the first cells are looked at.

    Raises:
        ExcelError: Excel refused, or there is too much to read it before a batch.
        PaneLost: The host went away.
    """
    if not asked:
        return {}
    whole = [one.sheet_id for one in asked if one.noun == "link" and one.area is None]
    extents = await formatted_extents(host, whole) if whole else {}
    if again:
        extents = {sheet: _first_rows(area) for sheet, area in extents.items()}
    elif any(area.size > MOST_LINKED for area in extents.values()):
        raise ExcelError("RangeExceedsLimit", f"there are more than {MOST_LINKED:,} cells")
    builder = BatchBuilder()
    answers = [_ask(builder, one, extents) for one in dict.fromkeys(asked)]
    results = Results(await host.send(builder.build()))
    return {key: state for answer in answers for key, state in answer(results)}


def _ask(
    builder: BatchBuilder, asked: Asked, extents: Mapping[str, Address]
) -> Callable[[Results], _Found]:
    match asked.noun:
        case "sheet protection" | "workbook protection":
            owner = builder.worksheet(asked.sheet_id) if asked.sheet_id else builder.workbook
            names = ("Protected", "Options") if asked.sheet_id else ("Protected",)
            protection = owner.child("Protection").load(*names)
            key = ObjectKey(asked.noun, asked.sheet_id)
            return lambda results: iter([(key, _plain(results.properties(protection), names))])
        case "link":
            area = asked.area or extents.get(asked.sheet_id, _A1)
            target = builder.worksheet(asked.sheet_id).range(area.local)
            links = target.call("GetCellProperties", {"hyperlink": True}, writes=False)
            return lambda results: _links(asked.sheet_id, area, results.value(links))
        case "PivotTable":
            pivots = builder.workbook.child("PivotTables").load(*_PIVOT)
            return lambda results: _pivots(results.items(pivots))
        case "slicer":
            slicers = builder.workbook.child("Slicers").load(*_SLICER)
            return lambda results: _slicers(results.items(slicers))
        case _:
            assert_never(asked.noun)


def _plain(properties: Mapping[str, JsonValue], names: Sequence[str]) -> ObjectState:
    return ObjectState.of({name: properties.get(name) for name in names})


def _links(sheet_id: str, area: Address, value: JsonValue) -> _Found:
    grid = value.get("value") if isinstance(value, dict) else value
    if not isinstance(grid, list):
        raise ExcelError("GeneralException", "Excel tells no links.")
    for row, line in enumerate(grid, area.top):
        for column, cell in enumerate(line if isinstance(line, list) else [], area.left):
            link = cell.get("hyperlink") if isinstance(cell, dict) else None
            if isinstance(link, dict):
                # The text shown is the cell's content, which is looked after by itself.
                settings = {
                    name: value for name, value in link.items() if name != "textToDisplay" and value
                }
                if settings:
                    place = Address("", row, column, row, column).local
                    yield ObjectKey("link", sheet_id, place), ObjectState.of(settings)


def _pivots(items: Sequence[JsonObject]) -> _Found:
    for item in items:
        settings: dict[str, JsonValue] = {}
        for name in _HIERARCHIES:
            below = item.get(name)
            parts = below.get("_Items") if isinstance(below, dict) else None
            settings[name.removesuffix("Hierarchies").lower()] = (
                [part.get("Name") for part in parts or [] if isinstance(part, dict)]
                if isinstance(parts, list)
                else []
            )
        key = ObjectKey("PivotTable", _sheet_of(item), str(item.get("Id")))
        yield key, ObjectState.of(settings, str(item.get("Name")))


def _slicers(items: Sequence[JsonObject]) -> _Found:
    for item in items:
        settings = {name: item.get(name) for name in ("Caption", "SortBy", "Style")}
        key = ObjectKey("slicer", _sheet_of(item), str(item.get("Id")))
        yield key, ObjectState.of(settings, str(item.get("Name")))


def _sheet_of(item: JsonObject) -> str:
    sheet = item.get("Worksheet")
    return str(sheet.get("Id")) if isinstance(sheet, dict) else ""


def _first_rows(area: Address) -> Address:
    rows = max(1, _MOST_AGAIN // area.columns)
    return Address("", area.top, area.left, min(area.bottom, area.top + rows - 1), area.right)


def _local(area: Address) -> Address:
    return Address("", area.top, area.left, area.bottom, area.right)
