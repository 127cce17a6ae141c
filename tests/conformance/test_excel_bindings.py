"""Excel.Binding, saving and closing, through unmodified Office.js."""

import io

import openpyxl
import pytest

SHEET = "const sheet = context.workbook.worksheets.getActiveWorksheet();\n"
ADDED = SHEET + 'const made = context.workbook.bindings.add("B2:C3", "Range", "cells");\n'


def test_a_binding_is_found_again_by_id_and_place(value):
    found = value(
        """context.workbook.bindings.add(sheet.getRange("B2:C3"), Excel.BindingType.range, "cells");
        context.workbook.bindings.addFromSelection("Text", "one");
        const all = context.workbook.bindings.load("items/id,items/type,count");
        const first = context.workbook.bindings.getItemAt(0).load("id");
        const range = context.workbook.bindings.getItem("cells").getRange().load("address");
        const missing = context.workbook.bindings.getItemOrNullObject("nothing");
        await context.sync();
        return [all.count, all.items.map(one => [one.id, one.type]), first.id, range.address, missing.isNullObject];"""
    )
    assert found == [2, [["cells", "Range"], ["one", "Text"]], "cells", "Sheet1!B2:C3", True]


def test_a_binding_moves_with_its_cells_and_says_so_when_they_are_gone(value, failure):
    address = value(
        """const made = context.workbook.bindings.add(sheet.getRange("B2:C3"), "Range", "cells");
        sheet.getRange("1:2").insert("Down");
        const range = made.getRange().load("address");
        await context.sync();
        return range.address;"""
    )
    assert address == "Sheet1!B4:C5"
    gone = """sheet.getRange("4:5").delete("Up"); await context.sync();
        context.workbook.bindings.getItem("cells").getRange().load("address");"""
    assert failure(gone) == "InvalidBinding"


def test_a_table_binding_gives_the_table_and_a_text_binding_the_text(value):
    found = value(
        """sheet.getRange("A1:B2").values = [["Item", "Price"], ["Nuts", 2]];
        sheet.getRange("B2").numberFormat = [["0.00"]];
        sheet.tables.add("A1:B2", true).name = "Prices";
        const bound = context.workbook.bindings.addFromNamedItem("Prices", "Table", "t").getTable().load("name");
        const text = context.workbook.bindings.add(sheet.getRange("B2"), "Text", "x").getText();
        await context.sync();
        return [bound.name, text.value];"""
    )
    assert found == ["Prices", "2.00"]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ('context.workbook.bindings.add("A1:B2", "Range", "")', "InvalidArgument"),
        ('context.workbook.bindings.add("A1", "Column", "a")', "InvalidArgument"),
        ('context.workbook.bindings.add("A1", "Table", "a")', "InvalidArgument"),
        ('context.workbook.bindings.addFromNamedItem("nothing", "Range", "a")', "InvalidArgument"),
        ('context.workbook.bindings.addFromSelection("Table", "a")', "InvalidSelection"),
        ('context.workbook.bindings.getItem("a").load("type")', "ItemNotFound"),
        ('context.workbook.bindings.add("A1", "Range", "a").getTable()', "InvalidOperation"),
    ],
)
def test_what_cannot_be_bound_is_refused(failure, code, expected):
    assert failure(code + ";") == expected


def test_a_deleted_binding_leaves_its_cells(value):
    assert value(
        """sheet.getRange("A1").values = [[7]];
        context.workbook.bindings.add("A1", "Range", "a").delete();
        const count = context.workbook.bindings.getCount();
        const range = sheet.getRange("A1").load("values");
        await context.sync();
        return [count.value, range.values[0][0]];"""
    ) == [0, 7]


def test_handlers_of_a_binding_hear_of_its_cells(office_js, excel):
    office_js.value(
        excel,
        SHEET
        + """const made = context.workbook.bindings.add(sheet.getRange("B2:C3"), "Range", "cells");
        made.onDataChanged.add(async args => { events.push(["data", args.binding.id]); });
        made.onSelectionChanged.add(async args => { events.push([args.startRow, args.startColumn, args.rowCount, args.columnCount]); });
        await context.sync();
        sheet.getRange("A1").values = [[1]];
        sheet.getRange("C3").values = [[2]];
        sheet.getRange("A3:F3").select();
        await context.sync();""",
    )
    office_js.deliver_events(excel)
    assert office_js.collected() == [["data", "cells"], [1, 0, 1, 2]]


def test_saving_calls_the_workbook_saved_and_keeps_its_content(office_js, excel):
    state = office_js.value(
        excel,
        SHEET
        + """sheet.getRange("A1").values = [[7]];
        const before = context.workbook.load("isDirty,previouslySaved");
        await context.sync();
        const seen = [before.isDirty, before.previouslySaved];
        context.workbook.save(Excel.SaveBehavior.save);
        const after = context.workbook.load("isDirty,previouslySaved,autoSave");
        await context.sync();
        return [...seen, after.isDirty, after.previouslySaved, after.autoSave];""",
    )
    assert state == [True, False, False, True, False]
    saved = openpyxl.load_workbook(io.BytesIO(excel.saved_content))
    assert saved.active["A1"].value == 7


@pytest.mark.parametrize(("behavior", "kept"), [("Save", True), ("SkipSave", False)])
def test_closing_saves_when_asked_and_ends_everything(office_js, excel, behavior, kept):
    office_js.value(
        excel,
        SHEET
        + f'sheet.getRange("A1").values = [[7]]; context.workbook.close("{behavior}"); await context.sync();',
    )
    assert (excel.saved_content is not None) == kept
    error = office_js.run(excel, 'context.workbook.load("name"); await context.sync();').error
    assert error is not None
    assert (error["code"], error["httpStatusCode"]) == ("InvalidOrTimedOutSession", 408)


def test_bindings_are_named_among_what_saving_loses(office_js, excel):
    office_js.value(excel, ADDED + "await context.sync();")
    assert any("bindings of add-ins" in loss for loss in excel.losses())


def test_a_table_hears_what_of_it_is_selected_and_when_it_is_left(office_js, excel):
    office_js.value(
        excel,
        SHEET
        + """sheet.getRange("B2:C4").values = [["a", "b"], [1, 2], [3, 4]];
        const table = sheet.tables.add("B2:C4", true);
        table.onSelectionChanged.add(async args => { events.push([args.isInsideTable, args.address]); });
        await context.sync();
        for (const address of ["A1:B3", "C3", "F9", "G9"]) sheet.getRange(address).select();
        await context.sync();""",
    )
    office_js.deliver_events(excel)
    assert office_js.collected() == [[True, "B2:B3"], [True, "C3"], [False, ""]]
