"""Charts in a look at the workbook: what is asked for, and what came back.

Names, types, titles and series come with the sheets, in the same query. What a series is drawn of
is asked per series: for charts of the last look in the first batch, for others in the batch that
completes it. An Excel that can't answer one of these questions about one of its charts fails the
whole batch; `ChartReads` then asks for less from there on.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal, TypeAlias

from pydantic import JsonValue

from tieout.execution.ports import ExcelHost, HostCapabilities
from tieout.office_wire.batch import JsonObject
from tieout.office_wire.build import BatchBuilder, ResultHandle
from tieout.office_wire.response import Results
from tieout.workbook.snapshot import ChartSeriesSnapshot, ChartSnapshot

Detail: TypeAlias = Literal["sources", "series", "names", "nothing"]
_LESS: Final[dict[Detail, Detail]] = {"sources": "series", "series": "names", "names": "nothing"}
_NAMES: Final = ("Charts/Id", "Charts/Name", "Charts/ChartType")
_SERIES: Final = ("Charts/Title/Text", "Charts/Series/Name", "Charts/Series/ChartType")
_SINCE: Final[tuple[tuple[tuple[int, int], Detail], ...]] = (
    ((1, 15), "sources"),
    ((1, 7), "series"),
)
"""Versions of ExcelApi that brought the members: data sources of series, types of charts."""
_XY: Final = ("XYScatter", "Bubble")


@dataclass(slots=True)
class AskedSources:
    """Where the answers about the series of charts will be: identity of the chart, its series."""

    by_chart: dict[tuple[str, str], tuple[ResultHandle, list[ResultHandle]]] = field(
        default_factory=dict[tuple[str, str], "tuple[ResultHandle, list[ResultHandle]]"]
    )


class ChartReads:
    """How much one host answers about charts.

    Args:
        host: Asked each time what it can do: live Excel is only known once its pane is there.
    """

    def __init__(self, host: ExcelHost) -> None:
        self._host = host
        self._failed: list[Detail] = []

    @property
    def _detail(self) -> Detail:
        """The most that the host can answer and that hasn't failed."""
        detail = _most(self._host.capabilities)
        while detail in self._failed:
            detail = _LESS.get(detail, "nothing")
        return detail

    @property
    def asks(self) -> bool:
        """Whether anything is asked."""
        return self._detail != "nothing"

    def less(self) -> None:
        """A batch that asked about charts failed: ask for less."""
        if self.asks:
            self._failed.append(self._detail)

    def selection(self) -> tuple[str, ...]:
        """Properties to load with the worksheets."""
        match self._detail:
            case "sources" | "series":
                return (*_NAMES, *_SERIES)
            case "names":
                return _NAMES
            case "nothing":
                return ()

    def ask(
        self, builder: BatchBuilder, asked: AskedSources, charts: Sequence[ChartSnapshot]
    ) -> None:
        """Ask what the series of charts are drawn of, should the charts still be there."""
        if self._detail != "sources":
            return
        for chart in charts:
            sheet = builder.worksheets.method("GetItemOrNullObject", chart.sheet_id)
            found = sheet.child("Charts").method("GetItemOrNullObject", chart.name)
            asked.by_chart[chart.sheet_id, chart.id] = (
                found.identity,
                [
                    found.child("Series")
                    .method("GetItemAt", place)
                    .call("GetDimensionDataSourceString", _dimension(series.type), writes=False)
                    for place, series in enumerate(chart.series)
                ],
            )


def _dimension(kind: str) -> str:
    return "YValues" if kind.startswith(_XY) else "Values"


def _most(capabilities: HostCapabilities) -> Detail:
    version = capabilities.requirement_sets.get("ExcelApi", "0.0")
    numbers = tuple(int(part) for part in version.split(".") if part.isdigit())
    for least, detail in _SINCE:
        if numbers >= least:
            return detail
    return "nothing"


def charts_of(sheet: JsonObject) -> Iterator[ChartSnapshot]:
    """The charts that came with a worksheet, without what their series are drawn of."""
    for entry in _items(sheet.get("Charts")):
        title = entry.get("Title")
        yield ChartSnapshot(
            name=_text(entry, "Name"),
            id=_text(entry, "Id"),
            sheet_id=_text(sheet, "Id"),
            sheet=_text(sheet, "Name"),
            type=_text(entry, "ChartType"),
            title=_text(title, "Text") if isinstance(title, dict) else "",
            series=tuple(
                ChartSeriesSnapshot(_text(series, "Name"), _text(series, "ChartType"))
                for series in _items(entry.get("Series"))
            ),
        )


def with_sources(
    chart: ChartSnapshot, results: Results, asked: AskedSources
) -> ChartSnapshot | None:
    """A chart with its series' data sources; None when they weren't asked, or of another chart."""
    handles = asked.by_chart.get((chart.sheet_id, chart.id))
    if handles is None or len(handles[1]) != len(chart.series):
        return None
    if results.properties(handles[0]).get("Id") != chart.id:
        return None
    series = (
        replace(one, values=str(results.value(handle) or ""))
        for one, handle in zip(chart.series, handles[1], strict=True)
    )
    return replace(chart, series=tuple(series))


def _items(collection: JsonValue) -> Iterator[JsonObject]:
    entries = collection.get("_Items") if isinstance(collection, dict) else None
    for entry in entries if isinstance(entries, list) else ():
        if isinstance(entry, dict):
            yield entry


def _text(entry: JsonObject, key: str) -> str:
    value = entry.get(key)
    return value if isinstance(value, str) else ""
