"""Pages: every figure with its address, every text escaped, charts drawn to scale."""

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tieout.tools.create_website import slug
from tieout.tools.website.chart_svg import NotDrawable, axis_for, chart_svg, read_series
from tieout.tools.website.contents import Chart, Grid, Page, PageCell, Picture, Table, Text
from tieout.tools.website.html_page import html_page

KINDS = ("column", "bar", "line", "pie")
HOSTILE = "\"'><script>alert(1)</script><img src=x onerror=alert(1)>&lt;</style></title></svg><!--"


def grid(*rows: list[object], left_out: str = "", sheet: str = "Sheet1") -> Grid:
    cells = tuple(
        tuple(
            PageCell(
                f"{'ABCDEFGH'[x]}{y}",
                str(value),
                float(value) if isinstance(value, int | float) else None,
            )
            for x, value in enumerate(row)
        )
        for y, row in enumerate(rows, start=1)
    )
    return Grid(sheet, f"{sheet}!A1:H9", cells, left_out)


SALES = grid(["Region", "Q1", "Q2"], ["North", 100, -50], ["South", 200, 25])


class Elements(HTMLParser):
    """Every element with its attributes, and the text outside styles."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data

    def of(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.found if name == tag]


ALLOWED = {
    "html",
    "head",
    "meta",
    "title",
    "style",
    "body",
    "h1",
    "h2",
    "p",
    "section",
    "div",
    "table",
    "tr",
    "th",
    "td",
    "figure",
    "figcaption",
    "svg",
    "rect",
    "line",
    "text",
    "circle",
    "polyline",
    "path",
    "ul",
    "li",
    "details",
    "summary",
    "img",
    "footer",
}


def test_a_table_shows_letters_numbers_and_the_address_of_each_cell():
    cell = PageCell("B2", "1,204", 1204.0, "=SUM(B3:B9)")
    shown = Grid(
        "'My Sheet'", "'My Sheet'!A2:B2", ((PageCell("A2", "Total"), cell),), "2 hidden rows"
    )
    page = html_page(Page("Sales", "", "q3.xlsx", (Table("By region", "In EUR", shown, 0),)))
    found = Elements(page)
    assert [a.get("title") for a in found.of("td")] == [
        "'My Sheet'!A2",
        "'My Sheet'!B2 =SUM(B3:B9)",
    ]
    assert [a.get("class") for a in found.of("td")] == [None, "n"]
    for text in ("1,204", "By region", "In EUR", "From 'My Sheet'!A2:B2 (2 hidden rows left out)"):
        assert text in found.text
    assert "as q3.xlsx displayed them" in found.text
    assert '<th class="at" scope="col">B</th>' in page
    assert '<th class="at" scope="row">2</th>' in page


@pytest.mark.parametrize("kind", KINDS)
def test_hostile_text_stays_text_wherever_it_stands(kind):
    bad = grid([HOSTILE, HOSTILE, HOSTILE], [HOSTILE, 5, 1], [HOSTILE, 6, 2], sheet=HOSTILE)
    formula = Grid(HOSTILE, HOSTILE, ((PageCell("A1", HOSTILE, None, f"={HOSTILE}"),),), HOSTILE)
    sections = (
        Table(HOSTILE, HOSTILE, bad),
        Table("", "", formula),
        Chart(HOSTILE, HOSTILE, bad, kind),
        Picture(HOSTILE, HOSTILE, HOSTILE, "iVBORw0KGgo="),
        Text(HOSTILE, HOSTILE),
    )
    found = Elements(html_page(Page(HOSTILE, HOSTILE, HOSTILE, sections)))
    assert {tag for tag, _ in found.found} <= ALLOWED
    for tag, attributes in found.found:
        assert not [
            name for name in attributes if name.startswith("on") or name in ("href", "srcdoc")
        ]
        assert (attributes.get("src") or "data:").startswith("data:"), tag
    assert [a["src"] for a in found.of("img")] == ["data:image/png;base64,iVBORw0KGgo="]
    assert found.text.count("alert(1)") >= 12


@given(st.text(max_size=200))
def test_no_text_makes_an_element(text: str):
    sections = (Text(text, text), Chart(text, text, grid([text, text], [text, 1]), "column"))
    found = Elements(html_page(Page(text, text, text, sections)))
    assert {tag for tag, _ in found.found} <= ALLOWED
    assert len(found.of("h1")) == 1


def test_the_page_loads_and_runs_nothing():
    page = html_page(Page("T", "", "w", (Chart("", "", SALES, "line"), Table("", "", SALES))))
    metas = {a.get("http-equiv"): a.get("content") for a in Elements(page).of("meta")}
    assert metas["Content-Security-Policy"] == (
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
    )
    for forbidden in (
        "http://",
        "https://",
        "url(",
        "@import",
        "<script",
        "<link",
        "<iframe",
        "<a ",
    ):
        assert forbidden not in page


def marks(svg: str, tag: str) -> list[dict[str, str | None]]:
    return Elements(svg).of(tag)


def test_columns_stand_on_zero_and_are_as_high_as_their_numbers():
    rects = marks(chart_svg(Chart("", "", SALES, "column")), "rect")
    north1, south1, north2, south2 = [float(r["height"] or 0) for r in rects]
    assert south1 == pytest.approx(2 * north1, abs=0.2)
    assert north2 == pytest.approx(north1 / 2, abs=0.2)
    assert south2 == pytest.approx(north1 / 4, abs=0.2)
    zero = float(rects[0]["y"] or 0) + north1
    assert float(rects[2]["y"] or 0) == pytest.approx(zero, abs=0.2)
    assert float(rects[1]["y"] or 0) + south1 == pytest.approx(zero, abs=0.2)


def test_bars_lie_as_columns_stand():
    rects = marks(chart_svg(Chart("", "", SALES, "bar")), "rect")
    north1, south1, north2, south2 = [float(r["width"] or 0) for r in rects]
    assert south1 == pytest.approx(2 * north1, abs=0.2)
    assert float(rects[2]["x"] or 0) + north2 == pytest.approx(float(rects[0]["x"] or 0), abs=0.2)
    assert south2 == pytest.approx(north1 / 4, abs=0.2)


def test_a_line_is_broken_where_there_is_no_number():
    broken = grid(["", "Q"], ["a", 1], ["b", 2], ["c", ""], ["d", 3], ["e", 4])
    svg = chart_svg(Chart("", "", broken, "line"))
    assert len(marks(svg, "polyline")) == 2
    assert len(marks(svg, "circle")) == 4


def test_a_pie_is_cut_by_shares_and_a_single_part_is_a_disc():
    svg = chart_svg(Chart("", "", grid(["", "Q"], ["a", 3], ["b", 1]), "pie"))
    large, small = [a["d"] or "" for a in marks(svg, "path")]
    assert " 0 1 1 " in large
    assert " 0 0 1 " in small
    whole = chart_svg(Chart("", "", grid(["", "Q"], ["a", 3], ["b", 0]), "pie"))
    assert (len(marks(whole, "circle")), len(marks(whole, "path"))) == (1, 0)


def test_every_mark_tells_its_cell():
    for kind in ("column", "bar", "line"):
        text = Elements(chart_svg(Chart("", "", SALES, kind))).text
        for told in ("Q1, North: 100 (B2)", "Q2, North: -50 (C2)", "Q1, South: 200 (B3)"):
            assert told in text


@pytest.mark.parametrize(
    ("rows", "kind", "sentence"),
    [
        ([["a", "b"]], "column", "needs a row of names"),
        ([["a"], ["b"]], "column", "needs a row of names"),
        ([["", "Q"], ["a", "x"]], "line", "holds no numbers"),
        ([["", *["Q"] * 13], ["a", *[1] * 13]], "bar", "at most 12 series"),
        ([["", "Q"], *[["a", 1]] * 201], "bar", "of 200 categories"),
        ([["", "Q"], ["a", 3], ["b", -1]], "pie", "none below zero"),
        ([["", "Q"], ["a", 0]], "pie", "none below zero"),
        ([["", "Q"], *[["a", 1]] * 13], "pie", "at most 12 parts"),
    ],
)
def test_what_can_not_be_drawn_is_said(rows, kind, sentence):
    wide = [row + [""] * (2 - len(row)) if len(row) < 2 and len(rows) < 2 else row for row in rows]
    cells = tuple(
        tuple(PageCell("A1", str(v), float(v) if isinstance(v, int) else None) for v in row)
        for row in wide
    )
    with pytest.raises(NotDrawable, match=sentence):
        chart_svg(Chart("", "", Grid("S", "S!A1", cells), kind))


@given(
    st.lists(
        st.floats(allow_nan=False, allow_infinity=False, min_value=-1e15, max_value=1e15),
        min_size=1,
    )
)
def test_an_axis_holds_every_value_and_zero_between_round_numbers(values: list[float]):
    _, series = read_series(grid(["", "Q"], *[["a", value] for value in values[:50]]))
    axis = axis_for(series)
    assert axis.low <= min(0.0, *values[:50]) + axis.step * 1e-6
    assert axis.high >= max(0.0, *values[:50]) - axis.step * 1e-6
    assert 2 <= len(axis.ticks) <= 13
    assert all(-0.001 <= axis.share(value) <= 1.001 for value in values[:50])


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Q3 – Sales & Costs!", "q3-sales-costs"),
        ("../../etc", "etc"),
        ("日本", "page"),
        ("a" * 99, "a" * 60),
    ],
)
def test_a_title_becomes_a_plain_file_name(title: str, name: str):
    assert slug(title) == name
