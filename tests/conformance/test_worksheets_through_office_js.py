"""Worksheets, names, frozen panes and the application, through the unmodified library."""

import pytest

SHEET = "const sheet = context.workbook.worksheets.getItem('Sheet1');"


def error_of(excel, office_js, code):
    error = office_js.run(excel, SHEET + code + "await context.sync();").error
    assert error is not None, code
    return error["code"]


@pytest.mark.parametrize(
    "name",
    ["", "a" * 32, "a:b", "a\\\\b", "a/b", "a?b", "a*b", "a[b", "a]b", "\\'a", "a\\'", "History"],
)
def test_a_name_excel_forbids_is_refused(excel, office_js, name):
    assert error_of(excel, office_js, f"sheet.name = '{name}';") == "InvalidArgument"
    assert excel.workbook.sheet_name(excel.workbook.sheet_ids[0]) == "Sheet1"


def test_a_taken_name_is_refused_whatever_its_case_but_not_a_sheets_own(excel, office_js):
    assert (
        error_of(excel, office_js, "context.workbook.worksheets.add('SHEET1');")
        == "ItemAlreadyExists"
    )
    assert (
        office_js.value(
            excel,
            SHEET
            + "sheet.name = 'SHEET1'; sheet.load('name'); await context.sync(); return sheet.name;",
        )
        == "SHEET1"
    )


def test_formulas_follow_a_renamed_sheet(excel, office_js):
    assert office_js.value(
        excel,
        SHEET
        + "const o = context.workbook.worksheets.add('Other'); sheet.getRange('A1').values = [[4]];"
        "const r = o.getRange('A1'); r.formulas = [['=Sheet1!A1*2']]; await context.sync();"
        "sheet.name = 'In put'; r.load('formulas,values'); await context.sync(); return [r.formulas, r.values];",
    ) == [[["='In put'!A1*2"]], [[8]]]


def test_the_last_visible_sheet_can_neither_be_hidden_nor_deleted(excel, office_js):
    assert error_of(excel, office_js, "sheet.visibility = 'Hidden';") == "InvalidOperation"
    assert error_of(excel, office_js, "sheet.delete();") == "InvalidOperation"
    office_js.value(
        excel,
        "const w = context.workbook.worksheets.add('H'); w.visibility = 'Hidden'; await context.sync();",
    )
    assert error_of(excel, office_js, "sheet.delete();") == "InvalidOperation"


def test_deleting_the_active_sheet_activates_a_neighbour(excel, office_js):
    assert (
        office_js.value(
            excel,
            "const all = context.workbook.worksheets; all.add('B').activate(); await context.sync();"
            "all.getItem('B').delete(); const a = all.getActiveWorksheet(); a.load('name'); await context.sync();"
            "return a.name;",
        )
        == "Sheet1"
    )


def test_a_very_hidden_sheet_cant_be_deleted(excel, office_js):
    office_js.value(
        excel,
        "context.workbook.worksheets.add('V').visibility = 'VeryHidden'; await context.sync();",
    )
    assert (
        error_of(excel, office_js, "context.workbook.worksheets.getItem('V').delete();")
        == "InvalidOperation"
    )


def test_an_unknown_enum_value_is_an_invalid_argument(excel, office_js):
    assert error_of(excel, office_js, "sheet.visibility = 'Gone';") == "InvalidArgument"


def test_copies_go_where_they_are_sent(excel, office_js):
    assert office_js.value(
        excel,
        SHEET
        + "const b = context.workbook.worksheets.add('B'); sheet.getRange('A1').values = [['x']];"
        "for (const [p, r] of [['Before', b], ['After', b], ['Beginning'], ['End']]) sheet.copy(p, r);"
        "sheet.copy(); const all = context.workbook.worksheets; all.load('items/name'); await context.sync();"
        "const v = all.items[0].getRange('A1'); v.load('values'); await context.sync();"
        "return [all.items.map(s => s.name), v.values];",
    ) == [
        ["Sheet1 (6)", "Sheet1 (4)", "Sheet1", "Sheet1 (2)", "B", "Sheet1 (3)", "Sheet1 (5)"],
        [["x"]],
    ]


def test_sheets_are_found_by_name_id_and_neighbourhood(excel, office_js):
    assert office_js.value(
        excel,
        "const all = context.workbook.worksheets; all.add('H').visibility = 'Hidden'; all.add('Z'); await context.sync();"
        "const s = all.getItem('sheet1'); s.load('id,name'); await context.sync();"
        "const found = [all.getItem(s.id), s.getNext(), s.getNext(true), all.getLast(), all.getFirst(),"
        "all.getItem('Z').getPrevious(true)]; found.forEach(f => f.load('name'));"
        "const none = s.getPreviousOrNullObject(); const count = all.getCount(true); await context.sync();"
        "return [found.map(f => f.name), none.isNullObject, count.value];",
    ) == [["Sheet1", "H", "Z", "Z", "Sheet1", "Sheet1"], True, 2]


def test_ranges_of_a_sheet_are_reached_in_every_way(excel, office_js):
    assert office_js.value(
        excel,
        SHEET + "context.workbook.names.add('Top', sheet.getRange('B2:C3'));"
        "const found = [sheet.getRange('b2'), sheet.getRange('Top'), sheet.getRange('C:D'), sheet.getRange('2:3'),"
        "sheet.getCell(1, 2), sheet.getRangeByIndexes(1, 1, 2, 3), sheet.getUsedRange(), sheet.getRange()];"
        "found.forEach(f => f.load('address')); const none = sheet.getUsedRangeOrNullObject(true);"
        "await context.sync(); return [found.map(f => f.address.split('!')[1]), none.isNullObject];",
    ) == [["B2", "B2:C3", "C:D", "2:3", "C2", "B2:D3", "A1", "1:1048576"], True]


def test_panes_freeze_and_thaw(excel, office_js):
    assert office_js.value(
        excel,
        SHEET + "const panes = sheet.freezePanes; const got = [];"
        "const where = async () => { const l = panes.getLocationOrNullObject(); l.load('address'); await context.sync();"
        "got.push(l.isNullObject ? null : l.address.split('!')[1]); };"
        "await where(); panes.freezeRows(2); await where(); panes.freezeColumns(1); await where();"
        "panes.freezeAt(sheet.getRange('A1:B3')); await where(); panes.freezeAt('A:A'); await where();"
        "panes.unfreeze(); await where(); panes.freezeRows(1); panes.freezeAt(null); await where(); return got;",
    ) == [None, "1:2", "A:A", "A1:B3", "A:A", None, None]


def test_names_keep_formula_scope_comment_and_visibility(excel, office_js):
    value = office_js.value(
        excel,
        SHEET + "sheet.getRange('A1:A3').values = [[1], [2], [3]];"
        "context.workbook.names.add('Total', '=SUM(Sheet1!$A$1:$A$3)', 'all of it');"
        "context.workbook.names.add('Data', sheet.getRange('A1:A3')); sheet.names.add('Local', '=1>2');"
        "const names = context.workbook.names; names.load('items'); sheet.names.load('items'); await context.sync();"
        "names.getItem('total').visible = false; const t = names.getItem('Total'); t.load();"
        "const r = names.getItem('Data').getRange(); r.load('address'); const o = t.getRangeOrNullObject();"
        "await context.sync(); return [names.items.map(n => [n.name, n.type, n.value, n.scope]),"
        "sheet.names.items.map(n => [n.name, n.type, n.value, n.scope]), t.visible, t.comment, r.address, o.isNullObject];",
    )
    assert value == [
        [["Data", "Range", "Sheet1!$A$1:$A$3", "Workbook"], ["Total", "Double", 6, "Workbook"]],
        [["Local", "Boolean", False, "Worksheet"]],
        False,
        "all of it",
        "Sheet1!A1:A3",
        True,
    ]


def test_a_deleted_name_is_gone_and_a_bad_or_taken_one_refused(excel, office_js):
    office_js.value(
        excel,
        "const n = context.workbook.names.add('Rate', '=0.25'); await context.sync(); n.delete(); await context.sync();",
    )
    assert (
        error_of(excel, office_js, "context.workbook.names.getItem('Rate').load('name');")
        == "ItemNotFound"
    )
    office_js.value(excel, "context.workbook.names.add('Rate', '=1'); await context.sync();")
    assert (
        error_of(excel, office_js, "context.workbook.names.add('RATE', '=1');")
        == "ItemAlreadyExists"
    )
    for name in ("A1", "two words", "1st", "R1C1", ""):
        assert (
            error_of(excel, office_js, f"context.workbook.names.add('{name}', '=1');")
            == "InvalidArgument"
        )


def test_manual_calculation_waits_until_it_is_asked(excel, office_js):
    assert office_js.value(
        excel,
        SHEET + "const app = context.workbook.application; app.calculationMode = 'Manual';"
        "sheet.getRange('A1:A2').formulas = [[2], ['=A1*2']]; app.calculate('Full'); await context.sync();"
        "const r = sheet.getRange('A2'); const got = []; const look = async () => { r.load('values'); await context.sync();"
        "got.push(r.values[0][0]); }; await look(); sheet.getRange('A1').values = [[5]]; await look();"
        "app.calculate('Recalculate'); await look(); sheet.getRange('A1').values = [[6]]; await look();"
        "app.calculationMode = 'Automatic'; await look(); app.load(); await context.sync();"
        "return [got, app.calculationMode];",
    ) == [[4, 4, 10, 10, 12], "Automatic"]


def test_a_formula_that_is_entered_has_its_value_although_calculation_is_manual(excel, office_js):
    assert office_js.value(
        excel,
        SHEET + "const app = context.workbook.application; app.calculationMode = 'Manual';"
        "sheet.getRange('A1:B1').formulas = [[2, '=A1*10']]; const r = sheet.getRange('A1:C2');"
        "const got = []; const look = async () => { r.load('values'); await context.sync();"
        "got.push(r.values); }; await look(); sheet.getRange('A1').values = [[3]];"
        "sheet.getRange('C1').formulas = [['=A1+1']]; await look();"
        "sheet.getRange('C2').copyFrom('C1'); await look(); return got;",
    ) == [
        [[2, 20, ""], ["", "", ""]],
        [[3, 20, 4], ["", "", ""]],
        [[3, 20, 4], ["", "", 1]],
    ]


def test_suspended_calculation_comes_back_with_the_sync(excel, office_js):
    assert office_js.value(
        excel,
        SHEET + "sheet.getRange('A1:A2').formulas = [[2], ['=A1*2']]; await context.sync();"
        "context.workbook.application.suspendApiCalculationUntilNextSync(); sheet.getRange('A1').values = [[5]];"
        "const r = sheet.getRange('A2'); r.load('values'); await context.sync(); const during = r.values[0][0];"
        "r.load('values'); await context.sync(); return [during, r.values[0][0]];",
    ) == [4, 10]


def test_the_selection_and_the_active_cell_follow_select(excel, office_js):
    assert office_js.value(
        excel,
        "const w = context.workbook.worksheets.add('W'); w.getRange('B2:C3').select();"
        "const s = context.workbook.getSelectedRange(); const c = context.workbook.getActiveCell();"
        "const a = context.workbook.worksheets.getActiveWorksheet(); s.load('address'); c.load('address'); a.load('name');"
        "await context.sync(); return [s.address, c.address, a.name];",
    ) == ["W!B2:C3", "W!B2", "W"]


def test_the_tab_colour_of_a_hidden_sheet_is_not_told(excel, office_js):
    assert office_js.value(
        excel,
        "const other = context.workbook.worksheets.add('Other'); other.tabColor = '#FF0000';"
        "other.visibility = 'Hidden'; other.load('tabColor'); await context.sync();"
        "const hidden = other.tabColor; other.visibility = 'Visible'; other.load('tabColor');"
        "await context.sync(); return [hidden, other.tabColor];",
    ) == [None, "#FF0000"]
