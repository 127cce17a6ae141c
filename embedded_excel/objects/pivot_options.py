"""Options of a PivotTable, on the two objects of the API that show them."""

from dataclasses import replace

from pydantic import JsonValue

from embedded_excel.calc.pivots import PivotOptions
from embedded_excel.errors import invalid_argument
from embedded_excel.model import pivots
from embedded_excel.model.areas import flag
from embedded_excel.objects.base import scalar
from embedded_excel.objects.pivot_base import PivotObject


class WithOptions(PivotObject):
    """A pivot's object that has options of it as properties."""

    @property
    def options(self) -> PivotOptions:
        """The options as they are now."""
        return self.workbook.engine.pivots.options(self.pivot)

    def set_option(self, **values: bool | str) -> None:
        """Set some."""
        options = replace(self.options, **values)
        pivots.set_options(self.workbook, self.pivot, options)


class LayoutOptions(WithOptions):
    """Those of PivotLayout."""

    @scalar("AutoFormat")
    def auto_format(self) -> JsonValue:
        """Whether columns fit their contents after a refresh."""
        return self.options.auto_format

    @auto_format.setter
    def set_auto_format(self, value: JsonValue) -> None:
        """Set it."""
        self.set_option(auto_format=flag(value))

    @scalar("PreserveFormatting")
    def preserve_formatting(self) -> JsonValue:
        """Whether formats of cells outlive a refresh."""
        return self.options.preserve_formatting

    @preserve_formatting.setter
    def set_preserve_formatting(self, value: JsonValue) -> None:
        """Set it."""
        self.set_option(preserve_formatting=flag(value))

    @scalar("ShowFieldHeaders")
    def field_headers(self) -> JsonValue:
        """Whether headings of the row and column fields show."""
        return self.options.field_headers

    @field_headers.setter
    def set_field_headers(self, value: JsonValue) -> None:
        """Set it."""
        self.set_option(field_headers=flag(value))

    @scalar("FillEmptyCells")
    def fill_empty(self) -> JsonValue:
        """Whether cells without a value show a text."""
        return self.options.fill_empty

    @fill_empty.setter
    def set_fill_empty(self, value: JsonValue) -> None:
        """Set it."""
        self.set_option(fill_empty=flag(value))

    @scalar("EmptyCellText")
    def empty_text(self) -> JsonValue:
        """That text."""
        return self.options.empty_text

    @empty_text.setter
    def set_empty_text(self, value: JsonValue) -> None:
        """Set it."""
        self.set_option(empty_text=_text(value))

    @scalar("EnableFieldList")
    def field_list(self) -> JsonValue:
        """Whether people can open the list of fields."""
        return self.options.field_list

    @field_list.setter
    def set_field_list(self, value: JsonValue) -> None:
        """Set it."""
        self.set_option(field_list=flag(value))

    @scalar("AltTextTitle")
    def title(self) -> JsonValue:
        """A title for those who can't see it."""
        return self.options.title

    @title.setter
    def set_title(self, value: JsonValue) -> None:
        """Set it."""
        self.set_option(title=_text(value))

    @scalar("AltTextDescription")
    def description(self) -> JsonValue:
        """A description for those who can't see it."""
        return self.options.description

    @description.setter
    def set_description(self, value: JsonValue) -> None:
        """Set it."""
        self.set_option(description=_text(value))


class TableOptions(WithOptions):
    """Those of PivotTable."""

    @scalar("RefreshOnOpen")
    def refresh_on_open(self) -> JsonValue:
        """Whether Excel takes over the source's data when the file is opened."""
        return self.options.refresh_on_open

    @refresh_on_open.setter
    def set_refresh_on_open(self, value: JsonValue) -> None:
        """Set it."""
        self.set_option(refresh_on_open=flag(value))

    @scalar("UseCustomSortLists")
    def custom_lists(self) -> JsonValue:
        """Whether custom lists decide the order of items."""
        return self.options.custom_lists

    @custom_lists.setter
    def set_custom_lists(self, value: JsonValue) -> None:
        """Set it."""
        self.set_option(custom_lists=flag(value))

    @scalar("EnableDataValueEditing")
    def value_editing(self) -> JsonValue:
        """Whether people can write over values."""
        return self.options.value_editing

    @value_editing.setter
    def set_value_editing(self, value: JsonValue) -> None:
        """Set it."""
        self.set_option(value_editing=flag(value))

    @scalar("AllowMultipleFiltersPerField")
    def several_filters(self) -> JsonValue:
        """Whether a field may have filters of several kinds."""
        return self.options.several_filters

    @several_filters.setter
    def set_several_filters(self, value: JsonValue) -> None:
        """Set it."""
        self.set_option(several_filters=flag(value))


def _text(value: JsonValue) -> str:
    if not isinstance(value, str):
        raise invalid_argument()
    return value
