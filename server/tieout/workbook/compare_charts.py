"""Charts of two snapshots to object changes."""

from collections.abc import Callable, Iterator

from tieout.workbook.changes import ObjectChange
from tieout.workbook.sampling import list_some
from tieout.workbook.snapshot import ChartSeriesSnapshot, ChartSnapshot

_MOST_SERIES = 6


def chart_changes(
    before: tuple[ChartSnapshot, ...],
    after: tuple[ChartSnapshot, ...],
    moved: Callable[[str], str],
) -> Iterator[ObjectChange]:
    """What happened to charts; `moved` is a reference as Excel rewrites it for renamed sheets."""
    old = {(chart.sheet_id, chart.id): chart for chart in before}
    new = {(chart.sheet_id, chart.id) for chart in after}
    for chart in before:
        if (chart.sheet_id, chart.id) not in new:
            yield ObjectChange("chart", chart.name, "removed", f"{chart.type} on {chart.sheet}")
    for chart in after:
        was = old.get((chart.sheet_id, chart.id))
        if was is None:
            yield ObjectChange("chart", chart.name, "added", _described(chart))
            continue
        details = list(_differences(was, chart, moved))
        if details:
            yield ObjectChange("chart", chart.name, "changed", ", ".join(details))


def _described(chart: ChartSnapshot) -> str:
    parts = [f"{chart.type} on {chart.sheet}"]
    if chart.title:
        parts.append(f"title {chart.title}")
    if chart.series:
        series = [_series(one) for one in chart.series]
        parts.append(f"series {list_some(series, _MOST_SERIES, 'series')}")
    return ", ".join(parts)


def _series(series: ChartSeriesSnapshot) -> str:
    return f"{series.name} = {series.values}" if series.values else series.name


def _differences(
    was: ChartSnapshot, now: ChartSnapshot, moved: Callable[[str], str]
) -> Iterator[str]:
    for label, old, new in (
        ("", was.name, now.name),
        ("", was.type, now.type),
        ("title ", was.title or "∅", now.title or "∅"),
    ):
        if old != new:
            yield f"{label}{old} → {new}"
    shared = min(len(was.series), len(now.series))
    for one, other in zip(was.series[:shared], now.series[:shared], strict=True):
        yield from _series_differences(one, other, moved)
    for series in was.series[shared:]:
        yield f"series {series.name} removed"
    for series in now.series[shared:]:
        yield f"series {_series(series)} added"


def _series_differences(
    was: ChartSeriesSnapshot, now: ChartSeriesSnapshot, moved: Callable[[str], str]
) -> Iterator[str]:
    if was.name != now.name:
        yield f"series {was.name} → {now.name}"
    if was.type != now.type:
        yield f"series {now.name} {was.type} → {now.type}"
    known = was.values and now.values
    if known and now.values not in (was.values, moved(was.values)):
        yield f"series {now.name} = {was.values} → {now.values}"
