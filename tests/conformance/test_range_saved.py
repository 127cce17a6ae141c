"""What was done through Office.js is in the saved file, as another library reads it."""

import io

import openpyxl


def test_a_saved_workbook_holds_values_formats_merges_and_tables(office_js, excel):
    office_js.value(
        excel,
        """
        const sheet = context.workbook.worksheets.getActiveWorksheet();
        sheet.getRange("A1:C3").values =
          [["Item", "Share", "Date"], ["Rent", "12%", "1/2/2024"], ["Food", "=B2*2", true]];
        const header = sheet.getRange("A1:C1");
        header.format.font.set({bold: true, color: "white", name: "Arial", size: 12});
        header.format.fill.color = "#1F4E79";
        header.format.horizontalAlignment = "Center";
        header.format.borders.getItem("EdgeBottom").style = "Double";
        sheet.getRange("A5:A6").merge();
        sheet.getRange("B:B").format.columnWidth = 120;
        sheet.getRange("E1:F2").values = [["k", "v"], ["a", 1]];
        sheet.tables.add("E1:F2", true).name = "Pairs";
        sheet.getRange("A2").insert("Down");
        """,
    )
    book = openpyxl.load_workbook(io.BytesIO(excel.to_bytes()))
    sheet = book.active
    assert [cell.value for cell in sheet["A"][:4]] == ["Item", None, "Rent", "Food"]
    assert sheet["B3"].value == "=B2*2"
    assert (sheet["B2"].value, sheet["B2"].number_format) == (0.12, "0%")
    assert sheet["C2"].value.isoformat() == "2024-01-02T00:00:00"
    assert sheet["C3"].value is True
    font = sheet["A1"].font
    assert (font.b, font.name, font.sz, font.color.rgb) == (True, "Arial", 12, "FFFFFFFF")
    assert sheet["A1"].fill.fgColor.rgb == "FF1F4E79"
    assert sheet["A1"].alignment.horizontal == "center"
    assert sheet["A1"].border.bottom.style == "double"
    assert [str(merge) for merge in sheet.merged_cells.ranges] == ["A6:A7"]
    assert round(sheet.column_dimensions["B"].width) in range(21, 25)
    table = sheet.tables["Pairs"]
    assert (table.ref, [column.name for column in table.tableColumns]) == ("E1:F2", ["k", "v"])
    values = openpyxl.load_workbook(io.BytesIO(excel.to_bytes()), data_only=True).active
    assert values["B3"].value == 0.24
