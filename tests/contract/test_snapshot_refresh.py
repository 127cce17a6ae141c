"""A large workbook brought up to date by what was touched is what reading it anew gives."""

from dataclasses import replace

from executions import LIMITS, executing
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tieout.execution.looks.snapshots import SnapshotLimits, Snapshots
from tieout.office_wire.build import BatchBuilder
from tieout.office_wire.response import Results

SMALL = SnapshotLimits(block=400, whole=60, together=10)
"""Limits under which the workbook of these tests counts as large."""
LARGE = replace(LIMITS, snapshot=SMALL)


def cells_read(batches) -> int:
    """Cells whose values were asked for, by the addresses of ranges in these batches."""
    total = 0
    for batch in batches:
        paths = batch.body["ObjectPaths"]
        for action in batch.body["Actions"]:
            query = action.get("QueryInfo") or {}
            if "Values" not in (query.get("Select") or []):
                continue
            path = paths[str(action["ObjectPathId"])]
            address = path["ArgumentInfo"].get("Arguments", [""])[0]
            first, _, last = address.partition(":")
            rows = int("".join(filter(str.isdigit, last or first)))
            rows -= int("".join(filter(str.isdigit, first))) - 1
            columns = ord((last or first)[0]) - ord(first[0]) + 1
            total += rows * columns
    return total


FILL = '// scope: Sheet1!D2:D200\nawait sheet.setRange("Sheet1!D2:D200", "=B2*C2");'
EDIT = 'await sheet.setCell("Sheet1!B5", 7);'


async def assert_as_read_anew(executor, host) -> None:
    """Every sheet that was read is as somebody reads it who knew nothing before."""
    seen = await executor.snapshot()
    truth = await Snapshots(host.inner, SnapshotLimits()).take()
    read = [sheet for sheet in seen.sheets if sheet.was_read]
    assert read
    for sheet in read:
        assert sheet == truth.sheet(sheet.name)


async def test_an_edit_reads_its_cell_and_what_depends_on_it() -> None:
    async with executing(limits=LARGE, exclusive=True) as (executor, host):
        await executor.execute('await sheet.getCellRange("Summary!A1:B1");', execution_id="e0")
        await executor.execute(FILL, execution_id="e1")
        await executor.snapshot()
        host.batches.clear()
        result = await executor.execute(
            EDIT + ' await sheet.getCellRange("Summary!B1");', execution_id="e2"
        )
        kinds = {str(c.address): c.kind for c in result.changes.cells}
        assert kinds == {
            "Sheet1!B5": "written",
            "Sheet1!D5": "recalculated",
            "Summary!B1": "recalculated",
        }
        after = host.batches[[bool(b.flags & 1) for b in host.batches].index(True) + 1 :]
        assert cells_read(after) <= 10
        await assert_as_read_anew(executor, host)


async def test_a_spill_makes_it_read_everything() -> None:
    async with executing(limits=LARGE, exclusive=True) as (executor, host):
        await host.write("Summary", "D1", "Formulas", [["=SORT(Sheet1!B2:B9,,-1)"]])
        names = 'await sheet.getCellRange("Summary!A1:B1");'
        await executor.execute(names, execution_id="e0")
        result = await executor.execute(f"{names} {EDIT}".replace("7", "9999"), execution_id="e1")
        changed = {str(c.address) for c in result.changes.cells}
        assert {"Summary!D1", "Summary!D2"} <= changed
        await assert_as_read_anew(executor, host)


CODE = st.one_of(
    st.builds(
        '{{const r = sheet.originalSheet.getRange("{}{}"); r.values = [[{}]];}}'.format,
        st.sampled_from("ABCDFH"),
        st.integers(1, 210),
        st.one_of(st.integers(0, 99), st.just('"text"'), st.just('""')),
    ),
    st.builds(
        '{{const r = sheet.originalSheet.getRange("{}{}"); r.formulas = [["{}"]];}}'.format,
        st.sampled_from("DEFG"),
        st.integers(1, 205),
        st.sampled_from(
            ["=B2*C2", "=SUM(B:B)", "=Rate*2", "=SUM(Sales[Units])", "=Summary!B1", "=D3+1", "=1/0"]
        ),
    ),
    st.builds(
        'sheet.originalSheet.getRange("{0}{1}:{0}{2}").{3};'.format,
        st.sampled_from("ABCD"),
        st.integers(1, 50),
        st.integers(50, 201),
        st.sampled_from(
            [
                'clear("Contents")',
                "format.columnWidth = 12",
                'numberFormat = "0.000"',
                'format.fill.color = "#FFFF00"',
                'insert("Down")',
                'delete("Up")',
                "rowHidden = true",
            ]
        ),
    ),
    st.sampled_from(
        [
            'context.workbook.names.add("Rate", "=0.5");',
            'context.workbook.worksheets.getItem("Summary").name = "Sum up";',
            'sheet.originalSheet.tables.add("A1:C200", true).name = "Sales";',
            "context.workbook.application.calculate('Full');",
        ]
    ),
)


@settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.lists(st.lists(CODE, min_size=1, max_size=3), min_size=1, max_size=3))
async def test_after_any_execution_the_look_is_what_reading_anew_gives(runs) -> None:
    async with executing(limits=LARGE, exclusive=True) as (executor, host):
        builder = BatchBuilder()
        builder.workbook.child("Names").call("Add", "Rate", "=Sheet1!$B$2")
        Results(await host.inner.send(builder.build()))
        names = "// Summary Sheet1\n"
        await executor.execute(f"{names}return 1;", execution_id="e0")
        for number, lines in enumerate(runs, 1):
            code = names + "\n".join(lines) + "\nawait context.sync();"
            await executor.execute(code, execution_id=f"e{number}")
        await assert_as_read_anew(executor, host)


async def test_many_scattered_cells_are_asked_for_by_areas_of_several() -> None:
    many = replace(SMALL, whole=400)
    code = 'for (let row = 2; row < 200; row += 5) await sheet.setCell("Sheet1!B" + row, row);'
    async with executing(limits=replace(LIMITS, snapshot=many), exclusive=True) as (executor, host):
        await host.write("Sheet1", "J1:Z200", "Values", [[1] * 17] * 200)
        await executor.execute('await sheet.getCellRange("Summary!A1:B1");', execution_id="e0")
        host.batches.clear()
        result = await executor.execute(code, execution_id="e1")
        assert len(result.changes.cells) == 40
        asked = [
            path["ArgumentInfo"]["Arguments"][0]
            for batch in host.batches
            for path in batch.body["ObjectPaths"].values()
            if path["Name"] == "GetRanges"
        ]
        assert len(asked) == 1
        assert asked[0].startswith("B2,B7,B12")
        await assert_as_read_anew(executor, host)
