"""Looks by group: what is left out, what shares a line, how lines between cells are told."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st
from range_style_reader import (
    expected_looks,
    expected_notes,
    read_looks,
    read_notes,
    without_weight_of_double,
)
from range_text_reader import read_text
from sheets import Cell, cells

from tieout.workbook.address import Address
from tieout.workbook.cell_styles import PLAIN, AreaNote, CellStyle, Edge, RangeStyles
from tieout.workbook.range_text import RangeContext, range_text

BOLD = CellStyle(bold=True)
THIN = Edge("Continuous", "Thin")


def styled(ids: list[list[int]], *table: CellStyle, **notes: object) -> RangeStyles:
    area = Address("Sheet1", 1, 1, len(ids), len(ids[0]))
    return RangeStyles(area, (area,), table, ids, **notes)  # pyright: ignore[reportArgumentType]


def style_lines(styles: RangeStyles, rows: list[list[object]] | None = None) -> list[str]:
    grid = rows or [[1.0] * styles.address.columns for _ in range(styles.address.rows)]
    text = range_text(cells("Sheet1!A1", grid), context=RangeContext(styles=styles))
    return text.split("\n")[2 + styles.address.rows :]


def test_what_is_usual_is_not_told() -> None:
    assert style_lines(styled([[0, 0], [0, 0]], PLAIN)) == []


def test_properties_of_the_same_cells_share_a_line() -> None:
    look = CellStyle(bold=True, color="#FFFFFF", fill="#1B4B7C", horizontal="Center")
    found = style_lines(styled([[1, 1], [0, 0]], PLAIN, look))
    assert found == ["styles:", "A1:B1 numbers bold color #FFFFFF fill #1B4B7C align center"]


def test_a_property_that_reaches_further_has_a_line_of_its_own() -> None:
    rows: list[list[object]] = [[Cell(1.0, number_format="0.0%")] * 2 for _ in range(2)]
    found = style_lines(styled([[1, 1], [0, 0]], PLAIN, BOLD), rows)
    assert found[1:] == ["A1:B2 numbers format 0.0%", "A1:B1 numbers bold"]


def test_the_count_is_told_where_areas_are_several() -> None:
    found = style_lines(styled([[1, 0, 1]], PLAIN, BOLD))
    assert found[1:] == ["A1,C1 2 numbers bold"]


def test_another_usual_font_is_told_once() -> None:
    arial = CellStyle(font="Arial", size=10.0)
    title = replace(arial, size=16.0, font="Arial Black")
    found = style_lines(styled([[1, 0, 0]], arial, title))
    assert found == ["styles: usual font Arial 10", 'A1 number font "Arial Black" size 16']


def test_a_line_between_two_cells_is_told_once() -> None:
    upper, lower = CellStyle(bottom=THIN), CellStyle(top=THIN)
    assert style_lines(styled([[0], [1]], upper, lower))[1:] == ["A1 number border bottom thin"]
    grid = CellStyle(top=THIN, bottom=THIN, left=THIN, right=THIN)
    found = style_lines(styled([[0, 0], [0, 0]], grid))
    assert found[1:] == [
        "A1:B2 numbers border bottom thin border right thin",
        "A1:B1 numbers border top thin",
        "A1:A2 numbers border left thin",
    ]


def test_a_total_keeps_the_lines_that_separate_it() -> None:
    total = CellStyle(bold=True, top=THIN, bottom=Edge("Double", "Thick"))
    found = style_lines(styled([[0], [1]], PLAIN, total))
    assert found[1:] == ["A2 number bold border top thin border bottom double"]


def test_rules_links_and_comments_have_lines_of_their_own() -> None:
    at = (Address("Sheet1", 1, 1, 1, 2),)
    styles = styled(
        [[0, 0]],
        PLAIN,
        conditional=(AreaNote(at, "value > 100 → fill #FFC7CE"),),
        validations=(AreaNote(at, "list Yes,No"),),
        hyperlinks=(AreaNote(at, "https://example.com/"),),
        comments=(AreaNote(at, "Ann: check this"),),
    )
    assert style_lines(styles) == [
        "conditional formats:",
        "A1:B1 value > 100 → fill #FFC7CE",
        "validation:",
        "A1:B1 list Yes,No",
        "links:",
        "A1:B1 https://example.com/",
        "comments:",
        "A1:B1 Ann: check this",
    ]


def test_more_groups_than_fit_are_counted() -> None:
    table = [CellStyle(color=f"#0000{number:02X}") for number in range(1, 200)]
    ids = [[number] for number in range(199)]
    styles = styled(ids, *table)
    text = range_text(
        cells("Sheet1!A1", [["text"]] * 199), context=RangeContext(styles=styles), budget=600
    )
    shown = [line for line in text.split("\n") if " color #" in line]
    assert f"… {199 - len(shown)} more groups" in text.split("\n")


def test_looks_that_were_not_read_are_named() -> None:
    area, top = Address("Sheet1", 1, 1, 4, 1), Address("Sheet1", 1, 1, 2, 1)
    styles = RangeStyles(area, (top,), (BOLD,), [[0], [0], [-1], [-1]])
    text = range_text(cells("Sheet1!A1", [[1.0]] * 4), context=RangeContext(styles=styles))
    assert "styles: looks read of rows 1-2 only; number formats of all" in text
    assert "A1:A2 numbers bold" in text


edges = st.builds(
    Edge,
    st.sampled_from(["None", "Continuous", "Dash", "Double", "SlantDashDot"]),
    st.sampled_from(["Thin", "Medium", "Hairline"]),
    st.sampled_from(["#000000", "#FF0000"]),
).map(
    lambda edge: {"None": Edge(), "Double": Edge("Double", "Thick", edge.color)}.get(
        edge.style, edge
    )
)
looks = st.builds(
    CellStyle,
    font=st.sampled_from(["Calibri", "Arial", 'Odd "name" bold']),
    size=st.sampled_from([11.0, 10.5]),
    color=st.sampled_from(["#000000", "#1A7F37"]),
    bold=st.booleans(),
    underline=st.sampled_from(["None", "Single", "DoubleAccountant"]),
    fill=st.sampled_from(["", "#FFFF00"]),
    horizontal=st.sampled_from(["General", "Fill", "CenterAcrossSelection"]),
    indent=st.integers(0, 2),
    top=edges,
    bottom=edges,
    left=edges,
    locked=st.booleans(),
    hidden=st.booleans(),
    formula_hidden=st.booleans(),
)
codes = st.sampled_from(["General", "0.00", '"bold "0', " 0 ", 'json "x"', "a, format b"])


@given(st.lists(looks, min_size=6, max_size=6), st.lists(codes, min_size=6, max_size=6))
@settings(max_examples=100, deadline=None)
def test_any_looks_are_lossless(table: list[CellStyle], formats: list[str]) -> None:
    styles = styled([[0, 1], [2, 3], [4, 5]], *table)
    rows: list[list[object]] = [
        [Cell(1.0, number_format=code) for code in formats[at : at + 2]] for at in (0, 2, 4)
    ]
    read = cells("Sheet1!A1", rows)
    found = read_text(range_text(read, context=RangeContext(styles=styles), budget=None))
    assert read_looks(found) == without_weight_of_double(expected_looks(read, styles))
    assert read_notes(found) == expected_notes(styles)
