"""The Common API of `Office.context.document` where Excel answers it through batches (`_V1Api`).

With the requirement set RedirectV1Api, Office.js sends selections and bindings this way. Each
method takes one object with the call's arguments and answers `{status, …}`: 0, or a number of
`Office.ErrorCodeManager`. Files, settings and events take another way (`rich_client`).
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import wraps
from typing import Any, Final

from pydantic import JsonValue

from embedded_excel.errors import ExcelApiError, not_implemented
from embedded_excel.model import bindings, selected_data, sheets, table_edit
from embedded_excel.model.bindings import BindingKind
from embedded_excel.model.cell_copying import clear_cells
from embedded_excel.model.selected_data import Refused
from embedded_excel.model.table_edit import body_rect, sheet_area
from embedded_excel.model.workbook import Area, Binding
from embedded_excel.objects.base import ExcelObject, excel_class, method
from embedded_excel.objects.range_base import area_argument, make
from embedded_excel.objects.range_cells import RangeCells
from embedded_excel.objects.table_rows import TableRowCollection

_KINDS: Final[Mapping[str, BindingKind]] = {"matrix": "Range", "table": "Table", "text": "Text"}
_TYPES: Final = {kind: name for name, kind in _KINDS.items()}
Answer = dict[str, JsonValue]


def _answers(function: Callable[..., Answer]) -> Callable[..., Answer]:
    """Let a method answer with a status whatever it can refuse with one."""

    @wraps(function)
    def answer(self: "CommonApi", *arguments: Any) -> Answer:
        try:
            return {"status": selected_data.SUCCESS} | function(self, *arguments)
        except Refused as refused:
            return {"status": refused.status}

    return answer


class _Call:
    """The arguments of one call."""

    def __init__(self, given: JsonValue, member: str) -> None:
        self._given = given if isinstance(given, dict) else {}
        for option in ("cellFormat", "tableOptions", "rows", "columns"):
            if self._given.get(option):
                raise not_implemented(f"_V1Api.{member} with {option}")

    def text(self, name: str) -> str:
        value = self._given.get(name)
        return value if isinstance(value, str) else ""

    def number(self, name: str) -> int:
        value = self._given.get(name)
        return value if isinstance(value, int) and value > 0 else 0

    def flag(self, name: str) -> bool:
        return self._given.get(name) is True

    def data(self) -> selected_data.Data:
        return selected_data.data_of(self._given.get("data"))

    @property
    def identity(self) -> str | None:
        return self.text("id") or None

    @property
    def kind(self) -> BindingKind:
        return _KINDS.get(self.text("bindingType").lower(), "Range")


@excel_class("_V1Api")
class CommonApi(ExcelObject):
    """Selections and bindings of `Office.context.document`."""

    # -- the selection ---------------------------------------------------------------------------
    @method("GetSelectedData")
    @_answers
    def get_selected_data(self, given: JsonValue) -> Answer:
        """Cells of the selection; of a table with its headings when asked for a table."""
        call, area = _Call(given, "getSelectedData"), sheets.selected(self.workbook)
        if call.text("coercionType") != "table":
            return {"rows": self._read(area, call)}
        table = bindings.table_around(self.workbook, area)
        if table is None:
            raise Refused(selected_data.SELECTION_NOT_OF_TYPE)
        return self._table_data(table.id, call)

    @method("SetSelectedData")
    @_answers
    def set_selected_data(self, given: JsonValue) -> Answer:
        """Write to the selection; a `TableData` becomes a table there."""
        call, area = _Call(given, "setSelectedData"), sheets.selected(self.workbook)
        data = call.data()
        target = selected_data.place_for(self.workbook, area, data.lines)
        selected_data.write(self.workbook, target, data.lines)
        is_table = data.headers is not None or call.text("coercionType") == "table"
        if is_table and bindings.table_around(self.workbook, target) is None:
            table_edit.add_table(self.workbook, target, has_headers=data.headers is not None)
        return {}

    @method("GotoById")
    @_answers
    def go_to_by_id(self, given: JsonValue) -> Answer:
        """Select the cells of a binding or of a name."""
        call = _Call(given, "gotoById")
        identity = call.text("id")
        if call.text("goToType") == "binding":
            area = bindings.area_of(self.workbook, self._binding(identity))
        else:
            area = self._named(identity, selected_data.NO_SUCH_PLACE)
        sheets.select(self.workbook, area)
        return {}

    @method("GetFilePropertiesAsync")
    @_answers
    def get_file_properties(self) -> Answer:
        """Where the file is; "" while it was never saved. Here its name stands for its place."""
        return {"url": self.workbook.file_name if self.workbook.previously_saved else ""}

    # -- bindings --------------------------------------------------------------------------------
    @method("BindingAddFromSelection")
    @_answers
    def add_from_selection(self, given: JsonValue) -> Answer:
        """Bind the selection."""
        call, area = _Call(given, "bindingAddFromSelection"), sheets.selected(self.workbook)
        return self._bound(area, call, selected_data.SELECTION_NOT_OF_BINDING_TYPE)

    @method("BindingAddFromNamedItem")
    @_answers
    def add_from_named_item(self, given: JsonValue) -> Answer:
        """Bind what a name stands for."""
        call = _Call(given, "bindingAddFromNamedItem")
        area = self._named(call.text("itemName"), selected_data.NAME_NOT_FOUND)
        return self._bound(area, call, selected_data.NAME_NOT_OF_BINDING_TYPE)

    @method("BindingGetById")
    @_answers
    def get_by_id(self, given: JsonValue) -> Answer:
        """A binding."""
        return self._described(self._binding(_Call(given, "bindingGetById").text("id")))

    @method("BindingGetAll")
    @_answers
    def get_all(self) -> Answer:
        """Every binding."""
        return {"bindings": [self._described(one) for one in self.workbook.bindings.values()]}

    @method("BindingReleaseById")
    @_answers
    def release_by_id(self, given: JsonValue) -> Answer:
        """Let go of a binding; the cells stay."""
        if not bindings.unbind(self.workbook, _Call(given, "bindingReleaseById").text("id")):
            raise Refused(selected_data.BINDING_NOT_FOUND)
        return {}

    @method("BindingGetData")
    @_answers
    def get_data(self, given: JsonValue) -> Answer:
        """Cells of a binding, or of a part of it."""
        call = _Call(given, "bindingGetData")
        binding = self._binding(call.text("id"))
        if binding.kind == "Table" and call.text("coercionType") == "table":
            return self._table_data(bindings.table_of(self.workbook, binding).id, call)
        part = selected_data.part_of(
            bindings.area_of(self.workbook, binding),
            call.number("startRow"),
            call.number("startColumn"),
            call.number("rowCount"),
            call.number("columnCount"),
        )
        return {"rows": self._read(part, call)}

    @method("BindingSetData")
    @_answers
    def set_data(self, given: JsonValue) -> Answer:
        """Write to a binding, from its first cell or from one inside."""
        call = _Call(given, "bindingSetData")
        binding, data = self._binding(call.text("id")), call.data()
        bound = bindings.area_of(self.workbook, binding)
        lines = data.lines
        if binding.kind == "Table":
            table = bindings.table_of(self.workbook, binding)
            if data.headers is None:
                bound = sheet_area(self.workbook, table, body_rect(table))
        elif data.headers is not None:
            raise Refused(selected_data.DATA_NOT_OF_BINDING_TYPE)
        part = selected_data.part_of(
            bound, call.number("startRow"), call.number("startColumn"), len(lines), len(lines[0])
        )
        selected_data.write(self.workbook, part, lines)
        return {}

    @method("BindingAddRows")
    @_answers
    def add_rows(self, given: JsonValue) -> Answer:
        """Append rows to a bound table."""
        call = _Call(given, "bindingAddRows")
        table = self._table(call)
        rows: list[JsonValue] = [list(line) for line in call.data().rows]
        TableRowCollection(self.workbook, table).add(None, rows, None)
        return {}

    @method("BindingDeleteAllDataValues")
    @_answers
    def delete_all_data_values(self, given: JsonValue) -> Answer:
        """Empty a bound table; headings and one data row stay."""
        table = self._table(_Call(given, "bindingDeleteAllDataValues"))
        state = table_edit.table_by_id(self.workbook, table)
        body = body_rect(state)
        clear_cells(
            self.workbook,
            sheet_area(self.workbook, state, body),
            contents=True,
            formats=False,
        )
        table_edit.delete_rows(self.workbook, table, range(1, body.rows))
        return {}

    # -- parts -----------------------------------------------------------------------------------
    def _binding(self, identity: str) -> Binding:
        found = self.workbook.bindings.get(identity)
        if found is None:
            raise Refused(selected_data.BINDING_NOT_FOUND)
        return found

    def _table(self, call: _Call) -> int:
        binding = self._binding(call.text("id"))
        if binding.kind != "Table":
            raise Refused(selected_data.NOT_FOR_BINDING_TYPE)
        return bindings.table_of(self.workbook, binding).id

    def _named(self, name: str, otherwise: int) -> Area:
        try:
            return area_argument(self.workbook, name, sheets.selected(self.workbook))
        except ExcelApiError:
            raise Refused(otherwise) from None

    def _bound(self, area: Area, call: _Call, otherwise: int) -> Answer:
        if not bindings.fits(self.workbook, area, call.kind):
            raise Refused(otherwise)
        return self._described(bindings.bind(self.workbook, area, call.kind, call.identity))

    def _described(self, binding: Binding) -> Answer:
        rect = bindings.area_of(self.workbook, binding).rect
        rows, headed = rect.rows, False
        if binding.kind == "Table":
            table = bindings.table_of(self.workbook, binding)
            rows, headed = body_rect(table).rows, table.header
        return {
            "bindingId": binding.id,
            "bindingType": _TYPES[binding.kind],
            "bindingRowCount": rows,
            "bindingColumnCount": rect.columns,
            "hasHeaders": headed,
        }

    def _read(self, area: Area, call: _Call) -> JsonValue:
        cells = make("Range", self.workbook, area)
        assert isinstance(cells, RangeCells)
        grid: JsonValue = cells.text if call.text("valueFormat") == "formatted" else cells.values
        rows = grid if isinstance(grid, list) else []
        if call.text("filterType") == "onlyVisible":
            return selected_data.visible(self.workbook, area, rows)
        return rows

    def _table_data(self, table: int, call: _Call) -> Answer:
        state = table_edit.table_by_id(self.workbook, table)
        body = body_rect(state)
        answer: Answer = {"rows": self._read(sheet_area(self.workbook, state, body), call)}
        if state.header:
            head = replace(state.rect, bottom=state.rect.top)
            answer["headers"] = self._read(sheet_area(self.workbook, state, head), call)
        return answer
