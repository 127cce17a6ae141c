"""Styles of tables and PivotTables, Excel's own and a workbook's."""

import io
import zipfile

import pytest

from embedded_excel.host import EmbeddedExcel


@pytest.mark.parametrize(
    ("styles", "count", "default"),
    [
        ("tableStyles", 60, "TableStyleMedium2"),
        ("pivotTableStyles", 84, "PivotStyleLight16"),
        ("slicerStyles", 14, "SlicerStyleLight1"),
        ("timelineStyles", 12, "TimeSlicerStyleLight1"),
    ],
)
def test_excels_own_styles_are_listed_and_read_only(value, styles, count, default):
    assert value(f"""
        const styles = context.workbook.{styles};
        const count = styles.getCount();
        const usual = styles.getDefault().load("name, readOnly");
        const none = styles.getItemOrNullObject("No such style").load("name");
        await context.sync();
        return [count.value, usual.name, usual.readOnly, none.isNullObject];
    """) == [count, default, True, True]


def test_a_style_of_the_workbooks_own_is_made_used_renamed_and_deleted(value):
    assert value("""
        const styles = context.workbook.tableStyles;
        const made = styles.add("House");
        const again = styles.add("House", true);
        made.load("name, readOnly");
        again.load("name");
        sheet.getRange("A1:A2").values = [["Item"], [1]];
        const table = sheet.tables.add("A1:A2", true);
        table.style = "House";
        await context.sync();
        made.name = "Home";
        const copy = styles.getItem("House 2").duplicate().load("name");
        table.load("style");
        await context.sync();
        const renamed = table.style;
        made.load("name");
        await context.sync();
        styles.getItem("Home").delete();
        table.load("style");
        const count = styles.getCount();
        await context.sync();
        return [made.readOnly, made.name, again.name, copy.name, renamed, table.style, count.value];
    """) == [False, "Home", "House 2", "House 2 2", "Home", "TableStyleMedium2", 62]


def test_the_default_is_chosen_and_saved_with_the_styles(excel, value, office_js):
    value("""
        context.workbook.tableStyles.add("House");
        context.workbook.tableStyles.setDefault("House");
        context.workbook.pivotTableStyles.add("Own");
        context.workbook.pivotTableStyles.setDefault("PivotStyleDark3");
    """)
    content = excel.to_bytes()
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        styles = package.read("xl/styles.xml").decode()
    assert 'defaultTableStyle="House"' in styles
    again = EmbeddedExcel.from_bytes(content, "Again.xlsx")
    try:
        assert office_js.value(
            again,
            """
            const tables = context.workbook.tableStyles, pivots = context.workbook.pivotTableStyles;
            const usual = [tables, pivots].map(styles => styles.getDefault().load("name"));
            const own = pivots.getItem("Own").load("readOnly");
            const other = tables.getItemOrNullObject("Own").load("name");
            await context.sync();
            return [usual.map(one => one.name), own.readOnly, other.isNullObject];
        """,
        ) == [["House", "PivotStyleDark3"], False, True]
    finally:
        again.close()


@pytest.mark.parametrize(
    ("code", "error"),
    [
        ('add("TableStyleLight1")', "ItemAlreadyExists"),
        ('getItem("TableStyleLight1").delete()', "InvalidArgument"),
        ('getItem("None such").load("name")', "ItemNotFound"),
        ('setDefault("None such")', "ItemNotFound"),
    ],
)
def test_what_table_styles_refuse(failure, code, error):
    assert failure(f"context.workbook.tableStyles.{code};") == error
