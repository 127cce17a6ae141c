"""What Excel documents about lines: arrowheads, and the shapes they connect."""

import io
import zipfile

import pytest

from embedded_excel.host import EmbeddedExcel

SHEET = "const sheet = context.workbook.worksheets.getActiveWorksheet();\n"
BOXES = """
    const shapes = sheet.shapes;
    const left = shapes.addGeometricShape("Rectangle");
    left.set({name: "Left", left: 10, top: 10, width: 100, height: 40});
    const right = shapes.addGeometricShape("Diamond");
    right.set({name: "Right", left: 300, top: 200, width: 80, height: 60});
    const shape = shapes.addLine(0, 0, 10, 10, "Straight");
    shape.name = "Line";
    const line = shape.line;
"""
ENDS = "left,top,width,height"


def test_arrowheads_are_kept(office_js, excel, value):
    load = """
        line.load("beginArrowheadLength,beginArrowheadStyle,beginArrowheadWidth,"
                  + "endArrowheadLength,endArrowheadStyle,endArrowheadWidth");
        await context.sync();
        const {id, ...rest} = line.toJSON();
        return rest;
    """
    plain = {
        "beginArrowheadLength": "Medium",
        "beginArrowheadStyle": "None",
        "beginArrowheadWidth": "Medium",
        "endArrowheadLength": "Medium",
        "endArrowheadStyle": "None",
        "endArrowheadWidth": "Medium",
    }
    assert value(BOXES + load) == plain
    arrow = {
        "beginArrowheadLength": "Long",
        "beginArrowheadStyle": "Oval",
        "beginArrowheadWidth": "Wide",
        "endArrowheadLength": "Short",
        "endArrowheadStyle": "Open",
        "endArrowheadWidth": "Narrow",
    }
    code = f"const line = sheet.shapes.getItem('Line').line; line.set({arrow});"
    assert value(code + load) == arrow
    drawing = zipfile.ZipFile(io.BytesIO(excel.to_bytes())).read("xl/drawings/drawing1.xml")
    assert b'<a:headEnd len="lg" type="oval" w="lg"/>' in drawing
    assert b'<a:tailEnd len="sm" type="arrow" w="sm"/>' in drawing


def test_connected_ends_lie_on_the_sites_of_their_shapes(value):
    assert value(
        BOXES
        + f"""
        line.connectBeginShape(left, 3);
        line.connectEndShape(right, 0);
        line.load("isBeginConnected,beginConnectedSite,isEndConnected,endConnectedSite");
        line.beginConnectedShape.load("name");
        shape.load("{ENDS}");
        await context.sync();
        return [line.isBeginConnected, line.beginConnectedSite, line.isEndConnected,
                line.endConnectedSite, line.beginConnectedShape.name,
                shape.left, shape.top, shape.width, shape.height];
    """
    ) == [True, 3, True, 0, "Left", 110, 30, 230, 170]


def test_a_line_follows_the_shape_it_is_connected_to(value):
    assert value(
        BOXES
        + f"""
        line.connectBeginShape(left, 3);
        line.connectEndShape(right, 0);
        right.top = 5;
        right.left = 0;
        shape.load("{ENDS}");
        await context.sync();
        return [shape.left, shape.top, shape.width, shape.height];
    """
    ) == [40, 5, 70, 25]


def test_a_line_that_goes_up_is_told_apart_from_one_that_goes_down(office_js, excel, value):
    value(BOXES + "shapes.addLine(10, 90, 90, 20, 'Curve').name = 'Up'; await context.sync();")
    other = EmbeddedExcel.from_bytes(excel.to_bytes(), "again.xlsx")
    try:
        assert office_js.value(
            other,
            SHEET
            + f"""
            const up = sheet.shapes.getItem("Up");
            const box = sheet.shapes.getItem("Right");
            up.line.connectEndShape(box, 1);
            up.load("{ENDS}");
            await context.sync();
            return [up.left, up.top, up.width, up.height];
        """,
        ) == [10, 90, 290, 140]
    finally:
        other.close()


def test_disconnected_ends_stay_where_they_are(value):
    assert value(
        BOXES
        + f"""
        line.connectBeginShape(left, 3);
        line.connectEndShape(right, 0);
        line.disconnectEndShape();
        right.delete();
        left.top = 30;
        line.load("isBeginConnected,isEndConnected,endConnectedSite");
        shape.load("{ENDS}");
        await context.sync();
        return [line.isBeginConnected, line.isEndConnected, line.endConnectedSite,
                shape.left, shape.top, shape.width, shape.height];
    """
    ) == [True, False, None, 110, 50, 230, 150]


def test_a_deleted_shape_is_no_longer_connected(value, failure):
    assert value(
        BOXES
        + """
        line.connectBeginShape(left, 1);
        left.delete();
        line.load("isBeginConnected,beginConnectedSite");
        await context.sync();
        return [line.isBeginConnected, line.beginConnectedSite];
    """
    ) == [False, None]
    code = "sheet.shapes.getItem('Line').line.beginConnectedShape.load('name');"
    assert failure(code) == "ItemNotFound"


def test_shapes_say_how_many_connection_sites_they_have(value):
    assert value(
        BOXES
        + """
        const types = ["Rectangle", "Ellipse", "Triangle", "Pentagon", "Octagon"];
        const counts = [];
        for (const type of types) {
          left.geometricShapeType = type;
          left.load("connectionSiteCount");
          await context.sync();
          counts.push(left.connectionSiteCount);
        }
        return counts;
    """
    ) == [4, 8, 6, 5, 8]


@pytest.mark.parametrize(
    "code",
    [
        "line.connectBeginShape(left, 4);",
        "line.connectBeginShape(left, -1);",
        "line.connectBeginShape(shape, 0);",
        "line.beginArrowheadStyle = 'Feather';",
    ],
)
def test_what_can_t_be_connected_is_an_invalid_argument(failure, code):
    assert failure(BOXES + code) == "InvalidArgument"
