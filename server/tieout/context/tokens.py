"""Counting tokens without a network: the vocabulary where it is installed, else a cautious estimate.

Budgets are hard by the counter in use, and where things are cut depends on it, so a recording names
its counter and a replay counts by the same one.
"""

import importlib
import re
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Final, Literal, Protocol, TypeAlias, cast

from tieout.errors import SettingsError

CounterChoice: TypeAlias = Literal["auto", "ctok", "estimate"]
"""`auto` takes `ctok` where it is installed."""

_MOST_REMEMBERED: Final = 4_096
_LONG_ENOUGH: Final = 64


class TokenCounter(Protocol):
    """Counts the tokens of a text, never fewer than the models' tokenizer on the texts it was
    fitted to.
    """

    @property
    def name(self) -> str:
        """What a recording calls it, such as `estimate-1`."""
        ...

    def count(self, text: str) -> int:
        """Tokens of the text alone, without a message's frame."""
        ...


_PIECES: Final = re.compile(
    r"[A-Z]?[a-z]+|[A-Z]+|[0-9]+|\n[\n ]*|[ \t\r\f\v]+|[\u00c0-\u024f]+|[\u0400-\u052f]+"
    r"|[\u3040-\u30ff]+|[\u4e00-\u9fff]+|[\uac00-\ud7a3]+|[^\sA-Za-z0-9]|\s"
)
_COMMON_WORDS: Final = """
a about above after again all also always an and any are as async at await be because been
before being below between both but by can cell cells code column columns const context
could data date did do does done down each either error errors every first for format
formula formulas from function had has have he her here his how i if in into is it its just
last least less let line lines load may more most must my name names never new next no nor
not number numbers of off on one only or other our out over own range ranges read return row
rows same shall she sheet sheets should so still such sum table tables text than that the
their then there these they this those three to total two under until up us user value
values var very was we were what when where which while who why will with without work would
write yet you your
"""
_COMMON: Final = frozenset(_COMMON_WORDS.split())
_FREQUENT, _FREQUENT_CAPITALISED, _WORD, _CAPITALISED, _JOINED = 1.16, 1.33, 1.983, 3.275, 0.52
_LETTER, _FAR_LETTER, _SHORT_WORD, _LONG_WORD = 0.206, 0.616, 4, 7
_CAPITALS, _CAPITAL, _LONE_CAPITAL = 0.51, 0.86, 1.239
_NUMBER, _DIGITS, _DIGIT_GROUP = 1.556, 0.424, 3
_LINE, _INDENT, _BLANK = 0.412, 0.589, 0.837
_MARK, _SAME_MARK, _QUOTE, _WIDE_MARK, _SIGN = 0.594, 0.676, 0.824, 0.897, 2.988
_ACCENTED, _CYRILLIC_WORD, _CYRILLIC = 1.906, 1.823, 0.206
_HAN, _KANA, _HANGUL, _BYTE = 1.455, 0.647, 1.471, 0.669
_START = 3.0
"""Weights are the least that stay at or above `ctok`'s counts (1.3.0, vocabulary 4.8) on 1,040 texts:
sheets, formulas, prompts, code, JSON, ids, and prose in fifteen languages; then raised by 3 %.
On average the estimate is 1.07 (formulas) to 1.22 (JSON, English prose) of the count."""


class EstimatedTokens:
    """The estimate: a weight for each word, number, mark and letter beyond ASCII."""

    name = "estimate-1"

    def count(self, text: str) -> int:
        """At or above the tokenizer's count, by 7 to 22 % on average."""
        if not text:
            return 0
        total = _START
        before = ""
        for match in _PIECES.finditer(text):
            piece = match[0]
            if piece == " ":
                after = text[match.end() : match.end() + 1]
                total += 0.0 if after.isalpha() else _BLANK
            else:
                total += _weight(piece, before)
            before = piece
        return int(total) + 1


def _weight(piece: str, before: str) -> float:
    first, size = piece[0], len(piece)
    if not first.isascii():
        return _foreign(first, size)
    if first.isalpha():
        return _word(piece, size, before)
    if first.isdigit():
        return _NUMBER + _DIGITS * -(-size // _DIGIT_GROUP)
    if first == "\n":
        return _LINE + (_INDENT if size > 1 else 0.0)
    if first.isspace():
        return _BLANK
    return _SAME_MARK if before == piece else _MARK


def _word(piece: str, size: int, before: str) -> float:
    if size == 1 and piece.isupper():
        return _LONE_CAPITAL
    if piece.isupper():
        return _CAPITALS + _CAPITAL * size
    capitalised = piece[0].isupper()
    behind_mark = before != "" and not before[-1].isspace() and not before[-1].isalnum()
    weight = _JOINED if behind_mark else 0.0
    if piece.lower() in _COMMON:
        return weight + (_FREQUENT_CAPITALISED if capitalised else _FREQUENT)
    weight += _CAPITALISED if capitalised else _WORD
    weight += _LETTER * max(0, min(size, _LONG_WORD) - _SHORT_WORD)
    return weight + _FAR_LETTER * max(0, size - _LONG_WORD)


def _foreign(first: str, size: int) -> float:
    if "\u00c0" <= first <= "\u024f":
        return _ACCENTED * size
    if "\u0400" <= first <= "\u052f":
        return _CYRILLIC_WORD + _CYRILLIC * size
    if "\u4e00" <= first <= "\u9fff":
        return _HAN * size
    if "\u3040" <= first <= "\u30ff":
        return _KANA * size
    if "\uac00" <= first <= "\ud7a3":
        return _HANGUL * size
    if first < "\u00c0" or "\u2000" <= first <= "\u203f":
        return _QUOTE
    if "\u2000" <= first <= "\u2bff":
        return _SIGN
    if "\u3000" <= first <= "\u303f" or "\uff00" <= first <= "\uffef":
        return _WIDE_MARK
    return _BYTE * len(first.encode("utf-8", "surrogatepass"))


class _Ctok(Protocol):
    def token_count(self, text: str, version: str) -> int: ...


@dataclass(frozen=True, slots=True)
class CtokTokens:
    """The models' vocabulary of 2026, from the package `ctok`."""

    package: _Ctok
    name: str = "ctok-4.8"

    def count(self, text: str) -> int:
        """As the service counts a text, without the frame of a message."""
        clean = text.encode("utf-8", "replace").decode()
        return self.package.token_count(clean, "4.8") - 6 if clean else 0


@dataclass(slots=True)
class RememberedTokens:
    """Another counter that counts each text once; requests repeat most of their blocks."""

    counter: TokenCounter
    _known: OrderedDict[str, int] = field(default_factory=OrderedDict[str, int])

    @property
    def name(self) -> str:
        """The other counter's."""
        return self.counter.name

    def count(self, text: str) -> int:
        """As the other counter."""
        if len(text) < _LONG_ENOUGH:
            return self.counter.count(text)
        known = self._known.get(text)
        if known is None:
            known = self._known[text] = self.counter.count(text)
            if len(self._known) > _MOST_REMEMBERED:
                self._known.popitem(last=False)
        return known


ESTIMATE: Final[TokenCounter] = EstimatedTokens()


def estimated_tokens(text: str) -> int:
    """Upper estimate of the tokens of a text."""
    return ESTIMATE.count(text)


def token_counter(choice: CounterChoice | str = "auto") -> TokenCounter:
    """The counter that a setting or a recording's header names.

    Args:
        choice: A `CounterChoice`, or a counter's own name.

    Raises:
        SettingsError: There is no such counter here; says what to do.
    """
    if choice in ("estimate", EstimatedTokens.name):
        return RememberedTokens(ESTIMATE)
    if choice in ("auto", "ctok", "ctok-4.8"):
        try:
            package = cast("_Ctok", importlib.import_module("ctok"))
        except ImportError:
            if choice == "auto":
                return RememberedTokens(ESTIMATE)
            raise SettingsError(
                "Tokens are to be counted by ctok, which isn't installed here (it needs Python "
                "3.12 or newer): install it, or set TIEOUT_TOKEN_COUNTER=estimate."
            ) from None
        return RememberedTokens(CtokTokens(package))
    raise SettingsError(f"There is no token counter {choice!r}; there are: auto, ctok, estimate.")
