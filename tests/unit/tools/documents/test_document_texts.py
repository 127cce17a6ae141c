"""Documents become text in parts whose ids say where they stand."""

import datetime
import io

import pytest
from made_documents import WORD, docx, paragraph, pdf, xlsx
from pypdf import PdfReader, PdfWriter

from tieout.tools.documents.blocks import Block, Document, Unreadable, excerpt, visible
from tieout.tools.documents.delimited import read_csv, read_text
from tieout.tools.documents.docx import read_docx
from tieout.tools.documents.pdf import read_pdf
from tieout.tools.documents.sheets import read_workbook
from tieout.tools.documents.web_page import read_web_page


def test_a_pdf_is_read_page_by_page():
    read = read_pdf(pdf("Revenue 1,204", "", "Total 99"))
    assert read.about == "PDF, 3 pages"
    assert read.blocks == (
        Block("page 1", "Revenue 1,204"),
        Block("page 2", "(no text on this page)"),
        Block("page 3", "Total 99"),
    )


def test_a_pdf_that_only_forbids_printing_is_read_and_one_with_a_password_is_not():
    def locked(password: str) -> bytes:
        writer = PdfWriter(clone_from=PdfReader(io.BytesIO(pdf("Total 99"))))
        writer.encrypt(password, "owner", algorithm="AES-256")
        made = io.BytesIO()
        writer.write(made)
        return made.getvalue()

    assert read_pdf(locked("")).blocks == (Block("page 1", "Total 99"),)
    with pytest.raises(Unreadable, match="is encrypted; attach it without a password"):
        read_pdf(locked("secret"))


def test_a_scan_is_called_one():
    with pytest.raises(Unreadable, match="has 2 pages and no text: it is a scan"):
        read_pdf(pdf("", ""))


def test_a_workbook_is_read_by_rows_with_addresses_and_hidden_sheets_are_named_so():
    import openpyxl

    book = openpyxl.load_workbook(
        io.BytesIO(xlsx(Data=[["Region", "Units"], ["North", 1200.5]], Old=[[True]]))
    )
    book["Old"].sheet_state = "hidden"
    book["Data"]["C5"] = datetime.datetime(2026, 3, 31)
    book["Data"]["D5"] = "two\nlines"
    made = io.BytesIO()
    book.save(made)
    read = read_workbook(made.getvalue())
    assert read.about == "Excel workbook, values without formulas; sheets: Data, Old (hidden)"
    assert read.blocks == (
        Block("Data!1", "A1: Region | B1: Units"),
        Block("Data!2", "A2: North | B2: 1200.5"),
        Block("Data!5", "C5: 2026-03-31 | D5: two ⏎ lines"),
        Block("Old!1", "A1: TRUE"),
    )


def test_cells_that_begin_far_down_keep_their_addresses():
    import openpyxl

    book = openpyxl.Workbook()
    book.active.title = "Q 1"
    book.active["D9"] = 7
    made = io.BytesIO()
    book.save(made)
    assert read_workbook(made.getvalue()).blocks == (Block("'Q 1'!9", "D9: 7"),)


def test_a_word_document_is_read_with_headings_tables_and_notes_and_without_deleted_text():
    table = (
        f"<w:tbl><w:tr><w:tc>{paragraph('Rent')}</w:tc><w:tc>{paragraph('1')}{paragraph('2')}</w:tc>"
        "</w:tr></w:tbl>"
    )
    changed = (
        "<w:p><w:ins><w:r><w:t>new</w:t></w:r></w:ins><w:del><w:r><w:delText>old</w:delText>"
        "<w:t>old too</w:t></w:r></w:del><w:r><w:tab/><w:t>end</w:t></w:r></w:p>"
    )
    notes = (
        f'<w:footnotes xmlns:w="{WORD}"><w:footnote>{paragraph("See B7.")}</w:footnote>'
        "</w:footnotes>"
    )
    body = paragraph("Leases", "Heading1") + "<w:p/>" + table + changed
    read = read_docx(docx(body, footnotes=notes))
    assert read.about == "Word document, 3 paragraphs, 1 tables"
    assert read.blocks == (
        Block("p1", "# Leases"),
        Block("table 1 row 1", "Rent | 1 ⏎ 2"),
        Block("p3", "new\tend"),
        Block("footnote 1.1", "See B7."),
    )


@pytest.mark.parametrize(
    ("content", "rows"),
    [
        (b"a,b\n1,2\n", ["A1: a | B1: b", "A2: 1 | B2: 2"]),
        ("Größe;Wert\n1,5;2\n".encode("cp1252"), ["A1: Größe | B1: Wert", "A2: 1,5 | B2: 2"]),
        ("a\tb\n1\t2".encode("utf-16"), ["A1: a | B1: b", "A2: 1 | B2: 2"]),
        (b'"x, y",2\n\n"say ""no""",3', ["A1: x, y | B1: 2", 'A3: say "no" | B3: 3']),
    ],
)
def test_csv_is_read_whatever_separates_its_fields(content: bytes, rows: list[str]):
    assert [block.text for block in read_csv(content).blocks] == rows


def test_plain_text_keeps_its_line_numbers():
    assert read_text(b"one\n\nthree").blocks == (Block("line 1", "one"), Block("line 3", "three"))
    with pytest.raises(Unreadable, match="is no text file"):
        read_text(b"\0\1\2")


def test_a_web_page_is_read_without_its_scripts_and_menus():
    page = (
        "<html><head><title>Rates</title></head><body><nav><a href=/>Home</a></nav><article>"
        "<h1>Rates</h1><p>The base rate is 3.25 per cent since the meeting in March.</p>"
        "<script>steal()</script><p>It was 3.50 per cent before that, as the bank said.</p>"
        "</article></body></html>"
    )
    text = "\n".join(block.text for block in read_web_page(page.encode()).blocks)
    assert "3.25 per cent" in text
    assert "3.50 per cent" in text
    assert "steal" not in text
    with pytest.raises(Unreadable, match="may need a browser"):
        read_web_page(b"<html><body><div id=app></div></body></html>")


LONG = Document("Long", tuple(Block(f"p{n}", f"{n} " + "x" * 1_000) for n in range(1, 61)))


def test_a_long_document_is_shown_in_parts_that_join_without_a_gap():
    seen: list[str] = []
    start = ""
    while True:
        text = excerpt(LONG, start)
        assert len(text) < 25_000
        lines = text.splitlines()
        assert lines[0] == "Long"
        seen += [line.partition("]")[0][1:] for line in lines[1:] if line.startswith("[")]
        if not lines[-1].startswith("…"):
            break
        start = lines[-1].split('"')[3]
    assert seen == [block.id for block in LONG.blocks]


def test_finding_shows_only_the_parts_that_hold_the_text():
    assert excerpt(LONG, find="59  X").startswith("Long\n[p59] 59 x")
    with pytest.raises(Unreadable, match="holds 'nowhere to be seen' nowhere"):
        excerpt(LONG, find="nowhere to be seen")
    with pytest.raises(Unreadable, match="no part 'p99': its parts are named from 'p1' to 'p60'"):
        excerpt(LONG, "p99")


def test_text_that_nobody_can_see_is_written_out():
    assert visible("pay\u200b\u202e\U000e0041!") == "pay\\u{200b}\\u{202e}\\u{e0041}!"
