"""The full-text index in SQLite, against the plain counts it stands in for."""

from hypothesis import given
from hypothesis import strategies as st

from tieout.sessions.text_index import SqliteTextIndex
from tieout.workbook.index.texts import TextEntry, WordCounts
from tieout.workbook.index.words import words


def entry(name: str, label: str, heading: str = "", body: str = "") -> TextEntry:
    return TextEntry(name, words(label), words(heading), words(body))


ENTRIES = [
    entry("Model!B2", "Gross margin", "2025 2026", "percent"),
    entry("Model!B3", "Revenue", "gross", "sum"),
    entry("Notes!A1", "", "", "the gross margin is what remains of revenue"),
    entry("模型!B2", "毛利率", "营业收入"),
]


def test_labels_count_more_than_headings_and_those_more_than_the_rest() -> None:
    texts = SqliteTextIndex()
    texts.put("", ENTRIES)
    assert [name for name, _ in texts.find(words("gross"), 9)] == [
        "Model!B2",
        "Model!B3",
        "Notes!A1",
    ]
    assert [name for name, _ in texts.find(words("毛利"), 9)] == ["模型!B2"]
    assert texts.find(words("zebra"), 9) == []
    assert texts.find((), 9) == []


def test_parts_are_replaced_and_forgotten_as_a_whole() -> None:
    texts = SqliteTextIndex()
    texts.put("one", ENTRIES[:1])
    texts.put("two", ENTRIES[1:2])
    texts.put("one", ENTRIES[2:3])
    assert {name for name, _ in texts.find(words("gross"), 9)} == {"Model!B3", "Notes!A1"}
    texts.keep(["two"])
    assert {name for name, _ in texts.find(words("gross"), 9)} == {"Model!B3"}


def test_words_that_mean_something_to_the_database_are_only_words() -> None:
    texts = SqliteTextIndex()
    texts.put("", [entry("a", "NEAR and not OR near"), entry("b", "drop table entries; --")])
    assert [name for name, _ in texts.find(words('NEAR("x" OR *) AND NOT'), 9)] == ["a"]
    assert [name for name, _ in texts.find(words("DROP TABLE"), 9)] == ["b"]


_text = st.lists(
    st.sampled_from(["gross", "margin", "net", "rate", "2025", "毛利率", "tax", "cost"]), max_size=8
)
_entries = st.lists(st.tuples(_text, _text, _text), min_size=1, max_size=12)


@given(_entries, _text)
def test_the_database_and_the_plain_counts_give_one_order(
    given_entries: list[tuple[list[str], list[str], list[str]]], query: list[str]
) -> None:
    entries = [
        entry(f"n{number}", *(" ".join(field) for field in fields))
        for number, fields in enumerate(given_entries)
    ]
    plain, full = WordCounts(), SqliteTextIndex()
    for texts in (plain, full):
        texts.put("", entries)
    wanted = words(" ".join(query))
    one, other = plain.find(wanted, 50), full.find(wanted, 50)
    scores = dict(one)
    assert scores.keys() == dict(other).keys()
    assert all(abs(scores[name] - score) <= 1e-6 * max(1, score) for name, score in other)
