"""Reads a range text back, as the proof that nothing was lost on the way to the model."""

import json
import re

from tieout.workbook.address import Address
from tieout.workbook.cell_text import parse_value
from tieout.workbook.r1c1 import to_r1c1
from tieout.workbook.snapshot import RangeSnapshot

Cells = dict[tuple[int, int], tuple[object, str]]


def read_range(text: str) -> tuple[Cells, dict[tuple[int, int], str]]:
    """(value, R1C1 formula) of every filled cell, and the number format where it isn't General."""
    lines = text.split("\n")
    header = lines[0]
    area = Address.parse(header[: header.rindex(f" ({header.split(' (')[-1]}")])
    found: Cells = {}
    formats: dict[tuple[int, int], str] = {}
    aliases: dict[str, str] = {}
    for line in lines:
        if line.startswith("formulas: "):
            for part in line.removeprefix("formulas: ").split(" · "):
                alias, rest = part.split(" = ", 1)
                body, _ = rest.rsplit("  in ", 1)
                aliases[alias] = "=" + (json.loads(body) if body.startswith('"') else body)
        elif line.startswith("styles: "):
            for part in line.removeprefix("styles: ").split(" · "):
                match = re.match(r"(.+?) [\d,]+ cells? numberFormat (.+)\Z", part)
                assert match is not None, part
                code = json.loads(match[2]) if match[2].startswith('"') else match[2]
                for local in match[1].split(", "):
                    for place in places(Address.parse(local)):
                        formats[place] = code
    by_cell = lines[1].startswith("cells ")
    for line in lines[2:]:
        if re.match(r"(formulas|styles|headers): |\.\.\. ", line):
            continue
        found |= read_cells(line, aliases) if by_cell else read_row(line, area, aliases)
    return found, formats


def places(area: Address) -> list[tuple[int, int]]:
    return [
        (row, column)
        for row in range(area.top, area.bottom + 1)
        for column in range(area.left, area.right + 1)
    ]


def read_row(line: str, area: Address, aliases: dict[str, str]) -> Cells:
    number, _, rest = line.partition(":")
    rest = rest.removeprefix(" ")
    if rest == "∅":
        return {}
    row, column, found = int(number), area.left, {}
    while rest:
        value, formula, rest = read_cell(rest, row, column, aliases)
        if value is not None or formula:
            found[row, column] = (value, formula)
        column += 1
    return found


def read_cells(line: str, aliases: dict[str, str]) -> Cells:
    found: Cells = {}
    rest = line
    if ": ∅" in line:
        return found
    while rest:
        where, _, rest = rest.partition(":")
        at = Address.parse(where)
        value, formula, rest = read_cell(rest, at.top, at.left, aliases)
        found[at.top, at.left] = (value, formula)
    return found


def read_cell(text: str, row: int, column: int, aliases: dict[str, str]) -> tuple[object, str, str]:
    """One cell from the front of a line, and the rest after its ` | `."""
    if text.startswith('"'):
        decoded, end = json.JSONDecoder().raw_decode(text)
        value, rest = decoded, text[end:]
    else:
        match = re.match(r"(.*?)(?= F\d+(?: \||\Z)|\(F\d+\)(?: \||\Z)| \[[=\"]| \| |\Z)", text)
        assert match is not None
        value, rest = parse_value(match[1]), text[match.end() :]
    formula = ""
    if match := re.match(r" (F\d+)|\((F\d+)\)", rest):
        formula, rest = aliases[match[1] or match[2]], rest[match.end() :]
    elif rest.startswith(' ["'):
        inner, end = json.JSONDecoder().raw_decode(rest[2:])
        formula, rest = to_r1c1(inner, row, column), rest[2 + end + 1 :]
    elif rest.startswith(" [="):
        end = re.search(r"\](?= \| |\Z)", rest)
        assert end is not None
        formula, rest = to_r1c1(rest[2 : end.start()], row, column), rest[end.end() :]
    assert rest == "" or rest.startswith(" | "), rest
    return value, formula, rest[3:] if rest else ""


def expected(read: RangeSnapshot) -> tuple[Cells, dict[tuple[int, int], str]]:
    """What a lossless text of these cells reads back to."""
    found, formats = {}, {}
    for row, column in read.filled():
        value, formula = read.content(row, column)
        if isinstance(value, float):
            value = float(f"{value:.15g}")
        found[row, column] = (value, to_r1c1(formula, row, column) if formula else "")
    for down, line in enumerate(read.number_formats):
        for across, code in enumerate(line):
            if code != "General":
                formats[read.address.top + down, read.address.left + across] = code
    return found, formats
