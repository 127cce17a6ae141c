"""The words of a text as a search counts them.

Identifiers are split (`grossMargin_2024`, `WACC2`), case and diacritics are folded, Chinese, Japanese
and Korean texts become single characters and pairs of them, and a number format becomes the words
people use for what it shows.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from tieout.workbook.date_display import reads_as_date

_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
_PIECE = re.compile(rf"[{_CJK}]+|[^\W_{_CJK}]+")
_PART = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+(?:\.[0-9]+)?|[^\WA-Za-z0-9]+")
_IS_CJK = re.compile(f"[{_CJK}]")
_MOST_WORDS = 400
_CURRENCIES = {"$": "dollar", "€": "euro", "£": "pound", "¥": "yen", "₹": "rupee"}
_LEAST_STEM = 4


def words(text: str, most: int = _MOST_WORDS) -> tuple[str, ...]:
    """The words of a text, in order, repeated ones too; at most `most` of them."""
    found: list[str] = []
    for word in _words(text):
        found.append(word)
        if len(found) == most:
            break
    return tuple(found)


def _words(text: str) -> Iterator[str]:
    for match in _PIECE.finditer(text):
        piece = match[0]
        if _IS_CJK.match(piece):
            yield from piece
            yield from (piece[at : at + 2] for at in range(len(piece) - 1))
            continue
        parts = [part[0] for part in _PART.finditer(_plain(piece))]
        for part in parts:
            yield _stem(part.lower())
        if len(parts) > 1:
            yield _plain(piece).lower()


@lru_cache(maxsize=1 << 12)
def _plain(text: str) -> str:
    """Without diacritics; letters that have no plainer form stay."""
    if text.isascii():
        return text
    split = unicodedata.normalize("NFKD", text.replace("ß", "ss"))
    return "".join(letter for letter in split if not unicodedata.combining(letter))


def _stem(word: str) -> str:
    """Plurals of English words without their end, so that `rates` finds `rate`."""
    if len(word) < _LEAST_STEM or not word.isascii() or not word.endswith("s"):
        return word
    if word.endswith(("ss", "us", "is")):
        return word
    return word[:-3] + "y" if word.endswith("ies") else word[:-1]


@lru_cache(maxsize=1 << 10)
def format_words(number_format: str) -> tuple[str, ...]:
    """What people call what a number format shows: percent, date, currency and its name."""
    found = [word for sign, word in _CURRENCIES.items() if sign in number_format]
    if found:
        found.append("currency")
    if "%" in number_format:
        found.append("percent")
    if reads_as_date(number_format):
        found.append("date")
    return tuple(found)
