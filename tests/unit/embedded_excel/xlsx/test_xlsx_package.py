"""Files people give: what is opened, what is refused and with which sentence."""

import io
import zipfile

import openpyxl
import pytest

from embedded_excel.calc.cells import Rect
from embedded_excel.calc.formulon_engine import FormulonEngine
from embedded_excel.errors import WorkbookFileError
from embedded_excel.xlsx.package import MOST_UNPACKED, read_package, read_workbook_file

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def workbook() -> bytes:
    book = openpyxl.Workbook()
    book.active["A1"] = 41
    book.active["A2"] = "=A1+1"
    book.create_sheet("Second")["B2"] = "x"
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def parts(package: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(package)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def zipped(content: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in content.items():
            archive.writestr(name, text)
    return buffer.getvalue()


def changed(name: str, *replacements: tuple[bytes, bytes]) -> bytes:
    content = parts(workbook())
    # openpyxl's writer leaves the space out where lxml is installed.
    content[name] = content[name].replace(b" />", b"/>")
    for old, new in replacements:
        assert old in content[name], (old, content[name])
        content[name] = content[name].replace(old, new)
    return zipped(content)


def first_cells(package: bytes) -> list[object]:
    engine = FormulonEngine.load(read_package(package))
    engine.recalculate()
    return [row[0] for row in engine.read(0, Rect(0, 0, 1, 0)).values]


def test_an_ordinary_workbook_is_left_byte_for_byte():
    package = workbook()
    assert read_package(package) is package


OLE = bytes.fromhex("d0cf11e0a1b11ae1") + bytes(512)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "empty"),
        (b"a,b\n1,2\n", "isn't an Excel workbook"),
        (b"%PDF-1.7", "isn't an Excel workbook"),
        (OLE + "EncryptedPackage".encode("utf-16-le"), "encrypted with a password"),
        (OLE + "Workbook".encode("utf-16-le"), "97-2003"),
        (OLE, "isn't an Excel workbook"),
        (workbook()[:-200], "damaged"),
        (b"PK\x03\x04" + bytes(100), "damaged"),
        (zipped({"readme.txt": b"hi"}), "not an Excel workbook"),
        (
            zipped(
                {
                    "[Content_Types].xml": b"<Types><Override PartName='/word/document.xml' "
                    b"ContentType='application/vnd.openxmlformats-officedocument."
                    b"wordprocessingml.document.main+xml'/></Types>"
                }
            ),
            "Word document",
        ),
    ],
    ids=["empty", "csv", "pdf", "encrypted", "xls", "ole", "cut", "no zip", "zip", "docx"],
)
def test_what_is_no_workbook_is_named(content: bytes, sentence: str):
    with pytest.raises(WorkbookFileError, match=sentence) as caught:
        read_package(content, name="book.xlsx")
    assert str(caught.value).startswith("book.xlsx")
    assert "\n" not in str(caught.value)


def test_a_package_without_its_workbook_part_is_damaged():
    content = parts(workbook())
    del content["xl/workbook.xml"]
    with pytest.raises(WorkbookFileError, match="workbook part is missing"):
        read_package(zipped(content))


def test_a_file_over_the_limit_is_not_even_unpacked(tmp_path):
    path = tmp_path / "big.xlsx"
    path.write_bytes(workbook())
    with pytest.raises(WorkbookFileError, match=r"big\.xlsx has"):
        read_workbook_file(path, most_bytes=1000)
    assert read_workbook_file(path) == path.read_bytes()


def test_a_missing_file_and_a_folder_are_named(tmp_path):
    with pytest.raises(WorkbookFileError, match="no file"):
        read_workbook_file(tmp_path / "none.xlsx")
    with pytest.raises(WorkbookFileError, match="folder"):
        read_workbook_file(tmp_path)


def test_a_zip_bomb_is_refused_before_it_fills_memory():
    content = parts(workbook())
    content["xl/media/image1.bin"] = bytes(64 * 1024 * 1024)
    assert MOST_UNPACKED > 64 * 1024 * 1024
    with pytest.raises(WorkbookFileError, match="unpacks to far more"):
        read_package(zipped(content))


def test_a_zip_bomb_that_lies_about_its_size_is_refused():
    content = parts(workbook())
    content["xl/media/image1.bin"] = bytes(64 * 1024 * 1024)
    package = zipped(content).replace(
        (64 * 1024 * 1024).to_bytes(4, "little"), (1000).to_bytes(4, "little")
    )
    with pytest.raises(WorkbookFileError):
        read_package(package)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_external_entities_are_refused(encoding: str):
    text = (
        '<?xml version="1.0"?><!-- <a> --><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>'
        f'<sst xmlns="{MAIN}"><si><t>&e;</t></si></sst>'
    )
    content = parts(workbook()) | {"xl/sharedStrings.xml": text.encode(encoding)}
    with pytest.raises(WorkbookFileError, match="document type"):
        read_package(zipped(content))


def test_a_workbook_typed_by_extension_alone_is_opened():
    content = parts(workbook())
    # openpyxl's writer leaves the space out where lxml is installed.
    types = content["[Content_Types].xml"].decode().replace(" />", "/>")
    main = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
    override = f'<Override PartName="/xl/workbook.xml" ContentType="{main}"/>'
    assert override in types
    types = types.replace(override, "").replace(
        '<Default Extension="xml" ContentType="application/xml"/>',
        f'<Default Extension="xml" ContentType="{main}"/>',
    )
    content["[Content_Types].xml"] = types.encode()
    assert first_cells(zipped(content)) == [41.0, 42.0]


def test_a_prefixed_main_namespace_is_opened():
    content = parts(workbook())
    for name in ("xl/workbook.xml", "xl/worksheets/sheet1.xml"):
        text = content[name].decode().replace(f'xmlns="{MAIN}"', f'xmlns:x="{MAIN}"')
        text = text.replace("</", "</x:").replace("<", "<x:").replace("<x:/x:", "</x:")
        content[name] = text.replace("<x:?", "<?").encode()
        assert b"<x:" in content[name]
    assert first_cells(zipped(content)) == [41.0, 42.0]


def test_a_strict_workbook_is_opened():
    content = parts(workbook())
    for name, text in content.items():
        content[name] = text.replace(
            MAIN.encode(), b"http://purl.oclc.org/ooxml/spreadsheetml/main"
        ).replace(
            b"http://schemas.openxmlformats.org/officeDocument/2006/relationships",
            b"http://purl.oclc.org/ooxml/officeDocument/relationships",
        )
    assert first_cells(zipped(content)) == [41.0, 42.0]


def test_sheets_without_a_part_are_dropped_and_names_still_find_theirs():
    package = changed(
        "xl/workbook.xml",
        (b"<sheets>", b'<sheets><sheet name="Module1" sheetId="77" state="veryHidden" r:id=""/>'),
        (
            b"<definedNames/>",
            b'<definedNames><definedName name="Here" localSheetId="2">Second!$B$2</definedName>'
            b"</definedNames>",
        ),
    )
    content = parts(package)
    namespace = (
        b'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns='
    )
    content["xl/workbook.xml"] = content["xl/workbook.xml"].replace(b"xmlns=", namespace, 1)
    engine = FormulonEngine.load(read_package(zipped(content)))
    assert list(engine.sheet_names()) == ["Sheet", "Second"]
    assert [(name.name, name.sheet) for name in engine.names()] == [("Here", 1)]


def test_backslashes_in_part_names_are_read():
    content = {name.replace("/", "\\"): text for name, text in parts(workbook()).items()}
    content["extra.xml"] = b'<?xml version="1.0"?><a/>'
    read_package(zipped(content))
