"""What Excel documents about comments and sheet protection."""

import io

import openpyxl
import pytest

from embedded_excel.host import EmbeddedExcel

SHEET = "const sheet = context.workbook.worksheets.getActiveWorksheet();\n"


@pytest.fixture
def saved(excel):
    return lambda: openpyxl.load_workbook(io.BytesIO(excel.to_bytes())).worksheets[0]


def test_comments_have_text_author_replies_and_a_place(value, office_js, excel):
    assert value("""
        const comment = context.workbook.comments.add("Sheet1!B2", "Check this.");
        comment.load("content,authorName,resolved,contentType,id");
        const reply = comment.replies.add("Done.");
        reply.load("content,resolved");
        const place = comment.getLocation();
        place.load("address");
        const parent = reply.getParentComment();
        parent.load("id");
        await context.sync();
        return [comment.content, comment.authorName !== "", comment.resolved, comment.contentType,
                reply.content, reply.resolved, place.address, parent.id === comment.id];
    """) == ["Check this.", True, False, "Plain", "Done.", False, "Sheet1!B2", True]
    again = EmbeddedExcel.from_bytes(excel.to_bytes(), "Again.xlsx")
    try:
        assert office_js.value(
            again,
            SHEET
            + """
            const found = sheet.comments.getItemByCell("B2");
            found.load("content");
            found.replies.load("items/content");
            await context.sync();
            return [found.content, found.replies.items.map(item => item.content)];
        """,
        ) == ["Check this.", ["Done."]]
    finally:
        again.close()


def test_comments_can_be_changed_resolved_found_and_removed(value, failure):
    assert value("""
        const first = sheet.comments.add(sheet.getRange("A1"), "one");
        const second = sheet.comments.add("C3", "two");
        const reply = second.replies.add("yes");
        await context.sync();
        first.content = "uno";
        second.resolved = true;
        reply.content = "no";
        first.load("id");
        reply.load("id");
        await context.sync();
        const again = context.workbook.comments.getItem(first.id);
        const byReply = sheet.comments.getItemByReplyId(reply.id);
        again.load("content");
        byReply.load("content,resolved");
        reply.load("content,resolved");
        const counts = [sheet.comments.getCount(), second.replies.getCount()];
        await context.sync();
        reply.delete();
        first.delete();
        await context.sync();
        counts.push(sheet.comments.getCount(), second.replies.getCount());
        const gone = sheet.comments.getItemOrNullObject(first.id);
        await context.sync();
        return [again.content, byReply.content, byReply.resolved, reply.content, reply.resolved,
                counts.map(count => count.value), gone.isNullObject];
    """) == ["uno", "two", True, "no", True, [2, 1, 1, 0], True]
    assert failure('sheet.comments.add("C3", "again");') == "InvalidOperation"
    assert failure('sheet.comments.add("A1:A2", "two cells");') == "InvalidArgument"
    assert failure('context.workbook.comments.add("A1", "no sheet");') == "InvalidArgument"
    assert failure('sheet.comments.getItemByCell("A1");') == "ItemNotFound"


def test_comments_move_with_cells_and_go_when_all_is_cleared(value):
    assert value("""
        for (const cell of ["B2", "B5", "D2"]) sheet.comments.add(cell, cell);
        await context.sync();
        sheet.getRange("B3").insert("Down");
        sheet.getRange("1:1").insert("Down");
        sheet.getRange("D3").clear();
        await context.sync();
        const comments = sheet.comments;
        comments.load("items/content");
        await context.sync();
        const places = comments.items.map(item => item.getLocation());
        for (const place of places) place.load("address");
        await context.sync();
        return comments.items.map((item, index) => [item.content, places[index].address]);
    """) == [["B2", "Sheet1!B3"], ["B5", "Sheet1!B7"]]


def test_listeners_hear_of_comments(value, office_js, excel):
    value("""
        for (const name of ["onAdded", "onChanged", "onDeleted"])
          context.workbook.comments[name].add(
            async event => { events.push([event.type, event.changeType ?? "",
                                          event.commentDetails[0].replyIds.length]); });
        await context.sync();
        const comment = sheet.comments.add("A1", "one");
        comment.replies.add("two");
        comment.resolved = true;
        await context.sync();
        comment.delete();
    """)
    office_js.deliver_events(excel)
    assert office_js.collected() == [
        ["CommentAdded", "", 0],
        ["CommentChanged", "ReplyAdded", 1],
        ["CommentChanged", "CommentResolved", 1],
        ["CommentDeleted", "", 1],
    ]


PROTECTED = """
    sheet.getRange("A1:B2").values = [[1, 2], [3, 4]];
    sheet.getRange("B1:B2").format.protection.locked = false;
    sheet.protection.protect(OPTIONS);
    await context.sync();
"""


@pytest.fixture
def protected(value):
    return lambda options="": value(PROTECTED.replace("OPTIONS", options))


def test_protection_is_saved_with_its_options(protected, value, saved):
    protected('{allowFormatCells: true, allowSort: true, selectionMode: "Unlocked"}')
    assert value("""
        sheet.protection.load("protected,options");
        await context.sync();
        const {allowFormatCells, allowSort, allowInsertRows, allowEditObjects, selectionMode} =
          sheet.protection.options;
        return [sheet.protection.protected, allowFormatCells, allowSort, allowInsertRows,
                allowEditObjects, selectionMode];
    """) == [True, True, True, False, False, "Unlocked"]
    kept = saved().protection
    assert (kept.sheet, kept.formatCells, kept.sort, kept.insertRows) == (True, False, False, True)
    assert (kept.selectLockedCells, kept.objects) == (True, True)


def test_a_password_is_asked_for_and_never_stored(value, failure, saved):
    value('sheet.protection.protect({}, "secret");')
    assert saved().protection.password not in (None, "secret")
    assert failure("sheet.protection.unprotect();") == "BadPassword"
    assert failure('sheet.protection.unprotect("Secret");') == "BadPassword"
    assert failure("sheet.protection.protect();") == "AccessDenied"
    assert (
        value("""
        sheet.protection.unprotect("secret");
        sheet.protection.load("protected");
        await context.sync();
        return sheet.protection.protected;
    """)
        is False
    )
    assert not saved().protection.sheet


def test_locked_cells_and_what_options_do_not_allow_are_refused(protected, value, failure):
    protected()
    value('sheet.getRange("B1").values = 9;')
    for code in (
        'sheet.getRange("A1").values = 9;',
        'sheet.getRange("B1").format.fill.color = "red";',
        'sheet.getRange("B1").format.borders.getItem("EdgeTop").style = "Continuous";',
        'sheet.getRange("B1").numberFormat = "0.00";',
        'sheet.getRange("B1").format.columnWidth = 90;',
        'sheet.getRange("B1").format.rowHeight = 40;',
        'sheet.getRange("2:2").rowHidden = true;',
        'sheet.getRange("B:B").columnHidden = true;',
        'sheet.getRange("2:2").insert("Down");',
        'sheet.getRange("B:B").delete("Left");',
        'sheet.getRange("B1").insert("Down");',
        'sheet.getRange("B1:B2").merge();',
        'sheet.getRange("B1:B2").sort.apply([{key: 0}]);',
        'sheet.getRange("B1").hyperlink = {address: "https://example.org"};',
        'sheet.getRange("B1").dataValidation.rule = {custom: {formula: "=TRUE"}};',
        'sheet.getRange("B1").conditionalFormats.add("DataBar");',
        'sheet.autoFilter.apply("A1:B2");',
        'sheet.comments.add("B1", "x");',
        'sheet.tables.add("A1:B2", true);',
        'sheet.charts.add("Line", sheet.getRange("A1:B2"));',
        'sheet.shapes.addTextBox("x");',
        "sheet.shapes.addLine(1, 1, 9, 9);",
        'sheet.getRange("2:2").group("ByRows");',
    ):
        assert failure(code) == "AccessDenied", code


@pytest.mark.parametrize(
    ("option", "code"),
    [
        ("allowFormatCells", 'sheet.getRange("A1").format.fill.color = "red";'),
        ("allowFormatColumns", 'sheet.getRange("A:A").format.columnWidth = 90;'),
        ("allowFormatRows", 'sheet.getRange("1:1").rowHidden = true;'),
        ("allowInsertRows", 'sheet.getRange("2:2").insert("Down");'),
        ("allowInsertColumns", 'sheet.getRange("B:B").insert("Right");'),
        ("allowSort", 'sheet.getRange("B1:B2").sort.apply([{key: 0, ascending: false}]);'),
        ("allowInsertHyperlinks", 'sheet.getRange("B1").hyperlink = {address: "https://a.b"};'),
        ("allowEditObjects", 'sheet.comments.add("A1", "x");'),
        ("allowEditObjects", 'sheet.shapes.addTextBox("x");'),
        ("allowEditObjects", 'sheet.charts.add("Line", sheet.getRange("A1:B2"));'),
    ],
)
def test_what_an_option_allows_works(protected, value, option, code):
    protected(f"{{{option}: true}}")
    value(code)


def test_rows_with_locked_cells_are_not_deleted_though_deleting_is_allowed(protected, failure):
    protected("{allowDeleteRows: true}")
    assert failure('sheet.getRange("2:2").delete("Up");') == "AccessDenied"


def test_filtering_allowed_means_a_filter_that_is_there(protected, value, failure):
    value("""
        sheet.getRange("A1:B2").values = [["Account", "Units"], ["Rent", 5]];
        sheet.autoFilter.apply("A1:B2");
    """)
    protected("{allowAutoFilter: true}")
    value('sheet.autoFilter.apply("A1:B2", 0, {filterOn: "Custom", criterion1: ">0"});')
    assert failure("sheet.autoFilter.remove();") == "AccessDenied"
    assert failure('sheet.autoFilter.apply("A1:A2");') == "AccessDenied"


def test_cells_are_not_unlocked_though_formatting_is_allowed(protected, failure):
    protected("{allowFormatCells: true}")
    for member in ("locked", "formulaHidden"):
        assert (
            failure(f'sheet.getRange("A1").format.protection.{member} = false;') == "AccessDenied"
        )
