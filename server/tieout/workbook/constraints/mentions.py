"""The places of a workbook that a sentence names: sheets, tables, names, cells, columns, rows."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from tieout.workbook.address import (
    MAX_COLUMNS,
    MAX_ROWS,
    Address,
    InvalidAddress,
    column_number,
)
from tieout.workbook.constraints.rules import Place
from tieout.workbook.constraints.words import meanings
from tieout.workbook.snapshot import WorkbookSnapshot

MARK = "\u27e6{}\u27e7"
"""What stands in a sentence for its n-th place."""
_SHORT = 2
_EVERYDAY = frozenset({"data", "daten", "données", "datos"})
_CELLS = r"\$?[A-Z]{1,3}\$?[1-9][0-9]{0,6}(?:\s?[:–-]\s?\$?[A-Z]{1,3}\$?[1-9][0-9]{0,6})?"
_BARE = re.compile(
    rf"(?<![\w$!'])(?:({_CELLS})|(\$?[A-Z]{{1,3}}:\$?[A-Z]{{1,3}})|(\$?[1-9][0-9]{{0,6}}:\$?[1-9][0-9]{{0,6}}))(?![A-Za-z0-9_!(])"
)
_PERIOD = re.compile(r"(?:FY|CY|HY|YR?|Q|H|K|P|W|M)[0-9]{1,4}\Z")
"""What looks like a cell and is a quarter, a year or a constraint's number."""
_CELL_WORD = re.compile(
    r"\b(?:cells?|ranges?|zellen?|bereiche?|cellules?|plages?|celdas?|rangos?)\s+\Z|单元格\s*\Z",
    re.IGNORECASE,
)
_TO = r"(?:\s*[:–-]\s*|\s+(?:to|through|bis|à|au|hasta|a)\s+|\s*[到至]\s*)"
_AND = r"(?:\s*[,、]\s*(?:and\s+|und\s+|et\s+|y\s+)?|\s+(?:and|or|nor|und|oder|et|ou|y|o)\s+|\s*[和与或]\s*)"
_LETTERS = r"(?:[A-Z]{1,3}|[b-hj-z])"
_COLUMN_WORD = re.compile(
    r"\b(?:columns?|cols?\.?|spalten?|colonnes?|columnas?)(?=\s)", re.IGNORECASE
)
_COLUMNS = re.compile(
    r"\b(?:columns?|cols?\.?|spalten?|colonnes?|columnas?)\s+"
    rf"({_LETTERS}(?:(?:{_TO}|{_AND}){_LETTERS})*)(?![A-Za-z0-9_'’])"
    r"|(?<![A-Za-z0-9])([A-Z]{1,3}(?:\s*[–:到至和、-]\s*[A-Z]{1,3})*)\s*列"
)
_NUMBER = r"[1-9][0-9]{0,6}"
_ROWS = re.compile(
    r"(?i:\b(?:rows?|zeilen?|lignes?|filas?)\s+)"
    rf"({_NUMBER}(?:(?:{_TO}|{_AND}){_NUMBER})*)(?![A-Za-z0-9_])"
    rf"|第?\s*({_NUMBER}(?:\s*[–到至和、-]\s*{_NUMBER})*)\s*行"
)
_STEP = re.compile(rf"({_TO}|{_AND})")
_RANGE_SIGN = re.compile(rf"{_TO}\Z")
_BETWEEN = re.compile(rf"{_AND}\Z")
_PREPOSITION = re.compile(r"\b(?:in|on|of|im|auf|dans|sur|en)\s+(?:\w+\s+){0,2}\Z", re.IGNORECASE)
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Mention:
    """Places named at one spot of a sentence, from `start` to `end`."""

    start: int
    end: int
    places: tuple[Place, ...]


def find_mentions(text: str, workbook: WorkbookSnapshot) -> list[Mention]:
    """Every place a sentence names, in order; longer names go before shorter ones."""
    found: list[Mention] = []
    for mention in (
        *_addresses(text, workbook),
        *_named(text, workbook),
        *_lines(text),
        *_bare(text),
    ):
        if all(mention.end <= other.start or mention.start >= other.end for other in found):
            found.append(mention)
    return _on_their_sheets(sorted(found, key=lambda mention: mention.start), text)


def _addresses(text: str, workbook: WorkbookSnapshot) -> Iterator[Mention]:
    """Cells with their sheet: `Inputs!C4`, `'My Sheet'!A:C`."""
    for sheet in sorted(workbook.sheets, key=lambda sheet: -len(sheet.name)):
        quoted = re.escape("'" + sheet.name.replace("'", "''") + "'")
        name = rf"(?:{quoted}|(?<![\w.]){re.escape(sheet.name)})"
        cells = rf"(?:{_CELLS}|\$?[A-Z]{{1,3}}:\$?[A-Z]{{1,3}}|\$?[0-9]+:\$?[0-9]+)"
        for match in re.finditer(rf"{name}!({cells})(?![A-Za-z0-9_])", text, re.IGNORECASE):
            area = _address(match[1])
            if area is not None:
                yield Mention(
                    match.start(),
                    match.end(),
                    (Place(sheet.name, replace(area, sheet=sheet.name)),),
                )


def _named(text: str, workbook: WorkbookSnapshot) -> Iterator[Mention]:
    places = [
        *((table.name, _of(table.name, table.address, "table")) for table in workbook.tables),
        *(
            (name.name, _of(name.name, area, "name"))
            for name in workbook.names
            if name.visible and (area := name.area) is not None
        ),
        *((sheet.name, Place(sheet.name, noun="sheet")) for sheet in workbook.sheets),
    ]
    for name, place in sorted(places, key=lambda item: (-len(item[0]), item[1].noun != "sheet")):
        for match in _spoken(name).finditer(text):
            if match["name"] == name or not _is_common(match["name"]) or _is_beside(match, text):
                yield Mention(match.start(), match.end(), (place,))


def _is_common(word: str) -> bool:
    """Whether it is an everyday word rather than a name: "data" for the sheet Data."""
    folded = word.casefold()
    roles = {role for role, _ in meanings(folded) or ()}
    return word == folded and (folded in _EVERYDAY or bool(roles & {"noun", "aspect"}))


def _is_beside(match: re.Match[str], text: str) -> bool:
    """Whether the word for a sheet stands before or after it, or it is quoted."""
    if match[0] != match["name"]:
        return True
    around = (text[: match.start()].split()[-1:], text[match.end() :].split()[:1])
    words = [word.strip(".,;:!?") for part in around for word in part]
    return any(("noun", "sheet") in (meanings(word) or ()) for word in words)


def _of(name: str, area: Address, noun: str) -> Place:
    return Place(area.sheet, area, "table" if noun == "table" else "name", name)


def _spoken(name: str) -> re.Pattern[str]:
    """A name as a word of its own, quoted or not; names of one or two letters only as written."""
    words = r"\s+".join(map(re.escape, name.split()))
    flags = re.IGNORECASE if len(name) > _SHORT else 0
    before = r"(?<![A-Za-z0-9_À-ɏ])" if name[:1].isascii() else ""
    after = r"(?![A-Za-z0-9_À-ɏ!(])" if name[-1:].isascii() else ""
    return re.compile(rf"[\"'“‘«„「]?{before}(?P<name>{words}){after}[\"'”’»“」]?", flags)


def _lines(text: str) -> Iterator[Mention]:
    """Columns and rows: `columns B to D`, `Zeile 5`, `F列`."""
    for match in _COLUMNS.finditer(_COLUMN_WORD.sub(lambda word: word[0].lower(), text)):
        areas = [
            Address("", 1, min(first, last), MAX_ROWS, max(first, last))
            for first, last in _runs(match[1] or match[2], column_number)
            if max(first, last) <= MAX_COLUMNS
        ]
        yield Mention(match.start(), match.end(), tuple(Place("", area) for area in areas))
    for match in _ROWS.finditer(text):
        areas = [
            Address("", min(first, last), 1, max(first, last), MAX_COLUMNS)
            for first, last in _runs(match[1] or match[2], int)
            if max(first, last) <= MAX_ROWS
        ]
        yield Mention(match.start(), match.end(), tuple(Place("", area) for area in areas))


def _runs(text: str, number: Callable[[str], int]) -> Iterator[tuple[int, int]]:
    parts = _STEP.split(text.strip())
    first = last = number(parts[0])
    for sign, part in zip(parts[1::2], parts[2::2], strict=True):
        if _RANGE_SIGN.match(sign):
            last = number(part)
            continue
        yield first, last
        first = last = number(part)
    yield first, last


def _bare(text: str) -> Iterator[Mention]:
    for match in _BARE.finditer(text):
        if match[1] and _PERIOD.match(match[1]) and not _CELL_WORD.search(text[: match.start()]):
            continue
        area = _address(match[0])
        if area is not None:
            yield Mention(match.start(), match.end(), (Place("", area),))


def _address(text: str) -> Address | None:
    try:
        return Address.parse(re.sub(r"\s?[–-]\s?", ":", text.strip()))
    except InvalidAddress:
        return None


def _on_their_sheets(mentions: list[Mention], text: str) -> list[Mention]:
    """Bare cells beside a sheet are that sheet's: "column F of Inputs", not "Inputs and column F"."""
    found: list[Mention] = []
    at = 0
    while at < len(mentions):
        mention = mentions[at]
        other = mentions[at + 1] if at + 1 < len(mentions) else None
        joined = None if other is None else _joined(mention, other, text)
        found.append(joined or mention)
        at += 1 if joined is None else 2
    return found


def _joined(one: Mention, other: Mention, text: str) -> Mention | None:
    sheet, cells = (one, other) if _is_sheet(one) else (other, one)
    between = text[one.end : other.start]
    if not (_is_sheet(sheet) and _is_bare(cells)):
        return None
    if between.strip() == "," and sheet is one:
        together = _PREPOSITION.search(text[: one.start]) is not None
    else:
        words = [meanings(word) for word in _WORD.findall(between)]
        known = all(word is not None and all(role == "noun" for role, _ in word) for word in words)
        together = known and not _BETWEEN.match(between) and not set(between) & set(".;:!?()")
    if not together:
        return None
    places = tuple(_on(place, sheet.places[0].sheet) for place in cells.places)
    return Mention(one.start, other.end, places)


def _is_sheet(mention: Mention) -> bool:
    return [place.noun for place in mention.places] == ["sheet"]


def _is_bare(mention: Mention) -> bool:
    return bool(mention.places) and all(not place.sheet for place in mention.places)


def _on(place: Place, sheet: str) -> Place:
    assert place.area is not None
    return replace(place, sheet=sheet, area=replace(place.area, sheet=sheet))
