"""Search, trace and impact over a small model: what is found, in which order, in which words."""

from dataclasses import replace

import pytest

from tests.unit.workbook.index.books import (
    Cell,
    calculated,
    in_columns,
    index_of,
    model,
    sheet,
    words_of,
)
from tieout.workbook.address import Address
from tieout.workbook.cell_columns import TextPool
from tieout.workbook.index.rank import rank
from tieout.workbook.index.told import told_impact, told_search, told_trace
from tieout.workbook.index.walks import error_chain, reach, walk
from tieout.workbook.index.workbook_index import WorkbookIndex
from tieout.workbook.snapshot import WorkbookSnapshot
from tieout.workbook.tokens import estimate_tokens

INDEX = index_of(model())
TEXTS = words_of(INDEX)


def ids(query: str, index: WorkbookIndex = INDEX, **options) -> list[str]:
    texts = TEXTS if index is INDEX else words_of(index)
    return [index.nodes[one.place].id for one in rank(index, query, texts, **options)]


def at(text: str) -> Address:
    return Address.parse(text)


def test_a_search_finds_places_by_what_names_them() -> None:
    assert ids("revenue growth")[0] == "Inputs!B2"
    assert ids("net profit")[:2] == ["Model!B6:E6", "Summary!B1"]
    assert ids("taxRate")[0] == "name:TaxRate"
    assert "'Orders list'!A1:A4" in ids("contoso")


def test_a_search_brings_what_is_connected_along() -> None:
    found = ids("revenue growth")
    assert "Model!C2:E2" in found
    assert "Model!C2:E2" not in ids("growth", method="keyword")


def test_an_address_in_the_query_is_where_the_walk_begins() -> None:
    assert ids("what reads Inputs!B3?")[0] == "Inputs!B3"
    assert ids("E6", method="graph")[0] == "Model!B6:E6"


def test_what_the_user_selected_draws_a_search_towards_it() -> None:
    plain, drawn = ids("profit"), ids("profit", around=[at("Summary!B1")])
    assert drawn.index("Summary!B1") <= plain.index("Summary!B1")


def test_places_on_archived_and_hidden_sheets_come_later_but_are_there() -> None:
    pool = TextPool()
    copies = [
        in_columns(sheet(name, [["Churn rate", 0.1]]), pool) for name in ("Old churn", "Churn", "Z")
    ]
    copies[2] = replace(copies[2], visibility="Hidden")
    index = index_of(WorkbookSnapshot(tuple(copies)))
    found = [one for one in ids("churn rate", index) if one.endswith("B1")]
    assert found == ["Churn!B1", "Z!B1", "'Old churn'!B1"]


def test_equal_places_keep_the_order_of_the_workbook() -> None:
    pool = TextPool()
    same = [in_columns(sheet(name, [["Fee", 1]]), pool) for name in ("B", "A", "C")]
    index = index_of(WorkbookSnapshot(tuple(same)))
    assert [one for one in ids("fee", index) if "B1" in one] == ["B!B1", "A!B1", "'C'!B1"]


@pytest.mark.parametrize("method", ["keyword", "text", "graph", "fusion"])
def test_words_that_are_nowhere_find_nothing(method) -> None:
    assert ids("zyxwv", method=method) == []


def test_meaning_only_orders_what_structure_found() -> None:
    plain = ids("tax")
    led = ids("tax", meaning=[*reversed(plain), "Orders list!Z9"])
    assert set(led) == set(plain)
    assert led != plain


def test_a_search_is_told_within_its_budget_with_the_rest_as_ids() -> None:
    ranked = rank(INDEX, "profit tax revenue", TEXTS)
    told = told_search(INDEX, "profit tax revenue", ranked, 12, 260)
    assert estimate_tokens(told.text) <= 260
    assert isinstance(told.answer, dict)
    hits = told.answer["hits"]
    assert isinstance(hits, list)
    assert 0 < len(hits) < len(ranked)
    assert "further: " in told.text
    assert told.answer["total"] == len(ranked)


def test_a_card_says_where_what_how_much_and_how_it_is_calculated() -> None:
    text = told_search(INDEX, "q", rank(INDEX, "revenue growth", TEXTS), 5, 2_000).text
    assert "Inputs!B2 input | Revenue growth | Assumptions | 5.0%" in text
    assert (
        "Model!C2:E2 3 formulas | Revenue | 2026 · 2027 · 2028 | =B2*(1+Inputs!$B$2) | 1, 1, 1"
        in text
    )


def test_precedents_are_exact_to_the_cell_and_name_the_way() -> None:
    steps = walk(INDEX, at("Model!D5"), "precedents", 2)
    told = [(step.hop, str(step.area), step.via) for step in steps]
    assert told == [
        (1, "Inputs!B3", "name:TaxRate"),
        (1, "Model!D4", ""),
        (2, "Model!D2", ""),
        (2, "Model!D3", ""),
    ]


def test_dependents_are_exact_to_the_cell() -> None:
    steps = walk(INDEX, at("Model!D2"), "dependents", 1)
    assert [str(step.area) for step in steps] == ["Model!E2", "Model!D3", "Model!D4"]
    assert [str(s.area) for s in walk(INDEX, at("Inputs!B3"), "dependents", 1)] == ["Model!B5:E5"]


def test_a_trace_tells_one_hop_in_full_and_more_as_ids() -> None:
    told = told_trace(INDEX, at("Model!D6"), "precedents", 3, 2_000)
    lines = told.text.splitlines()
    assert lines[0] == "trace Model!D6 precedents, 3 hops"
    assert "Model!D4 formula | Profit before tax | 2027 | =D2+D3 | 1 (of Model!B4:E4)" in lines
    assert any(line.startswith("2 hops: Inputs!B3") for line in lines)
    assert isinstance(told.answer, dict)
    assert told.answer["errorChain"] == []


def test_formulas_that_may_read_anything_are_marked() -> None:
    told = told_trace(INDEX, at("Summary!B2"), "precedents", 1, 2_000)
    assert "reads more than its references say: Summary!B2" in told.text
    assert "Summary!B2" in told_impact(INDEX, [at("Model!B6")], 2_000).text


def test_an_impact_reaches_everything_that_follows() -> None:
    found = reach(INDEX, [at("Inputs!B2")])
    areas = {str(step.area) for step in found.steps}
    assert areas == {
        "Model!C2:E2", "Model!C3:E3", "Model!C4:E4", "Model!C5:E5", "Model!C6:E6", "Summary!B1",
    }  # fmt: skip
    assert {node.id for node in found.objects} == {"chart:Model/Chart 1"}
    assert [node.id for node in found.dynamic] == ["Summary!B2"]
    assert {INDEX.nodes[place].id for place in found.ends} == {"Summary!B1"}


def test_an_impact_on_an_empty_cell_inside_a_sum_is_seen() -> None:
    pool = TextPool()
    made = in_columns(sheet("S", [[1, calculated("=SUM(A1:A9)")]]), pool)
    index = index_of(WorkbookSnapshot((made,)))
    assert [str(step.area) for step in reach(index, [at("S!A7")]).steps] == ["S!B1"]


def test_a_running_balance_is_reached_to_its_end_without_a_step_for_each_period() -> None:
    rows = [["Balance", 1]] + [["", calculated(f"=B{row}+1")] for row in range(1, 400)]
    index = index_of(WorkbookSnapshot((in_columns(sheet("S", rows), TextPool()),)))
    (step,) = reach(index, [at("S!B1")]).steps
    assert str(step.area) == "S!B2:B400"


def test_an_error_is_followed_to_the_cell_it_comes_from() -> None:
    error = "#DIV/0!"
    rows = [
        ["Base", 0],
        ["Ratio", Cell(error, "=B9/B1")],
        ["Scaled", Cell(error, "=B2*2")],
        ["Total", Cell(error, "=SUM(B1:B3)")],
    ]
    index = index_of(WorkbookSnapshot((in_columns(sheet("S", rows), TextPool()),)))
    chain = error_chain(index, at("S!B4"))
    assert [str(link.cell) for link in chain] == ["S!B4", "S!B2"]
    text = told_trace(index, at("S!B4"), "precedents", 1, 2_000).text
    assert "error: S!B4 #DIV/0! [=SUM(B1:B3)] <- S!B2 #DIV/0! [=B9/B1]" in text
    assert "root: S!B2" in text


def test_answers_stay_within_their_budgets_on_a_wide_fan_out() -> None:
    rows = [["Rate", 2]] + [[f"Line {n}", calculated(f"=$B$1*{n}")] for n in range(1, 600)]
    index = index_of(WorkbookSnapshot((in_columns(sheet("S", rows), TextPool()),)))
    for told in (
        told_impact(index, [at("S!B1")], 800),
        told_trace(index, at("S!B1"), "dependents", 2, 800),
    ):
        assert estimate_tokens(told.text) <= 830
    assert "599 formula cells" in told_impact(index, [at("S!B1")], 800).text
