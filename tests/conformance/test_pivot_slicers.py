"""What Excel documents about slicers over PivotTables, and the parts a file keeps them in."""

import io
import re
import zipfile

import pytest

from embedded_excel.host import EmbeddedExcel

SALES = """
    const data = context.workbook.worksheets.add("Data");
    data.getRange("A1:D6").values = [
      ["Farm", "Type", "Year", "Crates"],
      ["A", "Lime", 2024, 10], ["B", "Lemon", 2024, 20], ["A", "Lemon", 2025, 5],
      ["B", "Lime", 2025, 7], ["C", "Kiwi", 2024, 1]];
    const sheet = context.workbook.worksheets.add("Pivot");
    const pivot = sheet.pivotTables.add("Farm Sales", "Data!A1:D6", "A1");
    pivot.rowHierarchies.add(pivot.hierarchies.getItem("Farm"));
    pivot.dataHierarchies.add(pivot.hierarchies.getItem("Crates"));
    sheet.slicers.add(pivot, "Type", sheet).name = "Fruit";
    await context.sync();
"""
SAME = """
    const sheet = context.workbook.worksheets.getItem("Pivot");
    const pivot = context.workbook.pivotTables.getItem("Farm Sales");
    const slicer = context.workbook.slicers.getItem("Fruit");
"""
LINES = """
    const shown = pivot.layout.getRange().load("values");
    await context.sync();
    return shown.values.slice(1).map(row => row.join(" "));
"""
ALL = ["A 15", "B 27", "C 1", "Grand Total 43"]


@pytest.fixture
def sales(office_js, excel):
    office_js.value(excel, SALES)
    return lambda code: office_js.value(excel, SAME + code)


@pytest.fixture
def again(sales, office_js, excel):
    """What code returns in the workbook saved and opened again."""
    opened: list[EmbeddedExcel] = []

    def run(code):
        opened.append(EmbeddedExcel.from_bytes(excel.to_bytes(), "again.xlsx"))
        return office_js.value(opened[-1], SAME + code)

    yield run
    for one in opened:
        one.close()


@pytest.fixture
def failure(office_js, excel):
    def run(code):
        error = office_js.run(excel, SAME + code + "\nawait context.sync();").error
        assert error is not None
        return error["code"]

    return run


def test_a_slicer_offers_the_items_of_a_field_that_needs_no_axis(sales):
    assert sales("""
        slicer.load("name,caption,style,isFilterCleared,width,height");
        slicer.slicerItems.load("items/name,items/isSelected,items/hasData");
        slicer.worksheet.load("name");
        const year = sheet.slicers.add("Farm Sales", "Year");
        year.slicerItems.load("items/name");
        year.load("name");
        await context.sync();
        return [slicer.name, slicer.caption, slicer.style, slicer.isFilterCleared, slicer.width,
                slicer.height, slicer.worksheet.name, year.name,
                year.slicerItems.items.map(item => item.name),
                slicer.slicerItems.items.map(item => [item.name, item.isSelected, item.hasData])];
    """) == [
        "Fruit",
        "Type",
        "SlicerStyleLight1",
        True,
        144,
        198.75,
        "Pivot",
        "Year",
        ["2024", "2025"],
        [["Kiwi", True, True], ["Lemon", True, True], ["Lime", True, True]],
    ]


def test_the_pivot_is_filtered_when_the_slicer_is(sales, again):
    assert sales('slicer.selectItems(["Lime", "Kiwi"]);' + LINES) == [
        "A 10",
        "B 7",
        "C 1",
        "Grand Total 18",
    ]
    read = """
        const chosen = slicer.getSelectedItems();
        slicer.load("isFilterCleared");
        await context.sync();
        return [chosen.value, slicer.isFilterCleared];
    """
    assert sales(read) == [["Kiwi", "Lime"], False]
    assert again(read) == [["Kiwi", "Lime"], False]
    assert again(LINES)[-1] == "Grand Total 18"
    assert again("slicer.clearFilters();" + LINES) == ALL
    sales('slicer.slicerItems.getItem("Kiwi").isSelected = false;')
    assert sales(LINES) == ["A 10", "B 7", "Grand Total 17"]
    assert sales("slicer.clearFilters();" + LINES) == ALL


def test_a_slicer_shows_what_the_field_filters(sales):
    assert sales("""
        pivot.filterHierarchies.add(pivot.hierarchies.getItem("Type"));
        const field = pivot.hierarchies.getItem("Type").fields.getItem("Type");
        field.applyFilter({manualFilter: {selectedItems: ["Lime"]}});
        const chosen = slicer.getSelectedItems();
        const farm = sheet.slicers.add(pivot, pivot.hierarchies.getItem("Farm"), sheet);
        farm.slicerItems.load("items/name,items/hasData");
        await context.sync();
        return [chosen.value, farm.slicerItems.items.map(item => [item.name, item.hasData])];
    """) == [["Lime"], [["A", True], ["B", True], ["C", False]]]


def test_name_caption_style_order_and_place_are_kept(sales, again):
    read = """
        slicer.load("left,top,width,height,caption,style,sortBy");
        const first = slicer.slicerItems.getItemAt(0).load("name");
        await context.sync();
        return [slicer.left, slicer.top, slicer.width, slicer.height, slicer.caption, slicer.style,
                slicer.sortBy, first.name];
    """
    expected = [300, 30, 150, 120, "Which?", "SlicerStyleDark2", "Descending", "Lime"]
    code = """
        slicer.left = 300; slicer.top = 30; slicer.width = 150; slicer.height = 120;
        slicer.caption = "Which?"; slicer.style = "SlicerStyleDark2"; slicer.sortBy = "Descending";
    """
    assert sales(code + read) == expected
    assert again(read) == expected


def test_slicers_move_with_their_cells_and_follow_names(sales, excel, office_js):
    sales("""
        slicer.top = 60;
        sheet.getRange("1:2").insert("Down");
        pivot.name = "Renamed";
        sheet.name = "Report";
    """)
    opened = EmbeddedExcel.from_bytes(excel.to_bytes(), "again.xlsx")
    assert office_js.value(
        opened,
        """
        const slicer = context.workbook.worksheets.getItem("Report").slicers.getItem("Fruit");
        const pivot = context.workbook.pivotTables.getItem("Renamed");
        slicer.load("top");
        slicer.selectItems(["Lemon"]);
        const total = pivot.layout.getDataBodyRange().getLastCell().load("values");
        await context.sync();
        return [slicer.top, total.values[0][0]];
    """,
    ) == [90, 25]
    opened.close()


def test_slicers_aren_t_shapes_and_go_with_their_pivot(sales):
    assert sales("""
        sheet.shapes.load("items");
        const count = context.workbook.slicers.getCount();
        await context.sync();
        const before = [sheet.shapes.items.length, count.value];
        pivot.delete();
        const after = context.workbook.slicers.getCount();
        await context.sync();
        return [...before, after.value];
    """) == [0, 1, 0]


def test_slicers_of_a_file_move_and_go_as_new_ones_do(sales, again):
    assert again("""
        sheet.shapes.load("items");
        slicer.left = 100;
        slicer.load("left");
        await context.sync();
        const before = [sheet.shapes.items.length, slicer.left];
        slicer.delete();
        const count = sheet.slicers.getCount();
        await context.sync();
        return [...before, count.value];
    """) == [0, 100, 0]


def test_a_deleted_slicer_leaves_the_filter_and_nothing_in_the_file(sales, excel):
    sales('slicer.selectItems(["Lemon"]); slicer.delete();')
    with zipfile.ZipFile(io.BytesIO(excel.to_bytes())) as archive:
        assert not [name for name in archive.namelist() if "slicer" in name.lower()]
        assert b"Slicer_" not in archive.read("xl/workbook.xml")


@pytest.mark.parametrize(
    ("code", "error"),
    [
        ('slicer.selectItems(["Plum"]);', "InvalidArgument"),
        ('sheet.slicers.add(pivot, "Colour", sheet);', "InvalidArgument"),
        ('sheet.slicers.add("Nothing", "Type", sheet);', "ItemNotFound"),
        ('sheet.slicers.add(pivot, "Farm").name = "fruit";', "ItemAlreadyExists"),
    ],
)
def test_what_isn_t_there_is_refused(sales, failure, code, error):
    assert failure(code) == error


def test_the_file_has_the_parts_excel_looks_for(sales, excel):
    sales('slicer.selectItems(["Lime"]); sheet.slicers.add(pivot, "Farm", "Data");')
    for content in (excel.to_bytes(), EmbeddedExcel.from_bytes(excel.to_bytes(), "a").to_bytes()):
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            parts = {name: archive.read(name).decode() for name in archive.namelist()}
        caches = [text for name, text in parts.items() if "slicerCaches/slicer" in name]
        assert len(caches) == 2
        cache = next(text for text in caches if 'name="Slicer_Type"' in text)
        assert 'sourceName="Type"' in cache
        assert re.search(r'<pivotTable tabId="\d+" name="Farm Sales"/>', cache)
        # In the order of the cache: Lime, Lemon, Kiwi.
        assert '<i x="0" s="1"/>' in cache
        number = re.search(r'<tabular pivotCacheId="(\d+)"', cache)
        assert number is not None
        mark = f'<x14:pivotCacheDefinition pivotCacheId="{number[1]}"/>'
        assert any(mark in text for name, text in parts.items() if "pivotCacheDef" in name)
        workbook = parts["xl/workbook.xml"]
        assert workbook.count("<x14:slicerCache r:id=") == 2
        assert workbook.count("<definedName ") == 2
        views = [text for name, text in parts.items() if name.startswith("xl/slicers/")]
        assert sorted(re.findall(r' name="(\w+)"', "".join(views))) == ["Farm", "Fruit"]
        frames = "".join(text for name, text in parts.items() if "drawings/drawing" in name)
        assert sorted(re.findall(r'<sle:slicer [^>]*name="(\w+)"', frames)) == ["Farm", "Fruit"]
        assert "slicer-frame" not in frames
