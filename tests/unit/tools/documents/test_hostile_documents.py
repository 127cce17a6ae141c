"""Documents that are meant to break their reader: one sentence each, and nothing is left running."""

import io
import zipfile

import msoffcrypto.format.ooxml
import pytest
from made_documents import bomb, docx, paragraph, pdf, xlsx

from tieout.tools.documents import child
from tieout.tools.documents.blocks import Unreadable
from tieout.tools.documents.docx import read_docx
from tieout.tools.documents.pdf import read_pdf
from tieout.tools.documents.reader import read_document
from tieout.tools.documents.sheets import read_workbook


def test_zip_bombs_are_seen_before_they_go_off():
    with pytest.raises(Unreadable, match="packed suspiciously tight"):
        read_docx(bomb(64))
    with pytest.raises(Unreadable, match="packed suspiciously tight"):
        read_workbook(bomb(64, "xl/worksheets/sheet1.xml"))


def test_a_package_of_many_files_is_refused():
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for number in range(5_001):
            archive.writestr(f"{number}", "")
    with pytest.raises(Unreadable, match="holds 5,001 files"):
        read_docx(made.getvalue())


def test_a_directory_that_lies_about_sizes_is_no_way_around_the_limit():
    content = bytearray(bomb(64))
    honest = (64 * 1024 * 1024).to_bytes(4, "little")
    assert content.count(honest) == 2
    lying = bytes(content).replace(honest, (1_000).to_bytes(4, "little"))
    with pytest.raises(Unreadable, match="is damaged"):
        read_docx(lying)


def test_entities_never_expand():
    laughs = '<!DOCTYPE w [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>'
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("word/document.xml", f"{laughs}<x>&b;</x>")
    with pytest.raises(Unreadable, match="declares a document type"):
        read_docx(made.getvalue())


def test_nesting_without_end_is_refused():
    with pytest.raises(Unreadable, match="nested deeper"):
        read_docx(docx("<w:p>" * 10_000 + "</w:p>" * 10_000))


def test_an_encrypted_workbook_is_called_so():
    locked = io.BytesIO()
    plain = io.BytesIO(xlsx(Data=[[1]]))
    msoffcrypto.format.ooxml.OOXMLFile(plain).encrypt("secret", locked)
    with pytest.raises(Unreadable, match="is encrypted or in an older format"):
        read_workbook(locked.getvalue())


@pytest.mark.parametrize(
    "reader", [read_pdf, read_docx, read_workbook], ids=["pdf", "docx", "xlsx"]
)
@pytest.mark.parametrize(
    "content",
    [b"", b"hello", b"%PDF-1.7\n%%EOF", b"PK\3\4 nothing", pdf("a")[:300], docx("")[:60], bytes(9)],
)
def test_what_is_no_document_is_called_so(reader, content: bytes):
    with pytest.raises(Unreadable, match=r"is no|is damaged"):
        reader(content)


def test_every_single_byte_of_a_pdf_may_be_wrong():
    content = pdf("Total 99")
    for place in range(0, len(content), 3):
        broken = content[:place] + bytes([content[place] ^ 0x55]) + content[place + 1 :]
        assert "about" in (found := child.answer("pdf", broken)) or "unreadable" in found


async def test_a_document_is_read_in_a_process_of_its_own():
    read = await read_document("docx", docx(paragraph("Hello")))
    assert [block.text for block in read.blocks] == ["Hello"]
    with pytest.raises(Unreadable, match="is no PDF"):
        await read_document("pdf", b"hello")


async def test_a_reader_that_takes_too_long_is_ended():
    with pytest.raises(Unreadable, match="takes more than 0 s to read"):
        await read_document("docx", docx(paragraph("Hello")), seconds=0.001)


async def test_a_reader_that_takes_too_much_memory_breaks_alone():
    large = docx("".join(paragraph(f"{n} Ω" * 20) for n in range(200_000)))
    with pytest.raises(Unreadable, match=r"more memory|reader broke"):
        await read_document("docx", large, memory=100 * 1024**2)


def test_a_pdf_that_unpacks_without_end_or_leads_in_a_circle_is_given_up():
    import zlib

    packed = zlib.compress(b"BT (x) Tj ET " * 20_000_000)
    head = b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj "
    page = b"2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj 3 0 obj<</Type/Page/Parent 2 0 R"
    stream = b"/Contents 4 0 R>>endobj 4 0 obj<</Length %d/Filter/FlateDecode>>stream\n" % len(
        packed
    )
    end = b"\nendstream endobj trailer<</Root 1 0 R>>"
    circle = b"2 0 obj<</Type/Pages/Count 1/Kids[2 0 R]>>endobj trailer<</Root 1 0 R>>"
    for content in (head + page + stream + packed + end, head + circle):
        with pytest.raises(Unreadable, match="is damaged"):
            read_pdf(content)


async def test_a_web_page_nested_without_end_has_no_text():
    deep = b"<html><body>" + b"<div>" * 200_000 + b"hello"
    with pytest.raises(Unreadable, match="holds no text"):
        await read_document("html", deep)
