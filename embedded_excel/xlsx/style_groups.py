"""Which kinds of formatting a named style leaves alone: the `apply…` attributes of its record
(ECMA-376 part 1, 18.8.45). A style includes what isn't said.
"""

import re
from collections.abc import Mapping
from typing import Final

from embedded_excel.calc.cell_styles import StyleGroup
from embedded_excel.xlsx.package import part_of, replace_part
from embedded_excel.xlsx.parts import Parts

_PART: Final = "xl/styles.xml"
_RECORDS: Final = re.compile(rb"<(?:\w+:)?cellStyleXfs\b.*?</(?:\w+:)?cellStyleXfs\s*>", re.DOTALL)
_RECORD: Final = re.compile(rb"<(?:\w+:)?xf\b[^>]*>")
_WHOLE: Final = re.compile(rb"<xf\b[^>]*/>|<xf\b[^>]*>.*?</xf>", re.DOTALL)
_START: Final = re.compile(rb"(<xf\b[^>]*?)(/?>)(.*)", re.DOTALL)
_NUMBER: Final = re.compile(rb'xfId="(\d+)"')
_APPLY: Final = re.compile(rb"\s+apply(\w+)\s*=\s*[\"'](\w+)[\"']")
_WORDS: Final[Mapping[StyleGroup, bytes]] = {
    "number": b"NumberFormat",
    "font": b"Font",
    "alignment": b"Alignment",
    "border": b"Border",
    "fill": b"Fill",
    "protection": b"Protection",
}


def read_style_groups(parts: Parts) -> tuple[frozenset[StyleGroup], ...]:
    """What the style of each record leaves alone."""
    name = next((name for name in parts if name.endswith("styles.xml")), "")
    records = _RECORDS.search(parts.get(name, b""))
    if records is None:
        return ()
    return tuple(_left_alone(match.group()) for match in _RECORD.finditer(records.group()))


def write_style_groups(
    package: bytes,
    left_alone: Mapping[int, frozenset[StyleGroup]],
    unused: frozenset[int] = frozenset(),
) -> bytes:
    """A package whose style records say what they leave alone.

    Args:
        package: A workbook.
        left_alone: By the number of a record.
        unused: Records to leave out; the others are numbered anew.
    """
    if not unused and not any(left_alone.values()):
        return package
    content = part_of(package, _PART)
    records = _RECORDS.search(content)
    if records is None:
        return package
    found = _WHOLE.findall(records.group())
    kept = [number for number in range(len(found)) if number not in unused]
    marked = (_marked(found[number], left_alone.get(number, frozenset())) for number in kept)
    text = b'<cellStyleXfs count="%d">' % len(kept) + b"".join(marked) + b"</cellStyleXfs>"
    rest = content[records.end() :]
    if unused:
        numbers = {b"%d" % old: b"%d" % new for new, old in enumerate(kept)}
        rest = _NUMBER.sub(lambda match: b'xfId="%s"' % numbers.get(match[1], b"0"), rest)
    return replace_part(package, _PART, content[: records.start()] + text + rest)


def _marked(record: bytes, left: frozenset[StyleGroup]) -> bytes:
    match = _START.fullmatch(record)
    assert match is not None
    head, end, rest = match.groups()
    said = b"".join(b' apply%s="0"' % word for group, word in _WORDS.items() if group in left)
    return _APPLY.sub(b"", head) + said + end + rest


def _left_alone(record: bytes) -> frozenset[StyleGroup]:
    said = {word: value in (b"0", b"false") for word, value in _APPLY.findall(record)}
    return frozenset(group for group, word in _WORDS.items() if said.get(word, False))
