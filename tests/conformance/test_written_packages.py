"""Every kind of object the API adds, in a package whose structure Excel accepts, also after edits."""

import os
import sys
from pathlib import Path

import pytest

from embedded_excel.host import EmbeddedExcel
from embedded_excel.xlsx.package import unpack

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
from package_rules import problems  # noqa: E402

SHARED = Path(os.environ.get("TIEOUT_SHARED_DATA", Path(__file__).parents[3] / "shared" / "data"))
EVERYTHING = """
    const workbook = context.workbook;
    const sheet = workbook.worksheets.getActiveWorksheet(); sheet.name = "Data & more";
    sheet.getRange("A1:C5").values = [["Farm", "Type", "Crates"], ["A", "Lime", 10],
      ["B", "Lemon", 20], ["A", "Lemon", 5], ["B", "Lime", 7]];
    const table = sheet.tables.add("A1:C5", true); table.name = "Farms"; table.showTotals = true;
    sheet.slicers.add(table, "Farm", sheet);
    const other = workbook.worksheets.add("Pivots");
    const pivot = other.pivotTables.add("P", table, "A5");
    pivot.rowHierarchies.add(pivot.hierarchies.getItem("Farm"));
    pivot.columnHierarchies.add(pivot.hierarchies.getItem("Type"));
    pivot.dataHierarchies.add(pivot.hierarchies.getItem("Crates"));
    pivot.dataHierarchies.add(pivot.hierarchies.getItem("Crates"));
    pivot.layout.layoutType = "Tabular"; pivot.layout.repeatAllItemLabels(true);
    pivot.hierarchies.getItem("Farm").fields.getItem("Farm").applyFilter({valueFilter: {
      condition: "TopN", threshold: 1, selectionType: "Items", value: "Sum of Crates"}});
    other.slicers.add(pivot, "Type", other);
    other.slicers.add(pivot, "Farm", sheet);
    sheet.charts.add("ColumnClustered", sheet.getRange("A1:C5"));
    sheet.charts.add("Pie", sheet.getRange("A1:C5"));
    sheet.shapes.addGeometricShape("Rectangle"); sheet.shapes.addTextBox("Words");
    sheet.shapes.addLine(0, 0, 10, 10);
    workbook.comments.add("Pivots!H1", "hello");
    const cells = other.getRange("J1:J5");
    cells.values = [[1], [2], [3], [4], [5]];
    cells.conditionalFormats.add("DataBar"); cells.conditionalFormats.add("IconSet");
    cells.conditionalFormats.add("ColorScale").colorScale.criteria = {
      minimum: {type: "LowestValue", color: "blue"}, maximum: {type: "HighestValue", color: "red"}};
    cells.dataValidation.rule = {wholeNumber: {formula1: 1, operator: "GreaterThan"}};
    other.getRange("K1").hyperlink = {address: "https://example.com/?a=1&b=2"};
    other.getRange("L1:M2").merge(); other.getRange("3:4").group("ByRows");
    workbook.names.add("Rate", "=0.5"); sheet.names.add("Own", sheet.getRange("A1"));
    sheet.pageLayout.setPrintArea("A1:C5"); sheet.horizontalPageBreaks.add("A3");
    other.autoFilter.apply("J1:J5"); other.protection.protect();
    workbook.properties.custom.add("Key", "Value"); workbook.customXmlParts.add("<a xmlns='b'/>");
    other.freezePanes.freezeRows(1); other.tabColor = "#00FF00";
    await context.sync();
"""
EDITS = """
    const workbook = context.workbook;
    const sheet = workbook.worksheets.getItem("Data & more");
    const other = workbook.worksheets.getItem("Pivots");
    other.protection.unprotect();
    sheet.copy("End"); other.copy("Beginning");
    sheet.getRange("2:3").insert("Down"); other.getRange("1:2").insert("Down");
    sheet.name = "It's new"; sheet.position = 1;
    await context.sync();
    workbook.worksheets.getFirst().delete();
    sheet.charts.getItemAt(0).delete();
    workbook.pivotTables.load("items"); await context.sync();
    workbook.pivotTables.refreshAll();
    await context.sync();
"""


def test_what_the_api_adds_is_sound_and_stays_so(office_js, excel):
    office_js.value(excel, EVERYTHING)
    content = excel.to_bytes()
    assert problems(content) == []
    again = EmbeddedExcel.from_bytes(content, "again.xlsx")
    assert problems(again.to_bytes()) == []
    for one in (excel, again):
        office_js.value(one, EDITS)
        assert problems(one.to_bytes()) == []
    again.close()


def test_bounds_excel_finds_itself_stand_where_only_newer_versions_look(office_js, excel):
    read = """
        const sheet = context.workbook.worksheets.getActiveWorksheet();
        const rules = sheet.getRange().conditionalFormats.load("items");
        await context.sync();
        const bar = rules.items[0].dataBar.load("lowerBoundRule,upperBoundRule");
        await context.sync();
        return [bar.lowerBoundRule.type, bar.upperBoundRule.type];
    """
    office_js.value(
        excel,
        """
        const sheet = context.workbook.worksheets.getActiveWorksheet();
        sheet.getRange("A1:A3").conditionalFormats.add("DataBar");
    """,
    )
    assert office_js.value(excel, read) == ["Automatic", "Automatic"]
    content = excel.to_bytes()
    assert problems(content) == []
    again = EmbeddedExcel.from_bytes(content, "again.xlsx")
    for written in (content, again.to_bytes()):
        assert b'<x14:cfvo type="autoMin"/>' in unpack(written)["xl/worksheets/sheet1.xml"]
    again.close()


@pytest.mark.data
@pytest.mark.skipif(not SHARED.exists(), reason="needs the shared workbooks")
@pytest.mark.parametrize(
    "file",
    [
        "ClosedXML--ca3fb186.xlsm",  # several people's views, each with a printer
        "IronCalc--0250b126.xlsx",  # a link to another workbook with another path
        "poi--2a419714.xlsx",  # tables that queries fill
        "ExceLint-core--651d258e.xlsx",  # a link to an object
    ],
)
def test_relationships_of_rare_parts_are_kept(file):
    path = SHARED / "corpus" / file
    before = problems(path.read_bytes())
    excel = EmbeddedExcel.open(path)
    assert [found for found in problems(excel.to_bytes()) if found not in before] == []
    excel.close()
