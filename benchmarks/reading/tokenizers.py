"""Counts of tokens: by a tokenizer where one is installed, else by the product's own estimate."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module

from tieout.workbook.tokens import estimate_tokens

_FAMILY = "4.8"
_FRAME = 6


@dataclass(frozen=True)
class Tokenizer:
    """How tokens are counted; `name` stands in every note."""

    name: str
    count: Callable[[str], int]


def tokenizer() -> Tokenizer:
    """The best one there is: ctok (Claude's counts), o200k of bpe-openai, or the estimate."""
    try:
        count = import_module("ctok").token_count
        return Tokenizer(f"ctok {_FAMILY}", lambda text: count(text, _FAMILY) - _FRAME)
    except ImportError:
        pass
    try:
        encoding = import_module("bpe_openai").get_encoding("o200k_base")
        return Tokenizer("bpe-openai o200k", lambda text: len(encoding.encode(text)))
    except ImportError:
        return Tokenizer("Tieout's own estimate (no tokenizer is installed)", estimate_tokens)
