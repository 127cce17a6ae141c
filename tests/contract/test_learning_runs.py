"""A model that knows only the prompt misses, loads a specification or searches, and gets it right.

The replies are written (`learning_runs/`), but could have been: whatever the final code names stood
in the very request it answers. All else is the product, and the saved files are read by others' code.
"""

import zipfile
from pathlib import Path
from xml.etree import ElementTree

import openpyxl
import pytest
from learning import Learnt, learning_run, missing_words, office_words

C = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"


def value(at: ElementTree.Element, path: str) -> str:
    found = at.find("/".join(f"{C}{step}" for step in path.split("/")))
    assert found is not None, path
    return found.get("val", found.text or "")


def chart_named(file: Path, title: str) -> ElementTree.Element:
    with zipfile.ZipFile(file) as package:
        parts = [name for name in package.namelist() if name.startswith("xl/charts/chart")]
        roots = [ElementTree.fromstring(package.read(name)) for name in parts]
    return next(
        root
        for root in roots
        if title in [run.text for run in root.findall(f"{C}chart/{C}title//{A}t")]
    )


def check_chart(file: Path) -> None:
    root = chart_named(file, "Revenue and EBITDA")
    plot = root.find(f"{C}chart/{C}plotArea")
    assert plot is not None
    assert value(plot, "barChart/barDir") == "col"
    assert value(plot, "barChart/grouping") == "clustered"
    series = plot.findall(f"{C}barChart/{C}ser")
    assert [value(each, "val/numRef/f") for each in series] == [
        "Model!$B$5:$G$5",
        "Model!$B$9:$G$9",
    ]
    assert {value(each, "cat/strRef/f") for each in series} == {"Model!$B$3:$G$3"}
    points = series[1].findall(f"{C}val/{C}numRef/{C}numCache/{C}pt/{C}v")
    assert [round(float(point.text or "nan"), 1) for point in points[:2]] == [5280.0, 5961.6]
    colours = [each.find(f"{C}spPr/{A}solidFill/{A}srgbClr") for each in series]
    assert [c is not None and c.get("val") for c in colours] == ["1F4E79", "ED7D31"]
    assert value(series[1], "dLbls/showVal") == "1"
    assert value(series[1], "dLbls/dLblPos") == "outEnd"
    assert series[0].find(f"{C}dLbls/{C}showVal[@val='1']") is None
    assert value(root, "chart/legend/legendPos") == "b"
    assert [run.text for run in plot.findall(f"{C}valAx/{C}title//{A}t")] == ["USD thousands"]
    anchor = openpyxl.load_workbook(file)["Model"]._charts[0].anchor
    assert anchor._from.row >= 37, "it would lie over the model"


def check_pivot(file: Path) -> None:
    orders = openpyxl.load_workbook(file)["Orders"]
    sold: dict[tuple[str, str], int] = {}
    for row in orders.iter_rows(min_row=5, max_row=204, values_only=True):
        sold[row[3], row[1]] = sold.get((row[3], row[1]), 0) + row[4]
    products = {product for product, _ in sold}
    totals = {p: sum(n for (q, _), n in sold.items() if q == p) for p in products}
    best = sorted(products, key=totals.__getitem__, reverse=True)[:3]
    regions = ["East", "North", "South", "West"]

    summary = openpyxl.load_workbook(file, data_only=True)["Summary"]
    shown = list(summary.iter_rows(min_row=4, max_row=8, max_col=6, values_only=True))
    assert shown[0] == ("Product", *regions, "Grand Total")
    for product, row in zip(best, shown[1:4], strict=True):
        assert row == (product, *(sold[product, region] for region in regions), totals[product])
    assert shown[4][5] == sum(totals[product] for product in best)
    (pivot,) = summary._pivots
    fields = [field.name for field in pivot.cache.cacheFields]
    assert pivot.name == "Units by product"
    assert pivot.cache.cacheSource.worksheetSource.name == "Orders"
    assert [fields[axis.x] for axis in pivot.rowFields] == ["Product"]
    assert [fields[axis.x] for axis in pivot.colFields] == ["Region"]
    assert [(f.name, fields[f.fld], f.subtotal) for f in pivot.dataFields] == [
        ("Units sold", "Units", "sum")
    ]
    assert pivot.location.ref == "A3:F8", "what the filter leaves, and no more"
    assert pivot.filters[0].autoFilter.filterColumn[0].top10.val == 3
    assert pivot.pivotFields[3].sortType == "descending"


def check_conditional_formats(file: Path) -> None:
    rules = openpyxl.load_workbook(file)["Positions"].conditional_formatting
    found = {str(area.sqref): area.rules for area in rules}
    assert sorted(found) == ["F5:F52", "G5:G52"]
    (large,), (scale,) = found["G5:G52"], found["F5:F52"]
    assert (large.type, large.operator, large.formula) == (
        "cellIs",
        "notBetween",
        ["-0.03", "0.03"],
    )
    assert large.dxf.font.color.rgb == "FF9C0006"
    assert large.dxf.fill.bgColor.rgb == "FFFFC7CE"
    points = scale.colorScale.cfvo
    assert [(point.type, point.val) for point in points] == [
        ("min", None),
        ("num", 0),
        ("max", None),
    ]
    assert [c.rgb for c in scale.colorScale.color] == ["FFF8696B", "FFFFFFFF", "FF63BE7B"]


def check_validation(file: Path) -> None:
    rules = openpyxl.load_workbook(file)["Orders"].data_validations.dataValidation
    product, discount = sorted(rules, key=lambda rule: str(rule.sqref))
    assert (str(product.sqref), product.type) == ("D5:D204", "list")
    assert product.formula1 == "'Price list'!$A$2:$A$6"
    assert not product.showDropDown, "true hides the arrow in a file"
    assert (str(discount.sqref), discount.type) == ("G5:G204", "decimal")
    assert discount.operator in (None, "between")
    assert [float(discount.formula1), float(discount.formula2)] == [0, 0.5]
    for rule in (product, discount):
        assert rule.showErrorMessage
        assert rule.errorStyle in (None, "stop")
        assert rule.error


def check_log_axis(file: Path) -> None:
    plot = chart_named(file, "Small cities").find(f"{C}chart/{C}plotArea")
    assert plot is not None
    lines = plot.findall(f"{C}lineChart")
    assert [
        [value(s, "tx/strRef/strCache/pt/v") for s in line.findall(f"{C}ser")] for line in lines
    ] == [
        ["Latitude", "Longitude"],
        ["Population"],
    ]
    third = lines[1].find(f"{C}ser")
    assert third is not None
    assert value(third, "val/numRef/f") == "Table!$L$3:$L$14"
    line = third.find(f"{C}spPr/{A}ln/{A}solidFill/{A}srgbClr")
    marker = third.find(f"{C}marker/{C}spPr/{A}solidFill/{A}srgbClr")
    assert line is not None
    assert marker is not None
    assert line.get("val") == marker.get("val") == "C00000"
    axes = {value(axis, "axId"): axis for axis in plot.findall(f"{C}valAx")}
    groups = [[found.get("val") for found in line.findall(f"{C}axId")] for line in lines]
    first, second = (next(axes[i] for i in group if i in axes) for group in groups)
    assert first.find(f"{C}scaling/{C}logBase") is None
    assert float(value(second, "scaling/logBase")) == 10
    assert float(value(second, "scaling/min")) == 1000
    assert value(second, "crosses") == "max", "it stands on the other side"
    assert [run.text for run in second.findall(f"{C}title//{A}t")] == ["Population (log)"]


SPEC_RUNS = {
    "chart": ("getChartInfo", "InvalidArgument at ChartCollection.add", check_chart),
    "pivot": ("getPivotTableInfo", "PivotTable has no member 'rowFields'", check_pivot),
    "conditional-formats": (
        "getConditionalFormattingInfo",
        "InvalidArgument at CellValueConditionalFormat.rule",
        check_conditional_formats,
    ),
    "validation": (
        "getDataValidationInfo",
        "DataValidation has no member 'setList'",
        check_validation,
    ),
}


def learnt_from(run: Learnt, miss: str, loading: int, taught: int) -> None:
    """One run failed, with that error; the text that was loaded after it taught what worked."""
    assert run.report.answered
    errors = [result.text for result in run.report.executions if result.is_error]
    assert len(errors) == 1
    assert miss in errors[0]
    number, code = run.final
    assert miss in run.shown[loading]
    assert miss not in run.shown[loading - 1]
    assert loading < number
    words = office_words(code)
    assert missing_words(words, run.shown[number]) == set()
    assert len(missing_words(words, run.shown[loading])) >= taught


@pytest.mark.parametrize("name", SPEC_RUNS)
async def test_a_missed_guess_is_followed_by_a_specification_and_the_right_result(
    name: str, tmp_path: Path
) -> None:
    call, miss, check = SPEC_RUNS[name]
    run = await learning_run(name, tmp_path)
    learnt_from(run, miss, run.place("execute_code", f"general.{call}()"), taught=5)
    check(run.saved)


async def test_a_missed_guess_is_followed_by_greps_and_a_secondary_log_axis(tmp_path: Path) -> None:
    run = await learning_run("log-axis", tmp_path)
    loading = run.place("get_tool_info", "read_skill")
    learnt_from(run, "ChartSeries has no member 'useSecondaryAxis'", loading, taught=5)
    skill, grep = run.place("execute_tool", "advanced-api"), run.place("execute_tool", "topic")
    assert loading < skill < grep < run.final[0]
    greps = [
        given for calls in run.called for _, given in calls if given.get("name") == "grep_reference"
    ]
    assert 3 <= len(greps) <= 6
    check_log_axis(run.saved)


def test_a_word_that_nothing_showed_would_be_found_out() -> None:
    words = office_words("async function execute() { chart.axes.secondaryValueAxis.logScale = 1; }")
    assert missing_words(words, "chart axes logScale") == {"secondaryValueAxis"}
