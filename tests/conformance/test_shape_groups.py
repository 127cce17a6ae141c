"""What Excel documents about groups of shapes."""

import io
import zipfile

import pytest

from embedded_excel.host import EmbeddedExcel

SHEET = "const sheet = context.workbook.worksheets.getActiveWorksheet();\n"
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABXvMqOgAAAABJRU5ErkJggg=="
THREE = f"""
    const shapes = sheet.shapes;
    const one = shapes.addGeometricShape("Rectangle");
    one.set({{name: "One", left: 100, top: 50, width: 50, height: 50}});
    const two = shapes.addImage("{PIXEL}");
    two.name = "Two"; two.lockAspectRatio = false;
    two.set({{left: 200, top: 120, width: 40, height: 30}});
    const three = shapes.addTextBox("third");
    three.set({{name: "Three", left: 10, top: 10, width: 20, height: 20}});
"""
GROUP = THREE + 'const group = shapes.addGroup([two, one]); group.name = "Pair";\n'


def test_a_group_lies_around_its_members(value):
    assert value(
        GROUP
        + """
        group.load("type,left,top,width,height,level,zOrderPosition");
        const members = group.group.shapes.load("items/name,items/left,items/top,items/level");
        shapes.load("items/name");
        const parent = one.parentGroup.load("name");
        await context.sync();
        return [group.type, group.left, group.top, group.width, group.height, group.level,
                members.items.map(item => [item.name, item.left, item.top, item.level]),
                shapes.items.map(item => item.name), parent.name];
    """
    ) == [
        "Group",
        100,
        50,
        140,
        100,
        0,
        [["One", 100, 50, 1], ["Two", 200, 120, 1]],
        ["Pair", "Three"],
        "Pair",
    ]


def test_members_move_and_grow_with_their_group(value):
    assert value(
        GROUP
        + """
        group.incrementLeft(50);
        group.incrementTop(-10);
        group.width = 280;
        for (const shape of [one, two]) shape.load("left,top,width,height");
        await context.sync();
        return [one, two].map(shape => [shape.left, shape.top, shape.width, shape.height]);
    """
    ) == [[150, 40, 100, 50], [350, 110, 80, 30]]


def test_a_group_fits_itself_to_a_member_that_moves(value):
    assert value(
        GROUP
        + """
        one.left = 20;
        one.fill.setSolidColor("#00FF00");
        group.load("left,top,width,height");
        two.load("left,top");
        one.fill.load("foregroundColor");
        await context.sync();
        return [group.left, group.width, two.left, two.top, one.fill.foregroundColor];
    """
    ) == [20, 220, 200, 120, "#00FF00"]


def test_ungrouped_shapes_keep_their_ids_places_and_order(value):
    assert value(
        GROUP
        + """
        one.load("id"); two.load("id");
        await context.sync();
        group.group.ungroup();
        shapes.load("items/name,items/id,items/left,items/type");
        await context.sync();
        return [shapes.items.map(item => [item.name, item.left, item.type]),
                shapes.items[0].id === one.id, shapes.items[1].id === two.id];
    """
    ) == [
        [
            ["One", 100, "GeometricShape"],
            ["Two", 200, "Image"],
            ["Three", 10, "GeometricShape"],
        ],
        True,
        True,
    ]


def test_groups_of_groups(value):
    assert value(
        GROUP
        + """
        const all = shapes.addGroup([group, three]);
        all.load("left,width");
        one.load("level,left");
        const inner = one.parentGroup.load("name,level");
        await context.sync();
        const before = [all.left, all.width, one.level, one.left, inner.name, inner.level];
        one.left = 300;
        all.load("left,width");
        await context.sync();
        all.group.ungroup();
        const names = shapes.load("items/name");
        one.load("left,level");
        await context.sync();
        return [before, all.left, all.width, names.items.map(item => item.name), one.left, one.level];
    """
    ) == [[10, 230, 2, 100, "Pair", 1], 10, 340, ["Pair", "Three"], 300, 1]


def test_groups_are_saved_and_opened_again(office_js, excel, value):
    value(GROUP + "await context.sync();")
    content = excel.to_bytes()
    drawing = zipfile.ZipFile(io.BytesIO(content)).read("xl/drawings/drawing1.xml")
    assert b"<xdr:grpSp>" in drawing
    assert b"tieoutAs" not in drawing
    other = EmbeddedExcel.from_bytes(content, "again.xlsx")
    try:
        assert office_js.value(
            other,
            SHEET
            + """
            const members = sheet.shapes.getItem("Pair").group.shapes;
            const image = members.getItem("Two").image.load("format");
            members.getItemAt(0).load("name");
            const count = members.getCount();
            const none = members.getItemOrNullObject("Three");
            none.load("name");
            await context.sync();
            return [image.format, count.value, none.isNullObject];
        """,
        ) == ["PNG", 2, True]
    finally:
        other.close()


def test_a_chart_can_be_grouped_with_its_title(value):
    assert value(
        THREE
        + """
        sheet.getRange("A1:B3").values = [["a", "b"], [1, 2], [3, 4]];
        sheet.charts.add("Line", sheet.getRange("A1:B3")).name = "Sales";
        const group = shapes.addGroup([shapes.getItem("One"), shapes.getItem("Sales")]);
        group.load("name");
        await context.sync();
        group.group.ungroup();
        const chart = sheet.charts.getItem("Sales").load("chartType,width");
        await context.sync();
        return [group.name, chart.chartType, chart.width];
    """
    ) == ["Group 5", "Line", 360]


@pytest.mark.parametrize(
    ("code", "error"),
    [
        ("shapes.addGroup([one]);", "InvalidArgument"),
        ("shapes.addGroup([one, one]);", "InvalidArgument"),
        ("shapes.addGroup([one, two]); shapes.addGroup([one, three]);", "InvalidArgument"),
        ("one.parentGroup.load('name');", "InvalidOperation"),
    ],
)
def test_what_can_t_be_grouped(failure, code, error):
    assert failure(THREE + code) == error
