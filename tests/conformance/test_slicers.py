"""What Excel documents about slicers over tables."""

import pytest

from embedded_excel.host import EmbeddedExcel

SALES = """
    const sheet = context.workbook.worksheets.getActiveWorksheet();
    sheet.getRange("A1:B5").values =
      [["Region", "Units"], ["South", 1], ["North", 2], ["South", 3], ["East", 10]];
    sheet.tables.add("A1:B5", true).name = "Sales";
    const slicer = sheet.slicers.add("Sales", "Region", sheet);
    await context.sync();
"""
SAME = """
    const sheet = context.workbook.worksheets.getActiveWorksheet();
    const slicer = context.workbook.slicers.getItem("Region");
"""


@pytest.fixture
def sales(office_js, excel):
    office_js.value(excel, SALES)
    return lambda code: office_js.value(excel, SAME + code)


def test_a_new_slicer_has_the_column_s_name_and_excel_s_size(sales):
    assert sales("""
        slicer.load("name,caption,style,sortBy,isFilterCleared,width,height");
        slicer.slicerItems.load("items/name,items/isSelected,items/hasData");
        slicer.worksheet.load("name");
        await context.sync();
        return [slicer.name, slicer.caption, slicer.style, slicer.sortBy, slicer.isFilterCleared,
                slicer.width, slicer.height, slicer.worksheet.name,
                slicer.slicerItems.items.map(item => [item.name, item.isSelected, item.hasData])];
    """) == [
        "Region",
        "Region",
        "SlicerStyleLight1",
        "Ascending",
        True,
        144,
        198.75,
        "Sheet1",
        [["East", True, True], ["North", True, True], ["South", True, True]],
    ]


def test_a_selection_filters_the_table(sales):
    assert sales("""
        slicer.selectItems(["South"]);
        const selected = slicer.getSelectedItems();
        slicer.load("isFilterCleared");
        const rows = ["2:2", "3:3", "4:4", "5:5"].map(at => sheet.getRange(at).load("rowHidden"));
        await context.sync();
        const before = [selected.value, slicer.isFilterCleared, rows.map(row => row.rowHidden)];
        slicer.slicerItems.getItem("East").isSelected = true;
        const more = slicer.getSelectedItems();
        await context.sync();
        slicer.clearFilters();
        const all = slicer.getSelectedItems();
        rows.forEach(row => row.load("rowHidden"));
        await context.sync();
        return [...before, more.value, all.value, rows.some(row => row.rowHidden)];
    """) == [
        ["South"],
        False,
        [False, True, False, True],
        ["East", "South"],
        ["East", "North", "South"],
        False,
    ]


def test_a_slicer_keeps_its_place_and_looks(sales, office_js, excel):
    read = """
        slicer.load("left,top,width,height,caption,style,sortBy");
        await context.sync();
        return [slicer.left, slicer.top, slicer.width, slicer.height, slicer.caption, slicer.style,
                slicer.sortBy];
    """
    expected = [300, 30, 150, 120, "Where", "SlicerStyleDark2", "Descending"]
    assert (
        sales(
            """
        slicer.left = 300; slicer.top = 30; slicer.width = 150; slicer.height = 120;
        slicer.caption = "Where";
        slicer.style = "SlicerStyleDark2";
        slicer.sortBy = "Descending";
    """
            + read
        )
        == expected
    )
    again = EmbeddedExcel.from_bytes(excel.to_bytes(), "again.xlsx")
    assert office_js.value(again, SAME + read) == expected
    again.close()


def test_a_deleted_slicer_leaves_the_filter(sales):
    assert sales("""
        slicer.selectItems(["North"]);
        slicer.delete();
        const count = sheet.slicers.getCount();
        const row = sheet.getRange("2:2").load("rowHidden");
        await context.sync();
        return [count.value, row.rowHidden];
    """) == [0, True]


@pytest.mark.parametrize(
    ("code", "error"),
    [
        ('slicer.selectItems(["West"]);', "InvalidArgument"),
        ('sheet.slicers.add("Sales", "Price", sheet);', "InvalidArgument"),
        ('sheet.slicers.add("Other", "Price", sheet);', "ItemNotFound"),
        ('slicer.name = "Other";', "NotImplemented"),
        ('slicer.sortBy = "DataSourceOrder";', "NotImplemented"),
    ],
)
def test_what_isn_t_there_is_refused(sales, office_js, excel, code, error):
    run = office_js.run(excel, SAME + code + "await context.sync();")
    assert run.error is not None
    assert run.error["code"] == error
