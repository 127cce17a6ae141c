"""A document as the model reads it: blocks of text, each with an id that says where it stands."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

MOST_SHOWN = 24_000
"""Characters of one answer, ids included: some six thousand tokens."""
_LONGEST_BLOCK = 8_000
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e0fff]"
)


class Unreadable(Exception):
    """A document can't be read; the message is a whole sentence that follows its name."""


@dataclass(frozen=True, slots=True)
class Block:
    """A page, a row, a paragraph.

    Attributes:
        id: Where it stands, such as `page 3`, `Sheet1!7`, `p12`; unique within its document.
    """

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Document:
    """What was read of a document.

    Attributes:
        about: What it is and how much of it there is, in one line.
    """

    about: str
    blocks: tuple[Block, ...]


def visible(text: str) -> str:
    """Text whose characters without a look of their own are written out, as in `u{200b}`.

    Text that people can't see is a way to speak to the model behind their back.
    """
    return _UNSEEN.sub(lambda found: f"\\u{{{ord(found[0]):x}}}", text)


def one_line(text: str, longest: int = 200) -> str:
    """Visible text without line breaks, cut to a length."""
    flat = visible(" ".join(text.split()))
    return flat if len(flat) <= longest else flat[: longest - 1] + "…"


def excerpt(document: Document, start: str = "", find: str = "") -> str:
    """Blocks as lines, from one id on, or those that hold a text; says what it left out.

    Raises:
        Unreadable: There is no such block, or none holds the text.
    """
    blocks: Sequence[Block] = document.blocks
    if start:
        place = _place(blocks, start)
        if place is None:
            raise Unreadable(f"has no part {one_line(start)!r}: {_ids(blocks)}")
        blocks = blocks[place:]
    if find:
        wanted = " ".join(find.casefold().split())
        blocks = [block for block in blocks if wanted in " ".join(block.text.casefold().split())]
        if not blocks:
            raise Unreadable(
                f"holds {one_line(find)!r} nowhere{' from there on' if start else ''}."
            )
    shown = list(_shown(blocks))
    lines = [document.about, *shown]
    if len(shown) < len(blocks):
        left = len(blocks) - len(shown)
        rest = f'… {left:,} more. Go on with "from": "{blocks[len(shown)].id}"'
        lines.append(f"{rest}{' and the same find.' if find else '.'}")
    return "\n".join(lines)


def _shown(blocks: Iterable[Block]) -> Iterable[str]:
    left = MOST_SHOWN
    for number, block in enumerate(blocks):
        line = f"[{block.id}] {_cut(visible(block.text))}"
        left -= len(line) + 1
        if left < 0 and number:
            return
        yield line


def _cut(text: str) -> str:
    if len(text) <= _LONGEST_BLOCK:
        return text
    rest = len(text) - _LONGEST_BLOCK
    return f"{text[:_LONGEST_BLOCK]} … [{rest:,} more characters of this part are left out]"


def _place(blocks: Sequence[Block], start: str) -> int | None:
    wanted = start.strip().strip("[]").casefold()
    return next((at for at, block in enumerate(blocks) if block.id.casefold() == wanted), None)


def _ids(blocks: Sequence[Block]) -> str:
    if not blocks:
        return "it is empty."
    return f"its parts are named from {blocks[0].id!r} to {blocks[-1].id!r}."
