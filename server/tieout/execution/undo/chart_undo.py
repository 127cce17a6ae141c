"""Taking charts back: those that an execution added are deleted again."""

from collections.abc import Iterator
from dataclasses import dataclass

from tieout.office_wire.build import BatchBuilder
from tieout.workbook.snapshot import ChartSnapshot, WorkbookSnapshot


@dataclass(frozen=True, slots=True)
class DropChart:
    """Delete a chart that was added."""

    sheet_id: str
    name: str

    @property
    def label(self) -> str:
        """What it is about, as the start of a sentence."""
        return f"Adding the chart {self.name}"

    def write(self, batch: BatchBuilder) -> None:
        batch.worksheet(self.sheet_id).child("Charts").method("GetItem", self.name).call("Delete")


def drop_charts(
    before: WorkbookSnapshot, after: WorkbookSnapshot, now: WorkbookSnapshot
) -> Iterator[DropChart]:
    """Deletions of the charts that were added and still are as they were left."""
    for chart in _added(before, after):
        if _now(chart, now) == chart:
            yield DropChart(chart.sheet_id, chart.name)


def charts_left(
    before: WorkbookSnapshot, after: WorkbookSnapshot, now: WorkbookSnapshot
) -> Iterator[str]:
    """Sentences about charts that can't be put back as they were."""
    kept = {_key(chart): chart for chart in after.charts}
    for chart in before.charts:
        found = kept.get(_key(chart))
        if found is None:
            yield f"The chart {chart.name} was removed and can't be brought back from here."
        elif found != chart and _shape(found) != _shape(chart):
            yield f"The chart {found.name} was left as it is."
    for chart in _added(before, after):
        current = _now(chart, now)
        if current is not None and current != chart:
            yield f"The added chart {current.name} was changed since and was left in place."


def _added(before: WorkbookSnapshot, after: WorkbookSnapshot) -> Iterator[ChartSnapshot]:
    """Added charts, but for those on added sheets, which go with their sheet."""
    known = {_key(chart) for chart in before.charts}
    sheets = {sheet.id for sheet in before.sheets}
    for chart in after.charts:
        if _key(chart) not in known and chart.sheet_id in sheets:
            yield chart


def _now(chart: ChartSnapshot, now: WorkbookSnapshot) -> ChartSnapshot | None:
    return next((found for found in now.charts if _key(found) == _key(chart)), None)


def _key(chart: ChartSnapshot) -> tuple[str, str]:
    return chart.sheet_id, chart.id


def _shape(chart: ChartSnapshot) -> tuple[str, str, int]:
    """What doesn't follow from cells: those come back by themselves."""
    return chart.name, chart.type, len(chart.series)
