"""A message cut into sentences, each a literal piece of it with its white space collapsed."""

import re
from collections.abc import Iterator

_END = re.compile(r"[.!?…]+[\"'”’»)\]]*(?=\s|\Z)|[。！？；]+[”’」』）]*|;(?=\s)")
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|etc|vs|approx|incl|excl|resp|no|nr|ca|bzw|z\.\s?b|d\.\s?h|u\.\s?a|usw|inkl|exkl"
    r"|p\.\s?ej|ej|p\.\s?ex|cf|env|ref|fig|min|max|avg)|\b[a-z])\.\Z",
    re.IGNORECASE,
)
_BULLET = re.compile(r"\s*(?:[-*•–—·▪]|\(?[0-9]{1,2}[.)]|[a-z]\))\s+")
_CLOSED = re.compile(r"[.!?…。！？；;:：]\s*\Z")


def sentences(text: str) -> Iterator[str]:
    """The sentences of a text, without bullets; white space inside them is single spaces."""
    for block in _blocks(text):
        start = 0
        for match in _END.finditer(block):
            if match[0] == "." and _ABBREVIATION.search(block[start : match.end()]):
                continue
            yield from _clean(block[start : match.end()])
            start = match.end()
        yield from _clean(block[start:])


def _blocks(text: str) -> Iterator[str]:
    """Lines; a line that goes on in small letters belongs to the one before."""
    held = ""
    for raw in text.splitlines():
        line = _BULLET.sub("", raw, count=1) if _BULLET.match(raw) else raw
        goes_on = line.strip()[:1].islower() and line is raw and not _CLOSED.search(held)
        if held.strip() and goes_on:
            held = f"{held} {line}"
            continue
        yield held
        held = line
    yield held


def _clean(piece: str) -> Iterator[str]:
    shown = " ".join(piece.split())
    if any(character.isalpha() for character in shown):
        yield shown
