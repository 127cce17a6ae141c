"""What Excel documents about shapes, text boxes and lines."""

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
    assert failure('sheet.shapes.addLine(10, -90, 90, 10, "Straight");') == "InvalidArgument"


def test_shapes_move_between_back_and_front(value):
    assert value(f"""{SQUARE}
        const image = sheet.shapes.addImage("{PIXEL}");
        image.name = "Logo";
        image.setZOrder("SendToBack");
        sheet.shapes.load("items/name");
        await context.sync();
        return sheet.shapes.items.map(item => item.name);
    """) == ["Logo", "Square"]
    assert value("""
        const shapes = sheet.shapes;
        shapes.addTextBox("x").name = "Note";
        shapes.getItem("Logo").setZOrder("BringForward");
        shapes.getItem("Note").setZOrder("SendToBack");
        shapes.load("items/name,items/zOrderPosition");
        await context.sync();
        return shapes.items.map(item => [item.name, item.zOrderPosition]);
    """) == [["Note", 0], ["Square", 1], ["Logo", 2]]


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


def test_looks_of_shapes_are_kept(value, reopened):
    load = """
        shape.load("altTextTitle,altTextDescription,lockAspectRatio,placement,visible");
        shape.fill.load("type,foregroundColor,transparency");
        shape.lineFormat.load("color,dashStyle,style,transparency,visible,weight");
        await context.sync();
        const {id, name, left, top, width, height, ...rest} = shape.toJSON();
        return rest;
    """
    expected = {
        "altTextTitle": "A square",
        "altTextDescription": "with four sides",
        "lockAspectRatio": True,
        "placement": "Absolute",
        "visible": False,
        "fill": {"type": "Solid", "foregroundColor": "#C00000", "transparency": 0.25},
        "lineFormat": {
            "color": "#C55A11",
            "dashStyle": "DashDotDot",
            "style": "ThinThick",
            "transparency": 0.2,
            "visible": True,
            "weight": 4,
        },
    }
    code = """
        const shape = square;
        shape.altTextTitle = "A square";
        shape.altTextDescription = "with four sides";
        shape.lockAspectRatio = true;
        shape.placement = "Absolute";
        shape.visible = false;
        shape.fill.foregroundColor = "#C00000";
        shape.fill.transparency = 0.25;
        shape.lineFormat.set({color: "#C55A11", dashStyle: "DashDotDot", style: "ThinThick",
                              transparency: 0.2, visible: true, weight: 4});
    """
    assert value(SQUARE + code + load) == expected
    assert reopened('const shape = sheet.shapes.getItem("Square");' + load) == expected


def test_every_dash_style_is_read_as_it_was_written(value):
    assert (
        value(
            SQUARE
            + """
        const styles = Object.values(Excel.ShapeLineDashStyle);
        const read = [];
        for (const style of styles) {
          square.lineFormat.dashStyle = style;
          square.lineFormat.load("dashStyle");
          await context.sync();
          read.push(square.lineFormat.dashStyle);
        }
        return styles.filter((style, index) => style !== read[index]);
    """
        )
        == []
    )


def test_every_geometric_shape_type_is_read_as_it_was_written(value):
    assert (
        value(
            SQUARE
            + """
        const wrong = [];
        for (const type of Object.values(Excel.GeometricShapeType)) {
          square.geometricShapeType = type;
          square.load("geometricShapeType");
          await context.sync();
          if (square.geometricShapeType !== type) wrong.push([type, square.geometricShapeType]);
        }
        return wrong;
    """
        )
        == []
    )


def test_a_new_shape_takes_its_looks_from_the_theme(value):
    assert value("""
        const shape = sheet.shapes.addGeometricShape("Ellipse");
        shape.fill.load("type,foregroundColor,transparency");
        shape.lineFormat.load("weight,visible,dashStyle,style");
        const line = sheet.shapes.addLine(0, 0, 50, 50).lineFormat;
        line.load("color,weight");
        await context.sync();
        return [shape.fill.toJSON(), shape.lineFormat.toJSON(), line.color, line.weight];
    """) == [
        {"type": "Solid", "foregroundColor": "#156082", "transparency": 0},
        {"weight": 1, "visible": True, "dashStyle": "Solid", "style": "Single"},
        "#156082",
        0.5,
    ]


def test_locked_proportions_stay_when_a_side_is_scaled(value):
    assert value(
        SQUARE
        + """
        square.lockAspectRatio = true;
        square.scaleHeight(2, "CurrentSize");
        square.load("width,height,left,top");
        await context.sync();
        return [square.left, square.top, square.width, square.height];
    """
    ) == [100, 50, 300, 150]


@pytest.mark.parametrize(
    "code",
    [
        "square.fill.transparency = 2;",
        "square.lineFormat.weight = 0;",
        "square.rotation = 'left';",
        "square.left = -1;",
        "square.width = 0;",
        "square.height = 0;",
        "square.placement = 'Nowhere';",
        "square.name = '';",
    ],
)
def test_what_makes_no_sense_is_an_invalid_argument(failure, code):
    assert failure(SQUARE + code) == "InvalidArgument"


def test_a_shape_isn_t_what_it_isn_t(failure):
    for member in ("image.format", "line.connectorType", "group.id"):
        name, _, scalar = member.partition(".")
        code = f'square.{name}.load("{scalar}");'
        assert failure(SQUARE + code) == "InvalidOperation"


def test_charts_are_among_the_shapes_as_something_else(value):
    assert value(
        SQUARE
        + """
        sheet.getRange("A1:A3").values = [[1], [2], [3]];
        const chart = sheet.charts.add("Pie", sheet.getRange("A1:A3"));
        chart.name = "Pie";
        const shape = sheet.shapes.getItem("Pie");
        shape.load("type,width,zOrderPosition");
        await context.sync();
        return [shape.type, shape.width, shape.zOrderPosition];
    """
    ) == ["Unsupported", 360, 1]


def test_shapes_come_along_when_their_sheet_is_copied(value):
    assert value(
        SQUARE
        + f"""
        sheet.shapes.addImage("{PIXEL}").name = "Logo";
        square.fill.transparency = 0.5;
        const copy = sheet.copy("End");
        const shapes = copy.shapes;
        shapes.load("items/name,items/left");
        const fill = copy.shapes.getItem("Square").fill.load("transparency");
        await context.sync();
        return [shapes.items.map(item => [item.name, item.left]), fill.transparency];
    """
    ) == [[["Square", 100], ["Logo", 0]], 0.5]


def test_a_shape_is_copied_to_another_sheet_in_place(value, failure):
    assert value(
        SQUARE
        + """
        const other = context.workbook.worksheets.add("Other");
        const copies = [square.copyTo(other), square.copyTo("Other"), square.copyTo()];
        for (const copy of copies) copy.load("name,left,width");
        const counts = [sheet.shapes.getCount(), other.shapes.getCount()];
        await context.sync();
        return [copies.map(copy => [copy.name, copy.left, copy.width]), counts.map(c => c.value)];
    """
    ) == [[["Square", 100, 150], ["Square 2", 100, 150], ["Square 2", 100, 150]], [2, 2]]
    assert failure(SQUARE + 'square.copyTo("Nowhere");') == "ItemNotFound"


def test_handlers_of_a_shape_s_activation_come_and_go(value):
    """Nobody clicks on shapes here, so that none is ever activated; handlers are taken all the same."""
    assert (
        value(
            SQUARE
            + """
        const added = square.onActivated.add(async e => { events.push(e.shapeId); });
        square.onDeactivated.add(async e => { events.push(e.shapeId); });
        await context.sync();
        added.remove();
        await context.sync();
        square.load("name"); await context.sync();
        return square.name;
    """
        )
        == "Square"
    )
