"""What Excel documents about named sheet views: filters of their own, apart from the default view."""

import io
import zipfile
from xml.etree import ElementTree as ET

import openpyxl
import pytest
from office_js import OfficeJs

from embedded_excel.host import EmbeddedExcel

CELLS = """
    sheet.getRange("A1:B6").values = [
      ["Region", "Units"], ["North", 5], ["South", 12], ["North", 30], ["West", 7], ["", 50]];
    sheet.getRange("E1:F4").values = [["Code", "Size"], ["a", 1], ["b", 2], ["c", 3]];
"""
FILTERED = CELLS + 'sheet.autoFilter.apply("A1:B6", 0, {filterOn: "Values", values: ["North"]});\n'
VIEWS = "const views = sheet.namedSheetViews;\n"
PART = "xl/namedSheetViews/namedSheetView1.xml"
NSV = "{http://schemas.microsoft.com/office/spreadsheetml/2019/namedsheetviews}"
MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


@pytest.fixture
def shown(value):
    """Which of rows 2 to 6 show."""

    def read():
        hidden = value("""
            const rows = [2, 3, 4, 5, 6].map(row => sheet.getRange(`${row}:${row}`));
            for (const row of rows) row.load("rowHidden");
            await context.sync();
            return rows.map(row => row.rowHidden);
        """)
        return [row for row, hide in enumerate(hidden, 2) if not hide]

    return read


@pytest.fixture
def in_view(value):
    """Runs code with `views`, and answers the names of the views afterwards."""

    def run(code):
        return value(
            VIEWS
            + code
            + """
            views.load("items/name");
            const count = views.getCount();
            await context.sync();
            if (count.value !== views.items.length) throw new Error("miscounted");
            return views.items.map(view => view.name);
        """
        )

    return run


@pytest.fixture
def parts(excel):
    """The parts of the saved file."""

    def read():
        with zipfile.ZipFile(io.BytesIO(excel.to_bytes())) as archive:
            return {name: archive.read(name) for name in archive.namelist()}

    return read


ACTIVE = """
    const active = sheet.namedSheetViews.getActive();
    active.load("name");
    await context.sync();
    return active.name;
"""


def test_a_view_filters_by_itself_and_exit_brings_the_default_view_back(value, shown, in_view):
    value(FILTERED)
    assert in_view('views.add("Large").activate();') == ["Large"]
    assert value(ACTIVE) == "Large"
    assert shown() == [2, 4]
    value(
        "sheet.autoFilter.clearColumnCriteria(0);"
        'sheet.autoFilter.apply("A1:B6", 1, {filterOn: "Custom", criterion1: ">10"});'
    )
    assert shown() == [3, 4, 6]
    in_view("views.exit();")
    assert shown() == [2, 4]
    in_view('views.getItem("Large").activate();')
    assert shown() == [3, 4, 6]


def test_criteria_of_a_view_are_computed_again_when_it_is_activated(value, shown, in_view):
    value(FILTERED)
    in_view('views.add("North").activate(); views.exit();')
    value('sheet.getRange("A5").values = "North";')
    assert shown() == [2, 4], "the default view isn't filtered again by looking at another"
    in_view('views.getItem("North").activate();')
    assert shown() == [2, 4, 5]
    in_view("views.exit();")
    assert shown() == [2, 4]


def test_tables_are_filtered_by_the_view_too(value, shown, in_view):
    value(CELLS + 'sheet.tables.add("E1:F4", true).name = "Sizes";')
    column = 'sheet.tables.getItem("Sizes").columns.getItem("Size").filter'
    value(f'{column}.applyCustomFilter(">=2");')
    in_view(f'views.add("One").activate(); {column}.applyCustomFilter("=1");')
    assert shown() == [2, 5, 6]
    value('sheet.tables.getItem("Sizes").name = "Renamed";')
    in_view("views.exit();")
    assert shown() == [3, 4, 5, 6]
    in_view('views.getItem("One").activate();')
    assert shown() == [2, 5, 6]


def test_rows_under_two_filters_are_hidden_by_either(value, shown, in_view):
    value(FILTERED + 'sheet.tables.add("E1:F4", true).name = "Sizes";')
    column = 'sheet.tables.getItem("Sizes").columns.getItem("Size").filter'
    in_view(f'views.add("Both").activate(); {column}.applyCustomFilter(">=2"); views.exit();')
    assert shown() == [2, 4]
    in_view('views.getItem("Both").activate();')
    assert shown() == [4]


def test_a_temporary_view_goes_on_leaving_it_and_stays_once_it_has_a_name(
    value, failure, shown, in_view
):
    value(FILTERED)
    assert in_view("views.enterTemporary(); sheet.autoFilter.clearCriteria();") == [""]
    assert value(ACTIVE) == ""
    assert shown() == [2, 3, 4, 5, 6]
    assert in_view("views.exit();") == []
    assert shown() == [2, 4]
    assert failure(VIEWS + 'views.getItem("").activate();') == "ItemNotFound"
    in_view("views.enterTemporary(); sheet.autoFilter.clearCriteria();")
    assert in_view('views.getItem("").name = "All";') == ["All"]
    assert in_view("views.exit();") == ["All"]
    assert in_view("views.enterTemporary(); views.enterTemporary();") == ["All", ""]
    assert in_view('views.getItem("All").activate();') == ["All"]
    assert shown() == [2, 3, 4, 5, 6]


def test_views_are_found_copied_renamed_and_deleted(value, failure, shown, in_view):
    value(FILTERED)
    in_view('views.add("A"); views.add("a");')
    assert in_view('views.getItem("A").duplicate(); views.getItemAt(1).duplicate("B");') == [
        "A",
        "a",
        "A (2)",
        "B",
    ]
    assert in_view('views.getItemAt(3).name = "C"; views.getItem("a").delete();') == [
        "A",
        "A (2)",
        "C",
    ]
    in_view('views.getItem("C").activate(); sheet.autoFilter.clearCriteria();')
    assert in_view('views.getItem("C").delete();') == ["A", "A (2)"]
    assert shown() == [2, 4]
    assert failure(VIEWS + "views.getActive();") == "ItemNotFound"
    assert failure(VIEWS + 'views.getItem("C").delete();') == "ItemNotFound"
    assert failure(VIEWS + 'views.getItem("a (2)").delete();') == "ItemNotFound"
    assert failure(VIEWS + "views.getItemAt(2).delete();") == "ItemNotFound"
    assert failure(VIEWS + 'views.add("A");') == "ItemAlreadyExists"
    assert failure(VIEWS + 'views.getItem("A").name = "A (2)";') == "ItemAlreadyExists"
    assert failure(VIEWS + 'views.add("");') == "InvalidArgument"
    assert failure(VIEWS + 'views.add("Default");') == "InvalidArgument"


def test_the_file_shows_the_default_view_and_keeps_the_named_ones(value, shown, in_view, parts):
    value(FILTERED)
    in_view('views.add("Large").activate();')
    value(
        'sheet.autoFilter.apply("A1:B6", 1, {filterOn: "Custom", criterion1: ">=30"});'
        "sheet.autoFilter.clearColumnCriteria(0);"
    )
    in_view("views.exit(); views.enterTemporary();")
    value("sheet.autoFilter.clearCriteria();")
    saved = parts()
    sheet = ET.fromstring(saved["xl/worksheets/sheet1.xml"])
    hidden = [int(row.get("r")) for row in sheet.iter(f"{MAIN}row") if row.get("hidden") == "1"]
    assert hidden == [3, 5, 6]
    own = sheet.find(f"{MAIN}autoFilter")
    assert [column.get("colId") for column in own] == ["0"]
    (view,) = ET.fromstring(saved[PART])
    assert (view.tag, view.get("name")) == (f"{NSV}namedSheetView", "Large")
    (found,) = view
    identity = next(value for name, value in own.attrib.items() if name.endswith("}uid"))
    assert found.attrib == {"filterId": identity, "ref": "A1:B6", "tableId": "0"}
    (column,) = found
    assert (column.tag, column.get("colId")) == (f"{NSV}columnFilter", "1")
    condition = column.find(f"{NSV}filter/{MAIN}customFilters/{MAIN}customFilter")
    assert condition.attrib == {"operator": "greaterThanOrEqual", "val": "30"}
    assert (
        b'ContentType="application/vnd.ms-excel.namedsheetviews+xml"'
        in (saved["[Content_Types].xml"])
    )
    assert (
        b'Type="http://schemas.microsoft.com/office/2019/04/relationships/namedSheetView" '
        b'Target="../namedSheetViews/namedSheetView1.xml"'
    ) in saved["xl/worksheets/_rels/sheet1.xml.rels"]
    assert shown() == [2, 3, 4, 5, 6], "saving changes nothing that shows"


CRITERIA = [
    '{filterOn: "Values", values: ["5", ""]}',
    '{filterOn: "Values", values: [{date: "2024-02-01", specificity: "Month"}]}',
    '{filterOn: "Custom", criterion1: ">=7", criterion2: "<30", operator: "And"}',
    '{filterOn: "BottomPercent", criterion1: "40"}',
    '{filterOn: "Dynamic", dynamicCriteria: "AboveAverage"}',
    '{filterOn: "Dynamic", dynamicCriteria: "AllDatesInPeriodMarch"}',
    '{filterOn: "CellColor", color: "#00FF00"}',
    '{filterOn: "FontColor", color: "#0000FF"}',
    '{filterOn: "Icon", icon: {set: "ThreeArrows", index: 2}}',
]


@pytest.mark.parametrize("criteria", CRITERIA)
def test_every_kind_of_criterion_is_read_back(office_js, excel, value, in_view, criteria):
    value(CELLS)
    in_view('views.add("V").activate();')
    read = 'sheet.autoFilter.load("criteria"); await context.sync();'
    before = value(
        f'sheet.autoFilter.apply("A1:B6", 1, {criteria}); {read}return sheet.autoFilter.criteria;'
    )
    again = EmbeddedExcel.from_bytes(excel.to_bytes(), "Again.xlsx")
    first = "const sheet = context.workbook.worksheets.getFirst();\n"
    assert office_js.value(again, f"{first}{read} return sheet.autoFilter.criteria;") == [
        None,
        None,
    ]
    office_js.value(again, f'{first}sheet.namedSheetViews.getItem("V").activate();')
    assert office_js.value(again, f"{first}{read} return sheet.autoFilter.criteria;") == before
    again.close()


def test_views_follow_inserted_and_deleted_rows_and_columns(value, shown, in_view):
    value(FILTERED)
    in_view('views.add("Large").activate();')
    value(
        "sheet.autoFilter.clearColumnCriteria(0);"
        'sheet.autoFilter.apply("A1:B6", 1, {filterOn: "Custom", criterion1: ">10"});'
    )
    in_view("views.exit();")
    value('sheet.getRange("B:B").insert("Right"); sheet.getRange("3:3").delete("Up");')
    assert shown() == [2, 3, 6]
    in_view('views.getItem("Large").activate();')
    assert shown() == [3, 5, 6]
    assert value("""
        sheet.autoFilter.load("criteria");
        await context.sync();
        return sheet.autoFilter.criteria.map(one => one && one.criterion1);
    """) == [None, None, ">10"]
    value('sheet.getRange("1:1").insert("Down");')
    in_view("views.exit();")
    assert shown() == [2, 3, 4]


def test_sheets_that_move_go_or_are_renamed_keep_their_own_views(value, in_view, excel):
    value(FILTERED)
    in_view('views.add("Mine");')
    value("""
        context.workbook.worksheets.add("Other").namedSheetViews.add("Theirs");
        sheet.position = 1;
        sheet.name = "Moved";
    """)
    again = EmbeddedExcel.from_bytes(excel.to_bytes(), "Again.xlsx")
    library = OfficeJs()
    names = """
        const all = ["Moved", "Other"].map(name => {
          const views = context.workbook.worksheets.getItem(name).namedSheetViews;
          views.load("items/name");
          return views;
        });
        await context.sync();
        return all.map(views => views.items.map(view => view.name));
    """
    try:
        assert library.value(again, names) == [["Mine"], ["Theirs"]]
    finally:
        library.close()
        again.close()


def with_view(package, view):
    """A file with a part of views as another program wrote it."""
    source = zipfile.ZipFile(io.BytesIO(package))
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name in source.namelist():
            content = source.read(name)
            if name == PART:
                content = view
            archive.writestr(name, content)
    return target.getvalue()


def test_what_a_view_says_beyond_filters_stays_in_the_file_and_sorting_is_refused_by_name(
    office_js, excel, value, in_view
):
    value(FILTERED)
    in_view('views.add("V").activate(); views.exit();')
    package = excel.to_bytes()
    with zipfile.ZipFile(io.BytesIO(package)) as archive:
        text = archive.read(PART).decode()
    rules = (
        '<sortRules sortMethod="stroke"><sortRule colId="1" id="{00000000-0000-0000-0000-'
        '000000000001}"><sortCondition descending="1" ref="B1:B6"/></sortRule></sortRules>'
    )
    more = '<extLst><x:ext uri="{1}"><a xmlns="urn:a">b</a></x:ext></extLst>'
    text = text.replace("</nsvFilter>", f"{rules}</nsvFilter>{more}")
    again = EmbeddedExcel.from_bytes(with_view(package, text.encode()), "Again.xlsx")
    first = "const sheet = context.workbook.worksheets.getFirst();\n"
    with zipfile.ZipFile(io.BytesIO(again.to_bytes())) as archive:
        assert archive.read(PART).decode() == text
    error = office_js.run(again, f'{first}sheet.namedSheetViews.getItem("V").activate();').error
    assert error["code"] == "NotImplemented"
    assert "NamedSheetView.activate of a view that sorts rows" in error["message"]
    office_js.value(
        again,
        f'{first}sheet.getRange("1:2").insert("Down"); sheet.getRange("B:B").insert("Right");'
        'sheet.namedSheetViews.getItem("V").name = "W";',
    )
    with zipfile.ZipFile(io.BytesIO(again.to_bytes())) as archive:
        (view,) = ET.fromstring(archive.read(PART))
    again.close()
    assert view.get("name") == "W"
    assert view.find(f"{NSV}nsvFilter").get("ref") == "A3:C8"
    ordering = view.find(f"{NSV}nsvFilter/{NSV}sortRules")
    assert ordering.get("sortMethod") == "stroke"
    (rule,) = ordering
    assert (rule.get("colId"), rule[0].get("ref")) == ("2", "C3:C8")
    assert view.find(f"{NSV}extLst/{MAIN}ext/{{urn:a}}a").text == "b"


@pytest.mark.parametrize(
    "text",
    [
        "<namedSheetViews",
        f'<namedSheetViews xmlns="{NSV[1:-1]}"><namedSheetView name="V"/></namedSheetViews>',
        f'<namedSheetViews xmlns="{NSV[1:-1]}"><namedSheetView name="V" id="{{1}}"><extLst>'
        + "<a>" * 5_000
        + "</a>" * 5_000
        + "</extLst></namedSheetView></namedSheetViews>",
    ],
    ids=["damaged", "incomplete", "deep"],
)
def test_views_that_can_not_be_read_stay_in_the_file(excel, value, in_view, office_js, text):
    value(FILTERED)
    in_view('views.add("V");')
    again = EmbeddedExcel.from_bytes(with_view(excel.to_bytes(), text.encode()), "Again.xlsx")
    count = "const count = sheet.namedSheetViews.getCount(); await context.sync();"
    first = "const sheet = context.workbook.worksheets.getFirst();\n"
    assert office_js.value(again, f"{first}{count} return count.value;") == 0
    with zipfile.ZipFile(io.BytesIO(again.to_bytes())) as archive:
        assert archive.read(PART).decode() == text
    again.close()


def test_sorting_in_a_view_would_move_everybodys_rows_and_is_refused(value, failure, in_view):
    value(CELLS + 'sheet.tables.add("E1:F4", true).name = "Sizes";')
    in_view('views.add("V").activate();')
    sort = 'sheet.tables.getItem("Sizes").sort.apply([{key: 1, ascending: false}]);'
    assert failure(sort) == "NotImplemented"
    assert failure('sheet.getRange("E2:F4").sort.apply([{key: 1}]);') == "NotImplemented"
    value('sheet.getRange("A2:B6").sort.apply([{key: 1, ascending: false}]);')
    in_view("views.exit();")
    value(sort)
    assert value("""
        const range = sheet.getRange("E2:E4");
        range.load("values");
        await context.sync();
        return range.values;
    """) == [["c"], ["b"], ["a"]]


def test_another_library_opens_the_file(value, in_view, excel):
    value(FILTERED)
    in_view('views.add("V");')
    sheet = openpyxl.load_workbook(io.BytesIO(excel.to_bytes())).worksheets[0]
    assert sheet.auto_filter.ref == "A1:B6"
