"""What Excel documents about the text in shapes."""

import io
import zipfile

import pytest

from embedded_excel.host import EmbeddedExcel

SHEET = "const sheet = context.workbook.worksheets.getActiveWorksheet();\n"
BOX = """
    const box = sheet.shapes.addTextBox("A box with text");
    box.set({name: "Box", left: 10, top: 10, width: 200, height: 60});
    const frame = box.textFrame, range = frame.textRange;
"""
FOUND = """
    const box = sheet.shapes.getItem("Box");
    const frame = box.textFrame, range = frame.textRange;
"""


@pytest.fixture
def reopened(office_js, excel):
    def run(code):
        other = EmbeddedExcel.from_bytes(excel.to_bytes(), "again.xlsx")
        try:
            return office_js.value(other, SHEET + FOUND + code)
        finally:
            other.close()

    return run


def test_the_frame_of_a_text_is_kept(value, reopened):
    wanted = {
        "leftMargin": 10,
        "rightMargin": 12,
        "topMargin": 1,
        "bottomMargin": 2.5,
        "horizontalAlignment": "Center",
        "verticalAlignment": "Middle",
        "orientation": "Vertical270",
        "readingOrder": "RightToLeft",
        "horizontalOverflow": "Clip",
        "verticalOverflow": "Ellipsis",
        "autoSizeSetting": "AutoSizeTextToFitShape",
    }
    load = """
        frame.load();
        await context.sync();
        const {hasText, ...rest} = frame.toJSON();
        return [hasText, rest];
    """
    assert value(BOX + f"frame.set({wanted});" + load) == [True, wanted]
    assert reopened(load) == [True, wanted]


def test_a_new_text_box_has_excel_s_margins(value):
    assert value(
        BOX
        + """
        frame.load();
        await context.sync();
        return frame.toJSON();
    """
    ) == {
        "leftMargin": 7.2,
        "rightMargin": 7.2,
        "topMargin": 3.6,
        "bottomMargin": 3.6,
        "horizontalAlignment": "Left",
        "verticalAlignment": "Top",
        "orientation": "Horizontal",
        "readingOrder": "LeftToRight",
        "horizontalOverflow": "Clip",
        "verticalOverflow": "Clip",
        "autoSizeSetting": "AutoSizeNone",
        "hasText": True,
    }


def test_fonts_of_the_whole_text(value, reopened):
    wanted = {
        "bold": True,
        "italic": True,
        "underline": "WavyDouble",
        "size": 13.5,
        "name": "Georgia",
        "color": "#C00000",
    }
    load = "range.font.load(); await context.sync(); return range.font.toJSON();"
    assert value(BOX + load) == {
        "bold": False,
        "italic": False,
        "underline": "None",
        "size": 11,
        "name": "Calibri",
        "color": "#000000",
    }
    assert value(FOUND + f"range.font.set({str(wanted).replace('True', 'true')});" + load) == wanted
    assert reopened(load) == wanted


def test_text_on_a_filled_shape_is_light(value):
    assert (
        value("""
        const range = sheet.shapes.addGeometricShape("Rectangle").textFrame.textRange;
        range.text = "on blue";
        range.font.load("color");
        await context.sync();
        return range.font.color;
    """)
        == "#FFFFFF"
    )


def test_a_piece_of_the_text_has_a_font_of_its_own(value, reopened):
    assert value(
        BOX
        + """
        const piece = range.getSubstring(2, 3);
        piece.font.bold = true;
        piece.load("text");
        piece.font.load("bold");
        range.font.load("bold,italic");
        const rest = range.getSubstring(5);
        rest.load("text");
        rest.font.load("bold");
        await context.sync();
        return [piece.text, piece.font.bold, range.font.bold, range.font.italic, rest.text,
                rest.font.bold];
    """
    ) == ["box", True, None, False, " with text", False]
    assert reopened("""
        const piece = range.getSubstring(2, 3);
        piece.font.load("bold");
        range.load("text");
        await context.sync();
        return [range.text, piece.font.bold];
    """) == ["A box with text", True]


def test_reading_a_piece_changes_nothing(value, excel):
    value(BOX + "await context.sync();")
    before = zipfile.ZipFile(io.BytesIO(excel.to_bytes())).read("xl/drawings/drawing1.xml")
    value(FOUND + "range.getSubstring(2, 3).font.load('bold'); await context.sync();")
    assert zipfile.ZipFile(io.BytesIO(excel.to_bytes())).read("xl/drawings/drawing1.xml") == before


def test_a_new_text_keeps_the_looks_of_the_old_one(value):
    assert value(
        BOX
        + """
        range.font.bold = true;
        frame.horizontalAlignment = "Right";
        range.text = "first\\nsecond";
        range.load("text"); range.font.load("bold"); frame.load("horizontalAlignment");
        await context.sync();
        return [range.text, range.font.bold, frame.horizontalAlignment];
    """
    ) == ["first\nsecond", True, "Right"]


def test_a_shape_that_fits_its_text_takes_its_height(value):
    heights = value(
        BOX
        + """
        frame.autoSizeSetting = "AutoSizeShapeToFitText";
        box.load("height");
        await context.sync();
        const one = box.height;
        range.text = "one\\ntwo\\nthree";
        box.load("height");
        await context.sync();
        const three = box.height;
        range.font.size = 22;
        box.load("height,width");
        await context.sync();
        return [one, three, box.height, box.width];
    """
    )
    margins = 7.2
    assert heights[0] == pytest.approx(11 * 1.2 + margins)
    assert heights[1] == pytest.approx(3 * 11 * 1.2 + margins)
    assert heights[2] == pytest.approx(3 * 22 * 1.2 + margins)
    assert heights[3] == 200


@pytest.mark.parametrize(
    "code",
    [
        "range.getSubstring(3, 100).load('text');",
        "range.getSubstring(-1).load('text');",
        "range.font.size = 0;",
        "range.font.color = 'reddish';",
        "frame.leftMargin = -1;",
        "frame.autoSizeSetting = 'AutoSizeMixed';",
        "frame.orientation = 'Diagonal';",
    ],
)
def test_what_makes_no_sense_is_an_invalid_argument(failure, code):
    assert failure(BOX + code) == "InvalidArgument"


def test_lines_and_images_have_no_text(failure):
    code = "sheet.shapes.addLine(0, 0, 9, 9).textFrame.load('hasText');"
    assert failure(code) == "InvalidOperation"
