"""Which formats a write touches, by the member it sets or calls. Source: the reference of Office.js."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from tieout.execution.undo.format_reads import FREEZE
from tieout.office_wire.touch import Write
from tieout.workbook.address import MAX_COLUMNS, MAX_ROWS
from tieout.workbook.format_image import CELL_GROUPS, CellGroup

Reach: TypeAlias = Literal["area", "moves"]
"""`moves`: cells change places, so everything filled on the sheet may look different."""

_BY_CLASS: dict[str, CellGroup] = {
    "RangeFont": "font",
    "RangeFill": "fill",
    "RangeBorder": "borders",
    "RangeBorderCollection": "borders",
    "FormatProtection": "protection",
}
_SIZES = {
    "RangeFormat.columnWidth": "columns",
    "RangeFormat.useStandardWidth": "columns",
    "RangeFormat.autofitColumns": "columns",
    "Range.columnHidden": "columns",
    "RangeFormat.rowHeight": "rows",
    "RangeFormat.useStandardHeight": "rows",
    "RangeFormat.autofitRows": "rows",
    "Range.rowHidden": "rows",
}
_SHEET = {
    "Worksheet.tabColor": "TabColor",
    "Worksheet.showGridlines": "ShowGridlines",
    "Worksheet.showHeadings": "ShowHeadings",
    "Worksheet.position": "Position",
    "Worksheet.standardWidth": "StandardWidth",
}
MOVERS = frozenset({"Range.insert", "Range.delete", "RangeSort.apply", "TableSort.apply"})
"""What moves cells by a distance that the call itself tells."""
_TABLE_PARTS = frozenset(
    {
        "Table.showHeaders",
        "Table.showTotals",
        "Table.delete",
        "TableColumn.delete",
        "TableRow.delete",
    }
)
_STYLERS = frozenset({"Range.style", "RangeAreas.style", "Range.setCellProperties"})
_LINES = {"Range.setRowProperties": "rows", "Range.setColumnProperties": "columns"}
_NAMED_STYLES = frozenset({"Style", "StyleCollection"})
_UNREAD = frozenset({"TintAndShade", "tintAndShade", "patternTintAndShade", "patternColor"})
_UNREAD_ALIGNMENT = frozenset({"readingOrder", "autoIndent"})


@dataclass(frozen=True, slots=True)
class Aspects:
    """What of the looks a write touches.

    Attributes:
        sized: Sizes of rows or columns are set, not only their hiding.
        missing: What else it touches that can't be restored, as a noun; "" when nothing.
    """

    groups: tuple[CellGroup, ...] = ()
    rows: bool = False
    columns: bool = False
    sized: bool = False
    merges: bool = False
    sheet: str = ""
    reach: Reach = "area"
    missing: str = ""


def aspects_of(write: Write) -> Aspects | None:
    """The aspects of a write, or None when it touches nothing of this kind."""
    class_name, _, member = write.member.partition(".")
    if write.member in _SIZES:
        rows = _SIZES[write.member] == "rows"
        return Aspects(rows=rows, columns=not rows, sized=class_name == "RangeFormat")
    if class_name in _BY_CLASS and member not in _UNREAD:
        return Aspects((_BY_CLASS[class_name],))
    if class_name == "RangeFormat" and member not in _UNREAD_ALIGNMENT:
        return Aspects(("alignment",))
    if class_name == "WorksheetFreezePanes":
        return Aspects(sheet=FREEZE)
    if write.member in _SHEET:
        return Aspects(sheet=_SHEET[write.member])
    if write.member in _STYLERS:
        return Aspects(CELL_GROUPS)
    if write.member in _LINES:
        rows = _LINES[write.member] == "rows"
        return Aspects(CELL_GROUPS, rows=rows, columns=not rows, sized=True)
    if class_name in _NAMED_STYLES:
        return Aspects(missing="a named style and the cells that follow it")
    if write.member == "Worksheet.delete":
        return Aspects(CELL_GROUPS, rows=True, columns=True, merges=True, reach="moves")
    if write.member in _TABLE_PARTS:
        return Aspects(CELL_GROUPS, merges=True, reach="moves")
    if write.member in MOVERS:
        return _moved(write)
    return _of_cells(write)


def _moved(write: Write) -> Aspects:
    origin = write.origin
    marks = " and the sort marks of the table" if write.member == "TableSort.apply" else ""
    return Aspects(
        CELL_GROUPS,
        rows=origin is not None and origin.columns == MAX_COLUMNS,
        columns=origin is not None and origin.rows == MAX_ROWS,
        merges=True,
        reach="moves",
        missing=f"formats of empty cells that moved{marks}",
    )


def _of_cells(write: Write) -> Aspects | None:
    match write.member:
        case "Range.numberFormat" | "Range.numberFormatLocal":
            return Aspects(("numberFormat",))
        case "Range.merge" | "Range.unmerge":
            return Aspects(merges=True)
        case "Range.clear" | "RangeAreas.clear" if write.how in ("", "All", "Formats"):
            return Aspects(CELL_GROUPS, merges=True, missing="notes")
        case "Range.clear" | "RangeAreas.clear" if "Hyperlinks" in write.how:
            return Aspects(CELL_GROUPS)
        case "Range.hyperlink":
            return Aspects(CELL_GROUPS)
        case "Range.copyFrom" | "RangeAreas.copyFrom" if write.how in ("", "All", "Formats"):
            return Aspects(CELL_GROUPS, merges=True)
        case "Range.autoFill" | "Range.moveTo":
            return Aspects(CELL_GROUPS, merges=True, reach="moves")
        case _:
            return None
