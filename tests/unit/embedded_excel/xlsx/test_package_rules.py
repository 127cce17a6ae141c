"""The checker of written packages finds each kind of fault, and none in a sound package."""

import sys
from pathlib import Path

import pytest

from embedded_excel.host import EmbeddedExcel
from embedded_excel.xlsx.package import pack, unpack

ROOT = Path(__file__).resolve().parents[4]
sys.path.insert(0, str(ROOT / "scripts"))
from package_rules import problems  # noqa: E402

SHEET = "xl/worksheets/sheet1.xml"
BOOK = "xl/workbook.xml"


@pytest.fixture(scope="module")
def sound():
    excel = EmbeddedExcel.new()
    workbook = excel.workbook
    workbook.engine.write(0, [(0, 0, "Text"), (0, 1, 1.0), (1, 0, "More")])
    content = excel.to_bytes()
    excel.close()
    return unpack(content)


def changed(parts, part, old, new):
    assert old in parts[part]
    return pack({**parts, part: parts[part].replace(old, new, 1)})


def test_a_sound_package_has_no_problems(sound):
    assert problems(pack(sound)) == []


@pytest.mark.parametrize(
    ("part", "old", "new", "sentence"),
    [
        (SHEET, b"</worksheet>", b"", "isn't well-formed"),
        (SHEET, b"<sheetData>", b"<mergeCells/><sheetData>", "sheetData comes too late"),
        (SHEET, b"</worksheet>", b"<rows/></worksheet>", "doesn't belong there"),
        (SHEET, b'r="A1" t="s"><v>0', b'r="A1" t="s"><v>9', "has text 9 of 2"),
        (SHEET, b'r="A1"', b'r="A1" s="99"', "has style 99"),
        (SHEET, b'r="B1"', b'r="A1"', "A1 comes too late in its row"),
        (SHEET, b'<row r="2"', b'<row r="1"', "row 1 comes after row 1"),
        (SHEET, b"</worksheet>", b'<drawing xmlns:r="http://schemas.openxmlformats.org/'
         b'officeDocument/2006/relationships" r:id="rId9"/></worksheet>', "isn't related"),
        (BOOK, b'name="Sheet1"', b'name="A name longer than the 31 letters Excel takes"', "too long"),
        (BOOK, b"</sheets>", b'<sheet name="SHEET1" sheetId="1"/></sheets>', "Two sheets"),
        ("[Content_Types].xml", b"</Types>",
         b'<Override PartName="/xl/none.xml" ContentType="a/b"/></Types>', "which isn't there"),
        ("[Content_Types].xml", b"spreadsheetml.worksheet+xml", b"other+xml", "content type is"),
        ("xl/_rels/workbook.xml.rels", b"worksheets/sheet1.xml", b"worksheets/sheet7.xml",
         "which isn't there"),
    ],
)  # fmt: skip
def test_faults_are_named(sound, part, old, new, sentence):
    assert any(sentence in found for found in problems(changed(sound, part, old, new)))


def test_what_isn_t_a_zip_is_named():
    assert problems(b"no zip")[0].startswith("The zip can't be read")
