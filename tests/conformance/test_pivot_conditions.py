"""Every condition of PivotFilters, as Excel documents them, and what the saved file says of them."""

import io
import zipfile

import pytest

from embedded_excel.host import EmbeddedExcel

FRUIT = """
    const data = context.workbook.worksheets.add("Data");
    data.getRange("A1:D9").values = [
      ["Fruit", "Farm", "Picked", "Crates"],
      ["Apple", "A", 45292, 10], ["Banana", "A", 45323, 20], ["Cherry", "A", 45352, 30],
      ["Date", "A", 45383, 40], ["Apple", "B", 45413, 50], ["Banana", "B", 45444, 5],
      ["Cherry", "B", 45474, 1], ["Elder*", "B", 45657, 4]];
    data.getRange("C2:C9").numberFormat = [["yyyy-mm-dd"]];
    const sheet = context.workbook.worksheets.add("Pivot");
    const pivot = sheet.pivotTables.add("P", "Data!A1:D9", "A1");
    pivot.rowHierarchies.add(pivot.hierarchies.getItem("Fruit"));
    pivot.dataHierarchies.add(pivot.hierarchies.getItem("Crates"));
    await context.sync();
"""
SAME = """
    const pivot = context.workbook.pivotTables.getItem("P");
    const field = name => pivot.hierarchies.getItem(name).fields.getItem(name);
"""
LABELS = """
    const shown = pivot.layout.getRange().load("text");
    await context.sync();
    return shown.text.slice(1, -1).map(row => row[0]).join(" ");
"""


@pytest.fixture
def fruit(office_js, excel):
    office_js.value(excel, FRUIT)
    return lambda code: office_js.value(excel, SAME + code)


@pytest.fixture
def told_again(fruit, office_js, excel):
    """What a saved and opened workbook says of a field's filters, and what it shows."""

    def run(name):
        opened = EmbeddedExcel.from_bytes(excel.to_bytes(), "again.xlsx")
        told = office_js.value(
            opened,
            f"""{SAME}
            const told = field("{name}").getFilters();
            await context.sync();
            return told.value;
        """,
        )
        shown = office_js.value(opened, SAME + LABELS)
        opened.close()
        return told, shown

    return run


LABEL_RULES = [
    ('condition: "Equals", comparator: "banana"', "Banana"),
    ('condition: "BeginsWith", substring: "c"', "Cherry"),
    ('condition: "EndsWith", substring: "e"', "Apple Date"),
    ('condition: "Contains", substring: "an"', "Banana"),
    ('condition: "Contains", substring: "~*"', "Elder*"),
    ('condition: "Equals", comparator: "?a*"', "Banana Date"),
    ('condition: "GreaterThan", comparator: "Cherry"', "Date Elder*"),
    ('condition: "GreaterThanOrEqualTo", comparator: "Cherry"', "Cherry Date Elder*"),
    ('condition: "LessThan", comparator: "Banana"', "Apple"),
    ('condition: "LessThanOrEqualTo", comparator: "Banana"', "Apple Banana"),
    ('condition: "Between", lowerBound: "B", upperBound: "D"', "Banana Cherry"),
    ('condition: "BeginsWith", substring: "c", exclusive: true', "Apple Banana Date Elder*"),
    ('condition: "Between", lowerBound: "B", upperBound: "D", exclusive: true',
     "Apple Date Elder*"),
]  # fmt: skip
# Apple 60, Banana 25, Cherry 31, Date 40, Elder* 4: 160 in all.
VALUE_RULES = [
    ('condition: "Equals", comparator: 31', "Cherry"),
    ('condition: "GreaterThan", comparator: 31', "Apple Date"),
    ('condition: "GreaterThanOrEqualTo", comparator: 31', "Apple Cherry Date"),
    ('condition: "LessThan", comparator: 25', "Elder*"),
    ('condition: "LessThanOrEqualTo", comparator: 25', "Banana Elder*"),
    ('condition: "Between", lowerBound: 25, upperBound: 40', "Banana Cherry Date"),
    ('condition: "Between", lowerBound: 25, upperBound: 40, exclusive: true', "Apple Elder*"),
    ('condition: "TopN", threshold: 2, selectionType: "Items"', "Apple Date"),
    ('condition: "BottomN", threshold: 2, selectionType: "Items"', "Banana Elder*"),
    ('condition: "TopN", threshold: 50, selectionType: "Percent"', "Apple Date"),
    ('condition: "BottomN", threshold: 20, selectionType: "Sum"', "Banana Elder*"),
]


@pytest.mark.parametrize(("rule", "labels"), LABEL_RULES)
def test_label_filters(fruit, told_again, rule, labels):
    assert fruit(f'field("Fruit").applyFilter({{labelFilter: {{{rule}}}}});{LABELS}') == labels
    told, shown = told_again("Fruit")
    assert (list(told), shown) == (["labelFilter"], labels)


@pytest.mark.parametrize(("rule", "labels"), VALUE_RULES)
def test_value_filters(fruit, told_again, rule, labels):
    code = f'{{valueFilter: {{{rule}, value: "Sum of Crates"}}}}'
    assert fruit(f'field("Fruit").applyFilter({code});{LABELS}') == labels
    told, shown = told_again("Fruit")
    assert told["valueFilter"]["value"] == "Sum of Crates"
    assert shown == labels


def test_value_filters_of_inner_fields_hold_within_each_outer_item(fruit):
    fruit("""
        pivot.rowHierarchies.add(pivot.hierarchies.getItem("Farm"));
        pivot.rowHierarchies.getItem("Farm").position = 0;
    """)
    top = '{condition: "TopN", threshold: 1, selectionType: "Items", value: "Sum of Crates"}'
    shown = fruit(f'field("Fruit").applyFilter({{valueFilter: {top}}});{LABELS}')
    assert shown == "A Date B Apple"


DATE_RULES = [
    ('condition: "Equals", comparator: {date: "2024-03-01", specificity: "Day"}', "2024-03-01"),
    ('condition: "Before", comparator: {date: "2024-02-15", specificity: "Day"}',
     "2024-01-01 2024-02-01"),
    ('condition: "BeforeOrEqualTo", comparator: {date: "2024-02-01", specificity: "Month"}',
     "2024-01-01 2024-02-01"),
    ('condition: "After", comparator: {date: "2024-07-01", specificity: "Day"}', "2024-12-31"),
    ('condition: "AfterOrEqualTo", comparator: {date: "2024-07-01", specificity: "Day"}',
     "2024-07-01 2024-12-31"),
    ('condition: "Between", lowerBound: {date: "2024-04-30T12:00:00", specificity: "Day"}, '
     'upperBound: {date: "2024-06-01", specificity: "Day"}, wholeDays: true',
     "2024-05-01 2024-06-01"),
    ('condition: "AllDatesInPeriodQuarter1"', "2024-01-01 2024-02-01 2024-03-01"),
    ('condition: "AllDatesInPeriodDecember"', "2024-12-31"),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "labels"), DATE_RULES)
def test_date_filters(fruit, told_again, rule, labels):
    fruit("""
        pivot.rowHierarchies.remove(pivot.rowHierarchies.getItem("Fruit"));
        pivot.rowHierarchies.add(pivot.hierarchies.getItem("Picked"));
    """)
    assert fruit(f'field("Picked").applyFilter({{dateFilter: {{{rule}}}}});{LABELS}') == labels
    told, shown = told_again("Picked")
    assert (list(told), shown) == (["dateFilter"], labels)
    assert fruit('field("Picked").clearFilter("Date");' + LABELS).count("-") == 16


@pytest.mark.parametrize("unit", ["Week", "Month", "Quarter", "Year"])
def test_dates_near_today(office_js, excel, unit):
    """Today is told from days that lie more than two years off."""
    shown = office_js.value(
        excel,
        f"""
        const sheet = context.workbook.worksheets.getActiveWorksheet();
        sheet.getRange("A1:B1").values = [["Day", "N"]];
        sheet.getRange("A2:A4").formulas = [["=TODAY()-800"], ["=TODAY()"], ["=TODAY()+800"]];
        sheet.getRange("B2:B4").values = [[1], [2], [3]];
        const pivot = sheet.pivotTables.add("P", "A1:B4", "D1");
        pivot.rowHierarchies.add(pivot.hierarchies.getItem("Day"));
        pivot.dataHierarchies.add(pivot.hierarchies.getItem("N"));
        const field = pivot.hierarchies.getItem("Day").fields.getItem("Day");
        const totals = [];
        for (const condition of ["This{unit}", "Today", "YearToDate"]) {{
          field.applyFilter({{dateFilter: {{condition}}}});
          const body = pivot.layout.getDataBodyRange().getLastCell().load("values");
          await context.sync();
          totals.push(body.values[0][0]);
        }}
        return totals;
    """,
    )
    assert shown == [2, 2, 2]


def test_the_file_tells_the_filter_as_excel_writes_it(fruit, excel):
    fruit("""field("Fruit").applyFilter({valueFilter: {condition: "TopN", threshold: 2,
             selectionType: "Percent", value: "Sum of Crates"}});""")
    with zipfile.ZipFile(io.BytesIO(excel.to_bytes())) as archive:
        part = archive.read("xl/pivotTables/pivotTable1.xml").decode()
    assert (
        '<filter fld="0" type="percent" evalOrder="-1" id="1" iMeasureFld="0"><autoFilter ref="A1">'
        '<filterColumn colId="0"><top10 percent="1" val="2" filterVal="2"/></filterColumn>'
    ) in part


@pytest.mark.parametrize(
    "filter_",
    [
        '{labelFilter: {condition: "Like", substring: "a"}}',
        '{labelFilter: {condition: "Contains"}}',
        '{valueFilter: {condition: "Equals", comparator: 1, value: "Crates"}}',
        '{valueFilter: {condition: "TopN", threshold: "2", value: "Sum of Crates"}}',
        '{dateFilter: {condition: "Equals", comparator: {date: "soon", specificity: "Day"}}}',
        '{dateFilter: {condition: "Today", exclusive: true}}',
        "{}",
    ],
)
def test_filters_that_mean_nothing_are_refused(fruit, office_js, excel, filter_):
    code = SAME + f'field("Fruit").applyFilter({filter_}); await context.sync();'
    error = office_js.run(excel, code).error
    assert error is not None
    assert error["code"] == "InvalidArgument"
