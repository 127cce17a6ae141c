import json

import pytest

from embedded_excel.calc.cells import CellStyle, Formula, Line, Rect, Table, TableColumn
from embedded_excel.errors import ExcelApiError
from embedded_excel.host import EmbeddedExcel
from embedded_excel.render.grid import MAX_TILE_CELLS, describe, tile


@pytest.fixture
def book():
    host = EmbeddedExcel.new("Plan.xlsx")
    yield host.workbook
    host.close()


def test_a_sheet_is_described_with_its_sizes_merges_and_tables(book):
    engine = book.engine
    engine.write(0, [(0, 0, "Item"), (0, 1, "Cost"), (1, 0, "Rent"), (1, 1, 950.0), (4, 3, "x")])
    engine.merge(0, Rect(5, 0, 5, 1))
    engine.set_row_height(0, 2, 2, 30.0)
    engine.set_columns_hidden(0, 2, 2, True)
    engine.set_frozen(0, 1, 0)
    engine.add_table(
        Table(
            0,
            "Costs",
            0,
            Rect(0, 0, 1, 1),
            (TableColumn("Item"), TableColumn("Cost")),
            style="TableStyleMedium2",
        )
    )
    described = describe(book, 3)
    sheet = described["sheets"][0]
    assert (described["revision"], described["name"], described["active"]) == (
        3,
        "Plan.xlsx",
        "Sheet1",
    )
    assert (sheet["rows"] >= 5, sheet["columns"], sheet["frozenRows"]) == (True, 4, 1)
    assert sheet["rowHeights"] == {"2": 30.0}
    assert sheet["hiddenColumns"] == [2]
    assert sheet["merges"] == [[5, 0, 5, 1]]
    assert sheet["tables"] == [
        {"name": "Costs", "range": [0, 0, 1, 1], "style": "TableStyleMedium2"}
    ]
    json.dumps(described, allow_nan=False)


def test_a_tile_holds_only_cells_that_show_something(book):
    engine = book.engine
    engine.write(0, [(0, 0, 1.0), (0, 1, Formula("=A1*2")), (1, 0, "text"), (1, 1, True)])
    engine.restyle(
        0,
        Rect(3, 3, 3, 3),
        lambda _: CellStyle(fill="#FFFF00", pattern="Solid", edge_top=Line("Double")),
    )
    engine.restyle(0, Rect(2, 2, 2, 2), lambda _: CellStyle(number_format="0.00"))
    engine.recalculate()
    drawn = tile(book, 1, "sheet1", Rect(0, 0, 49, 25))
    cells = {(cell[0], cell[1]): cell[2:] for cell in drawn["cells"]}
    assert set(cells) == {(0, 0), (0, 1), (1, 0), (1, 1), (3, 3)}
    assert cells[0, 1][:2] == ["2", "=A1*2"]
    assert [cells[place][3] for place in ((0, 0), (1, 0), (1, 1))] == ["r", "l", "c"]
    style = drawn["styles"][cells[3, 3][2]]
    assert style["fill"] == "#FFFF00"
    assert style["borders"] == {"top": "3px double #000000"}


def test_a_table_style_paints_header_and_bands(book):
    engine = book.engine
    engine.write(0, [(0, 0, "Item"), (1, 0, "a"), (2, 0, "b"), (3, 0, "c")])
    engine.add_table(
        Table(0, "T", 0, Rect(0, 0, 3, 0), (TableColumn("Item"),), style="TableStyleMedium2")
    )
    drawn = tile(book, 1, "Sheet1", Rect(0, 0, 9, 9))
    looks = [drawn["styles"][cell[4]] for cell in drawn["cells"]]
    assert (looks[0]["fill"], looks[0]["font"]["color"], looks[0]["font"]["bold"]) == (
        "#4472C4",
        "#FFFFFF",
        True,
    )
    assert looks[1]["fill"] == looks[3]["fill"] != ""
    assert looks[2]["fill"] == ""


def test_formatted_columns_show_beyond_the_used_range(book):
    book.engine.restyle(
        0, Rect(0, 2, 1_048_575, 2), lambda _: CellStyle(fill="#00FF00", pattern="Solid")
    )
    drawn = tile(book, 1, "Sheet1", Rect(500, 0, 509, 5))
    assert [cell[:2] for cell in drawn["cells"]] == [[row, 2] for row in range(500, 510)]
    assert len(drawn["styles"]) == 1


@pytest.mark.parametrize(
    ("sheet", "rect", "code"),
    [
        ("Nope", Rect(0, 0, 1, 1), "ItemNotFound"),
        ("Sheet1", Rect(0, 0, MAX_TILE_CELLS, 0), "InvalidArgument"),
        ("Sheet1", Rect(0, 0, 1, 16_384), "InvalidArgument"),
        ("Sheet1", Rect(5, 0, 4, 0), "InvalidArgument"),
    ],
)
def test_a_tile_that_can_t_be_drawn_is_refused(book, sheet, rect, code):
    with pytest.raises(ExcelApiError) as caught:
        tile(book, 1, sheet, rect)
    assert caught.value.code == code
