import json
from collections.abc import Iterator

import pytest

from tieout.assets import asset
from tieout.execution.preflight import Preflight, preflight
from tieout.reference.overlay import read_samples

NEWEST = {"ExcelApi": "1.99", "ExcelApiDesktop": "9.9", "ExcelApiOnline": "9.9"}
RANGE = "const range = context.workbook.getSelectedRange();"
SAMPLES = read_samples(asset("office_js_reference") / "samples")


@pytest.mark.parametrize(
    ("code", "wanted"),
    [
        (RANGE + "range.value = 5;", "Excel.Range has no member 'value'. Nearest: Range.values"),
        (
            RANGE + "\nrange.setValues([[1]]);",
            "Line 2: Excel.Range has no member 'setValues'. Nearest: range.values =",
        ),
        (
            RANGE + "range.format.fil.color = 'red';",
            "RangeFormat has no member 'fil'. Nearest: RangeFormat.fill",
        ),
        (
            "await Excel.run(async (c) => { c.workbook.sheets.add('x'); });",
            "Excel.Workbook has no member 'sheets'",
        ),
        (
            "sheet.originalSheet.chart.add('Line');",
            "Excel.Worksheet has no member 'chart'. Nearest: Worksheet.charts",
        ),
        (
            "const t = context.workbook.tables.load('items'); await context.sync(); for (const x of t.items) x.caption = 1;",
            "Excel.Table has no member 'caption'",
        ),
        (
            "const t = context.workbook.tables.load('items'); await context.sync(); t.items.map((x) => x.nam);",
            "Excel.Table has no member 'nam'. Nearest: Table.name",
        ),
        (
            "let s = context.workbook.worksheets.getItem('A'); s = context.workbook.worksheets.getItem('B'); s.rename('C');",
            "Excel.Worksheet has no member 'rename'",
        ),
    ],
)
def test_a_member_that_doesnt_exist_is_told_with_the_nearest(code: str, wanted: str) -> None:
    (said,) = preflight(code, NEWEST).unknown
    assert wanted in said


@pytest.mark.parametrize(
    "code",
    [
        "const x = make(); x.nothing.at.all();",
        "function f(context) { context.nothing(); }",
        "let r = context.workbook.getSelectedRange(); r = 3; r.nothing;",
        "const { workbook } = context; workbook.nothing;",
        "for (const r of [context]) r.nothing;",
        RANGE + "range?.nothing;",
        RANGE + "if (range.nothing) range.select();",
        RANGE + "typeof range.nothing === 'function' && range.nothing();",
        RANGE + "try { range.nothing(); } catch (e) { range.select(); }",
        RANGE + "range.toString(); range._Id;",
        "sheet.nothing(); general.nothing();",
        "this is not JavaScript {",
        "(" * 20_000 + "1" + ")" * 20_000,
        "other" + ".workbook" * 5_000,
        "context.workbook.nothing;" + " " * 70_000,
        "",
    ],
)
def test_it_is_silent_where_it_isnt_sure(code: str) -> None:
    assert preflight(code, NEWEST).unknown == ()


def test_members_above_the_requirement_sets_of_this_excel_are_named() -> None:
    code = RANGE + "range.control = { type: 'Checkbox' }; range.values = [[1]];"
    found = preflight(code, {"ExcelApi": "1.9"})
    assert found.newer == ("Range.control needs ExcelApi 1.18; this Excel has ExcelApi 1.9.",)
    assert preflight(code, {}).newer == ()
    assert preflight(code, NEWEST).newer == ()


def test_members_that_clear_excels_undo_list_are_named_only_when_they_write() -> None:
    code = (
        "const s = context.workbook.worksheets.getItem('A'); s.load('name'); await context.sync();"
    )
    assert preflight(code + "const n = s.name;", NEWEST).clears_undo == ()
    written = preflight(code + "s.name = 'B'; s.delete();", NEWEST).clears_undo
    assert written == ("Worksheet.name", "Worksheet.delete")


def test_a_read_without_any_load_and_a_sync_in_a_writing_loop_are_hinted() -> None:
    assert "load('values')" in preflight(RANGE + "return range.values;", NEWEST).hints[0]
    assert (
        preflight(
            RANGE + "range.load('values'); await context.sync(); return range.values;", NEWEST
        ).hints
        == ()
    )
    assert preflight(RANGE + "range.values = [[1]]; range.onChanged;", NEWEST).hints == ()
    loop = (
        "for (let i = 1; i < 9; i++) {{ sheet.originalSheet.getRange('A' + i).values = [[i]]; {} }}"
    )
    assert (
        "the loop only writes" in preflight(loop.format("await context.sync();"), NEWEST).hints[0]
    )
    reading = loop.format("const r = x.load('values'); await context.sync();")
    assert preflight(reading, NEWEST).hints == ()


@pytest.mark.parametrize("sample", SAMPLES, ids=[sample.name for sample in SAMPLES])
def test_samples_raise_no_false_alarm(sample: object) -> None:
    found = preflight("\n".join(sample.lines), NEWEST)
    assert found == Preflight(clears_undo=found.clears_undo)


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _strings(inner)


def test_demonstrations_raise_no_false_alarm() -> None:
    seen = 0
    for path in sorted(asset("demonstrations").rglob("*.jsonl")):
        for line in path.read_text("utf-8").splitlines():
            for text in _strings(json.loads(line)):
                if "async function execute" not in text or text.lstrip().startswith("#"):
                    continue
                seen += 1
                found = preflight(text, {"ExcelApi": "1.15"})
                assert (found.unknown, found.hints) == ((), ())
    assert seen >= 3


def test_notes_tell_failures_more_than_successes() -> None:
    found = Preflight(
        (),
        ("Range.x needs ExcelApi 1.9; this Excel has ExcelApi 1.1.",),
        ("Worksheet.delete",),
        ("Hint: load.",),
    )
    assert found.notes(failed=True) == (*found.newer, *found.hints)
    (undo,) = found.notes(failed=False)
    assert "Worksheet.delete" in undo
    assert Preflight().notes(failed=False) == ()
