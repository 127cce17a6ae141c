"""What Excel documents about properties, settings, custom XML and protection of a workbook."""

import io
import zipfile

import openpyxl
import pytest

from embedded_excel.host import EmbeddedExcel

PROPERTIES = """
    const properties = context.workbook.properties;
    properties.title = "Budget";
    properties.author = "Ann & Bob <x>";
    properties.company = "C & D";
    properties.manager = "Eve";
    properties.revisionNumber = 4;
    properties.custom.add("Budget", 12.5);
    properties.custom.add("Year", 2026);
    properties.custom.add("Closed", true);
    properties.custom.add("Unit", "kEUR");
"""
LOAD = """
    properties.load();
    properties.custom.load("items");
    await context.sync();
    return properties.toJSON();
"""
SHEET = "const sheet = context.workbook.worksheets.getActiveWorksheet();\n"


@pytest.fixture
def value(office_js, excel):
    return lambda code: office_js.value(excel, code)


@pytest.fixture
def failure(office_js, excel):
    def run(code):
        error = office_js.run(excel, code + "\nawait context.sync();").error
        assert error is not None
        return error["code"]

    return run


@pytest.fixture
def reopened(office_js, excel):
    def run(code):
        other = EmbeddedExcel.from_bytes(excel.to_bytes(), "again.xlsx")
        try:
            return office_js.value(other, code)
        finally:
            other.close()

    return run


def test_document_properties_are_in_the_file(value, excel, reopened):
    written = value(PROPERTIES + LOAD)
    assert written["title"] == "Budget"
    assert [(item["key"], item["type"], item["value"]) for item in written["custom"]] == [
        ("Budget", "Float", 12.5),
        ("Year", "Number", 2026),
        ("Closed", "Boolean", True),
        ("Unit", "String", "kEUR"),
    ]
    assert reopened("const properties = context.workbook.properties;" + LOAD) == written
    other = openpyxl.load_workbook(io.BytesIO(excel.to_bytes()))
    assert (other.properties.title, other.properties.creator) == ("Budget", "Ann & Bob <x>")
    assert {item.name: item.value for item in other.custom_doc_props.props} == {
        "Budget": 12.5,
        "Year": 2026,
        "Closed": True,
        "Unit": "kEUR",
    }


def test_changed_properties_leave_the_others_of_a_file_alone(office_js):
    book = openpyxl.Workbook()
    book.properties.keywords = "kept"
    book.properties.description = "old"
    out = io.BytesIO()
    book.save(out)
    host = EmbeddedExcel.from_bytes(out.getvalue(), "book.xlsx")
    created = office_js.value(
        host,
        """
        const properties = context.workbook.properties;
        properties.comments = "new";
        properties.load("creationDate");
        await context.sync();
        return properties.creationDate.getFullYear();
        """,
    )
    after = openpyxl.load_workbook(io.BytesIO(host.to_bytes())).properties
    host.close()
    assert (after.keywords, after.description) == ("kept", "new")
    assert created == book.properties.created.year == after.created.year


def test_custom_property_keys_ignore_case(value, failure):
    assert value("""
        const custom = context.workbook.properties.custom;
        custom.add("Key", 1);
        custom.add("KEY", "two");
        const item = custom.getItem("key").load();
        const missing = custom.getItemOrNullObject("none");
        const count = custom.getCount();
        await context.sync();
        const before = [item.key, item.value, missing.isNullObject, count.value];
        item.delete();
        const left = custom.getCount();
        await context.sync();
        return [...before, left.value];
    """) == ["Key", "two", True, 1, 0]
    assert failure('context.workbook.properties.custom.getItem("none");') == "ItemNotFound"


def test_settings_keep_any_value_while_the_workbook_is_open(value, excel, failure):
    assert value("""
        const settings = context.workbook.settings;
        settings.add("when", new Date(86400000));
        settings.add("list", [1, {two: "2"}]);
        settings.add("list", [3]);
        settings.load("items/key,items/value");
        await context.sync();
        return settings.items.map(item => [
            item.key, item.value instanceof Date ? item.value.getTime() : item.value]);
    """) == [["when", 86400000], ["list", [3]]]
    assert any("Settings" in loss for loss in excel.losses())
    assert failure('context.workbook.settings.getItem("none");') == "ItemNotFound"


def test_custom_xml_parts_are_in_the_file(value, excel, reopened, failure):
    part = value("""
        const part = context.workbook.customXmlParts.add("<a xmlns='urn:one'><b>ä</b></a>");
        context.workbook.customXmlParts.add("<c/>");
        part.load();
        await context.sync();
        return part.toJSON();
    """)
    assert part["namespaceUri"] == "urn:one"
    read = f"""
        const parts = context.workbook.customXmlParts;
        const xml = parts.getItem("{part["id"]}").getXml();
        const only = parts.getByNamespace("urn:one").getOnlyItem().load("id");
        const none = parts.getByNamespace("urn:two").getOnlyItemOrNullObject();
        const count = parts.getCount();
        await context.sync();
        return [xml.value, only.id, none.isNullObject, count.value];
    """
    expected = ["<a xmlns='urn:one'><b>ä</b></a>", part["id"], True, 2]
    assert value(read) == reopened(read) == expected
    value(f'context.workbook.customXmlParts.getItem("{part["id"]}").delete();')
    names = zipfile.ZipFile(io.BytesIO(excel.to_bytes())).namelist()
    assert len([name for name in names if name.startswith("customXml/item")]) == 2
    assert failure('context.workbook.customXmlParts.add("<a>");') == "InvalidArgument"
    bomb = "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>"
    assert failure(f'context.workbook.customXmlParts.add("{bomb}");') == "InvalidArgument"


def test_a_worksheet_s_custom_properties_follow_it(value, reopened):
    assert value(
        SHEET
        + """
        sheet.customProperties.add("Source", "Wert ä");
        sheet.customProperties.add("SOURCE", "new");
        sheet.customProperties.add("Other", "x");
        const other = context.workbook.worksheets.add("First");
        await context.sync();
        other.position = 0;
        other.customProperties.add("Own", "1");
        sheet.customProperties.getItem("other").delete();
        sheet.customProperties.load("items/key,items/value");
        await context.sync();
        return sheet.customProperties.items.map(item => [item.key, item.value]);
    """
    ) == [["Source", "new"]]
    assert reopened("""
        const sheets = context.workbook.worksheets;
        const found = [sheets.getItem("Sheet1"), sheets.getItem("First")]
          .map(sheet => sheet.customProperties.load("items/key,items/value"));
        await context.sync();
        return found.map(each => each.items.map(item => [item.key, item.value]));
    """) == [[["Source", "new"]], [["Own", "1"]]]


def test_a_protected_structure_refuses_changes_of_sheets(value, failure, reopened):
    value('context.workbook.protection.protect("secret");')
    assert reopened("""
        const protection = context.workbook.protection.load("protected");
        await context.sync();
        return protection.protected;
    """)
    for code in (
        "context.workbook.worksheets.add();",
        SHEET + 'sheet.name = "Other";',
        SHEET + "sheet.copy();",
    ):
        assert failure(code) == "AccessDenied"
    assert failure('context.workbook.protection.unprotect("wrong");') == "BadPassword"
    value('context.workbook.protection.unprotect("secret"); context.workbook.worksheets.add();')


def test_iterative_calculation_is_kept_and_used(value, reopened, failure):
    assert (
        value(
            SHEET
            + """
        const iteration = context.workbook.application.iterativeCalculation;
        iteration.enabled = true;
        iteration.maxIteration = 10;
        iteration.maxChange = 0;
        sheet.getRange("A1").formulas = [["=A1+1"]];
        const cell = sheet.getRange("A1").load("values");
        await context.sync();
        return cell.values[0][0] > 0 && cell.values[0][0] % 10;
    """
        )
        == 0
    )
    assert reopened("""
        const iteration = context.workbook.application.iterativeCalculation.load();
        await context.sync();
        return iteration.toJSON();
    """) == {"enabled": True, "maxIteration": 10, "maxChange": 0}
    code = "context.workbook.application.iterativeCalculation.maxIteration = 0;"
    assert failure(code) == "InvalidArgument"
