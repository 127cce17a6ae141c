"""The XML of chart parts, and what the engine captures of a drawing."""

import struct

import pytest

from embedded_excel.calc.engine import EngineRefused
from embedded_excel.calc.formulon.drawing_capture import Capture, unpack
from embedded_excel.calc.shapes import Drawn, Link, Part
from embedded_excel.errors import ExcelApiError
from embedded_excel.model.chart_looks import color_of
from embedded_excel.model.chart_types import CHARTEX_TYPES, KINDS, kind_of, type_name
from embedded_excel.model.chart_xml import (
    fragment,
    insert,
    local,
    need,
    parse,
    serialise,
    set_value,
    value,
)
from embedded_excel.wire.members import api_facts

PART = b"""<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"
 xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"
 xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"
 xmlns:c16r2="http://schemas.microsoft.com/office/drawing/2015/06/chart" mc:Ignorable="c16r2">
<mc:AlternateContent><mc:Choice Requires="c14"
 xmlns:c14="http://schemas.microsoft.com/office/drawing/2007/8/2/chart"><c14:style val="102"/>
</mc:Choice></mc:AlternateContent><c:chart><c:plotArea><c:layout/><c:barChart>
<c:barDir val="col"/><c:grouping val="clustered"/><c:ser><c:idx val="0"/><c:order val="0"/>
<c:tx><c:v>A &amp; B</c:v></c:tx></c:ser><c:axId val="1"/><c:axId val="2"/></c:barChart>
<c:catAx><c:axId val="1"/></c:catAx><c:valAx><c:axId val="2"/></c:valAx></c:plotArea>
<c:plotVisOnly val="1"/></c:chart></c:chartSpace>"""


def test_prefixes_that_only_values_name_are_kept() -> None:
    written = serialise(parse(PART))
    for declared in (b"xmlns:c16r2=", b"xmlns:c14=", b'mc:Ignorable="c16r2"', b'Requires="c14"'):
        assert declared in written
    assert b"A &amp; B" in written
    assert serialise(parse(written)) == written


@pytest.mark.parametrize(
    "part",
    [
        b"",
        b"<c:chartSpace",
        b"<nothing/>",
        b'<!DOCTYPE c [<!ENTITY e "x">]><c:chartSpace xmlns:c="urn:x"/>',
    ],
)
def test_a_damaged_part_is_an_error_of_excel_s(part) -> None:
    with pytest.raises(ExcelApiError) as caught:
        parse(part)
    assert caught.value.code == "GeneralException"


def test_elements_go_where_the_schema_wants_them() -> None:
    document = parse(PART)
    need(document.chart, "c:legend/c:legendPos")
    need(document.chart, "c:title")
    need(document.chart, "c:autoTitleDeleted")
    assert [local(child) for child in document.chart] == [
        "title",
        "autoTitleDeleted",
        "plotArea",
        "legend",
        "plotVisOnly",
    ]
    [series] = [found for found in document.groups()[0] if local(found) == "ser"]
    set_value(series, "c:marker/c:size", 7)
    insert(series, fragment("<c:val/>"))
    insert(series, fragment("<c:spPr/>"))
    assert [local(child) for child in series] == ["idx", "order", "tx", "spPr", "marker", "val"]
    assert value(series, "c:marker/c:size") == "7"


def test_every_type_is_told_from_every_other() -> None:
    assert len(set(KINDS.values())) == len(KINDS)
    assert set(api_facts().enums["ChartType"]) - set(KINDS) == {
        "Invalid",
        "StockVHLC",
        "StockVOHLC",
        *CHARTEX_TYPES.values(),
    }
    document = parse(PART)
    [group] = document.groups()
    assert type_name(document, group) == "ColumnClustered"
    assert kind_of(document, group) == KINDS["ColumnClustered"]


def test_theme_colours_are_resolved_with_their_shades() -> None:
    grey = fragment(
        '<a:solidFill><a:schemeClr val="tx1"><a:lumMod val="65000"/><a:lumOff val="35000"/>'
        "</a:schemeClr></a:solidFill>"
    )
    assert color_of(grey, lambda name: {"tx1": "#000000"}[name]) == "#595959"
    plain = fragment('<a:solidFill><a:srgbClr val="aabbcc"/></a:solidFill>')
    assert color_of(plain, lambda _: "") == "#AABBCC"
    assert color_of(None, lambda _: "") is None


CHART = Part(
    b"xl/charts/chart1.xml",
    b"application/vnd.openxmlformats-officedocument.drawingml.chart+xml",
    b"<c:chartSpace/>",
)
CAPTURE = Capture(
    3,
    Drawn(
        b"<xdr:twoCellAnchor/>",
        (
            Link(b"rId1", b"chart", b"../charts/chart1.xml", 0, CHART),
            Link(b"rId2", b"hyperlink", b"https://example.org", 1),
        ),
        (Part(b"xl/charts/style1.xml", b"style", b"<s/>"),),
    ),
)


def test_a_capture_is_read_as_it_was_written() -> None:
    assert unpack(CAPTURE.pack()) == CAPTURE
    changed = CAPTURE.with_chart(b"<other/>")
    assert unpack(changed.pack()).chart().content == b"<other/>"
    assert changed.drawn.others == CAPTURE.drawn.others
    assert changed.drawn.links[1] == CAPTURE.drawn.links[1]


def test_a_capture_of_another_format_isnt_believed() -> None:
    newer = b"FMIS" + struct.pack("<I", 3) + CAPTURE.pack()[8:]
    for blob in (newer, b"", CAPTURE.pack()[:-3]):
        with pytest.raises(EngineRefused):
            unpack(blob)
    with pytest.raises(EngineRefused):
        Capture(0, Drawn(b"")).chart()
