"""What Excel documents about shapes, text boxes, lines and images."""

import base64
import io
import zipfile

import pytest

from embedded_excel.host import EmbeddedExcel

SHEET = "const sheet = context.workbook.worksheets.getActiveWorksheet();\n"
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABXvMqOgAAAABJRU5ErkJggg=="
SQUARE = """
    const square = sheet.shapes.addGeometricShape("Rectangle");
    square.name = "Square";
    square.left = 100; square.top = 50; square.width = 150; square.height = 75;
"""


@pytest.fixture
def reopened(office_js, excel):
    def run(code):
        other = EmbeddedExcel.from_bytes(excel.to_bytes(), "again.xlsx")
        try:
            return office_js.value(other, SHEET + code)
        finally:
            other.close()

    return run


def test_a_shape_keeps_its_place_and_looks(value, reopened):
    load = """
        shape.load("name,type,geometricShapeType,left,top,width,height,rotation,visible");
        shape.fill.load("type,foregroundColor");
        shape.lineFormat.load("color,weight,visible");
        await context.sync();
        const {id, ...rest} = shape.toJSON();
        return rest;
    """
    expected = {
        "name": "Square",
        "type": "GeometricShape",
        "geometricShapeType": "Rectangle",
        "left": 100,
        "top": 50,
        "width": 150,
        "height": 75,
        "rotation": 30,
        "visible": True,
        "fill": {"type": "Solid", "foregroundColor": "#008000"},
        "lineFormat": {"color": "#FF0000", "weight": 2, "visible": True},
    }
    code = """
        square.rotation = 30;
        square.fill.setSolidColor("green");
        square.lineFormat.color = "#FF0000";
        square.lineFormat.weight = 2;
        const shape = square;
    """
    assert value(SQUARE + code + load) == expected
    assert reopened('const shape = sheet.shapes.getItem("Square");' + load) == expected


def test_a_shape_is_one_object_over_several_syncs(value):
    assert value(
        SQUARE
        + """
        await context.sync();
        square.incrementLeft(-20);
        square.incrementTop(5);
        square.incrementRotation(-90);
        square.scaleWidth(2, "CurrentSize", "ScaleFromMiddle");
        square.fill.clear();
        square.geometricShapeType = "RoundRectangle";
        square.load("left,top,width,rotation,geometricShapeType");
        square.fill.load("type");
        const count = sheet.shapes.getCount();
        await context.sync();
        return [square.left, square.top, square.width, square.rotation,
                square.geometricShapeType, square.fill.type, count.value];
    """
    ) == [5, 55, 300, 270, "RoundRectangle", "NoFill", 1]


def test_text_of_boxes_and_shapes(value, reopened):
    assert value("""
        const box = sheet.shapes.addTextBox("Hello");
        const shape = sheet.shapes.addGeometricShape("Star5");
        shape.textFrame.textRange.text = "Five";
        box.textFrame.load("hasText");
        box.textFrame.textRange.load("text");
        box.name = "Box";
        await context.sync();
        const before = [box.textFrame.hasText, box.textFrame.textRange.text];
        shape.textFrame.deleteText();
        shape.textFrame.load("hasText");
        await context.sync();
        return [...before, shape.textFrame.hasText];
    """) == [True, "Hello", False]
    assert (
        reopened("""
        const range = sheet.shapes.getItem("Box").textFrame.textRange.load("text");
        await context.sync();
        return range.text;
    """)
        == "Hello"
    )


def test_lines_go_between_two_points(value, failure):
    assert value("""
        const shape = sheet.shapes.addLine(200, 50, 300, 150, "Straight");
        shape.load("type,left,top,width,height");
        shape.line.load("connectorType");
        await context.sync();
        const before = [shape.type, shape.left, shape.top, shape.width, shape.height,
                        shape.line.connectorType];
        shape.line.connectorType = "Curve";
        shape.line.load("connectorType");
        await context.sync();
        return [...before, shape.line.connectorType];
    """) == ["Line", 200, 50, 100, 100, "Straight", "Curve"]
    assert failure('sheet.shapes.addLine(10, 90, 90, 10, "Straight");') == "NotImplemented"


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


def test_images_move_between_back_and_front(value, failure):
    assert value(f"""{SQUARE}
        const image = sheet.shapes.addImage("{PIXEL}");
        image.name = "Logo";
        image.setZOrder("SendToBack");
        sheet.shapes.load("items/name");
        await context.sync();
        return sheet.shapes.items.map(item => item.name);
    """) == ["Logo", "Square"]
    code = 'sheet.shapes.getItem("Square").setZOrder("SendToBack");'
    assert failure(code) == "NotImplemented"


def test_shapes_are_found_and_deleted(value, failure):
    assert value(
        SQUARE
        + """
        const shapes = sheet.shapes;
        const first = shapes.getItemAt(0).load("name");
        const none = shapes.getItemOrNullObject("Circle");
        await context.sync();
        const found = [first.name, none.isNullObject];
        shapes.getItem("square").delete();
        const count = shapes.getCount();
        await context.sync();
        return [...found, count.value];
    """
    ) == ["Square", True, 0]
    assert failure('sheet.shapes.getItem("Square");') == "ItemNotFound"
    assert failure('sheet.shapes.addGeometricShape("Blob");') == "InvalidArgument"


def test_shapes_move_with_their_cells(value):
    assert value(
        SQUARE
        + """
        await context.sync();
        sheet.getRange("1:1").insert("Down");
        square.load("top,height");
        await context.sync();
        return [square.top, square.height];
    """
    ) == [65, 75]


def test_what_can_t_be_kept_says_so(failure):
    for code in (
        SQUARE + "sheet.shapes.addGroup([square, sheet.shapes.addTextBox('x')]);",
        SQUARE + "square.textFrame.textRange.font.bold = true;",
        SQUARE + "square.fill.transparency = 0.5;",
        SQUARE + "square.lineFormat.dashStyle = 'Dash';",
    ):
        assert failure(code) == "NotImplemented"
