"""Behaviours of the embedded Excel as code meets them, through the real office.js without HostBridge:
what the error's code, message and location are, and what of the batch was applied.
"""

from dataclasses import replace

import pytest
from office_page import OfficePage

from embedded_excel.errors import STANDARD_ERRORS
from embedded_excel.host import EmbeddedExcel
from embedded_excel.model.behaviours import FOREVER, ON_THE_WEB, PLAIN, Behaviours
from embedded_excel.wire.co_author import typed

WRITE = """
const sheet = context.workbook.worksheets.getActiveWorksheet();
sheet.getRange("A1").values = [[7]];
await context.sync();
"""
LIMIT = (
    'limit. Please refer to the documentation: "https://docs.microsoft.com/office/dev/add-ins/'
    'concepts/resource-limits-and-performance-optimization#excel-add-ins".'
)
READ = 'const cell = context.workbook.worksheets.getActiveWorksheet().getRange("A1").load("values"); await context.sync(); return cell.values[0][0];'


@pytest.fixture
def excel():
    host = EmbeddedExcel.new()
    yield host
    host.close()


@pytest.fixture
def page(excel):
    page = OfficePage(excel, bridge=False)
    yield page
    page.close()


def error(page, excel, code):
    """Code, message, location and HTTP status of what code throws."""
    thrown = page.run(excel, code).error
    assert thrown is not None, "nothing was thrown"
    found = thrown["debugInfo"]
    return (
        thrown["code"],
        thrown["message"],
        found.get("errorLocation", ""),
        thrown["httpStatusCode"],
    )


# -- refusals by whoever carries requests ----------------------------------------------------------
CARRIED = {
    "edit_mode": (
        "InvalidOperationInCellEditMode",
        "Excel is in cell-editing mode. Please exit the edit mode by pressing ENTER or TAB or "
        "selecting another cell, and then try again.",
        400,
    ),
    "modal_dialog": (
        "WriteNotSupportedWhenModalDialogOpen",
        "Write operation is not supported for Office when a modal dialog is open.",
        400,
    ),
    "throttled": ("ActivityLimitReached", "Activity limit has been reached.", 429),
    "session_lost": (
        "InvalidOrTimedOutSession",
        "Your Office session has expired or is invalid. To continue, refresh the page.",
        408,
    ),
}


@pytest.mark.parametrize("name", CARRIED)
def test_a_request_that_is_turned_away_changes_nothing_and_works_afterwards(page, excel, name):
    code, message, status = CARRIED[name]
    excel.behave(Behaviours(**{name: 1}))
    assert error(page, excel, WRITE) == (code, message, "", status)
    assert page.value(excel, READ) == ""
    page.value(excel, WRITE)
    assert page.value(excel, READ) == 7


def test_an_open_dialog_lets_reads_through(page, excel):
    excel.behave(Behaviours(modal_dialog=FOREVER))
    assert page.value(excel, READ) == ""
    assert error(page, excel, WRITE)[0] == "WriteNotSupportedWhenModalDialogOpen"


def test_a_request_that_may_wait_is_answered_when_the_user_leaves_the_cell(page, excel):
    excel.behave(Behaviours(edit_mode=FOREVER))
    page.v8.eval(
        f"var done = false; Excel.run({{delayForCellEdit: true}}, async context => {{ {WRITE} }})"
        ".then(() => { done = true; });"
    )
    page.settle()
    assert (page.v8.eval("done"), len(page.client.waiting)) == (False, 1)
    excel.behave(PLAIN)
    page.ask_again()
    assert page.v8.eval("done") is True
    assert page.value(excel, READ) == 7


# -- limits ----------------------------------------------------------------------------------------
def test_a_request_above_the_limit_of_bytes_does_not_run(page, excel):
    excel.behave(Behaviours(request_bytes=2_000))
    code = WRITE.replace("[[7]]", f'[["{"x" * 2_000}"]]')
    assert error(page, excel, code) == (
        "RequestPayloadSizeLimitExceeded",
        f"The request payload size has exceeded the {LIMIT}",
        "",
        400,
    )
    assert page.value(excel, READ) == ""


def test_a_response_above_the_limit_is_kept_back_and_its_writes_stay(page, excel):
    page.value(
        excel,
        f"context.workbook.worksheets.getActiveWorksheet().getRange('B1').values = [['{'x' * 3000}']];",
    )
    excel.behave(Behaviours(response_bytes=2_000))
    code = WRITE.replace("await", 'sheet.getRange("B1").load("values"); await')
    assert error(page, excel, code) == (
        "ResponsePayloadSizeLimitExceeded",
        f"The response payload size has exceeded the {LIMIT}",
        "",
        400,
    )
    excel.behave(PLAIN)
    assert page.value(excel, READ) == 7


def test_a_range_of_too_many_cells_is_neither_read_nor_written(page, excel):
    excel.behave(Behaviours(range_cells=10))
    message = STANDARD_ERRORS["RangeExceedsLimit"][0]
    range_ = 'context.workbook.worksheets.getActiveWorksheet().getRange("A1:B6")'
    for member in ("values", "formulas", "text"):
        code = f'{range_}.load("{member}"); await context.sync();'
        assert error(page, excel, code) == ("RangeExceedsLimit", message, f"Range.{member}", 400)
    assert error(page, excel, f"{range_}.values = 1; await context.sync();")[2] == "Range.values"
    page.value(excel, range_.replace("B6", "B5") + ".values = 1; await context.sync();")


def test_excel_on_the_web_has_five_megabytes_and_five_million_cells():
    assert (ON_THE_WEB.request_bytes, ON_THE_WEB.response_bytes) == (5_242_880, 5_242_880)
    assert ON_THE_WEB.range_cells == 5_000_000


# -- requests that end in the middle, or nowhere ---------------------------------------------------
def test_an_aborted_request_keeps_what_ran_before(page, excel):
    code = """const sheet = context.workbook.worksheets.getActiveWorksheet();
        sheet.getRange("A1").values = [[7]];
        sheet.getRange("A2").values = [[8]];
        await context.sync();"""
    actions = page.run(excel, code).exchanges[0].request["Actions"]
    writes = [at for at, action in enumerate(actions) if action["ActionType"] == 4]
    page.value(excel, 'context.workbook.worksheets.getActiveWorksheet().getRange("A1:A2").clear();')
    excel.behave(Behaviours(stops_after=writes[1], writes_only=True))
    found = error(page, excel, code)
    assert found == (
        "RequestAborted",
        "The request was aborted during run time.",
        "Range.values",
        500,
    )
    excel.behave(PLAIN)
    read = READ.replace('"A1"', '"A1:A2"').replace("[0][0]", "")
    assert page.value(excel, read) == [[7], [""]]


@pytest.mark.parametrize(("name", "applied"), [("hung", ""), ("lost_answers", 7)])
def test_a_request_without_an_answer_leaves_code_waiting(page, excel, name, applied):
    excel.behave(Behaviours(**{name: 1}))
    page.v8.eval(f"start({WRITE!r}.replaceAll('\\\\n', ' '), false);")
    page.settle()
    assert page.v8.eval("outcome") is None
    assert page.value(excel, READ) == applied


def test_another_workbook_with_the_focus_refuses_everything(page, excel):
    excel.behave(Behaviours(inactive=1))
    code, message, location, _ = error(page, excel, READ)
    assert (code, message, location) == (
        "InactiveWorkbook",
        "The operation failed because multiple workbooks are open and the workbook being called by "
        "this API has lost focus.",
        "",
    )
    assert page.value(excel, READ) == ""


# -- calculation -----------------------------------------------------------------------------------
STATE = "const app = context.workbook.application.load('calculationState,calculationMode'); "


def test_while_excel_calculates_values_are_the_old_ones(page, excel):
    page.value(excel, WRITE.replace("A1", "B1").replace("[[7]]", '[["=A1*2"]]'))
    excel.behave(Behaviours(calculating=2))
    code = STATE + WRITE.replace(
        "await", 'const twice = sheet.getRange("B1").load("values"); await'
    )
    code += "return [app.calculationState, twice.values[0][0]];"
    assert page.value(excel, code) == ["Calculating", 0]
    excel.behave(PLAIN)
    assert page.value(excel, code) == ["Done", 14]


def test_in_manual_mode_edits_stay_pending_until_calculated(page, excel):
    page.value(excel, WRITE.replace("A1", "B1").replace("[[7]]", '[["=A1*2"]]'))
    excel.behave(Behaviours(manual_calculation=True))
    page.value(excel, WRITE)
    look = (
        STATE
        + 'const twice = context.workbook.worksheets.getActiveWorksheet().getRange("B1").load("values"); await context.sync();'
    )
    look += "return [app.calculationMode, app.calculationState, twice.values[0][0]];"
    assert page.value(excel, look) == ["Manual", "Pending", 0]
    page.value(excel, 'context.workbook.application.calculate("Full");')
    assert page.value(excel, look) == ["Manual", "Done", 14]


# -- what a workbook is like -----------------------------------------------------------------------
def test_protected_sheets_refuse_writes_to_locked_cells(page, excel):
    excel.behave(Behaviours(protected_sheets=True))
    message = "You cannot perform the requested operation."
    assert error(page, excel, WRITE) == ("AccessDenied", message, "Range.values", 401)
    assert excel.revision == 0


def test_cells_of_a_filtered_range_are_not_moved(page, excel):
    page.value(
        excel,
        """const sheet = context.workbook.worksheets.getActiveWorksheet();
        sheet.getRange("A1:A4").values = [["n"], [1], [2], [3]];
        sheet.autoFilter.apply("A1:A4", 0, {filterOn: "Values", values: ["2"]});""",
    )
    sheet = "context.workbook.worksheets.getActiveWorksheet()"
    message = "The attempted operation causes a conflict with a filtered range."
    for call, member in (('insert("Down")', "insert"), ('delete("Up")', "delete")):
        code = f'{sheet}.getRange("A3").{call}; await context.sync();'
        assert error(page, excel, code) == (
            "FilteredRangeConflict",
            message,
            f"Range.{member}",
            400,
        )
    page.value(excel, f'{sheet}.getRange("3:3").insert("Down"); await context.sync();')


def test_cells_beside_merged_ones_are_not_moved_and_tables_do_not_lie_on_them(page, excel):
    page.value(excel, 'context.workbook.worksheets.getActiveWorksheet().getRange("A3:B3").merge();')
    sheet = "context.workbook.worksheets.getActiveWorksheet()"
    moved = error(page, excel, f'{sheet}.getRange("A1").insert("Down"); await context.sync();')
    assert moved[::2] == ("InvalidOperation", "Range.insert")
    found = error(page, excel, f'{sheet}.tables.add("A2:B4", true); await context.sync();')
    assert found == (
        "MergedRangeConflict",
        STANDARD_ERRORS["MergedRangeConflict"][0],
        "TableCollection.add",
        400,
    )


# -- others ----------------------------------------------------------------------------------------
def test_somebody_else_types_into_a_cell_once_while_code_works(page, excel):
    excel.behave(Behaviours(co_author={"Sheet1!A1": "=3*2", "'Sheet1'!A2": "x"}, after=1))
    assert page.value(excel, READ) == ""
    assert page.value(excel, READ.replace('"A1"', '"A1:A2"').replace("[0][0]", "")) == [[6], ["x"]]
    page.value(excel, WRITE)
    assert page.value(excel, READ) == 7


@pytest.mark.parametrize("code", ["Timeout", "ConnectionFailure"])
def test_a_code_can_come_instead_of_silence(excel, code):
    for name, applied in (("hung", 0), ("lost_answers", 1)):
        excel.behave(Behaviours(lost_as=code, **{name: 1}))
        body = typed("Sheet1!A1", "7")
        assert excel.run_batch(body)["Error"]["Code"] == code
        assert excel.revision == applied


# -- members ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("code", sorted(STANDARD_ERRORS))
def test_every_documented_error_arrives_with_message_and_location(page, excel, code):
    excel.behave(Behaviours(failing={"Range.values": code}))
    message, status = STANDARD_ERRORS[code]
    assert error(page, excel, WRITE) == (code, message, "Range.values", status)


def test_methods_and_navigations_can_fail_too(page, excel):
    excel.behave(Behaviours(failing={"WorksheetCollection.add": "MemoryLimitReached"}))
    code = "context.workbook.worksheets.add('x'); await context.sync();"
    assert error(page, excel, code)[::2] == ("MemoryLimitReached", "WorksheetCollection.add")
    excel.behave(Behaviours(failing={"Range.format": "GeneralException"}))
    code = WRITE.replace("values = [[7]]", "format.font.bold = true")
    assert error(page, excel, code)[::2] == ("GeneralException", "Range.format")


def test_members_of_a_missing_requirement_set_are_not_found(excel):
    excel.behave(Behaviours(requirement_sets={"ExcelApi": "1.7"}))
    page = OfficePage(excel, bridge=False)
    try:
        supported = page.value(
            excel,
            "return ['1.7', '1.8'].map(one => Office.context.requirements.isSetSupported('ExcelApi', one));",
        )
        code = 'context.workbook.worksheets.getActiveWorksheet().getRange("A1").moveTo("B2"); await context.sync();'
        thrown = error(page, excel, code)
    finally:
        page.close()
    assert supported == [True, False]
    assert thrown[::2] == ("ApiNotFound", "Range.moveTo")


# -- when --------------------------------------------------------------------------------------------
def test_what_lasts_for_requests_can_begin_later_and_count_writes_alone(page, excel):
    excel.behave(Behaviours(throttled=1, after=1, writes_only=True))
    assert page.value(excel, READ) == ""
    page.value(excel, WRITE)
    assert page.value(excel, READ) == 7
    assert error(page, excel, WRITE)[0] == "ActivityLimitReached"
    page.value(excel, WRITE)


def test_behaviours_are_values(excel):
    excel.behave(replace(PLAIN, throttled=2))
    assert excel.behaviours.throttled == 2
    assert excel.behaviours == Behaviours(throttled=2)
