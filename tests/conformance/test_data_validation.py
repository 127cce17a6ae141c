"""What Excel documents about data validation and links of ranges."""

import io

import openpyxl
import pytest


@pytest.fixture
def rules(excel):
    """The rules of the saved file, as another library reads them: cells → rule."""

    def read():
        sheet = openpyxl.load_workbook(io.BytesIO(excel.to_bytes())).worksheets[0]
        return {str(rule.sqref): rule for rule in sheet.data_validations.dataValidation}

    return read


def loaded(address, names="type,rule,valid,ignoreBlanks,errorAlert,prompt"):
    return f"""
        const dv = sheet.getRange("{address}").dataValidation;
        dv.load("{names}");
        await context.sync();
    """


def test_every_kind_of_rule_reads_back_as_it_was_set_and_is_in_the_saved_file(value, rules):
    kinds = value("""
        sheet.getRange("H1:H3").values = [["a"], ["b"], ["c"]];
        const given = {
          A1: {wholeNumber: {formula1: 1, formula2: 10, operator: "Between"}},
          A2: {decimal: {formula1: "=H9", operator: "GreaterThan"}},
          A3: {list: {inCellDropDown: true, source: "red,green"}},
          A4: {list: {inCellDropDown: false, source: sheet.getRange("H1:H3")}},
          A5: {date: {formula1: "2024-01-31", operator: "LessThan"}},
          A6: {time: {formula1: "12:00:00", operator: "GreaterThanOrEqualTo"}},
          A7: {textLength: {formula1: 5, operator: "LessThanOrEqualTo"}},
          A8: {custom: {formula: "=ISNUMBER(A8)"}},
        };
        for (const [cell, rule] of Object.entries(given))
          sheet.getRange(cell).dataValidation.rule = rule;
        await context.sync();
        const found = [];
        for (const cell of Object.keys(given)) {
          const dv = sheet.getRange(cell).dataValidation;
          dv.load("type,rule");
          found.push(dv);
        }
        await context.sync();
        return found.map(dv => [dv.type, dv.rule]);
    """)
    assert kinds == [
        [
            "WholeNumber",
            {"wholeNumber": {"formula1": "=1", "formula2": "=10", "operator": "Between"}},
        ],
        ["Decimal", {"decimal": {"formula1": "=H9", "operator": "GreaterThan"}}],
        ["List", {"list": {"inCellDropDown": True, "source": "red,green"}}],
        ["List", {"list": {"inCellDropDown": False, "source": "=$H$1:$H$3"}}],
        ["Date", {"date": {"formula1": "=45322", "operator": "LessThan"}}],
        ["Time", {"time": {"formula1": "=0.5", "operator": "GreaterThanOrEqualTo"}}],
        ["TextLength", {"textLength": {"formula1": "=5", "operator": "LessThanOrEqualTo"}}],
        ["Custom", {"custom": {"formula": "=ISNUMBER(A8)"}}],
    ]
    saved = rules()
    assert {cell: (rule.type, rule.formula1, rule.formula2) for cell, rule in saved.items()} == {
        "A1": ("whole", "1", "10"),
        "A2": ("decimal", "H9", None),
        "A3": ("list", '"red,green"', None),
        "A4": ("list", "$H$1:$H$3", None),
        "A5": ("date", "45322", None),
        "A6": ("time", "0.5", None),
        "A7": ("textLength", "5", None),
        "A8": ("custom", "ISNUMBER(A8)", None),
    }
    assert saved["A5"].operator == "lessThan"
    assert saved["A4"].showDropDown is True  # the file's word for: no arrow
    assert all(rule.allowBlank for rule in saved.values())


def test_a_list_of_another_sheet_names_it(value, rules):
    value("""
        const other = context.workbook.worksheets.add("My list");
        sheet.getRange("B2").dataValidation.rule =
          {list: {inCellDropDown: true, source: other.getRange("A1:A4")}};
    """)
    assert rules()["B2"].formula1 == "'My list'!$A$1:$A$4"


def test_alerts_and_prompts_have_excel_s_defaults_and_keep_what_is_set(value, rules):
    assert value(loaded("A1") + "return [dv.type, dv.errorAlert, dv.prompt, dv.ignoreBlanks];") == [
        "None",
        {"message": "", "showAlert": True, "style": "Stop", "title": ""},
        {"message": "", "showPrompt": True, "title": ""},
        True,
    ]
    value("""
        const dv = sheet.getRange("A1:A3").dataValidation;
        dv.prompt = {message: "How many?", showPrompt: true, title: "Count"};
        dv.errorAlert = {message: "No!", showAlert: true, style: "Warning", title: "Oops"};
        dv.ignoreBlanks = false;
        dv.rule = {wholeNumber: {formula1: 0, operator: "GreaterThan"}};
    """)
    rule = rules()["A1:A3"]
    assert (rule.type, rule.promptTitle, rule.prompt) == ("whole", "Count", "How many?")
    assert (rule.errorStyle, rule.errorTitle, rule.error) == ("warning", "Oops", "No!")
    assert not rule.allowBlank
    assert value(loaded("A2") + "return [dv.errorAlert.style, dv.prompt.title];") == [
        "Warning",
        "Count",
    ]


def test_ranges_whose_cells_differ_say_so(value):
    value("""
        sheet.getRange("A1:A2").dataValidation.rule =
          {wholeNumber: {formula1: 0, operator: "GreaterThan"}};
        sheet.getRange("A3").dataValidation.rule =
          {wholeNumber: {formula1: 5, operator: "GreaterThan"}};
    """)
    kinds = value("""
        const found = ["A1:A2", "A1:A3", "A1:B2", "C1", "A3:A9"].map(address => {
          const dv = sheet.getRange(address).dataValidation;
          dv.load("type,rule");
          return dv;
        });
        await context.sync();
        return found.map(dv => [dv.type, dv.rule === null]);
    """)
    assert kinds == [
        ["WholeNumber", False],
        ["Inconsistent", True],
        ["MixedCriteria", True],
        ["None", False],
        ["MixedCriteria", True],
    ]


def test_writing_through_the_api_is_not_held_to_the_rule_but_reported(value, failure):
    found = value("""
        const range = sheet.getRange("A1:A4");
        range.dataValidation.rule = {wholeNumber: {formula1: 0, operator: "GreaterThan"}};
        range.values = [[5], [-1], [-2], [""]];
        range.load("values");
        const invalid = range.dataValidation.getInvalidCells();
        invalid.load("address");
        const fine = sheet.getRange("A1").dataValidation;
        const none = fine.getInvalidCellsOrNullObject();
        const wrong = sheet.getRange("A2:A3").dataValidation;
        const some = range.dataValidation;
        for (const dv of [fine, wrong, some]) dv.load("valid");
        await context.sync();
        return [range.values, invalid.address, fine.valid, wrong.valid, some.valid,
                none.isNullObject];
    """)
    assert found == [[[5], [-1], [-2], [""]], "Sheet1!A2:A3", True, False, None, True]
    assert failure('sheet.getRange("A1").dataValidation.getInvalidCells();') == "ItemNotFound"


def test_clearing_and_overwriting_cut_a_rule_and_its_relative_formula_follows(value, rules):
    value("""
        sheet.getRange("B2:B9").dataValidation.rule = {custom: {formula: "=A2>0"}};
        sheet.getRange("B2:B3").dataValidation.clear();
        sheet.getRange("B6").dataValidation.rule = {list: {source: "x", inCellDropDown: true}};
    """)
    saved = {cells: rule.formula1 for cells, rule in rules().items()}
    assert saved == {"B4:B5": "A4>0", "B7:B9": "A7>0", "B6": '"x"'}
    assert value(loaded("B8") + "return dv.rule;") == {"custom": {"formula": "=A8>0"}}


def test_rows_and_cells_that_move_take_their_validation_along(value, rules):
    value("""
        sheet.getRange("B2:B9").dataValidation.rule = {custom: {formula: "=A2>$D$1"}};
        sheet.getRange("1:2").insert("Down");
        await context.sync();
        sheet.getRange("B6").insert("Down");
        await context.sync();
        sheet.getRange("D1:D1").insert("Down");
    """)
    saved = {cells: rule.formula1 for cells, rule in rules().items()}
    assert saved == {"B4:B12": "A4>$D$4"}


def test_nonsense_is_refused(failure):
    rule = 'sheet.getRange("A1").dataValidation.rule = '
    assert failure(rule + "{};") == "InvalidArgument"
    assert failure(rule + '{wholeNumber: {formula1: "abc", operator: "GreaterThan"}};') == (
        "InvalidArgument"
    )
    assert failure(rule + '{wholeNumber: {formula1: 1, operator: "Between"}};') == "InvalidArgument"
    assert failure(rule + '{decimal: {formula1: 1, operator: "Near"}};') == "InvalidArgument"
    assert failure(rule + '{custom: {formula: "=SUM("}};') == "InvalidArgument"
    assert failure(rule + '{list: {source: "' + "x" * 256 + '"}};') == "InvalidArgument"


def test_rules_name_no_parts_of_tables(value, failure):
    value("""
        sheet.getRange("H1:H3").values = [["Region"], ["North"], ["South"]];
        sheet.tables.add("H1:H3", true).name = "Regions";
        context.workbook.names.add("Choices", "=Regions[Region]");
        const rule = (source) => ({list: {inCellDropDown: true, source}});
        sheet.getRange("A1").dataValidation.rule = rule("=Choices");
        sheet.getRange("A2").dataValidation.rule = rule('=INDIRECT("Regions[Region]")');
    """)
    list_ = 'sheet.getRange("A3").dataValidation.rule = {list: {source: "=Regions[Region]"}};'
    assert failure(list_) == "InvalidArgument"
    format_ = 'sheet.getRange("A3").conditionalFormats.add("Custom").custom.rule.formula ='
    assert failure(format_ + '"=COUNTIF(Regions[Region],A3)>0";') == "InvalidArgument"


def test_a_link_has_its_address_text_look_and_tip(value, excel):
    link = value("""
        const cell = sheet.getRange("A1");
        cell.hyperlink = {address: "https://example.org/a?b=1", screenTip: "Go",
                          textToDisplay: "Example"};
        sheet.getRange("A2").hyperlink = {documentReference: "Sheet1!C5"};
        cell.load("hyperlink,values,format/font/underline,format/font/color");
        const inside = sheet.getRange("A2");
        inside.load("hyperlink,values");
        const none = sheet.getRange("A1:A2");
        none.load("hyperlink");
        await context.sync();
        return [cell.hyperlink, cell.values, cell.format.font.underline, cell.format.font.color,
                inside.hyperlink, inside.values, none.hyperlink];
    """)
    assert link == [
        {
            "address": "https://example.org/a?b=1",
            "screenTip": "Go",
            "textToDisplay": "Example",
        },
        [["Example"]],
        "Single",
        "#0563C1",
        {"documentReference": "Sheet1!C5", "textToDisplay": "Sheet1!C5"},
        [["Sheet1!C5"]],
        None,
    ]
    sheet = openpyxl.load_workbook(io.BytesIO(excel.to_bytes())).active
    assert sheet["A1"].hyperlink.target == "https://example.org/a?b=1"
    assert sheet["A1"].hyperlink.tooltip == "Go"
    assert sheet["A2"].hyperlink.location == "Sheet1!C5"


def test_clear_takes_links_away_with_or_without_their_look(value):
    cleared = value("""
        for (const address of ["A1", "A2"])
          sheet.getRange(address).hyperlink = {address: "https://example.org"};
        sheet.getRange("A1").clear("Hyperlinks");
        sheet.getRange("A2").clear("RemoveHyperlinks");
        const cells = ["A1", "A2"].map(address => sheet.getRange(address));
        for (const cell of cells) cell.load("hyperlink,values,format/font/underline");
        await context.sync();
        return cells.map(cell => [cell.hyperlink, cell.values[0][0], cell.format.font.underline]);
    """)
    assert cleared == [
        [None, "https://example.org", "Single"],
        [None, "https://example.org", "None"],
    ]
