"""What an index finds in a workbook, and who reads whom in it."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.workbook.index.books import calculated, in_columns, index_of, model, node, sheet
from tieout.workbook.address import Address
from tieout.workbook.cell_columns import TextPool
from tieout.workbook.index.pagerank import personalised_ranks
from tieout.workbook.index.standing import standing
from tieout.workbook.index.words import format_words, words
from tieout.workbook.index.workbook_index import build_index
from tieout.workbook.references.model import Edge
from tieout.workbook.references.spans import Span
from tieout.workbook.rule_image import (
    Comment,
    ConditionalFormat,
    Setting,
    SheetRules,
    Validation,
)
from tieout.workbook.snapshot import NameSnapshot, SheetSnapshot, WorkbookSnapshot


def test_formulas_filled_along_are_one_place_with_what_names_them() -> None:
    index = index_of(model())
    found = node(index, "Model!C2:E2")
    assert (found.kind, found.r1c1, found.cells) == ("formulas", "=RC[-1]*(1+Inputs!R2C2)", 3)
    assert found.label == "Revenue"
    assert found.heading.startswith("2026 · 2027 · 2028")


def test_inputs_beside_labels_are_places_of_their_own_and_lists_are_columns() -> None:
    index = index_of(model())
    assert node(index, "Inputs!B2").label == "Revenue growth"
    assert "percent" in node(index, "Inputs!B2").body
    orders = node(index, "'Orders list'!B2:B4")
    assert (orders.kind, orders.heading) == ("inputs", "Amount · Orders")


def test_every_filled_cell_is_in_exactly_one_place() -> None:
    workbook = model()
    index = index_of(workbook)
    for one in workbook.sheets:
        assert one.cells is not None
        for row, column in one.cells.filled():
            assert len(index.at(Address.cell(one.name, row, column))) == 1


def test_names_tables_and_charts_are_places_that_read_cells() -> None:
    index = index_of(model())
    pairs = {
        (index.nodes[reader].id, index.nodes[read].id)
        for reader, read in zip(index.edges.readers, index.edges.read, strict=True)
    }
    assert ("name:TaxRate", "Inputs!B3") in pairs
    assert ("Model!B5:E5", "name:TaxRate") in pairs
    assert ("Model!B5:E5", "Inputs!B3") in pairs
    assert ("table:Orders", "'Orders list'!B2:B4") in pairs
    assert ("Summary!B4", "table:Orders") in pairs
    assert ("Summary!B4", "'Orders list'!B2:B4") in pairs
    assert ("chart:Model/Chart 1", "Model!B6:E6") in pairs


def test_names_that_excel_keeps_for_itself_are_left_out() -> None:
    workbook = replace(model(), names=(NameSnapshot("Print_Area", "=Model!$A$1:$E$6", "Model"),))
    assert not [one for one in index_of(workbook).nodes if one.kind == "name"]


def test_sheets_with_the_same_cells_are_not_read_again() -> None:
    first = model()
    index = build_index(first)
    pool = TextPool()
    changed = in_columns(sheet("Summary", [["Other", calculated("=1")]]), pool)
    second = replace(
        first, sheets=tuple(changed if s.name == "Summary" else s for s in first.sheets)
    )
    after = build_index(second, index)
    for name in ("Inputs", "Model", "Orders list"):
        assert after.sheets[name] is index.sheets[name]
    assert after.sheets["Summary"] is not index.sheets["Summary"]
    assert build_index(second).nodes == after.nodes


def test_everything_is_read_again_when_names_mean_something_else() -> None:
    first = model()
    index = build_index(first)
    moved = replace(first, names=(NameSnapshot("TaxRate", "=Inputs!$B$4"),))
    after = build_index(moved, index)
    assert after.sheets["Model"] is not index.sheets["Model"]
    area = node(after, "Model!B5:E5").reads.targets[-1]
    assert str(area.over(Address("Model", 5, 2, 5, 5))) == "Inputs!B4"


def test_unread_sheets_have_no_places_and_are_named() -> None:
    workbook = WorkbookSnapshot(
        (SheetSnapshot("Big", "b", used=Address("Big", 1, 1, 9, 9), was_read=False),)
    )
    index = index_of(workbook)
    assert (index.nodes, index.unread) == ((), ("Big",))


def test_a_table_column_3d_references_and_this_row_lead_to_their_cells() -> None:
    pool = TextPool()
    jan, feb = (in_columns(sheet(name, [["x", 1]]), pool) for name in ("Jan", "Feb"))
    total = in_columns(sheet("Total", [["all", calculated("=SUM(Jan:Feb!B1)")]]), pool)
    index = index_of(WorkbookSnapshot((jan, feb, total)))
    areas = [
        str(t.over(Address("Total", 1, 2, 1, 2))) for t in node(index, "Total!B1").reads.targets
    ]
    assert areas == ["Jan!B1", "Feb!B1"]


@pytest.mark.parametrize(
    ("formula", "outside", "broken", "dynamic"),
    [
        ("=[1]Sheet1!A1+Nobody", ("[1]Sheet1!A1", "Nobody"), False, False),
        ("=#REF!+1", (), True, False),
        ("=Gone!A1", (), True, False),
        ("=OFFSET(A1,1,0)", (), False, True),
        ("=LET(x,1,x+1)", (), False, False),
    ],
)
def test_what_leads_nowhere_is_marked(
    formula: str, outside: tuple[str, ...], broken: bool, dynamic: bool
) -> None:
    made = in_columns(sheet("S", [["a", calculated(formula)]]), TextPool())
    reads = node(index_of(WorkbookSnapshot((made,))), "S!B1").reads
    assert (reads.outside, reads.broken, reads.dynamic) == (outside, broken, dynamic)


_edges = st.builds(Edge, st.integers(1, 40), st.booleans())


@given(
    _edges, _edges, st.integers(1, 40), st.integers(0, 15), st.integers(1, 60), st.integers(0, 9)
)
def test_readers_of_a_line_are_those_whose_own_reference_holds_it(
    first: Edge, last: Edge, low: int, more: int, top: int, height: int
) -> None:
    span = Span.of((first, last), low)
    high, bottom = low + more, top + height
    readers = [
        place
        for place in range(low, high + 1)
        if span.at(place)[0] <= bottom and span.at(place)[1] >= top
    ]
    found = span.readers(low, high, top, bottom)
    assert ([] if found is None else list(range(found[0], found[1] + 1))) == readers
    every = [line for place in range(low, high + 1) for line in span.at(place)]
    assert span.over(low, high) == (min(every), max(every))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("grossMargin_2024", ("gross", "margin", "2024")),
        ("WACC2", ("wacc", "2", "wacc2")),
        ("Umsätze Größe", ("umsatze", "grosse")),
        ("Interest rates", ("interest", "rate")),
        ("营业收入", ("营", "业", "收", "入", "营业", "业收", "收入")),
        ("FY25 毛利率", ("fy", "25", "fy25", "毛", "利", "率", "毛利", "利率")),
    ],
)
def test_texts_are_split_into_words_people_search_for(text: str, found: tuple[str, ...]) -> None:
    assert set(found) <= set(words(text))


def test_number_formats_become_the_words_for_what_they_show() -> None:
    assert format_words("€ #,##0.00") == ("euro", "currency")
    assert format_words("0.0%") == ("percent",)
    assert "date" in format_words("yyyy-mm-dd")
    assert format_words("General") == ()


@pytest.mark.parametrize(
    ("name", "visibility", "found"),
    [
        ("Model (2)", "Visible", "archived"),
        ("old_Model", "Visible", "archived"),
        ("Copy of Inputs", "Hidden", "archived"),
        ("Scratch", "Visible", "archived"),
        ("Gold", "Visible", ""),
        ("Template", "Visible", ""),
        ("Threshold", "Hidden", "hidden"),
        ("Lists", "VeryHidden", "very hidden"),
    ],
)
def test_archives_and_hidden_sheets_are_known_as_such(
    name: str, visibility: str, found: str
) -> None:
    assert standing(SheetSnapshot(name, "1", visibility)) == found  # pyright: ignore[reportArgumentType]


def test_walks_stay_near_their_start_and_add_up_to_one() -> None:
    start = np.array([1.0, 0, 0, 0, 0])
    chain = np.arange(3)
    ranks = personalised_ranks(start, chain, chain + 1, np.ones(3))
    assert ranks.sum() == pytest.approx(1)
    assert list(np.argsort(-ranks[:4])) == [0, 1, 2, 3]
    assert ranks[4] == 0
    assert not personalised_ranks(np.zeros(2), chain[:0], chain[:0], np.ones(0)).any()


def test_rules_and_comments_are_places_over_their_cells() -> None:
    workbook = model()
    rules = {
        workbook.sheets[1].id: SheetRules(
            (
                ConditionalFormat(
                    "1",
                    "Custom",
                    (Address("", 6, 2, 6, 5),),
                    (Setting(("Custom", "Rule"), "Formula", '"=B6<Inputs!$B$4"'),),
                    "formula: B6<Inputs!B4",
                ),
            ),
            (
                Validation(
                    Address("", 2, 2, 2, 2),
                    (Setting((), "Rule", '{"List": {"Source": "=TaxRate"}}'),),
                    "list of TaxRate",
                ),
            ),
            (Comment("c", Address("", 4, 3, 4, 3), "ask Maria about depreciation"),),
        )
    }
    index = build_index(workbook, None, rules)
    pairs = {
        (index.nodes[reader].id, index.nodes[read].id)
        for reader, read in zip(index.edges.readers, index.edges.read, strict=True)
    }
    assert ("conditional-format:Model!B6:E6", "Model!B6:E6") in pairs
    assert ("conditional-format:Model!B6:E6", "Inputs!B4") in pairs
    assert ("validation:Model!B2", "name:TaxRate") in pairs
    assert ("validation:Model!B2", "Inputs!B3") in pairs
    assert ("comment:Model!C4", "Model!B4:E4") in pairs
    assert node(index, "comment:Model!C4").label == "ask Maria about depreciation"
    over = [index.nodes[place].id for place in index.objects_over(Address("Model", 6, 3, 6, 3))]
    assert "conditional-format:Model!B6:E6" in over
