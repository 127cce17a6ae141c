"""What a copied sheet has of its model: everything that lies over its cells."""

import pytest

from embedded_excel.host import EmbeddedExcel

DOT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
MODEL = f"""
    const sheet = context.workbook.worksheets.getActiveWorksheet();
    sheet.name = "Model";
    sheet.getRange("A1:B4").values = [["Farm", "Crates"], ["A", 1], ["B", 2], ["C", 3]];
    const table = sheet.tables.add("A1:B4", true);
    table.name = "Farms";
    sheet.getRange("D1").formulas = [["=SUM(Farms[Crates])"]];
    const slicer = sheet.slicers.add(table, "Farm", sheet);
    slicer.caption = "Which farm";
    const shape = sheet.shapes.addGeometricShape("Rectangle");
    shape.name = "Box";
    shape.fill.setSolidColor("#00FF00");
    sheet.shapes.addImage("{DOT}").name = "Dot";
    sheet.charts.add("ColumnClustered", sheet.getRange("A1:B4"), "Columns").name = "Chart";
    context.workbook.comments.add("Model!B2", "Sure?").replies.add("Yes");
    sheet.horizontalPageBreaks.add("A20");
    sheet.verticalPageBreaks.add("F1");
    sheet.tabColor = "#FF0000";
    sheet.getRange("F1:F3").values = [["Head"], [1], [2]];
    sheet.autoFilter.apply("F1:F3", 0, {{filterOn: "Values", values: ["1"]}});
    await context.sync();
"""
READ = """
    const sheet = context.workbook.worksheets.getItem(NAME);
    const tables = sheet.tables.load("items/name");
    const slicers = sheet.slicers.load("items/caption");
    const shapes = sheet.shapes.load("items/name,items/type");
    const charts = sheet.charts.load("items/name");
    const comments = sheet.comments.load("items/content");
    const down = sheet.horizontalPageBreaks.load("items"), across = sheet.verticalPageBreaks.load("items");
    sheet.load("tabColor");
    sheet.autoFilter.load("enabled,isDataFiltered");
    const row = sheet.getRange("3:3").load("rowHidden");
    const total = sheet.getRange("D1").load("formulas,values");
    await context.sync();
    const replies = comments.items[0].replies.load("items/content");
    await context.sync();
    return {
      tables: tables.items.map(one => one.name), slicers: slicers.items.map(one => one.caption),
      shapes: shapes.items.map(one => [one.name, one.type]), charts: charts.items.length,
      comments: comments.items.map(one => one.content),
      replies: replies.items.map(one => one.content),
      breaks: [down.items.length, across.items.length], tab: sheet.tabColor,
      filter: [sheet.autoFilter.enabled, sheet.autoFilter.isDataFiltered, row.rowHidden],
      total: [total.formulas[0][0], total.values[0][0]],
    };
"""
ALL = {
    "tables": ["Farms"],
    "slicers": ["Which farm"],
    "shapes": [["Box", "GeometricShape"], ["Dot", "Image"], ["Chart", "Unsupported"]],
    "charts": 1,
    "comments": ["Sure?"],
    "replies": ["Yes"],
    "breaks": [1, 1],
    "tab": "#FF0000",
    "filter": [True, True, True],
    "total": ["=SUM(Farms[Crates])", 6],
}
COPY = {**ALL, "tables": ["Farms2"], "total": ["=SUM(Farms2[Crates])", 6]}


@pytest.fixture
def model(office_js, excel):
    office_js.value(excel, MODEL)
    return excel


def read(office_js, excel, name):
    return office_js.value(excel, f'const NAME = "{name}";{READ}')


def test_a_copy_has_what_its_model_has(office_js, model):
    copy = 'context.workbook.worksheets.getItem("Model").copy("End").name = "Copy";'
    office_js.value(model, copy)
    assert read(office_js, model, "Model") == ALL
    assert read(office_js, model, "Copy") == COPY
    assert not model.losses()
    again = EmbeddedExcel.from_bytes(model.to_bytes(), "again.xlsx")
    assert read(office_js, again, "Copy") == COPY
    again.close()


def test_a_slicer_of_a_copy_filters_the_copy_s_table(office_js, model):
    assert office_js.value(
        model,
        """
        const copy = context.workbook.worksheets.getItem("Model").copy("End");
        copy.slicers.load("items");
        await context.sync();
        copy.slicers.items[0].selectItems(["A"]);
        const tables = [context.workbook.tables.getItem("Farms"),
                        context.workbook.tables.getItem("Farms2")];
        const filters = tables.map(table => table.autoFilter.load("isDataFiltered"));
        await context.sync();
        return filters.map(filter => filter.isDataFiltered);
    """,
    ) == [False, True]


def test_comments_of_a_copy_are_its_own(office_js, model):
    assert office_js.value(
        model,
        """
        const copy = context.workbook.worksheets.getItem("Model").copy("End");
        copy.comments.load("items/content");
        await context.sync();
        copy.comments.items[0].content = "Now";
        const all = context.workbook.comments.load("items/content");
        await context.sync();
        return all.items.map(comment => comment.content).sort();
    """,
    ) == ["Now", "Sure?"]


def test_a_sheet_that_can_t_be_copied_leaves_none_behind(office_js, excel):
    error = office_js.run(
        excel,
        """
        const sheet = context.workbook.worksheets.getActiveWorksheet();
        sheet.copy("Nowhere");
        await context.sync();
    """,
    ).error
    assert error is not None
    assert (
        office_js.value(
            excel,
            """
        const count = context.workbook.worksheets.getCount();
        await context.sync();
        return count.value;
    """,
        )
        == 1
    )


def test_names_that_point_at_the_model_point_at_the_copy_on_it(office_js, excel):
    assert office_js.value(
        excel,
        """
        const sheet = context.workbook.worksheets.getActiveWorksheet();
        sheet.name = "Model";
        const names = context.workbook.names;
        names.add("Rate", "=Model!$B$1");
        names.add("Both", "=Model!$B$2");
        sheet.names.add("Both", "=Model!$B$3");
        sheet.names.add("Own", "=Model!$B$4");
        names.add("Days", "=365");
        sheet.getRange("A1:B1").formulas = [["=Rate*2", 5]];
        const copy = sheet.copy("End");
        copy.name = "Copy";
        copy.getRange("B1").values = [[7]];
        copy.names.load("items/name,items/formula");
        names.load("items/name,items/formula");
        const cells = [sheet, copy].map(one => one.getRange("A1").load("values"));
        await context.sync();
        const told = collection => collection.items.map(item => item.name + item.formula);
        return [told(copy.names), told(names), cells.map(cell => cell.values[0][0])];
        """,
    ) == [
        ["Both=Copy!$B$3", "Own=Copy!$B$4", "Rate=Copy!$B$1"],
        ["Both=Model!$B$2", "Days=365", "Rate=Model!$B$1"],
        [10, 14],
    ]
