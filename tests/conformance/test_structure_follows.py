"""Every kind of reference after rows, columns, cells and sheets come and go, as Excel adjusts them."""

import pytest

from embedded_excel.host import EmbeddedExcel

BOOK = """
    const workbook = context.workbook;
    const data = workbook.worksheets.getActiveWorksheet(); data.name = "Data";
    const other = workbook.worksheets.add("Other");
    const third = workbook.worksheets.add("Third");
    data.getRange("B3:D8").values = [["Farm", "Year", "Crates"], ["A", 1, 10], ["B", 2, 20],
      ["C", 3, 30], ["D", 4, 40], ["E", 5, 50]];
    data.getRange("F4:F7").formulas = [["=SUM(D4:D8)"], ["=$D$5+D6"], ["=SUM(D:D)"], ["=SUM(5:5)"]];
    other.getRange("A1:A5").formulas = [["=SUM(Data!D4:D8)"], ["=Data!$D$5"],
      ["=SUM(Data:Third!A20)"], ["=COUNTA(Data!B:B)"], ["=SUM(Crates)"]];
    workbook.names.add("Crates", data.getRange("D4:D8"));
    workbook.names.add("Double", "=Data!$D$5*2");
    data.names.add("Local", data.getRange("D6"));
    data.charts.add("ColumnClustered", data.getRange("B3:D8"), "Columns").name = "Own";
    other.charts.add("Line", data.getRange("D3:D8"), "Columns").name = "Far";
    const rule = data.getRange("D4:D8").conditionalFormats.add("Custom");
    rule.custom.rule.formula = "=$D4>$C$5";
    data.getRange("C4:C8").dataValidation.rule = {
      list: {inCellDropDown: true, source: "=$B$4:$B$8"}};
    other.getRange("C1").dataValidation.rule = {
      list: {inCellDropDown: true, source: "=Data!$B$4:$B$8"}};
    data.pageLayout.setPrintArea("B3:D8");
    data.pageLayout.setPrintTitleRows("$3:$3");
    data.getRange("D7").hyperlink = {address: "https://example.com/", textToDisplay: "40"};
    const pivot = third.pivotTables.add("P", "Data!B3:D8", "A3");
    pivot.rowHierarchies.add(pivot.hierarchies.getItem("Farm"));
    pivot.dataHierarchies.add(pivot.hierarchies.getItem("Crates"));
    data.getRange("B12:B13").merge();
    workbook.comments.add("Data!D6", "hello");
    data.horizontalPageBreaks.add("A10");
    await context.sync();
"""
READ = """
    const workbook = context.workbook;
    const found = {};
    const names = workbook.names.load("items/name,items/formula");
    const sheets = workbook.worksheets.load("items/name");
    await context.sync();
    for (const name of names.items) found[name.name] = name.formula;
    const read = async (sheet, mark) => {
      sheet.names.load("items/formula"); sheet.charts.load("items/name");
      const area = sheet.pageLayout.getPrintAreaOrNullObject().load("address");
      const titles = sheet.pageLayout.getPrintTitleRowsOrNullObject().load("address");
      const rules = sheet.getRange().conditionalFormats.load("items/type");
      const comments = sheet.comments.load("items");
      const breaks = sheet.horizontalPageBreaks.load("items");
      const used = sheet.getRange("A1:I30").load("formulas");
      await context.sync();
      found[mark + "formulas"] = used.formulas.flat().filter(
        text => typeof text === "string" && text.startsWith("="));
      if (sheet.names.items.length) found[mark + "Local"] = sheet.names.items[0].formula;
      if (!area.isNullObject) found[mark + "area"] = area.address;
      if (!titles.isNullObject) found[mark + "titles"] = titles.address;
      for (const chart of sheet.charts.items) {
        const series = chart.series.getItemAt(chart.name === "Own" ? 1 : 0);
        const source = series.getDimensionDataSourceString("Values");
        await context.sync();
        found[mark + chart.name] = source.value;
      }
      for (const rule of rules.items) {
        const where = rule.getRange().load("address");
        rule.custom.rule.load("formula");
        await context.sync();
        found[mark + "rule"] = where.address + " " + rule.custom.rule.formula;
      }
      for (const comment of comments.items) {
        const where = comment.getLocation().load("address");
        await context.sync();
        found[mark + "comment"] = where.address;
      }
      for (const page of breaks.items) {
        const where = page.getCellAfterBreak().load("address");
        await context.sync();
        found[mark + "break"] = where.address;
      }
      const cells = [];
      for (let row = 0; row < 14; row++) for (let column = 1; column < 5; column++) {
        const cell = sheet.getCell(row, column).load("address,hyperlink");
        cell.dataValidation.load("type,rule");
        cells.push(cell);
      }
      await context.sync();
      const lists = cells.filter(cell => cell.dataValidation.type === "List");
      if (lists.length) found[mark + "list"] = lists[0].address + " " + lists.length + " "
        + lists[0].dataValidation.rule.list.source;
      const links = cells.filter(cell => cell.hyperlink);
      if (links.length) found[mark + "link"] = links[0].address;
    };
    for (const sheet of sheets.items) {
      if (sheet.name !== "Third") await read(sheet, sheet.name === "Other" ? "other " : "");
    }
    const pivot = workbook.pivotTables.getItem("P");
    const source = pivot.getDataSourceString();
    await context.sync();
    found.pivot = source.value;
    return found;
"""
START = {
    "Crates": "=Data!$D$4:$D$8",
    "Double": "=Data!$D$5*2",
    "Local": "=Data!$D$6",
    "formulas": ["=SUM(D4:D8)", "=$D$5+D6", "=SUM(D:D)", "=SUM(5:5)"],
    "other formulas": [
        *("=SUM(Data!D4:D8)", "=Data!$D$5", "=SUM(Data:Third!A20)"),
        *("=COUNTA(Data!B:B)", "=SUM(Crates)"),
    ],
    "area": "Data!B3:D8",
    "titles": "Data!3:3",
    "Own": "Data!$D$4:$D$8",
    "other Far": "Data!$D$4:$D$8",
    "rule": "Data!D4:D8 =$D4>$C$5",
    "list": "Data!C4 5 =$B$4:$B$8",
    "other list": "Other!C1 1 =Data!$B$4:$B$8",
    "link": "Data!D7",
    "comment": "Data!D6",
    "break": "Data!A10",
    "pivot": "Data!B3:D8",
}
TAIL = ["=SUM(Data:Third!A20)", "=COUNTA(Data!B:B)", "=SUM(Crates)"]
DOWN = {
    "Crates": "=Data!$D$6:$D$10",
    "Double": "=Data!$D$7*2",
    "Local": "=Data!$D$8",
    "formulas": ["=SUM(D6:D10)", "=$D$7+D8", "=SUM(D:D)", "=SUM(7:7)"],
    "other formulas": ["=SUM(Data!D6:D10)", "=Data!$D$7", *TAIL],
    "area": "Data!B5:D10",
    "titles": "Data!5:5",
    "Own": "Data!$D$6:$D$10",
    "other Far": "Data!$D$6:$D$10",
    "rule": "Data!D6:D10 =$D6>$C$7",
    "list": "Data!C6 5 =$B$6:$B$10",
    "other list": "Other!C1 1 =Data!$B$6:$B$10",
    "link": "Data!D9",
    "comment": "Data!D8",
    "break": "Data!A12",
    "pivot": "Data!B5:D10",
}
SHRUNK = {
    "Crates": "=Data!$D$4:$D$7",
    "other formulas": ["=SUM(Data!D4:D7)", "=Data!$D$5", *TAIL],
    "area": "Data!B3:D7",
    "Own": "Data!$D$4:$D$7",
    "other Far": "Data!$D$4:$D$7",
    "rule": "Data!D4:D7 =$D4>$C$5",
    "list": "Data!C4 4 =$B$4:$B$7",
    "other list": "Other!C1 1 =Data!$B$4:$B$7",
    "link": "Data!D6",
    "comment": None,
    "pivot": "Data!B3:D7",
}
RENAMED = {
    **{name: text.replace("Data!", "'New data'!") for name, text in START.items()
       if isinstance(text, str) and name not in ("titles",)},
    "titles": "'New data'!3:3",
    "other formulas": [
        *("=SUM('New data'!D4:D8)", "='New data'!$D$5", "=SUM('New data:Third'!A20)"),
        *("=COUNTA('New data'!B:B)", "=SUM(Crates)"),
    ],
}  # fmt: skip
CASES = [
    ('data.getRange("2:3").insert("Down");', DOWN),
    (
        'data.getRange("6:6").insert("Down");',
        {
            "Crates": "=Data!$D$4:$D$9",
            "Local": "=Data!$D$7",
            "formulas": ["=SUM(D4:D9)", "=$D$5+D7", "=SUM(D:D)", "=SUM(5:5)"],
            "other formulas": ["=SUM(Data!D4:D9)", "=Data!$D$5", *TAIL],
            "area": "Data!B3:D9",
            "Own": "Data!$D$4:$D$9",
            "other Far": "Data!$D$4:$D$9",
            "rule": "Data!D4:D9 =$D4>$C$5",
            "list": "Data!C4 6 =$B$4:$B$9",
            "other list": "Other!C1 1 =Data!$B$4:$B$9",
            "link": "Data!D8",
            "comment": "Data!D7",
            "break": "Data!A11",
            "pivot": "Data!B3:D9",
        },
    ),
    (
        'data.getRange("6:6").delete("Up");',
        SHRUNK
        | {
            "Local": "=#REF!",
            "formulas": ["=SUM(D4:D7)", "=$D$5+#REF!", "=SUM(5:5)"],
            "break": "Data!A9",
        },
    ),
    (
        'data.getRange("C:C").insert("Right");',
        {
            "Crates": "=Data!$E$4:$E$8",
            "Double": "=Data!$E$5*2",
            "Local": "=Data!$E$6",
            "formulas": ["=SUM(E4:E8)", "=$E$5+E6", "=SUM(E:E)", "=SUM(5:5)"],
            "other formulas": ["=SUM(Data!E4:E8)", "=Data!$E$5", *TAIL],
            "area": "Data!B3:E8",
            "Own": "Data!$E$4:$E$8",
            "other Far": "Data!$E$4:$E$8",
            "rule": "Data!E4:E8 =$E4>$D$5",
            # The new column takes the rules of the one before it, which has none.
            "list": "Data!D4 5 =$B$4:$B$8",
            "link": "Data!E7",
            "comment": "Data!E6",
            "pivot": "Data!B3:E8",
        },
    ),
    (
        'data.getRange("B2:D3").insert("Down");',
        DOWN
        | {
            "formulas": ["=SUM(D6:D10)", "=$D$7+D8", "=SUM(D:D)", "=SUM(5:5)"],
            "titles": "Data!3:3",
            "break": "Data!A10",
        },
    ),
    (
        'data.getRange("B6:D6").delete("Up");',
        SHRUNK
        | {
            "Local": "=Data!#REF!",
            "formulas": ["=SUM(D4:D7)", "=$D$5+#REF!", "=SUM(D:D)", "=SUM(5:5)"],
        },
    ),
    ('data.name = "New data";', RENAMED),
    ('data.position = 2;', {"other formulas": [*START["other formulas"][:2], "=SUM(Other:Third!A20)",
                                               *START["other formulas"][3:]]}),
]  # fmt: skip
"""What an operation makes of the start, None for what goes."""


def after(changes):
    return {name: text for name, text in (START | changes).items() if text is not None}


@pytest.fixture
def book(office_js, excel):
    office_js.value(excel, BOOK)
    assert office_js.value(excel, READ) == START
    return excel


@pytest.mark.parametrize(("code", "changes"), CASES, ids=[case[0] for case in CASES])
def test_references_follow(office_js, book, code, changes):
    find = 'const data = context.workbook.worksheets.getItem("Data");'
    office_js.value(book, find + code)
    found = office_js.value(book, READ)
    assert found == after(changes)
    again = EmbeddedExcel.from_bytes(book.to_bytes(), "again.xlsx")
    assert office_js.value(again, READ) == found
    again.close()
    assert not book.losses()


def test_what_a_deleted_sheet_leaves(office_js, book):
    office_js.value(book, 'context.workbook.worksheets.getItem("Data").delete();')
    found = office_js.value(book, READ)
    assert found == {
        "Crates": "=#REF!",
        "Double": "=#REF!*2",
        "other formulas": [
            *("=SUM(#REF!)", "=#REF!", "=SUM(Other:Third!A20)", "=COUNTA(#REF!)", "=SUM(Crates)"),
        ],
        "other Far": "#REF!",
        "other list": "Other!C1 1 =#REF!",
        "pivot": "Data!B3:D8",
    }
    again = EmbeddedExcel.from_bytes(book.to_bytes(), "again.xlsx")
    assert office_js.value(again, READ) == found
    again.close()


def test_cells_that_all_go_leave_errors_and_no_print_area(office_js, book):
    code = 'context.workbook.worksheets.getItem("Data").getRange("3:8").delete("Up");'
    office_js.value(book, code)
    found = office_js.value(book, READ)
    assert (found["Crates"], found["Own"]) == ("=#REF!", "Data!#REF!")
    assert not {"area", "titles", "rule", "list", "link", "comment"} & set(found)
    assert EmbeddedExcel.from_bytes(book.to_bytes(), "again.xlsx")
