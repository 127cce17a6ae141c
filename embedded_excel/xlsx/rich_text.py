"""Text in several fonts within one cell, carried over a save that keeps plain text only.

The shared strings of the loaded file that have runs are remembered by their text and put back where
the saved file has the same text. A text that also occurs plain, or in two different dresses, can't
be told apart that way and stays plain.
"""

import io
import re
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from xml.sax.saxutils import unescape

from embedded_excel.xlsx.package import pack, unpack

_STRINGS: Final = "xl/sharedStrings.xml"
_ITEM = re.compile(r"<si\b[^>]*?(?:/>|>(.*?)</si>)", re.DOTALL)
_TEXT = re.compile(r"<t\b[^>]*?(?:/>|>(.*?)</t>)", re.DOTALL)
_PHONETIC = re.compile(r"<rPh\b.*?</rPh>|<phoneticPr\b[^>]*/>", re.DOTALL)
_HEXADECIMAL = re.compile(r"_x([0-9A-Fa-f]{4})_")
_ENTITIES: Final = {"&quot;": '"', "&apos;": "'", "&#10;": "\n", "&#13;": "\r", "&#xA;": "\n"}


@dataclass(frozen=True, slots=True)
class RichTexts:
    """What a loaded package had.

    Attributes:
        items: Text → the `<si>` element that dresses it.
        lost: How many such elements can't be told apart from others by their text.
    """

    items: Mapping[str, str]
    lost: int = 0


def find_rich_texts(package: bytes) -> RichTexts:
    """Read the runs of a package's shared strings; none where there are no strings to read."""
    try:
        with zipfile.ZipFile(io.BytesIO(package)) as archive:
            content = archive.read(_STRINGS)
    except (zipfile.BadZipFile, KeyError):
        return RichTexts({})
    if b"<r>" not in content:
        return RichTexts({})
    dresses: dict[str, set[str]] = {}
    for match in _ITEM.finditer(content.decode("utf-8-sig")):
        dressed = match.group() if "<r>" in match.group() else ""
        dresses.setdefault(_text_of(match.group()), set()).add(dressed)
    kept = {text: next(iter(found)) for text, found in dresses.items() if len(found) == 1}
    lost = sum(len(found - {""}) for found in dresses.values() if len(found) > 1)
    return RichTexts({text: dress for text, dress in kept.items() if dress}, lost)


def restore_rich_texts(package: bytes, rich: RichTexts) -> bytes:
    """Put the runs back into a saved package."""
    if not rich.items:
        return package
    parts = unpack(package)
    strings = parts.get(_STRINGS)
    if strings is None:
        return package

    def dress(match: re.Match[str]) -> str:
        item = match.group()
        return item if "<r>" in item else rich.items.get(_text_of(item), item)

    parts[_STRINGS] = _ITEM.sub(dress, strings.decode("utf-8-sig")).encode()
    return pack(parts)


def _text_of(item: str) -> str:
    texts = _TEXT.findall(_PHONETIC.sub("", item))
    literal = "".join(texts).replace("\r\n", "\n").replace("\r", "\n")
    joined = unescape(literal, _ENTITIES)
    return _HEXADECIMAL.sub(lambda match: chr(int(match.group(1), 16)), joined)
