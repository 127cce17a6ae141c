"""What Excel documents about images, and about pictures of shapes."""

import base64
import io
import zipfile

from PIL import Image

PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABXvMqOgAAAABJRU5ErkJggg=="
SQUARE = """
    const square = sheet.shapes.addGeometricShape("Rectangle");
    square.name = "Square";
    square.left = 100; square.top = 50; square.width = 150; square.height = 75;
"""


def test_images_are_stored_and_keep_their_proportions(value, failure, excel):
    assert value(f"""
        const shape = sheet.shapes.addImage("{PIXEL}");
        shape.name = "Logo";
        shape.left = 30;
        shape.width = 60;
        shape.load("type,left,width,height,name,lockAspectRatio");
        shape.image.load("format");
        await context.sync();
        return [shape.type, shape.left, shape.width, shape.height, shape.name,
                shape.lockAspectRatio, shape.image.format];
    """) == ["Image", 30, 60, 60, "Logo", True, "PNG"]
    content = excel.to_bytes()
    archive = zipfile.ZipFile(io.BytesIO(content))
    assert b'name="Logo"' in archive.read("xl/drawings/drawing1.xml")
    assert archive.read("xl/media/image1.png") == base64.b64decode(PIXEL)
    assert failure('sheet.shapes.addImage("bm90IGFuIGltYWdl");') == "InvalidArgument"


def test_an_image_is_scaled_by_its_own_size(value, failure):
    assert value(f"""
        const image = sheet.shapes.addImage("{PIXEL}");
        image.width = 90;
        image.scaleWidth(10, "OriginalSize");
        image.load("width,height,placement");
        await context.sync();
        return [image.width, image.height, image.placement];
    """) == [7.5, 7.5, "OneCell"]
    assert failure(SQUARE + 'square.scaleWidth(2, "OriginalSize");') == "InvalidArgument"


def test_a_picture_of_a_shape_shows_its_fill(value):
    shown = value(
        SQUARE
        + """
        square.fill.setSolidColor("#FF0000");
        square.lineFormat.visible = false;
        const picture = square.getAsImage("PNG");
        await context.sync();
        return picture.value;
    """
    )
    image = Image.open(io.BytesIO(base64.b64decode(shown))).convert("RGB")
    assert abs(image.width - 200) <= 4
    assert abs(image.height - 100) <= 4
    assert image.getpixel((100, 50)) == (255, 0, 0)


def test_a_picture_of_a_shape_isn_t_vectors(failure):
    assert failure(SQUARE + 'square.getAsImage("SVG");') == "InvalidArgument"
