"""What saving keeps of a file, and what it admits to losing."""

import io

import openpyxl
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont

from embedded_excel.calc.cells import Rect
from embedded_excel.calc.formulon_engine import FormulonEngine
from embedded_excel.xlsx.package import pack, unpack
from embedded_excel.xlsx.rich_text import RichTexts, find_rich_texts, restore_rich_texts


def rich(*pieces: tuple[str, bool]) -> str:
    runs = "".join(
        f'<r><rPr>{"<b/>" if bold else ""}<sz val="11"/></rPr><t xml:space="preserve">{text}</t></r>'
        for text, bold in pieces
    )
    return f"<si>{runs}</si>"


def with_shared_strings(*items: str) -> bytes:
    """A workbook whose column A holds these shared strings in order."""
    engine = FormulonEngine.new()
    engine.write(0, [(number, 0, f"text {number}") for number in range(len(items))])
    parts = unpack(engine.save())
    plain = [
        f'<si><t xml:space="preserve">text {number}</t></si>'.encode()
        for number in range(len(items))
    ]
    content = parts["xl/sharedStrings.xml"]
    for old, new in zip(plain, items, strict=True):
        assert old in content
        content = content.replace(old, new.encode())
    return pack(parts | {"xl/sharedStrings.xml": content})


def cell(package: bytes, address: str):
    book = openpyxl.load_workbook(io.BytesIO(package), rich_text=True)
    return book.active[address].value


def test_several_fonts_in_a_cell_survive_edits_elsewhere():
    item = rich(("bold &amp; ", True), ("plain\r\nline", False))
    engine = FormulonEngine.load(with_shared_strings(item, "<si><t>other</t></si>"))
    assert engine.losses() == ()
    engine.write(0, [(0, 1, 1.0)])
    engine.insert_rows(0, 0, 2)
    found = cell(engine.save(), "A3")
    assert isinstance(found, CellRichText)
    assert isinstance(found[0], TextBlock)
    assert found[0].font == InlineFont(b=True, sz=11)
    assert str(found) == "bold & plain\nline"


def test_a_changed_text_is_plain():
    engine = FormulonEngine.load(with_shared_strings(rich(("a", True), ("b", False))))
    engine.write(0, [(0, 0, "new")])
    assert cell(engine.save(), "A1") == "new"


def test_the_same_text_in_two_dresses_is_admitted_as_lost():
    package = with_shared_strings(rich(("ab", True)), rich(("a", True), ("b", False)))
    engine = FormulonEngine.load(package)
    (sentence,) = engine.losses()
    assert sentence.startswith("2 texts with several fonts")
    assert cell(engine.save(), "A1") == "ab"
    assert engine.read(0, Rect(0, 0, 1, 0)).values == (("ab",), ("ab",))


def test_a_package_without_rich_text_is_left_alone():
    package = FormulonEngine.new().save()
    assert find_rich_texts(package) == RichTexts({})
    assert restore_rich_texts(package, RichTexts({})) is package
