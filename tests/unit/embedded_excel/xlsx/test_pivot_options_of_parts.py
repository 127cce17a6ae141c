"""Options of pivots in their parts, and relationships of a package."""

from xml.etree import ElementTree as ET

from embedded_excel.calc.pivots import PivotOptions
from embedded_excel.xlsx.pivot_options import options_of, with_options
from embedded_excel.xlsx.relationships import (
    declare,
    relate,
    related,
    relationships_part,
    remove_part,
    unrelate,
)

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
BARE = f'<pivotTableDefinition xmlns="{MAIN}" name="P" cacheId="7" showHeaders="1"/>'.replace(
    "/>", "><location ref='A1'/></pivotTableDefinition>"
)


def test_options_are_written_into_the_part_of_the_pivot():
    options = PivotOptions(
        field_headers=False, empty_text='"-" & <>', title="T", description="D", field_list=False
    )
    changed = with_options(BARE, options)
    assert options_of(ET.fromstring(changed)) == options
    again = with_options(changed, PivotOptions())
    assert options_of(ET.fromstring(again)) == PivotOptions()
    assert again.count("altText=") == 1


def test_what_a_part_doesn_t_say_is_excel_s_default():
    found = options_of(ET.fromstring(BARE))
    assert (found.preserve_formatting, found.auto_format, found.field_list) == (True, False, True)


def test_relationships_come_and_go():
    parts = {"[Content_Types].xml": b"<Types></Types>", "xl/workbook.xml": b"<workbook/>"}
    first = relate(parts, "xl/workbook.xml", "http://x/customXml", "customXml/item1.xml")
    second = relate(parts, "xl/workbook.xml", "http://x/customXml", "customXml/item2.xml")
    assert (first, second) == ("rId1", "rId2")
    parts["customXml/item2.xml"] = b"<a/>"
    declare(parts, "customXml/item2.xml", "application/xml")
    declare(parts, "customXml/item2.xml", "application/xml")
    assert parts["[Content_Types].xml"].count(b"item2") == 1
    found = related(parts, "xl/workbook.xml", "/customXml")
    assert [(one.id, one.target) for one in found] == [("rId2", "customXml/item2.xml")]
    unrelate(parts, "xl/workbook.xml", "rId2")
    remove_part(parts, "customXml/item2.xml")
    assert related(parts, "xl/workbook.xml", "/customXml") == []
    assert b"item2" not in parts["[Content_Types].xml"]
    assert relationships_part("") == "_rels/.rels"
