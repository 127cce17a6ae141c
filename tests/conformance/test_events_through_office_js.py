"""Events from a change in the workbook to the handler in the library."""

import pytest
from office_js import OfficeJs

SHEET = "const sheet = context.workbook.worksheets.getItem('Sheet1');"
LISTEN = (
    "globalThis.handles = []; const on = (event, pick) => handles.push("
    "event.add(async a => { events.push(pick(a)); }));"
)


@pytest.fixture
def office_js():
    """An isolate for each test: handlers live as long as the library, and sheet ids repeat."""
    library = OfficeJs()
    yield library
    library.close()


def heard(excel, office_js, register, change):
    """What handlers got from a change; pending events before it are thrown away."""
    office_js.value(excel, SHEET + LISTEN + register + "await context.sync();")
    excel.drain_events()
    office_js.value(excel, SHEET + change + "await context.sync();")
    office_js.deliver_events(excel)
    return office_js.collected()


def test_a_changed_cell_is_heard_on_its_sheet_and_on_the_workbook(excel, office_js):
    got = heard(
        excel,
        office_js,
        "on(sheet.onChanged, a => ['sheet', a.type, a.changeType, a.address, a.source, a.details.valueBefore,"
        "a.details.valueAfter, a.triggerSource, a.changeDirectionState === undefined]);"
        "on(context.workbook.worksheets.onChanged, a => ['all', a.address]);",
        "sheet.getRange('B2').values = [[5]];",
    )
    assert got == [
        ["sheet", "WorksheetChanged", "RangeEdited", "B2", "Local", "", 5, "ThisLocalAddin", True],
        ["all", "B2"],
    ]


def test_inserted_rows_tell_their_kind(excel, office_js):
    got = heard(
        excel,
        office_js,
        "on(sheet.onChanged, a => [a.changeType, a.address]);",
        "sheet.getRange('2:3').insert('Down');",
    )
    assert got == [["RowInserted", "2:3"]]


def test_the_range_of_an_event_moves_with_its_cells(excel, office_js):
    office_js.value(
        excel,
        SHEET
        + "sheet.onChanged.add(a => Excel.run(async c => { const r = a.getRange(c); r.load('address');"
        "await c.sync(); events.push(r.address); })); await context.sync();",
    )
    office_js.value(
        excel,
        SHEET + "sheet.getRange('B2').values = [[5]]; await context.sync();"
        "context.runtime.enableEvents = false; sheet.getRange('1:1').insert('Down');"
        "context.runtime.enableEvents = true; await context.sync();",
    )
    assert len(office_js.deliver_events(excel)) == 1
    assert office_js.collected() == ["Sheet1!B3"]


def test_a_table_hears_changes_inside_it(excel, office_js):
    got = heard(
        excel,
        office_js,
        "sheet.getRange('A1:B2').values = [['a', 'b'], [1, 2]]; const t = sheet.tables.add('A1:B2', true);"
        "await context.sync(); on(t.onChanged, a => ['table', a.type, a.tableId, a.address]);"
        "on(context.workbook.tables.onChanged, a => ['all', a.address]);"
        "on(sheet.tables.onChanged, a => ['on the sheet', a.address]);",
        "sheet.getRange('B2').values = [[9]]; sheet.getRange('F9').values = [[9]];",
    )
    assert got == [
        ["table", "TableChanged", "1", "B2"],
        ["on the sheet", "B2"],
        ["all", "B2"],
    ]


def test_sheets_tell_what_happens_to_them(excel, office_js):
    office_js.value(
        excel,
        LISTEN + "const all = context.workbook.worksheets;"
        "on(all.onAdded, a => [a.type]); on(all.onDeleted, a => [a.type]);"
        "on(all.onActivated, a => [a.type]); on(all.onDeactivated, a => [a.type]);"
        "on(all.onNameChanged, a => [a.type, a.nameBefore, a.nameAfter]);"
        "on(all.onVisibilityChanged, a => [a.type, a.visibilityBefore, a.visibilityAfter]);"
        "on(all.onMoved, a => [a.type, a.positionBefore, a.positionAfter]);"
        "await context.sync(); const w = all.add('X'); w.activate(); w.name = 'Y'; w.position = 0;"
        "w.visibility = 'Hidden'; w.visibility = 'Visible'; w.delete(); await context.sync();",
    )
    office_js.deliver_events(excel)
    assert office_js.collected() == [
        ["WorksheetAdded"],
        ["WorksheetDeactivated"],
        ["WorksheetActivated"],
        ["WorksheetNameChanged", "X", "Y"],
        ["WorksheetMoved", 1, 0],
        ["WorksheetDeactivated"],
        ["WorksheetActivated"],
        ["WorksheetVisibilityChanged", "Visible", "Hidden"],
        ["WorksheetVisibilityChanged", "Hidden", "Visible"],
        ["WorksheetDeleted"],
    ]


def test_a_selection_is_heard_by_the_old_event_and_the_new_one(excel, office_js):
    got = heard(
        excel,
        office_js,
        "on(context.workbook.onSelectionChanged, a => ['workbook']);"
        "on(sheet.onSelectionChanged, a => ['sheet', a.address]);",
        "sheet.getRange('C3:D4').select();",
    )
    assert sorted(got) == [["sheet", "C3:D4"], ["workbook"]]


def test_calculation_is_told_once_per_delivery(excel, office_js):
    got = heard(
        excel,
        office_js,
        "on(sheet.onCalculated, a => [a.type, a.worksheetId.length]);",
        "sheet.getRange('A1').values = [[1]]; await context.sync(); sheet.getRange('A2').values = [[1]];",
    )
    assert got == [["WorksheetCalculated", 38]]


def test_a_removed_handler_hears_nothing_and_the_host_keeps_no_registration(excel, office_js):
    office_js.value(
        excel,
        SHEET
        + "globalThis.handle = sheet.onChanged.add(async a => { events.push(1); }); await context.sync();",
    )
    assert sum(excel.workbook.registrations.values()) == 1
    office_js.value(
        excel, "await Excel.run(handle.context, async c => { handle.remove(); await c.sync(); });"
    )
    assert excel.workbook.registrations == {}
    office_js.value(excel, SHEET + "sheet.getRange('A1').values = [[1]]; await context.sync();")
    assert excel.drain_events() == []


def test_switched_off_events_arent_delivered(excel, office_js):
    got = heard(
        excel,
        office_js,
        "on(sheet.onChanged, a => [a.address]);",
        "context.runtime.enableEvents = false; sheet.getRange('A1').values = [[1]];"
        "context.runtime.enableEvents = true; sheet.getRange('A2').values = [[1]];",
    )
    assert got == [["A2"]]


def test_protecting_and_unprotecting_a_sheet_is_heard(excel, office_js):
    register = (
        "on(sheet.onProtectionChanged, a => [a.type, a.isProtected, a.source, a.worksheetId]);"
        "on(context.workbook.worksheets.onProtectionChanged, a => a.isProtected);"
    )
    change = "sheet.protection.protect(); await context.sync(); sheet.protection.unprotect();"
    got = heard(excel, office_js, register, change)
    sheet = excel.workbook.sheet_ids[0]
    assert got == [
        ["WorksheetProtectionChanged", True, "Local", sheet],
        True,
        ["WorksheetProtectionChanged", False, "Local", sheet],
        False,
    ]


def test_changed_formulas_are_heard_with_those_before(excel, office_js):
    office_js.value(excel, SHEET + "sheet.getRange('A1:A3').formulas = [['=1+1'], [5], ['=2+2']];")
    got = heard(
        excel,
        office_js,
        "on(sheet.onFormulaChanged, a => [a.type, a.formulaDetails]);",
        "sheet.getRange('A1:A4').formulas = [['=1+2'], [6], [4], ['=A1']];"
        "sheet.getRange('B1').values = [['text']];",
    )
    assert got == [
        [
            "WorksheetFormulaChanged",
            [
                {"cellAddress": "A1", "previousFormula": "=1+1"},
                {"cellAddress": "A3", "previousFormula": "=2+2"},
                {"cellAddress": "A4", "previousFormula": ""},
            ],
        ]
    ]
