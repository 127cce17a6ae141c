"""How many tokens a text costs, estimated without a network or a vocabulary.

The estimate errs upwards: it counts what a byte-pair tokenizer at least splits on (words in pieces
of four letters, digits in pairs, every punctuation mark, every non-Latin character), so a budget
held by it is held by the model's own tokenizer too.
"""

import re

_PIECES = re.compile(r"[A-Za-z]+|[0-9]+|\s+|[^\sA-Za-z0-9]")
_LETTERS, _DIGITS = 4, 2


def estimate_tokens(text: str) -> int:
    """A cautious count of the tokens in `text`."""
    total = 0
    for match in _PIECES.finditer(text):
        piece = match[0]
        first = piece[0]
        if first.isspace():
            total += 0 if piece == " " else 1
        elif first.isascii() and first.isalpha():
            total += -(-len(piece) // _LETTERS)
        elif first.isascii() and first.isdigit():
            total += -(-len(piece) // _DIGITS)
        else:
            total += len(first.encode("utf-8")) // 2 + (1 if first.isascii() else 0)
    return total


def clip(text: str, limit: int) -> str:
    """The beginning of a text under `limit` estimated tokens, saying how much was left out."""
    if estimate_tokens(text) <= limit:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if estimate_tokens(text[:middle]) <= limit:
            low = middle
        else:
            high = middle - 1
    return f"{text[:low]}… ({len(text) - low:,} more characters left out)"
