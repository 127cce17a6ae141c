import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tieout.reference.grep import GrepOptions, LinedText, PatternRefused, grep, reference_text

TEXT = LinedText("alpha\nbeta\ngamma\ndelta\nepsilon\nbeta two\n")


def test_matching_lines_come_with_context_numbers_and_separators() -> None:
    assert grep(TEXT, "beta") == "beta\nbeta two"
    assert (
        grep(TEXT, "gamma", GrepOptions(after=1, before=1, numbers=True))
        == "2-beta\n3:gamma\n4-delta"
    )
    assert grep(TEXT, "^beta", GrepOptions(after=1)) == "beta\ngamma\n--\nbeta two"
    assert grep(TEXT, "a$", GrepOptions(after=1, numbers=True)).startswith(
        "1:alpha\n2:beta\n3:gamma"
    )


def test_case_and_plain_text_are_options() -> None:
    assert grep(TEXT, "BETA") == "No line matches."
    assert grep(TEXT, "BETA", GrepOptions(ignore_case=True, head=1)).startswith("beta\n… 1 more")
    assert grep(LinedText("a.b\naxb\n"), "a.b", GrepOptions(fixed=True)) == "a.b"


def test_output_is_capped_and_says_how_much_is_left() -> None:
    many = LinedText("line\n" * 250)
    assert grep(many, "line", GrepOptions(head=3)).endswith(
        "… 247 more lines; make the pattern narrower"
    )
    assert "at least" in grep(LinedText("line\n" * 5000), "line", GrepOptions(head=3))
    wide = LinedText("x" * 5000 + "\n")
    assert grep(wide, "x").endswith("4,400 more characters")
    assert len(grep(many, "line", GrepOptions(head=400, characters=100))) < 200


@pytest.mark.parametrize(
    ("pattern", "why"),
    [
        ("(a", "missing )"),
        ("(?=a)", "no look-around"),
        ("", "empty"),
        ("a" * 500, "400 characters"),
    ],
)
def test_a_bad_pattern_is_answered_with_a_sentence(pattern: str, why: str) -> None:
    with pytest.raises(PatternRefused, match=re.escape(why)):
        grep(TEXT, pattern)
    with pytest.raises(PatternRefused, match="head"):
        grep(TEXT, "a", GrepOptions(head=0))


@given(
    st.lists(
        st.text(st.characters(codec="utf-8", exclude_characters="\n"), max_size=12), min_size=1
    ),
    st.text("ab.é", min_size=1, max_size=3),
)
def test_plain_text_is_found_in_exactly_the_lines_that_hold_it(lines: list[str], word: str) -> None:
    kept = [line for line in lines if line]
    found = grep(LinedText("\n".join(kept)), word, GrepOptions(fixed=True, head=500))
    expected = [line for line in kept if word in line]
    assert found == ("\n".join(expected) or "No line matches.")


def test_a_pattern_never_matches_across_lines() -> None:
    assert grep(TEXT, r"alpha\sbeta") == "No line matches."
    assert grep(TEXT, "alpha[^x]beta") == "No line matches."


@pytest.mark.parametrize("pattern", [r"(\w+,? ?)+;$", r"(.*chart.*)+axis$", r"^(.*,)+x$", "(a*)*b"])
def test_patterns_that_hang_backtracking_engines_end(pattern: str) -> None:
    assert grep(reference_text(), pattern, GrepOptions(head=1))


def test_the_articles_way_of_finding_a_member_works_on_the_reference() -> None:
    found = grep(reference_text(), '"charts.add"', GrepOptions(after=8))
    assert "Excel.ChartCollection.add(type: ChartType, sourceData: Range" in found
    assert '"isEnum": true' in grep(reference_text(), '"ChartType"', GrepOptions(after=3))
