"""What every engine behind the seam must do. Add an engine to ENGINES to hold it to the same."""

import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import openpyxl
import pytest

from embedded_excel.calc.cells import (
    MAX_COLUMNS,
    MAX_ROWS,
    CellError,
    CellStyle,
    DefinedName,
    Formula,
    Line,
    Rect,
    Table,
    TableColumn,
)
from embedded_excel.calc.engine import Engine, EngineFailed, EngineRefused
from embedded_excel.calc.formulon_engine import FormulonEngine


@dataclass(frozen=True)
class EngineKind:
    name: str
    new: Callable[[], Engine]
    load: Callable[[bytes], Engine]


ENGINES = (EngineKind("formulon", FormulonEngine.new, FormulonEngine.load),)


@pytest.fixture(params=ENGINES, ids=lambda kind: kind.name)
def kind(request: pytest.FixtureRequest) -> EngineKind:
    return request.param


@pytest.fixture
def engine(kind: EngineKind) -> Iterator[Engine]:
    opened = kind.new()
    yield opened
    opened.close()


def reopened(kind: EngineKind, engine: Engine) -> Engine:
    again = kind.load(engine.save())
    again.recalculate()
    return again


def values(engine: Engine, rect: Rect, sheet: int = 0):
    return engine.read(sheet, rect).values


def formula_at(engine: Engine, row: int, column: int, sheet: int = 0) -> str | None:
    return engine.read(sheet, Rect(row, column, row, column)).formulas[0][0]


def bold(style: CellStyle) -> CellStyle:
    return replace(style, font=replace(style.font, bold=True))


def style_at(engine: Engine, row: int, column: int, sheet: int = 0) -> CellStyle:
    return engine.style(engine.style_ids(sheet, Rect(row, column, row, column))[0][0])


def sales(engine: Engine, **changes: object) -> Table:
    rows = [("Region", "Qty", "Unit Price"), ("North", 2.0, 5.0), ("South", 3.0, 7.0)]
    cells = [(r, c, value) for r, row in enumerate(rows) for c, value in enumerate(row)]
    engine.write(0, cells)
    columns = tuple(TableColumn(str(name)) for name in rows[0])
    table = Table(0, "Sales", 0, Rect(0, 0, 2, 2), columns, style="TableStyleMedium2")
    return engine.add_table(replace(table, **changes))


# -- cells -------------------------------------------------------------------------------------
def test_a_new_workbook_has_one_empty_sheet_in_calibri_eleven(engine: Engine):
    assert list(engine.sheet_names()) == ["Sheet1"]
    assert engine.used_rect(0, values_only=True) is None
    assert engine.used_rect(0, values_only=False) is None
    assert style_at(engine, 0, 0) == CellStyle()
    assert engine.calculation_mode() == "Automatic"
    assert engine.column_axis(0).default == 48.0
    assert engine.row_axis(0).default == 15.0


def test_every_kind_of_value_comes_back_as_it_was_stored(kind: EngineKind, engine: Engine):
    stored = [1.5, True, "text", "", "=not a formula", CellError("#N/A"), None, "ß\n\t€𝄞", -0.25]
    engine.write(0, [(0, column, value) for column, value in enumerate(stored)])
    assert values(engine, Rect(0, 0, 0, 8)) == (tuple(stored),)
    saved = values(reopened(kind, engine), Rect(0, 0, 0, 8))[0]
    assert [value for value in saved if value != ""] == [v for v in stored if v != ""]


@pytest.mark.parametrize(
    "code",
    ["#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A", "#SPILL!", "#CALC!"],
)
def test_error_values_keep_their_code(engine: Engine, code: str):
    engine.write(0, [(0, 0, CellError(code)), (0, 1, Formula("=A1"))])
    engine.recalculate()
    assert values(engine, Rect(0, 0, 0, 1)) == ((CellError(code), CellError(code)),)


def test_formulas_are_calculated_and_kept_with_capitals(kind: EngineKind, engine: Engine):
    engine.write(0, [(0, 0, 2.0), (1, 0, 3.0), (2, 0, Formula("=sum(a1:$a2)*2"))])
    engine.recalculate()
    assert formula_at(engine, 2, 0) == "=SUM(A1:$A2)*2"
    assert values(engine, Rect(2, 0, 2, 0)) == ((10.0,),)
    engine.write(0, [(0, 0, 4.0)])
    engine.recalculate()
    again = reopened(kind, engine)
    assert values(again, Rect(2, 0, 2, 0)) == ((14.0,),)
    assert formula_at(again, 2, 0) == "=SUM(A1:$A2)*2"


def test_a_formula_that_does_not_parse_is_refused_by_its_position(engine: Engine):
    with pytest.raises(EngineRefused, match="Cell 1 "):
        engine.write(0, [(0, 0, 1.0), (0, 1, Formula("=1+")), (0, 2, 3.0)])
    assert values(engine, Rect(0, 0, 0, 2)) == ((1.0, None, None),)


@pytest.mark.parametrize(
    "refused",
    [
        (0, 0, "x" * 32_768),
        (0, 0, Formula("=" + "1+" * 4_100 + "1")),
        (0, 0, float("nan")),
        (0, 0, CellError("#OOPS!")),
        (0, 0, Formula('="open')),
        (0, 0, Formula("1+1")),
        (MAX_ROWS, 0, 1.0),
        (0, MAX_COLUMNS, 1.0),
        (0, 0, Formula("=[@Qty]")),
    ],
    ids=["text", "formula", "nan", "error", "quote", "no sign", "row", "column", "no table"],
)
def test_what_excel_can_not_store_is_refused(engine: Engine, refused):
    with pytest.raises(EngineRefused):
        engine.write(0, [refused])
    assert engine.used_rect(0, values_only=True) is None


def test_spilled_cells_have_values_and_no_formula(kind: EngineKind, engine: Engine):
    engine.write(0, [(1, 1, Formula("=SEQUENCE(2,3)"))])
    engine.recalculate()
    block = engine.read(0, Rect(1, 1, 2, 3))
    assert block.values == ((1.0, 2.0, 3.0), (4.0, 5.0, 6.0))
    assert block.formulas == (("=SEQUENCE(2,3)", None, None), (None, None, None))
    assert engine.spill_rect(0, 2, 3) == Rect(1, 1, 2, 3)
    assert engine.spill_rect(0, 5, 5) is None
    engine.write(0, [(2, 2, "in the way")])
    engine.recalculate()
    assert values(engine, Rect(1, 1, 1, 1)) == ((CellError("#SPILL!"),),)
    engine.write(0, [(2, 2, None)])
    engine.recalculate()
    assert values(reopened(kind, engine), Rect(2, 3, 2, 3)) == ((6.0,),)


def test_text_is_displayed_by_number_format(engine: Engine):
    engine.write(0, [(0, 0, 1234.5), (0, 1, 45292.0), (0, 2, True), (0, 3, "a"), (0, 4, 0.1)])
    formats = ("#,##0.00", "yyyy-mm-dd", "General", "General", "0%")
    for column, code in enumerate(formats):
        rect = Rect(0, column, 0, column)
        engine.restyle(0, rect, lambda style, code=code: replace(style, number_format=code))
    assert list(engine.texts(0, Rect(0, 0, 0, 5))[0]) == [
        "1,234.50",
        "2024-01-01",
        "TRUE",
        "a",
        "10%",
        "",
    ]


def test_used_rectangles_tell_values_from_styles(engine: Engine):
    engine.write(0, [(3, 2, 1.0), (5, 7, "x"), (9, 9, "gone")])
    engine.write(0, [(9, 9, None)])
    engine.restyle(0, Rect(1, 1, 1, 1), bold)
    engine.restyle(0, Rect(20, 3, 20, 3), bold)
    assert engine.used_rect(0, values_only=True) == Rect(3, 2, 5, 7)
    assert engine.used_rect(0, values_only=False) == Rect(1, 1, 20, 7)
    assert list(engine.occupied(0, Rect(0, 0, 99, 99))) == [(3, 2), (5, 7)]


def test_a_sheet_of_styled_empty_rows_is_not_walked(engine: Engine):
    engine.restyle(0, Rect(0, 0, MAX_ROWS - 1, 0), bold)
    engine.restyle(0, Rect(0, 1, 250_000, 1), bold)
    engine.write(0, [(7, 4, 1.0)])
    assert engine.used_rect(0, values_only=True) == Rect(7, 4, 7, 4)
    used = engine.used_rect(0, values_only=False)
    assert used is not None
    assert (used.bottom, used.right) == (250_000, 4)


def test_evaluating_stores_nothing(engine: Engine):
    engine.write(0, [(0, 0, 20.0)])
    assert engine.evaluate(0, "=A1*2+1") == 41.0
    assert engine.evaluate(0, '=LET(x,2,x&"!")') == "2!"
    assert engine.evaluate(0, "=1/0") == CellError("#DIV/0!")
    with pytest.raises(EngineRefused):
        engine.evaluate(0, "=1+")
    assert list(engine.occupied(0, Rect(0, 0, 9, 9))) == [(0, 0)]


def test_a_full_recalculation_also_takes_what_is_not_dirty(engine: Engine):
    engine.write(0, [(0, 0, 1.0), (0, 1, Formula("=A1+1"))])
    engine.recalculate()
    engine.recalculate(full=True)
    assert values(engine, Rect(0, 1, 0, 1)) == ((2.0,),)


@pytest.mark.parametrize("mode", ["Automatic", "Manual", "AutomaticExceptTables"])
def test_the_calculation_mode_is_stored(kind: EngineKind, engine: Engine, mode):
    engine.set_calculation_mode(mode)
    assert engine.calculation_mode() == mode
    assert reopened(kind, engine).calculation_mode() == mode


# -- sheets ------------------------------------------------------------------------------------
def test_sheets_are_added_renamed_moved_and_removed_with_their_references(engine: Engine):
    engine.add_sheet("Data")
    engine.write(1, [(0, 0, 5.0)])
    engine.write(0, [(0, 0, Formula("=Data!A1*2"))])
    engine.rename_sheet(1, "My 'data' 1")
    engine.move_sheet(1, 0)
    engine.recalculate()
    assert list(engine.sheet_names()) == ["My 'data' 1", "Sheet1"]
    assert formula_at(engine, 0, 0, 1) == "='My ''data'' 1'!A1*2"
    engine.remove_sheet(0)
    engine.recalculate()
    assert values(engine, Rect(0, 0, 0, 0)) == ((CellError("#REF!"),),)


@pytest.mark.parametrize("name", ["", "Sheet1", "sheet1", "a/b", "x" * 32])
def test_names_excel_does_not_take_are_refused(engine: Engine, name: str):
    with pytest.raises(EngineRefused):
        engine.add_sheet(name)
    assert list(engine.sheet_names()) == ["Sheet1"]


def test_the_last_visible_sheet_stays(engine: Engine):
    engine.add_sheet("Other")
    engine.set_visibility(1, "VeryHidden")
    with pytest.raises(EngineRefused):
        engine.set_visibility(0, "Hidden")
    with pytest.raises(EngineRefused):
        engine.remove_sheet(0)
    assert len(engine.sheet_names()) == 2


def test_the_view_of_a_sheet_is_kept(kind: EngineKind, engine: Engine):
    engine.add_sheet("Second")
    engine.set_active_sheet(1)
    engine.set_visibility(0, "Hidden")
    engine.set_frozen(1, 2, 1)
    engine.set_gridlines(1, shown=False)
    engine.set_headings(1, shown=False)
    engine.set_tab_color(1, "#FF8000")
    again = reopened(kind, engine)
    view = again.sheet_view(1)
    assert (view.frozen_rows, view.frozen_columns, view.tab_color) == (2, 1, "#FF8000")
    assert (view.show_gridlines, view.show_headings) == (False, False)
    assert again.sheet_view(0).visibility == "Hidden"
    assert again.active_sheet() == 1
    again.set_tab_color(1, "")
    again.set_frozen(1, 0, 0)
    assert again.sheet_view(1) == replace(view, tab_color="", frozen_rows=0, frozen_columns=0)
    assert not again.is_protected(1)


def test_a_copied_sheet_has_its_own_cells_styles_sizes_and_tables(engine: Engine):
    sales(engine)
    engine.write(0, [(1, 4, Formula("=SUM(Sales[Qty])"))])
    engine.restyle(0, Rect(0, 0, 0, 2), bold)
    engine.set_column_width(0, 1, 1, 96.0)
    engine.merge(0, Rect(5, 0, 6, 1))
    engine.set_frozen(0, 1, 0)
    engine.set_name(DefinedName("Local", "=Sheet1!$B$2", sheet=0))
    engine.copy_sheet(0, "Copy", 0)
    engine.write(0, [(1, 1, 100.0)])
    engine.recalculate()
    assert list(engine.sheet_names()) == ["Copy", "Sheet1"]
    assert formula_at(engine, 1, 4, 0) == "=SUM(Sales2[Qty])"
    assert values(engine, Rect(1, 4, 1, 4), 0) == ((103.0,),)
    assert values(engine, Rect(1, 4, 1, 4), 1) == ((5.0,),)
    assert style_at(engine, 0, 1, 0).font.bold
    assert engine.column_axis(0) == engine.column_axis(1)
    assert engine.merges(0) == engine.merges(1)
    assert engine.sheet_view(0) == engine.sheet_view(1)
    assert [(table.name, table.sheet) for table in engine.tables()] == [("Sales", 1), ("Sales2", 0)]
    assert DefinedName("Local", "=Copy!$B$2", sheet=0) in engine.names()


# -- structure ---------------------------------------------------------------------------------
def test_inserted_rows_move_references_and_take_the_look_above(engine: Engine):
    engine.write(0, [(0, 0, 1.0), (1, 0, 2.0), (5, 0, Formula("=SUM(A1:A2)"))])
    engine.restyle(0, Rect(0, 0, 0, 0), bold)
    engine.insert_rows(0, 1, 2)
    assert formula_at(engine, 7, 0) == "=SUM(A1:A4)"
    assert style_at(engine, 2, 0).font.bold
    engine.delete_rows(0, 0, 1)
    engine.recalculate()
    assert formula_at(engine, 6, 0) == "=SUM(A1:A3)"
    assert values(engine, Rect(6, 0, 6, 0)) == ((2.0,),)


def test_inserted_columns_take_style_and_width_of_the_left(engine: Engine):
    engine.write(0, [(0, 0, 1.0), (0, 1, 2.0), (1, 1, Formula("=A1+B1"))])
    engine.restyle(0, Rect(0, 0, MAX_ROWS - 1, 0), bold)
    engine.set_column_width(0, 0, 0, 90.0)
    engine.insert_columns(0, 1, 1)
    assert formula_at(engine, 1, 2) == "=A1+C1"
    assert style_at(engine, 500, 1).font.bold
    assert engine.column_axis(0).sizes == {0: 90.0, 1: 90.0}
    engine.delete_columns(0, 0, 1)
    engine.recalculate()
    assert values(engine, Rect(1, 1, 1, 1)) == ((CellError("#REF!"),),)


def test_merging_replaces_the_areas_it_meets(kind: EngineKind, engine: Engine):
    engine.merge(0, Rect(0, 0, 1, 1))
    engine.merge(0, Rect(1, 1, 3, 3))
    engine.merge(0, Rect(9, 9, 9, 9))
    assert list(engine.merges(0)) == [Rect(1, 1, 3, 3)]
    assert list(reopened(kind, engine).merges(0)) == [Rect(1, 1, 3, 3)]
    engine.unmerge(0, Rect(3, 3, 20, 20))
    assert list(engine.merges(0)) == []


# -- styles ------------------------------------------------------------------------------------
FULL = CellStyle(
    number_format="#,##0.00_);[Red](#,##0.00)",
    font=replace(
        CellStyle().font,
        name="Arial",
        size=14.0,
        bold=True,
        italic=True,
        underline="DoubleAccountant",
        strikethrough=True,
        superscript=True,
        color="#1A7F37",
    ),
    fill="#FFEE00",
    pattern="Solid",
    edge_top=Line("Double", "Thick", "#FF0000"),
    edge_bottom=Line("Continuous", "Hairline", "#00FF00"),
    edge_left=Line("DashDotDot", "Medium", "#0000FF"),
    edge_right=Line("SlantDashDot", "Medium", "#123456"),
    diagonal_down=Line("Dot", "Thin", "#654321"),
    horizontal="CenterAcrossSelection",
    vertical="Distributed",
    wrap_text=True,
    indent=3,
    rotation=-45,
    shrink_to_fit=True,
    locked=False,
    formula_hidden=True,
)


def test_a_whole_style_survives_saving(kind: EngineKind, engine: Engine):
    engine.restyle(0, Rect(2, 2, 3, 3), lambda _: FULL)
    assert style_at(engine, 3, 3) == FULL
    again = kind.load(engine.save())
    assert style_at(again, 2, 2) == FULL
    assert style_at(again, 0, 0) == CellStyle()


def test_restyling_asks_once_for_each_distinct_style(engine: Engine):
    engine.restyle(0, Rect(0, 0, 9, 9), bold)
    asked: list[CellStyle] = []

    def fill(style: CellStyle) -> CellStyle:
        asked.append(style)
        return replace(style, fill="#00FFFF", pattern="Solid")

    engine.restyle(0, Rect(0, 0, 19, 9), fill)
    assert len(asked) == len(set(asked)) == 2
    assert style_at(engine, 0, 0) == bold(style_at(engine, 15, 5))
    engine.restyle(0, Rect(0, 0, 19, 9), lambda style: replace(style, fill="", pattern="None"))
    assert style_at(engine, 15, 5) == CellStyle()


def test_whole_columns_and_rows_are_styled_without_cells(kind: EngineKind, engine: Engine):
    engine.restyle(0, Rect(0, 2, MAX_ROWS - 1, 2), bold)
    engine.restyle(0, Rect(4, 0, 4, MAX_COLUMNS - 1), lambda s: replace(s, number_format="0.0"))
    again = kind.load(engine.save())
    for opened in (engine, again):
        assert style_at(opened, 777_777, 2).font.bold
        assert style_at(opened, 4, 9_999).number_format == "0.0"
        assert style_at(opened, 4, 2) == replace(bold(CellStyle()), number_format="0.0")
        ids = opened.style_ids(0, Rect(3, 1, 5, 3))
        assert [[opened.style(i).font.bold for i in row] for row in ids] == [
            [False, True, False]
        ] * 3
    assert engine.used_rect(0, values_only=True) is None


def test_sizes_and_hiding_are_in_points_and_kept(kind: EngineKind, engine: Engine):
    engine.set_row_height(0, 1, 3, 30.0)
    engine.set_column_width(0, 2, 4, 96.0)
    engine.set_rows_hidden(0, 7, 8, hidden=True)
    engine.set_columns_hidden(0, 9, 9, hidden=True)
    again = kind.load(engine.save())
    for opened in (engine, again):
        rows, columns = opened.row_axis(0), opened.column_axis(0)
        assert {r: rows.sizes[r] for r in (1, 2, 3)} == {1: 30.0, 2: 30.0, 3: 30.0}
        assert columns.sizes == {2: 96.0, 3: 96.0, 4: 96.0}
        assert (rows.hidden, columns.hidden) == (frozenset({7, 8}), frozenset({9}))
    engine.set_row_height(0, 1, 3, None)
    engine.set_column_width(0, 2, 4, None)
    engine.set_rows_hidden(0, 0, MAX_ROWS - 1, hidden=False)
    assert (engine.row_axis(0).sizes, engine.column_axis(0).sizes) == ({}, {})
    assert engine.row_axis(0).hidden == frozenset()


# -- names and tables --------------------------------------------------------------------------
def test_names_live_in_their_scope(kind: EngineKind, engine: Engine):
    engine.add_sheet("Other")
    names = [
        DefinedName("Rate", "=Sheet1!$A$1", comment="yearly"),
        DefinedName("Rate", "=Other!$A$1", sheet=1),
        DefinedName("Hidden_one", "=42", hidden=True),
    ]
    for name in names:
        engine.set_name(name)
    engine.write(0, [(0, 0, 3.0), (0, 1, Formula("=Rate*Hidden_one"))])
    again = reopened(kind, engine)
    assert sorted(again.names(), key=repr) == sorted(names, key=repr)
    assert values(again, Rect(0, 1, 0, 1)) == ((126.0,),)
    again.remove_name("rate", None)
    assert [name.sheet for name in again.names() if name.name == "Rate"] == [1]
    with pytest.raises(EngineRefused):
        again.remove_name("Rate", None)


@pytest.mark.parametrize("name", ["A1", "R1C1", "c", "1st", "two words", "", "x" * 256, "a-b"])
def test_names_that_look_like_something_else_are_refused(engine: Engine, name: str):
    with pytest.raises(EngineRefused):
        engine.set_name(DefinedName(name, "=1"))
    assert list(engine.names()) == []


def test_short_structured_references_work_inside_a_table(kind: EngineKind, engine: Engine):
    sales(engine)
    engine.write(0, [(1, 4, Formula("=Sales[@Qty]*Sales[@[Unit Price]]"))])
    engine.write(0, [(2, 1, Formula("=[@[Unit Price]]*10+COUNT([Qty])*0"))])
    engine.recalculate()
    assert values(engine, Rect(1, 4, 1, 4)) == ((10.0,),)
    again = reopened(kind, engine)
    assert formula_at(again, 1, 4) == "=Sales[@Qty]*Sales[@[Unit Price]]"
    inside = formula_at(again, 2, 1)
    assert inside is not None
    assert inside.startswith("=[@[Unit Price]]*10")


def test_a_table_keeps_its_identity_through_every_change(kind: EngineKind, engine: Engine):
    table = sales(engine, totals=False)
    engine.write(0, [(0, 6, Formula("=SUM(Sales[Qty])"))])
    columns = (
        table.columns[0],
        replace(table.columns[1], name="Quantity", totals_function="sum"),
        table.columns[2],
    )
    changed = replace(
        table, name="Orders", rect=Rect(0, 0, 3, 2), columns=columns, totals=True, first_column=True
    )
    engine.write(0, [(0, 1, "Quantity")])
    engine.update_table(changed)
    engine.recalculate()
    (found,) = engine.tables()
    assert found == changed
    assert formula_at(engine, 0, 6) == "=SUM(Orders[Quantity])"
    assert values(engine, Rect(3, 1, 3, 1)) == ((5.0,),)
    assert [replace(other, id=table.id) for other in reopened(kind, engine).tables()] == [changed]


def test_writing_a_header_cell_renames_the_column(engine: Engine):
    sales(engine)
    engine.write(0, [(0, 6, Formula("=SUM(Sales[Qty])")), (5, 5, 1.0)])
    engine.write(0, [(0, 1, "Pieces"), (0, 2, "pieces"), (0, 0, None)])
    engine.recalculate()
    (table,) = engine.tables()
    assert [column.name for column in table.columns] == ["Column1", "Pieces", "pieces2"]
    assert values(engine, Rect(0, 0, 0, 2)) == (("Column1", "Pieces", "pieces2"),)
    assert formula_at(engine, 0, 6) == "=SUM(Sales[Pieces])"
    assert values(engine, Rect(0, 6, 0, 6)) == ((5.0,),)


def test_a_table_turned_into_a_range_leaves_plain_references(engine: Engine):
    table = sales(engine)
    engine.add_sheet("Other")
    engine.write(1, [(0, 0, Formula("=SUM(Sales[Qty])"))])
    engine.write(0, [(1, 4, Formula("=Sales[@Qty]")), (0, 4, Formula("=COUNTA(Sales[#Headers])"))])
    engine.set_name(DefinedName("Prices", "=Sales[Unit Price]"))
    engine.remove_table(table.id)
    engine.recalculate()
    assert list(engine.tables()) == []
    assert formula_at(engine, 0, 0, 1) == "=SUM(Sheet1!$B$2:$B$3)"
    assert formula_at(engine, 1, 4) == "=$B2"
    assert values(engine, Rect(0, 4, 1, 4)) == ((3.0,), (2.0,))
    assert [name.formula for name in engine.names()] == ["=Sheet1!$C$2:$C$3"]


@pytest.mark.parametrize(
    "changes",
    [
        {"name": "A1"},
        {"name": "has space"},
        {"name": "sales"},
        {"rect": Rect(2, 2, 4, 4)},
        {"columns": (TableColumn("a"), TableColumn("A"), TableColumn("b"))},
        {"columns": (TableColumn("a"),)},
        {"rect": Rect(10, 0, 10, 2)},
    ],
    ids=["cell", "space", "taken", "overlap", "repeated", "too few", "no rows"],
)
def test_tables_excel_would_not_make_are_refused(engine: Engine, changes):
    first = sales(engine)
    other = replace(first, name="Other", rect=Rect(10, 0, 12, 2))
    with pytest.raises(EngineRefused):
        engine.add_table(replace(other, **changes))
    assert list(engine.tables()) == [first]


# -- package -----------------------------------------------------------------------------------
def test_an_independent_reader_sees_what_was_saved(engine: Engine):
    engine.write(0, [(0, 0, 2.0), (0, 1, Formula("=A1*21")), (0, 2, "txt"), (0, 3, True)])
    engine.restyle(0, Rect(0, 0, 0, 0), bold)
    engine.recalculate()
    package = engine.save()
    formulas = openpyxl.load_workbook(io.BytesIO(package))["Sheet1"]
    cached = openpyxl.load_workbook(io.BytesIO(package), data_only=True)["Sheet1"]
    assert [cell.value for cell in formulas[1]] == [2, "=A1*21", "txt", True]
    assert cached["B1"].value == 42
    assert formulas["A1"].font.b is True


def test_a_file_made_elsewhere_is_read_with_styles_and_sizes(kind: EngineKind):
    book = openpyxl.Workbook()
    sheet = book.active
    sheet["A1"], sheet["A2"], sheet["A3"] = 1, "=A1+1", "text"
    sheet["A1"].font = openpyxl.styles.Font(
        bold=True, color=openpyxl.styles.colors.Color(theme=4, tint=0.4)
    )
    sheet["A1"].fill = openpyxl.styles.PatternFill(
        "solid", fgColor=openpyxl.styles.colors.Color(indexed=10)
    )
    sheet["A1"].number_format = "mm-dd-yy"
    sheet.column_dimensions["A"].width = 20
    sheet.row_dimensions[2].height = 33
    sheet.protection.sheet = True
    book.epoch = openpyxl.utils.datetime.CALENDAR_MAC_1904
    buffer = io.BytesIO()
    book.save(buffer)
    engine = kind.load(buffer.getvalue())
    engine.recalculate()
    style = style_at(engine, 0, 0)
    assert values(engine, Rect(0, 0, 2, 0)) == ((1.0,), (2.0,), ("text",))
    assert (style.font.bold, style.font.color, style.fill) == (True, "#95B3D7", "#FF0000")
    assert style.number_format == "m/d/yyyy"
    assert engine.column_axis(0).sizes == {0: 105.0}
    assert engine.row_axis(0).sizes == {1: 33.0}
    assert engine.is_protected(0)
    assert engine.date1904()


def test_a_closed_engine_says_so_and_closing_twice_is_fine(kind: EngineKind):
    engine = kind.new()
    engine.close()
    engine.close()
    with pytest.raises(EngineFailed):
        engine.sheet_names()


def test_bytes_that_are_no_package_are_refused(kind: EngineKind):
    with pytest.raises(EngineRefused):
        kind.load(b"PK\x03\x04 not really")
