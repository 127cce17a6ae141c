"""What Excel documents about colour scales, data bars and icon sets."""

import pytest

from embedded_excel.host import EmbeddedExcel

NUMBERS = """
    const range = sheet.getRange("A1:A5");
    range.values = [[1], [2], [3], [4], [5]];
    const formats = range.conditionalFormats;
"""


def test_a_colour_scale_colours_between_its_points(value, shown_fills, saved_rules):
    read = value(
        NUMBERS
        + """
        const scale = formats.add("ColorScale").colorScale;
        scale.criteria = {
          minimum: {formula: null, type: "LowestValue", color: "#FF0000"},
          midpoint: {formula: "50", type: "Percent", color: "#FFFFFF"},
          maximum: {formula: null, type: "HighestValue", color: "#0000FF"},
        };
        scale.load("criteria,threeColorScale");
        await context.sync();
        return [scale.criteria, scale.threeColorScale];
    """
    )
    assert read == [
        {
            "minimum": {"color": "#FF0000", "formula": None, "type": "LowestValue"},
            "midpoint": {"color": "#FFFFFF", "formula": "50", "type": "Percent"},
            "maximum": {"color": "#0000FF", "formula": None, "type": "HighestValue"},
        },
        True,
    ]
    shown = shown_fills()
    assert (shown[1], shown[3], shown[5]) == ("#FF0000", "#FFFFFF", "#0000FF")
    assert len(set(shown.values())) == 5
    assert [color.rgb for color in saved_rules()["A1:A5"].colorScale.color] == [
        "FFFF0000",
        "FFFFFFFF",
        "FF0000FF",
    ]


def test_data_bars_keep_their_look(value, saved_rules):
    read = value(
        NUMBERS
        + """
        const bar = formats.add("DataBar").dataBar;
        bar.barDirection = "RightToLeft";
        bar.showDataBarOnly = true;
        bar.axisFormat = "CellMidPoint";
        bar.lowerBoundRule = {type: "Number", formula: "0"};
        bar.upperBoundRule = {type: "HighestValue"};
        bar.positiveFormat.set({fillColor: "#123456", gradientFill: false, borderColor: "#000001"});
        bar.negativeFormat.fillColor = "#654321";
        await context.sync();
        bar.load();
        bar.positiveFormat.load();
        bar.negativeFormat.load("fillColor,matchPositiveFillColor");
        await context.sync();
        return [bar.barDirection, bar.showDataBarOnly, bar.axisFormat, bar.lowerBoundRule,
                bar.upperBoundRule, bar.positiveFormat.toJSON(), bar.negativeFormat.toJSON()];
    """
    )
    assert read == [
        "RightToLeft",
        True,
        "CellMidPoint",
        {"type": "Number", "formula": "0"},
        {"type": "HighestValue"},
        {"fillColor": "#123456", "gradientFill": False, "borderColor": "#000001"},
        {"fillColor": "#654321", "matchPositiveFillColor": False},
    ]
    bar = saved_rules()["A1:A5"].dataBar
    assert (bar.color.rgb, bar.showValue) == ("FF123456", False)
    assert [(point.type, point.val) for point in bar.cfvo] == [("num", 0.0), ("max", None)]


def test_icon_sets_keep_style_thresholds_and_own_icons(value, saved_rules):
    read = value(
        NUMBERS
        + """
        const icons = formats.add("IconSet").iconSet;
        icons.style = Excel.IconSet.fourArrows;
        icons.reverseIconOrder = true;
        icons.load("criteria");
        await context.sync();
        const even = icons.criteria.map(level => level.formula);
        icons.style = "ThreeTriangles".replace("Triangles", "Symbols");
        icons.criteria = [
          {},
          {type: "Number", operator: "GreaterThanOrEqual", formula: "=2"},
          {type: "Number", operator: "GreaterThan", formula: "=4"},
        ];
        icons.load();
        await context.sync();
        return [even, icons.style, icons.reverseIconOrder, icons.showIconOnly,
                icons.criteria.slice(1)];
    """
    )
    assert read == [
        ["=0", "=25", "=50", "=75"],
        "ThreeSymbols",
        True,
        False,
        [
            {
                "customIcon": None,
                "formula": "=2",
                "operator": "GreaterThanOrEqual",
                "type": "Number",
            },
            {"customIcon": None, "formula": "=4", "operator": "GreaterThan", "type": "Number"},
        ],
    ]
    icons = saved_rules()["A1:A5"].iconSet
    assert icons.iconSet == "3Symbols"
    assert [(point.type, point.val) for point in icons.cfvo] == [
        ("percent", 0.0),
        ("num", 2.0),
        ("num", 4.0),
    ]


@pytest.mark.parametrize(
    ("name", "count"), [("ThreeTriangles", 3), ("ThreeStars", 3), ("FiveBoxes", 5)]
)
def test_icon_sets_of_later_versions_are_sets_like_others(office_js, excel, value, name, count):
    read = """
        const icons = sheet.getRange("A1:A5").conditionalFormats.getItemAt(0).iconSet;
        icons.load("style, criteria");
        await context.sync();
        return [icons.style, icons.criteria.map(level => level.customIcon)];
    """
    wanted = [name, [None] * count]
    add = f'''sheet.getRange("A1:A5").conditionalFormats.add("IconSet").iconSet.style = "{name}";'''
    assert value(add + read) == wanted
    again = EmbeddedExcel.from_bytes(excel.to_bytes(), "Again.xlsx")
    try:
        sheet = "const sheet = context.workbook.worksheets.getFirst();"
        assert office_js.value(again, sheet + read) == wanted
    finally:
        again.close()
