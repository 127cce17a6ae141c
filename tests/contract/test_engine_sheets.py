"""What every engine behind the seam does with sheets, their structure and their styles."""

from dataclasses import replace

import pytest
from engines import EngineKind, bold, formula_at, reopened, sales, style_at, values

from embedded_excel.calc.cells import (
    MAX_COLUMNS,
    MAX_ROWS,
    CellError,
    CellStyle,
    DefinedName,
    Formula,
    Line,
    Rect,
)
from embedded_excel.calc.engine import Engine, EngineRefused


# -- sheets ------------------------------------------------------------------------------------
@pytest.mark.needs("moving tabs")
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


@pytest.mark.needs("views")
def test_the_last_visible_sheet_stays(engine: Engine):
    engine.add_sheet("Other")
    engine.set_visibility(1, "VeryHidden")
    with pytest.raises(EngineRefused):
        engine.set_visibility(0, "Hidden")
    with pytest.raises(EngineRefused):
        engine.remove_sheet(0)
    assert len(engine.sheet_names()) == 2


@pytest.mark.needs("views")
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


@pytest.mark.needs("copying sheets", "tables")
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
@pytest.mark.needs("inserted looks")
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


@pytest.mark.needs("inserted looks", "whole rows and columns")
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


@pytest.mark.needs("style details")
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


@pytest.mark.needs("whole rows and columns")
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


@pytest.mark.needs("axes")
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
