import pytest

from tieout.execution.preflight import preflight
from tieout.office_wire.facts import wire_facts
from tieout.reference.members import describe, member_names, nearest_members


def test_a_class_lists_its_members_with_their_requirement_sets() -> None:
    text = describe("Excel.Table")
    assert text.startswith("Excel.Table\n")
    assert "showTotals" in text
    assert "id (read-only)" in text
    assert "columns: TableColumnCollection" in text
    assert "resize(newRange) [1.13]" in text


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("Range.values", "Excel.Range.values: property, read and write, ExcelApi 1.1"),
        ("range.TEXT", "Excel.Range.text: property, read-only"),
        ("Range.getCell", "Excel.Range.getCell(row, column): Range, ExcelApi 1.1"),
        ("Worksheet.tables", "object of type Excel.TableCollection"),
        ("WorksheetCollection.getItem", "getItem(key): returns Excel.Worksheet"),
        ("Worksheet.onChanged", "handlers can't be registered"),
        ("Worksheet.visibility", "visibility: Visible | Hidden | VeryHidden"),
        ("CalculationMode", "Automatic, AutomaticExceptTables, Manual"),
        ("autofitColumns", "Excel.RangeFormat.autofitColumns"),
    ],
)
def test_a_member_is_described(name: str, wanted: str) -> None:
    assert wanted in describe(name)


def test_an_unknown_member_is_answered_with_the_nearest() -> None:
    assert "autoFill" in describe("Range.autofil")
    assert "Excel.Range" in describe("Rnge")
    assert describe("zzzzzz").startswith("Excel's API has no 'zzzzzz'.")
    assert nearest_members("setValue")[0].startswith("range.values")
    assert "RangeFormat.autofitColumns" in nearest_members("autoFitColumns")


def test_every_class_and_every_public_member_can_be_described() -> None:
    for name, entry in wire_facts().classes.items():
        assert describe(name).startswith(f"Excel.{name}")
        for member in member_names(entry):
            assert "has no member" not in describe(f"{name}.{member}")


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("ChartCollection.add", "Excel.ChartCollection.add(type: ChartType, sourceData: Range"),
        ("charts.add", "charts.add(seriesBy): ChartSeriesBy [Auto|Columns|Rows] (optional)"),
        ("Range.copyFrom", "omitted: copyType: All"),
        ("PivotDateFilter", "Excel.PivotDateFilter.condition: DateFilterCondition"),
        ("PivotValueFilter.condition", "ValueFilterCondition [Unknown|Equals|"),
        ("sparklines", "NOT IN OFFICE.JS (sparkline)"),
        ("log scale", 'chartAxis.scaleType = "Logarithmic"'),
    ],
)
def test_signatures_fields_and_words_come_from_the_reference(name: str, wanted: str) -> None:
    assert wanted in describe(name)


@pytest.mark.parametrize(
    ("habit", "way"),
    [
        ("rowFields", "rowHierarchies.add"),
        ("pageFields", "filterHierarchies.add"),
        ("useSecondaryAxis", 'axisGroup = "Secondary"'),
        ("secondaryValueAxis", 'getItem("Value", "Secondary")'),
        ("setList", "dataValidation.rule ="),
    ],
)
def test_a_habit_of_another_api_is_answered_with_code_that_exists_here(
    habit: str, way: str
) -> None:
    (answer,) = nearest_members(habit)
    assert way in answer
    program = f"""async function execute() {{
      const pivot = context.workbook.pivotTables.getItem("P"), name = "A", source = "B";
      const worksheet = context.workbook.worksheets.getItem("S"), range = worksheet.getRange("A1");
      const chart = worksheet.charts.getItem("C"), series = chart.series.getItemAt(0);
      ({answer});
    }}"""
    assert preflight(program, {}).unknown == ()
    assert preflight(program.replace("Hierarchies", "Fields"), {}).unknown or "pivot" not in answer
