"""What every engine behind the seam must do with cells and packages."""

import io
from dataclasses import replace

import openpyxl
import pytest
from engines import EngineKind, bold, formula_at, reopened, style_at, values

from embedded_excel.calc.cells import (
    MAX_COLUMNS,
    MAX_ROWS,
    CellError,
    CellStyle,
    Formula,
    Rect,
)
from embedded_excel.calc.documents import Iteration
from embedded_excel.calc.engine import Engine, EngineFailed, EngineRefused


# -- cells -------------------------------------------------------------------------------------
@pytest.mark.needs("axes")
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
    assert values(reopened(kind, engine), Rect(2, 3, 2, 3)) == ((6.0,),)


def test_a_cell_in_the_way_keeps_an_array_from_spilling(engine: Engine):
    engine.write(0, [(1, 1, Formula("=SEQUENCE(2,3)"))])
    engine.recalculate()
    engine.write(0, [(2, 2, "in the way")])
    engine.recalculate()
    assert values(engine, Rect(1, 1, 1, 1)) == ((CellError("#SPILL!"),),)
    engine.write(0, [(2, 2, None)])
    engine.recalculate()
    assert values(engine, Rect(2, 3, 2, 3)) == ((6.0,),)


@pytest.mark.needs("spill areas")
def test_the_area_an_array_fills_is_told_for_each_of_its_cells(engine: Engine):
    engine.write(0, [(1, 1, Formula("=SEQUENCE(2,3)"))])
    engine.recalculate()
    assert engine.spill_rect(0, 2, 3) == Rect(1, 1, 2, 3)
    assert engine.spill_rect(0, 5, 5) is None


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


@pytest.mark.needs("unused cells")
def test_used_rectangles_tell_values_from_styles(engine: Engine):
    engine.write(0, [(3, 2, 1.0), (5, 7, "x"), (9, 9, "gone")])
    engine.write(0, [(9, 9, None)])
    engine.restyle(0, Rect(1, 1, 1, 1), bold)
    engine.restyle(0, Rect(20, 3, 20, 3), bold)
    assert engine.used_rect(0, values_only=True) == Rect(3, 2, 5, 7)
    assert engine.used_rect(0, values_only=False) == Rect(1, 1, 20, 7)
    assert list(engine.occupied(0, Rect(0, 0, 99, 99))) == [(3, 2), (5, 7)]


@pytest.mark.needs("whole rows and columns")
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


@pytest.mark.needs("partial calculation")
def test_an_edit_calculates_the_formulas_that_depend_on_it_and_no_others(engine: Engine):
    """A formula that counts itself up, one step each time, tells how often it was calculated."""
    engine.documents.set_iteration(Iteration(enabled=True, most=1, change=0.001))
    counters = {(row, column): f"=0*$A{row + 1}" for row in range(500) for column in (1, 2)}
    counters[700, 1] = "=0*SUM(A4:A5)"
    own = {place: f"{'ABC'[place[1]]}{place[0] + 1}" for place in counters}
    engine.write(0, [(row, 0, 1.0) for row in range(500)])
    engine.write(
        0, [(*place, Formula(f"{text}+{own[place]}+1")) for place, text in counters.items()]
    )
    engine.recalculate()

    def counts() -> dict[tuple[int, int], object]:
        read = values(engine, Rect(0, 0, 700, 2))
        return {(row, column): read[row][column] for row, column in counters}

    before = counts()
    engine.write(0, [(3, 0, 2.0)])
    engine.recalculate()
    after = counts()
    assert {place for place in counters if after[place] != before[place]} == {
        (3, 1),
        (3, 2),
        (700, 1),
    }
    engine.recalculate()
    assert counts() == after
    engine.recalculate(full=True)
    assert all(counts()[place] != after[place] for place in counters)


@pytest.mark.needs("partial calculation")
def test_an_area_is_brought_up_to_date_with_what_it_needs_and_nothing_else(engine: Engine):
    engine.set_calculation_mode("Manual")
    engine.write(0, [(0, 0, 1.0), (1, 0, Formula("=A1+1")), (2, 0, Formula("=A2*2"))])
    engine.write(0, [(0, 1, Formula("=A1+5"))])
    engine.calculate_area(0, Rect(2, 0, 2, 0))
    assert values(engine, Rect(0, 0, 2, 1)) == ((1.0, None), (2.0, None), (4.0, None))
    engine.recalculate()
    assert values(engine, Rect(0, 1, 0, 1)) == ((6.0,),)


@pytest.mark.needs("calculation modes")
@pytest.mark.parametrize("mode", ["Manual", "AutomaticExceptTables"])
def test_the_calculation_mode_is_stored(kind: EngineKind, engine: Engine, mode):
    engine.set_calculation_mode(mode)
    assert engine.calculation_mode() == mode
    assert reopened(kind, engine).calculation_mode() == mode


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


@pytest.mark.needs("style details", "axes", "dates from 1904")
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
