"""Charts of the open workbook: which they are, and their parts read and changed."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from embedded_excel.calc.chart_parts import ChartEntry
from embedded_excel.calc.engine import EngineRefused
from embedded_excel.errors import item_not_found, not_implemented
from embedded_excel.model.chart_xml import ChartXml, Element, parse, serialise, tag, value
from embedded_excel.model.workbook import OpenWorkbook, SheetId

T = TypeVar("T")
_CHARTEX = b"http://schemas.microsoft.com/office/drawing/2014/chartex"
_HEAD = 2_000
_KEPT = 16


@dataclass(frozen=True, slots=True)
class ChartRef:
    """One chart, by identity: it stays the same whatever its name, place or type become."""

    workbook: OpenWorkbook
    sheet: SheetId
    number: int

    @property
    def sheet_index(self) -> int:
        """Tab position of its sheet."""
        return self.workbook.sheet_index(self.sheet)

    @property
    def id(self) -> str:
        """Identity in the API, unlike any other of the workbook."""
        return f"{self.sheet[:-13]}{self.number:012X}}}"

    @property
    def entry(self) -> ChartEntry:
        """Name and place as they are now.

        Raises:
            ExcelApiError: ItemNotFound when the chart was deleted.
        """
        for entry in self.workbook.engine.charts.charts(self.sheet_index):
            if entry.id == self.number:
                return entry
        raise item_not_found()

    def read(self) -> ChartXml:
        """The chart part, to look at.

        Raises:
            ExcelApiError: NotImplemented for the kinds of charts that came with Excel 2016, whose
                parts are kept but not understood here.
        """
        return looked_at(self.content())

    def read_extended(self) -> ChartXml:
        """The part of a chart of the kinds that came with Excel 2016, to look at."""
        return extended_to_read(self.content())

    def edit_extended(self, change: Callable[[ChartXml], object]) -> None:
        """Change such a part."""
        document = parse(self.content())
        change(document)
        self.workbook.engine.charts.set_part(self.sheet_index, self.number, serialise(document))
        self.workbook.changed = True

    def content(self) -> bytes:
        """The chart part as it is.

        Raises:
            ExcelApiError: ItemNotFound when the chart was deleted.
        """
        try:
            return self.workbook.engine.charts.part(self.sheet_index, self.number)
        except EngineRefused:
            raise item_not_found() from None

    def edit(self, change: Callable[[ChartXml], T]) -> T:
        """Change the chart part."""
        document = _understood(self.content())
        result = change(document)
        self.workbook.engine.charts.set_part(self.sheet_index, self.number, serialise(document))
        self.workbook.changed = True
        return result


def is_chartex(content: bytes) -> bool:
    """Whether a part is of the kinds of charts that came with Excel 2016."""
    return _CHARTEX in content[:_HEAD]


def _understood(content: bytes) -> ChartXml:
    if is_chartex(content):
        raise not_implemented("what is inside a chart of this type")
    return parse(content)


@lru_cache(maxsize=_KEPT)
def looked_at(content: bytes) -> ChartXml:
    """A part to look at only: it is shared by all who look at the same bytes."""
    return _understood(content)


@lru_cache(maxsize=_KEPT)
def extended_to_read(content: bytes) -> ChartXml:
    """A part of the later kinds to look at only."""
    return parse(content)


def chart_refs(workbook: OpenWorkbook, sheet: SheetId) -> list[ChartRef]:
    """The charts of a sheet, from the back to the front."""
    return [
        ChartRef(workbook, sheet, entry.id)
        for entry in workbook.engine.charts.charts(workbook.sheet_index(sheet))
    ]


def all_series(document: ChartXml) -> list[Element]:
    """Every series, group by group, each group's in plot order."""
    return [
        series
        for group in document.groups()
        for series in sorted(
            group.findall(tag("c:ser")), key=lambda found: int(value(found, "c:order", "0"))
        )
    ]


def series_by_idx(document: ChartXml, idx: int) -> Element | None:
    """The series of a number (`c:idx`), which it keeps for life."""
    for series in all_series(document):
        if value(series, "c:idx") == str(idx):
            return series
    return None


def free_name(workbook: OpenWorkbook, sheet: SheetId) -> str:
    """`Chart N`, with the first number no chart of the sheet has had a name with."""
    names = {ref.entry.name.casefold() for ref in chart_refs(workbook, sheet)}
    number = 1
    while f"chart {number}" in names:
        number += 1
    return f"Chart {number}"
