"""Workbooks made to hurt: each is refused with a sentence, or opened in bounded memory."""

import subprocess
import sys
import textwrap

import pytest

from embedded_excel.errors import WorkbookFileError
from embedded_excel.host import EmbeddedExcel
from embedded_excel.xlsx.package import pack, unpack

SHEET = "xl/worksheets/sheet1.xml"
MOST_MEGABYTES = 900


@pytest.fixture(scope="module")
def plain():
    excel = EmbeddedExcel.new()
    excel.workbook.engine.write(0, [(0, 0, 1.0), (0, 1, "Text")])
    content = excel.to_bytes()
    excel.close()
    return unpack(content)


def opened(parts):
    """The first cell of a package; what can't be opened says why in one sentence."""
    excel = EmbeddedExcel.from_bytes(pack(parts), "book.xlsx")
    try:
        excel.to_bytes()
        used = excel.workbook.engine.used_rect(0, values_only=True)
        return None if used is None else excel.workbook.engine.read(0, used).values[0][0]
    finally:
        excel.close()


def refusal(parts):
    """Why a package isn't opened; its name alone when it is."""
    try:
        opened(parts)
    except WorkbookFileError as error:
        return str(error)
    return "book.xlsx"


def rows(xml: str) -> bytes:
    return (
        '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
        f"<sheetData>{xml}</sheetData></worksheet>"
    ).encode()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"<worksheet",
        b"\xff\xfe<\x00w\x00",
        b"<worksheet xmlns='x'/>",
        b"\x00" * 4096,
        b"<a>" * 20_000 + b"</a>" * 20_000,
        rows('<row r="0"><c r="A0"><v>1</v></c></row>'),
        rows('<row r="99999999"><c r="A99999999"><v>1</v></c></row>'),
        rows('<row r="1"><c r="ZZZZ1"><v>1</v></c></row>'),
        rows('<row r="1"><c r="A1" t="s"><v>-7</v></c></row>'),
        rows('<row r="1"><c r="A1" t="s"><v>4294967295</v></c></row>'),
        rows('<row r="1"><c r="A1" s="4294967295"><v>1</v></c></row>'),
        rows('<row r="1"><c r="A1"><v>1e999</v></c><c r="B1"><v>nan</v></c></row>'),
        rows('<row r="1"><c r="A1"><f>' + "(" * 5_000 + "1" + ")" * 5_000 + "</f></c></row>"),
        rows('<row r="1"><c r="A1"><f t="array" ref="A1:XFD1048576">1</f></c></row>'),
        rows('<row r="1"><c r="A1"><f t="shared" si="4294967295"/></c></row>'),
    ],
)
def test_a_broken_sheet_is_refused_or_read_without_harm(plain, content):
    assert refusal({**plain, SHEET: content}).startswith("book.xlsx")
    # Whatever it was, the next workbook opens.
    assert opened(plain) == 1.0


@pytest.mark.parametrize(
    "part",
    ["xl/workbook.xml", "xl/styles.xml", "xl/sharedStrings.xml", "xl/_rels/workbook.xml.rels"],
)
@pytest.mark.parametrize("content", [b"", b"<a", b"<a/>", b"<a>" * 5_000 + b"</a>" * 5_000])
def test_other_parts_that_are_broken_do_no_harm_either(plain, part, content):
    assert refusal({**plain, part: content}).startswith("book.xlsx")


@pytest.mark.parametrize(
    "entities",
    [
        '<!ENTITY a "ha">' + "".join(f'<!ENTITY a{n} "&a{n - 1 or ""};&a{n - 1 or ""};">' for n in range(1, 30)),
        '<!ENTITY a SYSTEM "file:///etc/passwd">',
        '<!ENTITY % a SYSTEM "http://127.0.0.1:9/x.dtd"> %a;',
    ],
)  # fmt: skip
@pytest.mark.parametrize("part", [SHEET, "xl/workbook.xml", "docProps/core.xml", "_rels/.rels"])
def test_entities_are_refused_in_every_part(plain, part, entities):
    content = f"<?xml version='1.0'?><!DOCTYPE a [{entities}]><a>&a;</a>".encode()
    with pytest.raises(WorkbookFileError, match=r"isn't safe to open|damaged"):
        opened({**plain, part: content})


BUILDS = {
    "a million styled rows without cells": """
        rows = "".join(f'<row r="{n}" s="1" customFormat="1"/>' for n in range(1, 1_048_577))
        content = sheet(rows)
    """,
    "a hundred thousand rows with heights, hidden and grouped": """
        rows = "".join(f'<row r="{n}" ht="20" customHeight="1" hidden="1" outlineLevel="7"/>'
                       for n in range(1, 100_001))
        content = sheet(rows)
    """,
    "a merged area as large as the sheet, and as many links": """
        content = sheet("").replace(b"</worksheet>", b'<mergeCells><mergeCell ref="A1:XFD1048576"/>'
            b'</mergeCells><conditionalFormatting sqref="A1:XFD1048576"><cfRule type="expression"'
            b' priority="1"><formula>A1&gt;1</formula></cfRule></conditionalFormatting>'
            b'<dataValidations count="1"><dataValidation type="list" sqref="A1:XFD1048576">'
            b'<formula1>"a,b"</formula1></dataValidation></dataValidations></worksheet>')
    """,
    "a formula over everything": """
        content = sheet('<row r="1"><c r="A1"><f>SUM(B:XFD)+COUNTIF(B:XFD,1)</f></c></row>')
    """,
}


@pytest.mark.parametrize("build", BUILDS.values(), ids=BUILDS.keys())
def test_what_is_large_but_empty_is_opened_and_saved_in_bounded_memory(build):
    """In a process of its own, whose address space the system limits."""
    code = f"""
import resource
from embedded_excel.host import EmbeddedExcel
from embedded_excel.xlsx.package import pack, unpack

def sheet(rows):
    return ('<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
            '<sheetData>' + rows + '</sheetData></worksheet>').encode()

{textwrap.dedent(build)}
first = EmbeddedExcel.new()
parts = unpack(first.to_bytes())
first.close()
parts["{SHEET}"] = content
excel = EmbeddedExcel.from_bytes(pack(parts), "book.xlsx")
batch = {{"AutoKeepReference": False, "Actions": [], "ObjectPaths": {{}}}}
assert excel.run_batch(batch)["Error"] is None
excel.workbook.engine.used_rect(0, values_only=False)
excel.to_bytes()
excel.close()
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=300
    )
    assert run.returncode == 0, run.stderr[-2000:]
    assert int(run.stdout) < MOST_MEGABYTES
