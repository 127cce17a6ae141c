"""Charts as an execution sees them: in snapshots, in what changed, and taken back."""

from dataclasses import replace

from executions import executing, watched_host

from tieout.execution.looks.chart_reads import ChartReads
from tieout.execution.looks.snapshots import Snapshots
from tieout.execution.ports import HostCapabilities
from tieout.office_wire.batch import Batch, BatchResponse
from tieout.workbook.compare import compare
from tieout.workbook.snapshot import ChartSeriesSnapshot, ChartSnapshot, WorkbookSnapshot

ADD = """const chart = sheet.originalSheet.charts.add(
    "ColumnClustered", sheet.originalSheet.getRange("A1:B4"), "Columns");
  chart.name = "Units"; chart.title.text = "Units by region";
  chart.series.getItemAt(0).format.fill.setSolidColor("#1A7F37");
  await context.sync();"""
CHART = 'const chart = sheet.originalSheet.charts.getItem("Units");'


async def test_an_added_chart_is_an_object_of_the_change_set() -> None:
    async with executing() as (executor, _):
        result = await executor.execute(ADD, execution_id="e1")
        assert result.outcome == "applied"
        assert result.changes.cells == ()
        [added] = [change for change in result.changes.objects if change.noun == "chart"]
        assert (added.name, added.verb) == ("Units", "added")
        assert added.detail == (
            "ColumnClustered on Sheet1, title Units by region, series Units = Sheet1!$B$2:$B$4"
        )
        assert "chart Units added" in result.text
        [chart] = (await executor.snapshot()).charts
        assert (chart.name, chart.type, chart.sheet) == ("Units", "ColumnClustered", "Sheet1")
        assert chart.series == (
            ChartSeriesSnapshot("Units", "ColumnClustered", "Sheet1!$B$2:$B$4"),
        )


async def test_what_changed_about_a_chart_is_said() -> None:
    async with executing() as (executor, _):
        await executor.execute(ADD, execution_id="e1")
        code = f"""{CHART} chart.chartType = "Line"; chart.title.text = "Sold";
          chart.series.getItemAt(0).setValues(sheet.originalSheet.getRange("B2:B9"));
          await context.sync();"""
        result = await executor.execute(code, execution_id="e2")
        [changed] = [change for change in result.changes.objects if change.noun == "chart"]
        assert changed.verb == "changed"
        assert changed.detail == (
            "ColumnClustered → Line, title Units by region → Sold, "
            "series Units ColumnClustered → Line, "
            "series Units = Sheet1!$B$2:$B$4 → Sheet1!$B$2:$B$9"
        )
        result = await executor.execute(f"{CHART} chart.delete();", execution_id="e3")
        [gone] = [change for change in result.changes.objects if change.noun == "chart"]
        assert (gone.name, gone.verb, gone.detail) == ("Units", "removed", "Line on Sheet1")


async def test_undo_removes_a_chart_that_was_added() -> None:
    async with executing() as (executor, _):
        before = await executor.snapshot()
        await executor.execute(ADD, execution_id="e1")
        undone = await executor.revert("e1")
        assert (undone.restored, undone.not_covered) == (1, ())
        after = await executor.snapshot()
        assert after.charts == ()
        assert compare(before, after).is_empty


async def test_a_chart_that_was_changed_since_is_left_and_named() -> None:
    async with executing() as (executor, _):
        await executor.execute(ADD, execution_id="e1")
        await executor.execute(f'{CHART} chart.chartType = "Pie";', execution_id="e2")
        undone = await executor.revert("e1")
        assert "The added chart Units was changed since and was left in place." in (
            undone.not_covered
        )
        assert [chart.type for chart in (await executor.snapshot()).charts] == ["Pie"]


async def test_a_removed_chart_is_named_as_lost() -> None:
    async with executing() as (executor, _):
        await executor.execute(ADD, execution_id="e1")
        await executor.execute(f"{CHART} chart.delete();", execution_id="e2")
        undone = await executor.revert("e2")
        assert "The chart Units was removed and can't be brought back from here." in (
            undone.not_covered
        )


async def test_a_failed_execution_takes_its_chart_back() -> None:
    async with executing() as (executor, _):
        result = await executor.execute(ADD + ' throw new Error("no");', execution_id="e1")
        assert result.outcome == "rolled_back"
        assert (await executor.snapshot()).charts == ()


async def test_a_workbook_with_charts_takes_no_more_batches() -> None:
    async with executing() as (executor, host):
        await executor.execute(ADD, execution_id="e1")
        already = len(host.batches)
        code = 'await sheet.setCell("F1", "note");'
        result = await executor.execute(code, execution_id="e2")
        assert [change.noun for change in result.changes.objects] == []
        assert len(host.batches) - already == 3


async def test_rows_inserted_above_a_chart_s_cells_dont_change_the_chart() -> None:
    async with executing() as (executor, _):
        await executor.execute(ADD, execution_id="e1")
        code = 'sheet.originalSheet.getRange("2:3").insert("Down"); await context.sync();'
        result = await executor.execute(code, execution_id="e2")
        assert [change.noun for change in result.changes.objects] == ["rows"]
        [chart] = (await executor.snapshot()).charts
        assert chart.series[0].values == "Sheet1!$B$4:$B$6"


async def test_a_renamed_sheet_doesnt_change_its_charts() -> None:
    async with executing() as (executor, _):
        await executor.execute(ADD, execution_id="e1")
        code = 'sheet.originalSheet.name = "Sales data"; await context.sync();'
        result = await executor.execute(code, execution_id="e2")
        assert [change.noun for change in result.changes.objects] == ["sheet"]


class RefusingSeries:
    """A host that fails every batch that asks what a series is drawn of, as an older Excel may."""

    def __init__(self, inner) -> None:
        self.inner = inner
        self.refused = 0

    @property
    def capabilities(self) -> HostCapabilities:
        return self.inner.capabilities

    async def send(self, batch: Batch) -> BatchResponse:
        if "GetDimensionDataSourceString" in str(batch.body):
            self.refused += 1
            error = {"Code": "InvalidArgument", "Message": "No.", "ActionIndex": 0}
            return BatchResponse({"Error": error, "Results": []})
        return await self.inner.send(batch)


async def test_an_excel_that_cant_say_what_series_are_drawn_of_still_lists_charts() -> None:
    async with executing() as (executor, host):
        await executor.execute(ADD, execution_id="e1")
        refusing = RefusingSeries(host)
        snapshots = Snapshots(refusing)
        first = await snapshots.take()
        assert [chart.name for chart in first.charts] == ["Units"]
        assert [series.values for series in first.charts[0].series] == [""]
        assert await snapshots.take(last=first, grew=False) == first
        assert refusing.refused == 1
        known = await Snapshots(host).take()
        assert compare(first, known).is_empty


class Connecting:
    """An Excel whose pane isn't there yet, and then is."""

    def __init__(self, *known: dict[str, str]) -> None:
        self.known = list(known)

    @property
    def capabilities(self) -> HostCapabilities:
        return HostCapabilities("Excel", self.known[0])

    async def send(self, batch: Batch) -> BatchResponse:
        raise AssertionError(batch)


async def test_what_an_excel_can_do_is_asked_when_it_is_there() -> None:
    late = Connecting({}, {"ExcelApi": "1.15"})
    reads = ChartReads(late)
    assert not reads.asks
    del late.known[0]
    assert reads.asks
    reads.less()
    assert reads.asks
    reads.less()
    reads.less()
    assert not reads.asks


async def test_an_excel_too_old_for_chart_types_isnt_asked() -> None:
    old = ChartReads(Connecting({"ExcelApi": "1.6"}))
    assert (old.asks, old.selection()) == (False, ())
    newer = ChartReads(Connecting({"ExcelApi": "1.9"}))
    assert "Charts/Series/Name" in newer.selection()
    host = await watched_host()
    assert ChartReads(host).asks
    await host.inner.close()


def test_a_chart_on_another_sheet_of_the_same_name_is_another_chart() -> None:
    one = ChartSnapshot("Chart 1", "c1", "s1", "Sheet1", "Pie")
    other = replace(one, sheet_id="s2", sheet="Sheet2")
    changes = compare(WorkbookSnapshot((), charts=(one,)), WorkbookSnapshot((), charts=(other,)))
    assert [(change.verb, change.detail) for change in changes.objects] == [
        ("removed", "Pie on Sheet1"),
        ("added", "Pie on Sheet2"),
    ]
