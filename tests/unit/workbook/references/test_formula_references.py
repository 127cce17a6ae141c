"""References in formulas: what is found, where it stands, and the way back to text."""

import html
import os
import re
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tieout.workbook.references.model import (
    HERE,
    BrokenReference,
    CellsReference,
    Edge,
    NamedReference,
    Prefix,
    TablePart,
)
from tieout.workbook.references.parse import parse_formula
from tieout.workbook.references.text import reference_text

DATA = Path(
    os.environ.get("TIEOUT_SHARED_DATA", Path(__file__).resolve().parents[5] / "shared" / "data")
)


def found(formula: str) -> list[str]:
    return [reference_text(use.reference) for use in parse_formula(formula).uses]


@pytest.mark.parametrize(
    ("formula", "texts"),
    [
        ("=A1+$B$2:C9*SUM(C:C,$3:7)", ["A1", "$B$2:C9", "C:C", "$3:7"]),
        ("='P&L 2026'!A1+'O''Neil'!B2", ["'P&L 2026'!A1", "'O''Neil'!B2"]),
        ("=SUM(Jan:Mar!B2)+SUM('Q 1:Q 3'!C4)", ["Jan:Mar!B2", "'Q 1:Q 3'!C4"]),
        ("='[Plan.xlsx]Jan'!B2+[1]!Foo", ["[Plan.xlsx]Jan!B2", "[1]!Foo"]),
        ("='C:\\d\\[a b.xlsx]S x'!$A$1", ["'C:\\d\\[a b.xlsx]S x'!$A$1"]),
        ("=Orders[Units]+[@Units]", ["Orders[Units]", "[@[Units]]"]),
        ("=Orders[[#Totals],[Units]:[Price]]", ["Orders[[#Totals],[Units]:[Price]]"]),
        ("=SUM(T[[#This Row],[a b]])+T[[#Headers],[#Data],[q]]",
         ["T[@[a b]]", "T[[#Headers],[#Data],[q]]"]),
        ("=T['[x'] y]", ["T[['[x'] y]]"]),
        ("=SUM(A1#)+COUNT(Spilled#)", ["A1#", "Spilled#"]),
        ("=_xlfn.ANCHORARRAY(A1)", ["A1#"]),
        ("=TaxRate*Budget!TaxRate+TRUE", ["TaxRate", "Budget!TaxRate"]),
        ("=#REF!+Sheet1!#REF!", ["#REF!", "Sheet1!#REF!"]),
        ('="A1"&B1&"it""s C1"', ["B1"]),
        ("=LOG10(A1)+XFE1", ["A1", "XFE1"]),
    ],
)  # fmt: skip
def test_references_are_found_in_order(formula: str, texts: list[str]) -> None:
    parsed = parse_formula(formula)
    assert [reference_text(use.reference) for use in parsed.uses] == texts
    assert parsed.unread == ()


@pytest.mark.parametrize(
    ("formula", "texts", "bound"),
    [
        ("=LET(rate,A1,net,rate*B1,net+rate+gross)", ["A1", "B1", "gross"], {"rate", "net"}),
        ("=LET(a,a,a)", ["a"], {"a"}),
        ("=LAMBDA(x,[y],x+y+z)(A1)", ["z", "A1"], {"x", "y"}),
        ("=LET(f,LAMBDA(n,n+k),f(B2))+n", ["k", "B2", "n"], {"f", "n"}),
        ("=_xlfn.LET(_xlpm.x,A1,_xlpm.x*2)", ["A1"], set()),
        ("=MAP(A1:A9,LAMBDA(v,v*Rate))", ["A1:A9", "Rate"], {"v"}),
        ("=LET(x,{1,2},y,x+C1,y)", ["C1"], {"x", "y"}),
    ],
)
def test_names_that_let_and_lambda_bind_are_no_references(
    formula: str, texts: list[str], bound: set[str]
) -> None:
    parsed = parse_formula(formula)
    assert [reference_text(use.reference) for use in parsed.uses] == texts
    assert parsed.bound == bound


def test_what_is_known_only_at_calculation_is_marked() -> None:
    assert parse_formula('=SUM(INDIRECT("A"&B1))').is_dynamic
    assert parse_formula("=OFFSET(A1,1,1)").is_dynamic
    assert parse_formula("=SUM(A1:INDEX(B:B,3))").is_dynamic
    assert parse_formula("=SUM(INDEX(B:B,3):B9)").is_dynamic
    assert not parse_formula("=INDEX(A1:B9,2,1)+offsets").is_dynamic


def test_unions_intersections_and_ranges_between_operands_are_told_apart() -> None:
    union = parse_formula("=SUM((A1:B2,C3))").uses
    assert [use.link for use in union] == ["", ""]
    crossing = parse_formula("=SUM(A1:C3 B2:D9)").uses
    assert [use.link for use in crossing] == [" ", ""]
    spanning = parse_formula("=SUM(Sheet1!A1:Sheet1!B2)").uses
    assert [use.link for use in spanning] == [":", ""]
    picked = parse_formula("=@A1:A9").uses
    assert picked[0].implicit


def test_the_function_around_a_reference_and_its_argument_are_told() -> None:
    uses = parse_formula("=IF(A1>0,VLOOKUP(B1,Sheet2!A:C,{1,2},FALSE),(C1))").uses
    told = [(use.function, use.argument, use.alone) for use in uses]
    assert told == [("IF", 0, False), ("VLOOKUP", 0, True), ("VLOOKUP", 1, True), ("IF", 2, True)]


@pytest.mark.parametrize("formula", ["=SUM(A1", "=A1)", "=T[[a]", "=A1 | B1", "={1,2"])
def test_pieces_that_belong_to_no_formula_are_named(formula: str) -> None:
    assert parse_formula(formula).unread


# -- render and parse again ---------------------------------------------------------------------

_sheets = st.text(
    st.characters(exclude_characters="[]:*?/\\'", exclude_categories=["C", "Zl", "Zp"]),
    min_size=1,
    max_size=12,
).filter(lambda name: name.strip() == name) | st.sampled_from(
    ["O'Neil", "A1", "R1C1", "2024", "P&L"]
)
_books = st.sampled_from(["", "1", "Plan.xlsx", "My plan (2).xlsx"])
_prefixes = st.builds(
    lambda book, path, first, last: Prefix(
        path if book else "", book, first, "" if last == first else last
    ),
    _books,
    st.sampled_from(["", "C:\\money\\", "https://x.example/docs/"]),
    _sheets,
    st.just("") | _sheets,
) | st.just(HERE)
_rows = st.builds(Edge, st.integers(1, 1_048_576), st.booleans())
_columns = st.builds(Edge, st.integers(1, 16_384), st.booleans())


@st.composite
def _cells(draw: st.DrawFn) -> CellsReference:
    prefix = draw(_prefixes)
    kind = draw(st.sampled_from(["cell", "area", "rows", "columns"]))
    if kind == "cell":
        row, column = draw(_rows), draw(_columns)
        spill = draw(st.booleans())
        return CellsReference(prefix, (row, row), (column, column), one=True, spill=spill)
    rows = (draw(_rows), draw(_rows)) if kind != "columns" else None
    columns = (draw(_columns), draw(_columns)) if kind != "rows" else None
    return CellsReference(prefix, rows, columns)


_column_names = st.text(
    st.characters(exclude_categories=["C", "Zl", "Zp"]), min_size=1, max_size=10
).filter(lambda name: name.strip() == name)
_tables = st.sampled_from(["Orders", "Tbl_2024", "Ümsatz", ""])


@st.composite
def _parts(draw: st.DrawFn) -> TablePart:
    rows = draw(
        st.sampled_from(
            [(), ("#this row",), ("#all",), ("#totals",), ("#headers", "#data"), ("#data",)]
        )
    )
    first = draw(st.just("") | _column_names)
    last = draw(st.just(first) | _column_names) if first else ""
    return TablePart(HERE, draw(_tables), rows, first, last)


_names = st.builds(
    NamedReference,
    _prefixes.filter(lambda prefix: not prefix.last),
    st.sampled_from(["TaxRate", "_x.1", "Größe", "a\\b", "RC_1"]),
    st.booleans(),
)
_references = _cells() | _parts() | _names | st.builds(BrokenReference, _prefixes)


@given(_references)
def test_every_reference_is_read_back_from_its_text(reference: object) -> None:
    text = reference_text(reference)
    parsed = parse_formula(f"=1+{text}*2")
    assert [use.reference for use in parsed.uses] == [reference]
    assert parsed.unread == ()
    assert f"=1+{text}*2"[parsed.uses[0].start : parsed.uses[0].end] == text


@given(st.lists(_references, min_size=1, max_size=6))
def test_several_references_are_read_back_in_order(references: list[object]) -> None:
    texts = [reference_text(reference) for reference in references]
    parsed = parse_formula(f"=SUM({','.join(texts)})")
    assert [use.reference for use in parsed.uses] == references
    assert [use.argument for use in parsed.uses] == list(range(len(references)))


@given(st.text(max_size=60))
def test_any_text_is_read_without_failing(text: str) -> None:
    parsed = parse_formula("=" + text)
    for use in parsed.uses:
        assert 0 < use.start < use.end <= len(text) + 1


# -- formulas that Excel saved ------------------------------------------------------------------

_FORMULA = re.compile(r"<(?:\w+:)?f(?: [^>]*)?>([^<]*)</")


def _saved_formulas(folder: Path) -> set[str]:
    formulas: set[str] = set()
    for path in folder.rglob("*.xlsx"):
        if not zipfile.is_zipfile(path):
            continue
        with zipfile.ZipFile(path) as package:
            for name in package.namelist():
                if re.match(r"xl/worksheets/[^/]*\.xml\Z", name):
                    text = package.read(name).decode("utf-8", "replace")
                    formulas.update("=" + html.unescape(raw) for raw in _FORMULA.findall(text))
    return formulas


@pytest.mark.data
@pytest.mark.parametrize("folder", ["corpus", "workbooks", "lint", "spreadsheetbench"])
def test_every_formula_that_excel_saved_is_read_whole(folder: str) -> None:
    if not (DATA / folder).is_dir():
        pytest.skip(f"no {DATA / folder}")
    formulas = _saved_formulas(DATA / folder)
    assert formulas
    unread = {
        formula: parsed.unread for formula in formulas if (parsed := parse_formula(formula)).unread
    }
    assert unread == {}
