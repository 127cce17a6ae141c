"""The answers of the batches that ask for a workbook's structure, read."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import cast

from pydantic import JsonValue

from tieout.errors import ExcelError
from tieout.execution.looks.chart_reads import AskedSources, charts_of, with_sources
from tieout.execution.looks.column_reads import KnownBlocks
from tieout.office_wire.batch import JsonObject
from tieout.office_wire.build import ResultHandle
from tieout.office_wire.response import Results
from tieout.workbook.address import Address
from tieout.workbook.snapshot import (
    CalculationMode,
    CalculationState,
    ChartSnapshot,
    NameSnapshot,
    RangeSnapshot,
    SheetSnapshot,
    TableSnapshot,
    Visibility,
    WorkbookSnapshot,
)

_GONE = ResultHandle(-1)


@dataclass(slots=True)
class Asked:
    """Handles of one batch that asks for structure, used ranges, or both."""

    sheets: ResultHandle = _GONE
    active: ResultHandle = _GONE
    names: ResultHandle = _GONE
    tables: ResultHandle = _GONE
    application: ResultHandle = _GONE
    used: dict[str, ResultHandle] = field(default_factory=dict[str, ResultHandle])
    sheet_names: dict[str, ResultHandle] = field(default_factory=dict[str, ResultHandle])
    table_areas: dict[str, ResultHandle] = field(default_factory=dict[str, ResultHandle])
    charts: AskedSources = field(default_factory=AskedSources)


@dataclass(frozen=True, slots=True)
class Looks:
    """The answers of one structure batch, and of the one that completed it."""

    results: Results
    asked: Asked
    more: "Looks | None" = None

    def sheet_entries(self) -> Sequence[JsonObject]:
        return self.results.items(self.asked.sheets)

    def table_entries(self) -> Sequence[JsonObject]:
        return self.results.items(self.asked.tables)

    def active_sheet(self) -> str:
        return text_of(self.results.properties(self.asked.active), "Name")

    def calculation_mode(self) -> CalculationMode:
        mode = text_of(self.results.properties(self.asked.application), "CalculationMode")
        return cast("CalculationMode", mode or "Automatic")

    def sheets(self) -> Iterator[SheetSnapshot]:
        for entry in self.sheet_entries():
            name, sheet_id = text_of(entry, "Name"), text_of(entry, "Id")
            visibility = cast("Visibility", text_of(entry, "Visibility") or "Visible")
            yield SheetSnapshot(name, sheet_id, visibility, self._used(name, sheet_id))

    def _used(self, name: str, sheet_id: str) -> Address | None:
        properties = self._properties("used", sheet_id)
        address = text_of(properties, "Address")
        if not address:
            return None
        local = Address.parse(address)
        return replace(local, sheet=name)

    def cells(self, blocks: KnownBlocks) -> dict[str, RangeSnapshot]:
        """Cells that came along with the used ranges, by sheet name."""
        found: dict[str, RangeSnapshot] = {}
        for sheet in self.sheets():
            handle = self.asked.used.get(sheet.id)
            if handle is None or sheet.used is None:
                continue
            properties = self.results.properties(handle)
            if properties.get("Values") is not None:
                found[sheet.name] = blocks.snapshot(sheet.used, self.results, handle)
        return found

    def _calculation_state(self) -> CalculationState:
        state = text_of(self.results.properties(self.asked.application), "CalculationState")
        return cast("CalculationState", state or "Done")

    def workbook(self, sheets: Sequence[SheetSnapshot]) -> WorkbookSnapshot:
        """The snapshot with these sheets."""
        return WorkbookSnapshot(
            tuple(sheets),
            tuple(self.names()),
            tuple(self.tables()),
            self.calculation_mode(),
            self.active_sheet(),
            tuple(self.charts()),
            calculation_state=self._calculation_state(),
        )

    def names(self) -> Iterator[NameSnapshot]:
        yield from _names(self.results.items(self.asked.names), "")
        for sheet in self.sheets():
            owner = self if sheet.id in self.asked.sheet_names else self.more
            if owner is not None and sheet.id in owner.asked.sheet_names:
                handle = owner.asked.sheet_names[sheet.id]
                yield from _names(owner.results.items(handle), sheet.name)

    def tables(self) -> Iterator[TableSnapshot]:
        for entry in self.table_entries():
            table_id = text_of(entry, "Id")
            address = text_of(self._properties("table_areas", table_id), "Address")
            if address:
                yield TableSnapshot(
                    text_of(entry, "Name"),
                    table_id,
                    Address.parse(address),
                    entry.get("ShowHeaders") is not False,
                    entry.get("ShowTotals") is True,
                )

    def charts(self) -> Iterator[ChartSnapshot]:
        for entry in self.sheet_entries():
            for chart in charts_of(entry):
                yield self._with_sources(chart) or chart

    def charts_without_sources(self) -> Iterator[ChartSnapshot]:
        for entry in self.sheet_entries():
            for chart in charts_of(entry):
                if chart.series and self._with_sources(chart) is None:
                    yield chart

    def _with_sources(self, chart: ChartSnapshot) -> ChartSnapshot | None:
        found = with_sources(chart, self.results, self.asked.charts)
        if found is None and self.more is not None:
            return with_sources(chart, self.more.results, self.more.asked.charts)
        return found

    def _properties(self, kind: str, key: str) -> JsonObject:
        handles = self.asked.used if kind == "used" else self.asked.table_areas
        if key in handles:
            return self.results.properties(handles[key])
        return {} if self.more is None else self.more._properties(kind, key)  # noqa: SLF001


def _names(entries: Sequence[JsonObject], sheet: str) -> Iterator[NameSnapshot]:
    for entry in entries:
        formula: JsonValue = entry.get("Formula")
        text = formula if isinstance(formula, str) else ""
        yield NameSnapshot(text_of(entry, "Name"), text, sheet, entry.get("Visible") is not False)


def text_of(entry: JsonObject, key: str) -> str:
    """A property as text; "" when it is null or missing.

    Raises:
        ExcelError: It is neither a text nor a number.
    """
    value = entry.get(key)
    if value is None:
        return ""
    if isinstance(value, str | int | float):
        return str(value)
    raise ExcelError("GeneralException", f"Excel answered with an unreadable {key}.")
