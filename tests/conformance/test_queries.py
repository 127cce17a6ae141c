"""Queries of Power Query in a workbook: what it says about them, and that they stay in the file."""

import base64
import io
import struct
import zipfile

import pytest

from embedded_excel.host import EmbeddedExcel

METADATA = b"""<?xml version="1.0" encoding="utf-8"?>
<LocalPackageMetadataFile><Items>
<Item><ItemLocation><ItemType>AllFormulas</ItemType><ItemPath /></ItemLocation></Item>
<Item><ItemLocation><ItemType>Formula</ItemType><ItemPath>Section1/Sales%20by%20year</ItemPath></ItemLocation>
<StableEntries><Entry Type="FillObjectType" Value="sTable" /><Entry Type="FillCount" Value="l42" />
<Entry Type="FillLastUpdated" Value="d2024-05-06T07:08:09.0000000Z" />
<Entry Type="FillErrorCode" Value="sUnknown" /><Entry Type="FillToDataModelEnabled" Value="l1" />
</StableEntries></Item>
<Item><ItemLocation><ItemType>Formula</ItemType><ItemPath>Section1/Sales%20by%20year/Source</ItemPath></ItemLocation></Item>
<Item><ItemLocation><ItemType>Formula</ItemType><ItemPath>Section1/Rates</ItemPath></ItemLocation>
<StableEntries><Entry Type="FillObjectType" Value="sConnectionOnly" /></StableEntries></Item>
</Items></LocalPackageMetadataFile>"""


def mashup():
    """The stream: version, package, permissions, metadata (version, XML, content), bindings."""
    package = io.BytesIO()
    with zipfile.ZipFile(package, "w") as archive:
        archive.writestr("Formulas/Section1.m", "section Section1;")
    metadata = struct.pack("<II", 0, len(METADATA)) + METADATA + struct.pack("<I", 0)
    sections = (package.getvalue(), b"<PermissionList />", metadata, b"")
    body = b"".join(struct.pack("<I", len(section)) + section for section in sections)
    return base64.b64encode(struct.pack("<I", 0) + body).decode()


@pytest.fixture
def queried():
    """A workbook with two queries."""
    plain = EmbeddedExcel.new()
    content = plain.to_bytes()
    plain.close()
    item = f'<DataMashup xmlns="http://schemas.microsoft.com/DataMashup">{mashup()}</DataMashup>'
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as source, zipfile.ZipFile(buffer, "w") as target:
        for name in source.namelist():
            text = source.read(name)
            if name == "xl/_rels/workbook.xml.rels":
                relation = (
                    b'<Relationship Id="rIdQ" Type="http://schemas.openxmlformats.org/officeDocument/2006/'
                    b'relationships/customXml" Target="../customXml/item1.xml"/></Relationships>'
                )
                text = text.replace(b"</Relationships>", relation)
            target.writestr(name, text)
        target.writestr("customXml/item1.xml", item.encode("utf-16"))
    host = EmbeddedExcel.from_bytes(buffer.getvalue(), "Queries.xlsx")
    yield host
    host.close()


READ = """
const queries = context.workbook.queries.load();
const count = queries.getCount();
await context.sync();
return [count.value, queries.items.map(one => [one.name, one.loadedTo, one.loadedToDataModel,
  one.rowsLoadedCount, one.error, one.refreshDate && one.refreshDate.toISOString()])];
"""
FOUND = [
    2,
    [
        ["Rates", "ConnectionOnly", False, 0, "None", None],
        ["Sales by year", "Table", True, 42, "None", "2024-05-06T07:08:09.000Z"],
    ],
]


def test_queries_say_how_they_were_loaded_last(office_js, queried):
    assert office_js.value(queried, READ) == FOUND


def test_queries_stay_in_the_file(office_js, queried):
    office_js.value(queried, 'context.workbook.worksheets.getFirst().getRange("A1").values = 1;')
    again = EmbeddedExcel.from_bytes(queried.to_bytes(), "Again.xlsx")
    try:
        assert office_js.value(again, READ) == FOUND
    finally:
        again.close()


def test_a_query_is_found_by_its_name(office_js, queried):
    code = "const query = context.workbook.queries.getItem('{}').load('rowsLoadedCount');"
    rest = "await context.sync(); return query.rowsLoadedCount;"
    assert office_js.value(queried, code.format("sales by year") + rest) == 42
    error = office_js.run(queried, code.format("None such") + rest).error
    assert error["code"] == "ItemNotFound"


def test_a_workbook_without_queries_has_none(value):
    assert value(READ) == [0, []]
