"""`getImage` of a range: a PNG as large as the cells, with what they show."""

import base64
import io

import pytest
from PIL import Image

DRAWN = """
sheet.showGridlines = false;
sheet.getRange("A1:B2").format.columnWidth = 75;
sheet.getRange("A1:B2").format.rowHeight = 30;
"""


@pytest.fixture
def picture(value):
    """The picture of an address, after code."""

    def draw(code, address="A1:B2"):
        text = value(f"""
            {DRAWN}{code}
            const image = sheet.getRange("{address}").getImage();
            await context.sync();
            return image.value;
        """)
        return Image.open(io.BytesIO(base64.b64decode(text))).convert("RGB")

    return draw


def colors(image, box):
    return {color for _, color in image.crop(box).getcolors(image.width * image.height)}


def test_the_picture_is_as_large_as_the_cells(picture):
    image = picture("")
    assert image.size == (200, 80)
    assert colors(image, (0, 0, 200, 80)) == {(255, 255, 255)}


def test_fills_are_where_their_cells_are(picture):
    image = picture('sheet.getRange("B1").format.fill.color = "#FF0000";')
    assert image.getpixel((150, 20)) == (255, 0, 0)
    assert image.getpixel((50, 20)) == (255, 255, 255)
    assert image.getpixel((150, 60)) == (255, 255, 255)


def test_numbers_stand_right_and_text_left(picture):
    image = picture('sheet.getRange("A1:A2").values = [[7], ["x"]];')
    white = {(255, 255, 255)}
    assert colors(image, (0, 0, 50, 40)) == white
    assert colors(image, (50, 0, 100, 40)) != white
    assert colors(image, (0, 40, 50, 80)) != white
    assert colors(image, (50, 40, 100, 80)) == white


def test_hidden_rows_are_left_out_and_lines_are_drawn(picture):
    image = picture("""
        sheet.getRange("2:2").rowHidden = true;
        const line = sheet.getRange("A1").format.borders.getItem("EdgeRight");
        line.style = "Continuous";
        line.weight = "Thick";
        line.color = "#0000FF";
    """)
    assert image.size == (200, 40)
    assert image.getpixel((100, 20)) == (0, 0, 255)


def test_gridlines_are_drawn_where_the_sheet_shows_them(picture):
    image = picture("sheet.showGridlines = true;")
    assert image.getpixel((100, 20)) != (255, 255, 255)


def test_whole_columns_have_no_picture(failure):
    assert failure('sheet.getRange("A:A").getImage();') == "InvalidArgument"
