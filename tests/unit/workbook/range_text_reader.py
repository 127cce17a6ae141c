"""Reads a range text back, as the proof that nothing was lost on the way to the model."""

import json
import re
from dataclasses import dataclass, field

from tieout.workbook.address import Address, column_letters, column_number
from tieout.workbook.cell_text import parse_value
from tieout.workbook.formula_fill import read_fill
from tieout.workbook.r1c1 import to_r1c1
from tieout.workbook.snapshot import RangeSnapshot

Place = tuple[int, int]
Cells = dict[Place, tuple[object, str]]
_AREAS = re.compile(
    r"[A-Z]{1,3}[0-9]+(?::[A-Z]{1,3}[0-9]+)?(?:,[A-Z]{1,3}[0-9]+(?::[A-Z]{1,3}[0-9]+)?)*"
)
_SECTIONS = ("formulas:", "styles:", "conditional formats:", "validation:", "links:", "comments:")
_LONE = ("spills: ", "breaks: ", "left out: ", "headings (", "labels (")


@dataclass
class ReadRange:
    """What a text says.

    `properties` are those of each cell that has any beyond the usual; `out` the rows and columns the
    text says it left out, with "*" in rows for all that aren't shown.
    """

    area: Address
    cells: Cells = field(default_factory=dict)
    properties: dict[Place, set[str]] = field(default_factory=dict)
    notes: dict[str, list[str]] = field(default_factory=dict)
    shown_rows: set[int] = field(default_factory=set)
    rows_out: list[str] = field(default_factory=list)
    columns_out: str = ""
    more: list[str] = field(default_factory=list)
    usual_font: str = ""
    has_cut_areas: bool = False
    above: dict[int, object] = field(default_factory=dict)

    @property
    def formats(self) -> dict[Place, str]:
        return {
            place: part.removeprefix("format ")
            for place, parts in self.properties.items()
            for part in parts
            if part.startswith("format ")
        }

    def says_left_out(self, row: int, column: int) -> bool:
        if any(first <= column <= last for first, last in self._columns()):
            return True
        for part in self.rows_out:
            if part == "*":
                return row not in self.shown_rows
            first, _, last = part.partition("-")
            if int(first) <= row <= int(last or first):
                return True
        return False

    def _columns(self) -> list[tuple[int, int]]:
        parts = [part.split("-") for part in self.columns_out.split(", ") if part]
        return [(column_number(part[0]), column_number(part[-1])) for part in parts]


def read_text(text: str) -> ReadRange:
    lines = text.split("\n")
    header = lines[0].split(" · ")[0]
    area = Address.parse(header[: header.rindex(" (")])
    found = ReadRange(area)
    section, labels = "", 0
    for line in lines[1:]:
        if line.startswith(_LONE):
            _lone(found, line)
        elif any(line.startswith(name) for name in _SECTIONS):
            section = next(name for name in _SECTIONS if line.startswith(name))
            if match := re.search(r"usual font ([^;]+)", line):
                found.usual_font = match[1]
        elif line.startswith("… "):
            found.more.append(line)
        elif section == "formulas:":
            found.has_cut_areas = found.has_cut_areas or " more areas" in line
            _formula_line(found, line)
        elif section == "styles:":
            _style_line(found, line)
        elif section:
            found.notes.setdefault(section, []).append(line)
        elif line.startswith("r "):
            labels = line.count("*")
        elif re.match(r"[0-9]+\*", line):
            continue
        elif re.match(r"[0-9]+ ", line):
            _row(found, line, labels)
        else:
            _cells_line(found, line)
    return found


def places(area: Address) -> list[Place]:
    return [
        (row, column)
        for row in range(area.top, area.bottom + 1)
        for column in range(area.left, area.right + 1)
    ]


def _lone(found: ReadRange, line: str) -> None:
    if line.startswith("left out: columns "):
        found.columns_out = line.removeprefix("left out: columns ").split(";")[0]
    elif match := re.match(r"left out: rows ([0-9,-]+) ", line):
        found.rows_out = match[1].split(",")
    elif line.startswith("left out: "):
        found.rows_out = ["*"]


def _listed(line: str) -> tuple[list[Place], str]:
    match = _AREAS.match(line)
    assert match is not None, line
    cells = [place for local in match[0].split(",") for place in places(Address.parse(local))]
    rest = line[match.end() :]
    return cells, re.sub(r"^ … [0-9,]+ more areas", "", rest).removeprefix(" ")


def _formula_line(found: ReadRange, line: str) -> None:
    cells, rest = _listed(line)
    if match := re.match(r"(F[0-9]+) (.*)\Z", rest):
        body = json.loads(match[2]) if match[2].startswith('"') else match[2]
        patterns = dict.fromkeys(cells, body)
    elif rest.startswith(("{", "each ")):
        body = rest[1:-1] if rest[0] == "{" else rest[5:]
        body = json.loads(body) if body.startswith('"') else body
        patterns = {place: to_r1c1(body, *place) for place in cells}
    else:
        body = json.loads(rest) if rest.startswith('"') else rest
        fill = read_fill(body, *cells[0])
        patterns = {place: to_r1c1(fill.at(*place), *place) for place in cells}
    for place, pattern in patterns.items():
        value, formula = found.cells.get(place, (None, ""))
        assert formula in ("", pattern), (line, place)
        found.cells[place] = (value, pattern)


def _style_line(found: ReadRange, line: str) -> None:
    cells, rest = _listed(line)
    match = re.match(r"(?:([0-9]+) )?\w+ (.*)\Z", rest)
    assert match is not None, line
    parts = _parts(match[2])
    if match[1] and " … " not in line:
        assert len(cells) == int(match[1]), line
    for place in cells:
        found.properties.setdefault(place, set()).update(parts)


_KEYWORDS = {
    *("font", "size", "bold", "italic", "strikethrough", "underline", "color", "fill", "pattern"),
    *("align", "valign", "indent", "wrap", "rotation", "border", "unlocked", "hidden"),
    *("formula-hidden", "format"),
}


def _parts(text: str) -> set[str]:
    """Properties, each a keyword with what follows it up to the next one."""
    parts: set[str] = set()
    rest = text
    while rest:
        word, _, rest = rest.partition(" ")
        assert word in _KEYWORDS, text
        if word == "format":
            code = rest.removeprefix("json ")
            parts.add("format " + (rest if code == rest else json.loads(code)))
            return parts
        if word == "font":
            name, end = json.JSONDecoder().raw_decode(rest)
            parts.add(f"font {name}")
            rest = rest[end:].removeprefix(" ")
            continue
        words = [word]
        if word in ("align", "valign"):
            value, _, rest = rest.partition(" ")
            words.append(value)
        while rest and rest.partition(" ")[0] not in _KEYWORDS:
            value, _, rest = rest.partition(" ")
            words.append(value)
        parts.add(" ".join(words))
    return parts


def _row(found: ReadRange, line: str, labels: int) -> None:
    number, _, rest = line.partition(" ")
    row, column = int(number), found.area.left - labels
    found.shown_rows.add(row)
    above: dict[int, object] = {}
    while True:
        if match := re.match(r"([A-Z]{1,3}):", rest):
            column, rest = column_number(match[1]), rest[match.end() :]
        if rest == "^" or rest.startswith("^|"):
            value, formula, rest = found.above[column], "", rest[1:]
        else:
            value, formula, rest = read_cell(rest, row, column, "|", {})
        above[column] = value
        if column >= found.area.left and (value is not None or formula):
            found.cells[row, column] = (value, formula)
        column += 1
        if not rest:
            found.above = above
            return
        rest = rest[1:]


def _cells_line(found: ReadRange, line: str) -> None:
    rest = line
    while rest:
        where, _, rest = rest.partition(":")
        at = Address.parse(where)
        found.shown_rows.add(at.top)
        value, formula, rest = read_cell(rest, at.top, at.left, " | ", {})
        found.cells[at.top, at.left] = (value, formula)
        rest = rest[3:]


def read_cell(
    text: str, row: int, column: int, separator: str, aliases: dict[str, str]
) -> tuple[object, str, str]:
    """One cell from the front of a line, and the rest from its separator on."""
    if text.startswith('"'):
        value, end = json.JSONDecoder().raw_decode(text)
        rest = text[end:]
        if rest.startswith("… ["):
            value, rest = value + rest[: rest.index("]") + 1], rest[rest.index("]") + 1 :]
    else:
        ends = re.search(
            rf' "=|=|\(F[0-9]+\)(?={re.escape(separator)}|\Z)|{re.escape(separator)}|\Z', text
        )
        assert ends is not None
        value, rest = parse_value(text[: ends.start()]), text[ends.start() :]
    formula = ""
    if match := re.match(r"\(F[0-9]+\)", rest):
        rest = rest[match.end() :]
    elif rest.startswith(' "='):
        inner, end = json.JSONDecoder().raw_decode(rest[1:])
        formula, rest = to_r1c1(inner, row, column), rest[1 + end :]
    elif rest.startswith("="):
        end = rest.find(separator)
        inner, rest = (rest, "") if end < 0 else (rest[:end], rest[end:])
        formula = to_r1c1(inner, row, column)
    assert rest == "" or rest.startswith(separator), rest
    return value, formula, rest


def expected(read: RangeSnapshot) -> tuple[Cells, dict[Place, str]]:
    """Values with R1C1 formulas, and number formats, of a lossless text of these cells."""
    found: Cells = {}
    formats: dict[Place, str] = {}
    for row, column in read.filled():
        value, formula = read.content(row, column)
        if isinstance(value, float):
            value = float(f"{value:.15g}")
        if isinstance(value, str) and len(value) > 1_000:
            value = f"{value[:1_000]}… [{len(value) - 1_000:,} more characters]"
        found[row, column] = (value, to_r1c1(formula, row, column) if formula else "")
    for down, line in enumerate(read.number_formats):
        for across, code in enumerate(line):
            if code != "General":
                formats[read.address.top + down, read.address.left + across] = code
    return found, formats


def named(place: Place) -> str:
    return f"{column_letters(place[1])}{place[0]}"
