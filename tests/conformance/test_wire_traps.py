"""What trips a host of Office.js, one test each, through the unmodified library."""

SHEET = "const sheet = context.workbook.worksheets.getItem('Sheet1');"


# -- requests ------------------------------------------------------------------------------------
def test_actions_run_in_array_order_although_ancestors_carry_higher_ids(excel, office_js):
    run = office_js.run(
        excel,
        SHEET + "await context.sync(); sheet.name = 'Later'; sheet.load('name');"
        "await context.sync(); return sheet.name;",
    )
    ids = [action["Id"] for action in run.exchanges[1].request["Actions"]]
    assert ids != sorted(ids)
    assert run.value == "Later"


def test_a_whole_sync_is_one_request_and_an_empty_one_is_none(excel, office_js):
    run = office_js.run(
        excel,
        SHEET + "for (let i = 1; i <= 300; i++) sheet.getRange('A' + i).values = [[i]];"
        "await context.sync(); await context.sync(); await context.sync();",
    )
    cleanups = [
        e
        for e in run.exchanges
        if any(a["Name"] == "_RemoveReference" for a in e.request["Actions"])
    ]
    assert len(run.exchanges) - len(cleanups) == 1


def test_two_hundred_writes_calculate_once(excel, office_js):
    before = excel.workbook.calculations
    office_js.value(
        excel,
        SHEET + "for (let i = 1; i <= 200; i++) sheet.getRange('A' + i).values = [[i]];"
        "sheet.getRange('B1').formulas = [['=SUM(A:A)']]; await context.sync();",
    )
    assert excel.workbook.calculations - before == 1


def test_a_read_in_the_middle_of_a_batch_sees_calculated_values(excel, office_js):
    assert office_js.value(
        excel,
        SHEET + "const r = sheet.getRange('B1'); r.formulas = [['=A1*2']];"
        "sheet.getRange('A1').values = [[4]]; r.load('values'); sheet.getRange('A1').values = [[5]];"
        "const again = sheet.getRange('B1'); again.load('values'); await context.sync();"
        "return [r.values, again.values];",
    ) == [[[8]], [[10]]]


def test_a_method_that_creates_runs_once_although_it_is_instantiated_again(excel, office_js):
    assert office_js.value(
        excel,
        "const w = context.workbook.worksheets.add('New'); w.load('name'); await context.sync();"
        "w.tabColor = '#FF0000'; w.load('tabColor'); await context.sync();"
        "const n = context.workbook.worksheets.getCount(); await context.sync();"
        "return [w.name, w.tabColor, n.value];",
    ) == ["New", "#FF0000", 2]


def test_a_copied_sheet_isnt_copied_again_by_later_requests(excel, office_js):
    assert office_js.value(
        excel,
        SHEET + "const c = sheet.copy('End'); c.load('name'); await context.sync();"
        "c.tabColor = '#00FF00'; await context.sync(); c.load('position'); await context.sync();"
        "const n = context.workbook.worksheets.getCount(); await context.sync();"
        "return [c.name, c.position, n.value];",
    ) == ["Sheet1 (2)", 1, 2]


def test_a_name_added_by_formula_isnt_added_again_by_later_requests(excel, office_js):
    assert office_js.value(
        excel,
        "const n = context.workbook.names.addFormulaLocal('Rate', '=0.25'); n.load('value');"
        "await context.sync(); n.comment = 'yearly'; await context.sync(); n.load('comment');"
        "await context.sync(); return [n.value, n.comment];",
    ) == [0.25, "yearly"]


def test_the_active_sheet_stays_the_one_that_was_asked_for(excel, office_js):
    assert (
        office_js.value(
            excel,
            "const active = context.workbook.worksheets.getActiveWorksheet(); active.load('name');"
            "const other = context.workbook.worksheets.add('Other'); other.activate(); await context.sync();"
            "active.load('name'); await context.sync(); return active.name;",
        )
        == "Sheet1"
    )


def test_omitted_arguments_arrive_as_null(excel, office_js):
    run = office_js.run(
        excel,
        "const n = context.workbook.worksheets.getCount(); await context.sync(); return n.value;",
    )
    call = next(a for a in run.exchanges[0].request["Actions"] if a["Name"] == "GetCount")
    assert call["ArgumentInfo"]["Arguments"] == [None]
    assert run.value == 1


def test_an_object_as_an_argument_arrives_as_that_object(excel, office_js):
    assert office_js.value(
        excel,
        SHEET + "const other = context.workbook.worksheets.add('Other');"
        "const c = sheet.copy('After', other); c.load('position');"
        "const n = context.workbook.names.add('Top', other.getRange('A1:A3')); n.load('formula');"
        "await context.sync(); return [c.position, n.formula];",
    ) == [2, "=Other!$A$1:$A$3"]


# -- values --------------------------------------------------------------------------------------
def test_a_scalar_fills_a_range_null_leaves_a_cell_and_an_empty_text_clears_it(excel, office_js):
    assert office_js.value(
        excel,
        SHEET
        + "const r = sheet.getRange('A1:B2'); r.values = 5; r.values = [[null, 6], ['', null]];"
        "r.load('values'); await context.sync(); return r.values;",
    ) == [[5, 6], ["", 5]]


def test_a_large_array_arrives_in_pieces_and_whole(excel, office_js):
    run = office_js.run(
        excel,
        SHEET + "const v = []; for (let i = 0; i < 1001; i++) v.push([i, i * 2, 'x' + i]);"
        "const r = sheet.getRange('B2:D1002'); r.values = v; await context.sync(); r.load('values');"
        "await context.sync(); return JSON.stringify(r.values) === JSON.stringify(v);",
    )
    names = [action["Name"] for action in run.exchanges[0].request["Actions"]]
    assert names.count("Values") == 3
    assert "_ValidateArraySize" in names
    assert run.value is True


def test_a_large_array_of_the_wrong_shape_is_refused_before_anything_is_written(excel, office_js):
    run = office_js.run(
        excel,
        SHEET + "const v = []; for (let i = 0; i < 1001; i++) v.push([i, i]);"
        "sheet.getRange('A1:B1002').values = v; await context.sync();",
    )
    assert run.error["code"] == "InvalidArgument"
    assert excel.workbook.engine.used_rect(0, values_only=True) is None


def test_set_writes_scalars_and_then_what_lies_below(excel, office_js):
    assert office_js.value(
        excel,
        SHEET
        + "const r = sheet.getRange('A1'); r.set({values: [[3]], format: {font: {bold: true}}});"
        "sheet.set({name: 'Set', showGridlines: false, showHeadings: false}); r.load('values,format/font/bold');"
        "sheet.load('name,showGridlines,showHeadings'); await context.sync();"
        "return [r.values, r.format.font.bold, sheet.name, sheet.showGridlines, sheet.showHeadings];",
    ) == [[[3]], True, "Set", False, False]


# -- references ----------------------------------------------------------------------------------
def test_references_are_let_go_after_a_run(excel, office_js):
    office_js.value(excel, SHEET + "sheet.getRange('A1').load('values'); await context.sync();")
    assert excel.workbook.references == {}


def test_a_range_lives_on_across_syncs_and_moves_with_inserted_cells(excel, office_js):
    assert office_js.value(
        excel,
        SHEET + "const r = sheet.getRange('B3'); r.values = [['here']]; r.load('address');"
        "await context.sync(); sheet.getRange('1:2').insert('Down'); sheet.getRange('A:A').insert('Right');"
        "r.load('address,values'); await context.sync(); return [r.address, r.values];",
    ) == ["Sheet1!C5", [["here"]]]


def test_a_range_whose_cells_were_deleted_is_an_invalid_reference(excel, office_js):
    run = office_js.run(
        excel,
        SHEET + "const r = sheet.getRange('B3'); r.load('address'); await context.sync();"
        "sheet.getRange('3:3').delete('Up'); await context.sync(); r.load('values'); await context.sync();",
    )
    assert run.error["code"] == "InvalidReference"


def test_without_a_run_nothing_is_kept(excel, office_js):
    run = office_js.run(
        excel,
        SHEET + "const r = sheet.getRange('A1'); r.load('values'); await context.sync();"
        "r.values = [[1]]; await context.sync();",
        raw_context=True,
    )
    assert run.error["code"] == "InvalidObjectPath"
    assert excel.workbook.references == {}


def test_a_tracked_range_outlives_its_run_until_it_is_let_go(excel, office_js):
    office_js.value(
        excel,
        SHEET + "globalThis.kept = sheet.getRange('A1'); kept.load('values'); await context.sync();"
        "context.trackedObjects.add(kept); await context.sync();",
    )
    assert len(excel.workbook.references) == 1
    office_js.value(
        excel,
        "await Excel.run(kept, async c => { kept.values = [[8]]; await c.sync();"
        "c.trackedObjects.remove(kept); await c.sync(); });",
    )
    assert excel.workbook.references == {}
    assert excel.workbook.value_at(excel.workbook.sheet_ids[0], 0, 0) == 8


def test_an_untracked_range_is_used_at_once_and_not_kept(excel, office_js):
    office_js.value(
        excel,
        SHEET
        + "for (let i = 1; i < 4; i++) { const r = sheet.getRange('A' + i); r.values = [[i]]; r.untrack(); }"
        "await context.sync();",
    )
    assert excel.workbook.next_reference_number == 1


def test_a_range_nobody_keeps_still_moves_inside_its_batch(excel, office_js):
    assert office_js.value(
        excel,
        SHEET + "const a = sheet.getRange('A3'); const b = sheet.getRange('B3'); b.untrack();"
        "const blank = sheet.getRange('1:2').insert('Down'); blank.untrack();"
        "for (const r of [a, b, blank]) r.load('address'); a.values = [[1]]; b.values = [[2]];"
        "await context.sync(); return [a.address, b.address, blank.address];",
    ) == ["Sheet1!A5", "Sheet1!B5", "Sheet1!1:2"]


# -- errors --------------------------------------------------------------------------------------
def test_what_came_before_the_first_error_holds_and_what_comes_after_doesnt_run(excel, office_js):
    run = office_js.run(
        excel,
        SHEET + "sheet.getRange('A1').values = [[1]]; context.workbook.load('name');"
        "sheet.getRange('A1:').load('values'); sheet.getRange('A2').values = [[2]];"
        "try { await context.sync(); } catch (e) { const r = sheet.getRange('A1:A2'); r.load('values');"
        "await context.sync(); return [context.workbook.name, r.values, e.code, e.debugInfo.statement]; }",
    )
    assert run.value[:3] == ["Book1.xlsx", [[1], [""]], "InvalidArgument"]
    assert "getRange(...)" in run.value[3]


def test_the_location_is_the_member_in_the_callers_words(excel, office_js):
    for code, location in (
        ("context.workbook.worksheets.getItem('Nope');", "WorksheetCollection.getItem"),
        (SHEET + "sheet.getRange('nonsense!!');", "Worksheet.getRange"),
        (SHEET + "sheet.name = 'a/b';", "Worksheet.name"),
        (SHEET + "sheet.delete();", "Worksheet.delete"),
        (SHEET + "sheet.visuals.load('items');", "Worksheet.visuals"),
        ("context.workbook.names.getItem('Nope');", "NamedItemCollection.getItem"),
    ):
        error = office_js.run(excel, code + "await context.sync();").error
        assert error["debugInfo"]["errorLocation"] == location, code


def test_a_member_that_isnt_there_names_itself(excel, office_js):
    error = office_js.run(
        excel, SHEET + "sheet.getRange('A1:B2').flashFill(); await context.sync();"
    ).error
    assert error["code"] == "NotImplemented"
    assert "Range.flashFill" in error["message"]


def test_traces_up_to_the_error_are_told(excel, office_js):
    error = office_js.run(
        excel,
        "context.trace('one'); context.workbook.worksheets.getItem('Nope'); context.trace('two');"
        "await context.sync();",
    ).error
    assert error["traceMessages"] == ["one"]
    assert error["httpStatusCode"] == 404
