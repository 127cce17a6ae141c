"""What lies over the cells of a range: links, validation, conditional formats, groups."""

from dataclasses import replace

from pydantic import JsonValue

from embedded_excel.calc.cells import CellStyle
from embedded_excel.calc.sheet_parts import Hyperlink
from embedded_excel.errors import invalid_argument
from embedded_excel.model import outlining
from embedded_excel.model.areas import MAX_CELLS_READ, deny_if_locked, is_unbounded
from embedded_excel.model.cell_styles import apply_style, shared_style
from embedded_excel.model.cell_writing import write_json
from embedded_excel.model.events import format_changed
from embedded_excel.model.links import LINK_COLOR, link_of, set_link
from embedded_excel.model.protecting import deny_unless
from embedded_excel.model.workbook import Area
from embedded_excel.objects.base import ExcelObject, method, navigation, scalar
from embedded_excel.objects.range_base import RangeBase, make
from embedded_excel.wire.members import enum_value

_MAX_ADDRESS = 2_083
_MAX_TIP = 255


class RangeParts(RangeBase):
    """Links, validation, conditional formats and groups of a range."""

    @scalar("Style")
    def style(self) -> JsonValue:
        """Name of the cells' style, a word of `BuiltInStyle` for Excel's own; null when mixed."""
        return shared_style(self.workbook, (self.area,))

    @style.setter
    def set_style(self, value: JsonValue) -> None:
        """Give the cells a style."""
        apply_style(self.workbook, (self.area,), value)

    @scalar("Hyperlink")
    def hyperlink(self) -> JsonValue:
        """The link of the cells; null without one."""
        link = link_of(self.workbook, self.area)
        if link is None:
            return None
        rect = self.rect
        first = replace(rect, bottom=rect.top, right=rect.left)
        self.workbook.settle()
        shown = self.engine.texts(self.sheet, first)[0][0]
        found: dict[str, JsonValue] = {"textToDisplay": shown or link.display}
        if link.address:
            found["address"] = link.address
        if link.location:
            found["documentReference"] = link.location
        if link.tip:
            found["screenTip"] = link.tip
        return found

    @hyperlink.setter
    def set_hyperlink(self, value: JsonValue) -> None:
        """Put a link over the cells, in the look of links."""
        if not isinstance(value, dict):
            raise invalid_argument()
        texts: dict[str, str] = {}
        for name in ("address", "documentReference", "screenTip", "textToDisplay"):
            text = value.get(name)
            if text is not None and not isinstance(text, str):
                raise invalid_argument()
            texts[name] = text or ""
        address, place = texts["address"], texts["documentReference"].removeprefix("#")
        if not (address or place) or len(address) > _MAX_ADDRESS:
            raise invalid_argument()
        if len(texts["screenTip"]) > _MAX_TIP:
            raise invalid_argument()
        deny_unless(self.workbook, self.area.sheet, "allowInsertHyperlinks")
        deny_if_locked(self.workbook, self.area)
        rect = self.rect
        first = replace(rect, bottom=rect.top, right=rect.left)
        shown = texts["textToDisplay"]
        if not shown and not any(True for _ in self.engine.occupied(self.sheet, first)):
            shown = address or place
        link = Hyperlink(rect, address, place, texts["screenTip"], shown)
        set_link(self.workbook, self.area, link)
        if shown:
            write_json(self.workbook, Area(self.area.sheet, first), shown)
        self.engine.restyle(self.sheet, rect, _like_a_link)
        format_changed(self.workbook, self.area)

    @navigation("DataValidation")
    def data_validation(self) -> ExcelObject:
        """Data validation."""
        return make("DataValidation", self.workbook, self.area)

    @navigation("ConditionalFormats")
    def conditional_formats(self) -> ExcelObject:
        """Conditional formats that touch the range."""
        return make("ConditionalFormatCollection", self.workbook, self.area)

    # -- linked data types -------------------------------------------------------------------
    @scalar("LinkedDataTypeState")
    def linked_data_type_state(self) -> JsonValue:
        """None for every cell: stocks and places live in a service of Excel's."""
        if is_unbounded(self.rect) or self.rect.rows * self.rect.columns > MAX_CELLS_READ:
            return None
        line: list[JsonValue] = ["None"] * self.rect.columns
        return [line for _ in range(self.rect.rows)]

    @method("ConvertDataTypeToText")
    def convert_data_type_to_text(self) -> None:
        """Linked data types become text; no cell has one."""

    @method("ShowCard")
    def show_card(self) -> None:
        """Show the card of the active cell, which has none."""

    @method("Group")
    def group(self, option: JsonValue) -> None:
        """Put the rows or columns into a group."""
        outlining.group(self.workbook, self.area, rows=_by_rows(option), by=1)

    @method("Ungroup")
    def ungroup(self, option: JsonValue) -> None:
        """Take the rows or columns out of a group."""
        outlining.group(self.workbook, self.area, rows=_by_rows(option), by=-1)

    @method("ShowGroupDetails")
    def show_group_details(self, option: JsonValue) -> None:
        """Show the rows or columns of the group."""
        rows = _by_rows(option)
        outlining.show_details(self.workbook, self.area, rows=rows, shown=True)

    @method("HideGroupDetails")
    def hide_group_details(self, option: JsonValue) -> None:
        """Hide the rows or columns of the group."""
        rows = _by_rows(option)
        outlining.show_details(self.workbook, self.area, rows=rows, shown=False)


def _by_rows(option: JsonValue) -> bool:
    return enum_value("GroupOption", option) == "ByRows"


def _like_a_link(style: CellStyle) -> CellStyle:
    return replace(style, font=replace(style.font, color=LINK_COLOR, underline="Single"))
