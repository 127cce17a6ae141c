import json

import pytest

from tieout.assets import asset


@pytest.fixture(scope="module")
def sections() -> dict[str, dict[str, dict[str, object]]]:
    return json.loads((asset("office_js_reference") / "api-reference.json").read_text("utf-8"))


def test_every_short_name_stands_for_one_class(
    sections: dict[str, dict[str, dict[str, object]]],
) -> None:
    short = [entry["alias"] for entry in sections["detail"].values() if "alias" in entry]
    assert len(short) == len(set(short)) > 190


@pytest.mark.parametrize(
    ("class_name", "short", "path"),
    [
        ("ChartCollection", "charts", "sheet.charts"),
        ("ChartAxis", "chartAxis", "chart.axes.categoryAxis"),
        ("ChartSeriesCollection", "series", "chart.series"),
        ("WorksheetFreezePanes", "freezePanes", "sheet.freezePanes"),
        ("NamedItemCollection", "names", "workbook.names"),
        ("RangeBorderCollection", "borders", "range.format.borders"),
        ("PivotLayout", "pivotLayout", "pivotTable.layout"),
        ("ConditionalFormatCollection", "conditionalFormats", "range.conditionalFormats"),
    ],
)
def test_usual_classes_have_the_names_people_write(
    sections: dict[str, dict[str, dict[str, object]]], class_name: str, short: str, path: str
) -> None:
    assert sections["detail"][f"Excel.{class_name}"]["alias"] == short
    assert sections["classes"][short]["path"] == path


def test_every_line_of_a_record_names_what_it_is_about(
    sections: dict[str, dict[str, dict[str, object]]],
) -> None:
    own = {"api", "path", "unit", "omitted", "pitfall", "platform", "undo"}
    extra = {"default", "deprecated", "remarks", "isEnum"}
    for section in ("classes", "types"):
        for key, record in sections[section].items():
            for name in record:
                plain = name.split(" ")[0] if name.startswith("api ") else name
                assert plain in own | extra or name.startswith(key), (key, name)
