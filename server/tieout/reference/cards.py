"""Short cards from the reference: what it says about one name, for a reader who asks by name."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from pydantic import JsonValue, TypeAdapter

from tieout.assets import asset

_MOST_LINES = 40
_LINE = 400
_SHORTEST_WORD = 4

_SECTIONS = TypeAdapter(dict[str, dict[str, JsonValue]])


@dataclass(frozen=True, slots=True)
class Cards:
    """The reference's records by lower-case full name, and its lines by the words people use.

    Attributes:
        records: `excel.range.values` to the lines of its record.
        words: Lower-case words to the sentence about them: absent things, topics, synonyms.
    """

    records: dict[str, tuple[str, ...]]
    words: dict[str, str]

    def about(self, full_name: str) -> tuple[str, ...]:
        """The lines about `Excel.Class.member`, `charts.add` or `PivotDateFilter`; () if none."""
        return self.records.get(full_name.lower(), ())

    def about_word(self, word: str) -> tuple[str, ...]:
        """Sentences whose key holds the word: what doesn't exist first, then topics, synonyms."""
        wanted = re.sub(r"[\s_-]+", " ", word.strip().lower())
        if len(wanted) < _SHORTEST_WORD:
            return ()
        plain = wanted.removesuffix("s")
        return tuple(text for key, text in self.words.items() if plain in key)[:5]


@cache
def cards() -> Cards:
    """Read the reference's cards once; empty where the reference isn't installed."""
    try:
        path = asset("office_js_reference/api-reference.json")
    except FileNotFoundError:
        return Cards({}, {})
    sections = _SECTIONS.validate_python(json.loads(path.read_text(encoding="utf-8")))
    records = dict(_records(sections["classes"])) | dict(_records(sections["types"]))
    words = {
        key.lower(): str(text)
        for section in ("notInOfficeJs", "topics", "synonyms")
        for key, text in sections[section].items()
    }
    return Cards(records, words)


def _records(section: dict[str, JsonValue]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for key, record in section.items():
        if not isinstance(record, dict):
            continue
        lines = {str(name): str(text) for name, text in record.items() if name != "isEnum"}
        name = re.split(r"[:(\s]", lines.get("api", key), maxsplit=1)[0]
        text = tuple(_lines(lines))
        yield name.lower(), text
        yield key.lower(), text
        fields = {name: line for name, line in lines.items() if line.startswith(f"Excel.{name}")}
        yield from ((name.lower(), (line,)) for name, line in fields.items())


def _lines(record: dict[str, str]) -> Iterator[str]:
    for count, (key, text) in enumerate(record.items()):
        if count >= _MOST_LINES:
            yield f"… {len(record) - count} more"
            return
        # A line of an object's field begins with its full name already.
        shown = text if key.startswith("api") or text.startswith("Excel.") else f"{key}: {text}"
        yield shown if len(shown) <= _LINE else shown[:_LINE] + "…"
