"""Conditional formats, validation, comments and spills of a range: what there is, then where."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from tieout.errors import ExcelError
from tieout.execution.ports import ExcelHost
from tieout.execution.undo.rule_texts import conditional_text, validation_text
from tieout.office_wire.batch import JsonObject
from tieout.office_wire.build import BatchBuilder, ResultHandle, WireObject
from tieout.office_wire.response import Results
from tieout.workbook.address import Address, InvalidAddress
from tieout.workbook.cell_styles import AreaNote
from tieout.workbook.format_image import intersection
from tieout.workbook.snapshot import RangeSnapshot

_MOST = 24
"""Rules, comments, or formulas that may spill, asked about at most."""
_LONGEST = 300
_MIXED = ("Inconsistent", "MixedCriteria")
_QUOTED = re.compile(r"'(?:[^']|'')*'")
_PARTS = {
    "Custom": ("Custom", ("Rule/Formula",)),
    "CellValue": ("CellValue", ("Rule",)),
    "ContainsText": ("TextComparison", ("Rule",)),
    "TopBottom": ("TopBottom", ("Rule",)),
    "PresetCriteria": ("Preset", ("Rule",)),
    "ColorScale": ("ColorScale", ("Criteria",)),
    "IconSet": ("IconSet", ("Style",)),
}
_WITH_FORMAT = ("Custom", "CellValue", "ContainsText", "TopBottom", "PresetCriteria")


@dataclass(frozen=True, slots=True)
class Attached:
    """What is attached to the cells of a range."""

    conditional: tuple[AreaNote, ...] = ()
    validations: tuple[AreaNote, ...] = ()
    comments: tuple[AreaNote, ...] = ()
    spills: tuple[Address, ...] = ()


@dataclass(slots=True)
class _Asked:
    """Handles of the second batch."""

    rules: list[tuple[str, ResultHandle, ResultHandle | None, tuple[ResultHandle, ...]]] = field(
        default_factory=list[
            tuple[str, ResultHandle, ResultHandle | None, tuple[ResultHandle, ...]]
        ]
    )
    comments: list[tuple[str, ResultHandle]] = field(default_factory=list[tuple[str, ResultHandle]])
    validated: ResultHandle | None = None
    spills: list[ResultHandle] = field(default_factory=list[ResultHandle])


@dataclass(frozen=True, slots=True)
class AskedWhatThereIs:
    """Handles of the questions what is attached to a range."""

    area: Address
    rules: ResultHandle
    validation: ResultHandle
    comments: ResultHandle
    spill: ResultHandle


def ask_what_there_is(builder: BatchBuilder, area: Address) -> AskedWhatThereIs:
    """Add the questions to a batch."""
    sheet = builder.worksheet(area.sheet)
    target = sheet.range(area.local)
    return AskedWhatThereIs(
        area,
        target.child("ConditionalFormats").load("Id", "Type", "Priority"),
        target.child("DataValidation").load("Type", "Rule"),
        sheet.child("Comments").load("Id", "Content", "AuthorName"),
        target.load("HasSpill"),
    )


async def read_attached(
    host: ExcelHost, asked: AskedWhatThereIs, results: Results, cells: RangeSnapshot | None
) -> Attached:
    """Rules, comments and spills with their places; nothing where Excel refuses to tell.

    Raises:
        PaneLost: The host went away.
    """
    has_spill = results.properties(asked.spill).get("HasSpill", False) is not False
    found = _Found(
        asked.area,
        results.items(asked.rules)[:_MOST],
        results.properties(asked.validation),
        results.items(asked.comments)[:_MOST],
        tuple(_formula_cells(cells)) if has_spill and cells is not None else (),
    )
    try:
        return await _where(host, found)
    except ExcelError:
        pass
    try:  # Where validation differs from cell to cell not every Excel can say so.
        return await _where(host, replace(found, validation={}))
    except ExcelError:
        return Attached()


@dataclass(frozen=True, slots=True)
class _Found:
    """What the first batch told."""

    area: Address
    rules: Sequence[JsonObject]
    validation: JsonObject
    comments: Sequence[JsonObject]
    formulas: tuple[Address, ...]


async def _where(host: ExcelHost, found: _Found) -> Attached:
    builder, asked = BatchBuilder(), _Asked()
    sheet = builder.worksheet(found.area.sheet)
    target = sheet.range(found.area.local)
    for entry in found.rules:
        item = target.child("ConditionalFormats").item(str(entry.get("Id", "")))
        asked.rules.append(_ask_rule(item, str(entry.get("Type", ""))))
    for entry in found.comments:
        place = sheet.child("Comments").item(str(entry.get("Id", ""))).method("GetLocation")
        text = f"{entry.get('AuthorName', '')}: {entry.get('Content', '')}"
        asked.comments.append((_short(text), place.load("Address")))
    kind = found.validation.get("Type", "None")
    if kind in _MIXED:
        special = target.method("GetSpecialCellsOrNullObject", "DataValidations")
        asked.validated = special.load("Address")
    for cell in found.formulas:
        spilled = sheet.range(cell.local).method("GetSpillingToRangeOrNullObject")
        asked.spills.append(spilled.load("Address"))
    asks = asked.rules or asked.comments or asked.spills or asked.validated is not None
    results = Results(await host.send(builder.build())) if asks else None
    validations: tuple[AreaNote, ...] = ()
    if kind not in (*_MIXED, "None", None):
        validations = (
            AreaNote((found.area,), _short(validation_text(found.validation.get("Rule")))),
        )
    if results is None:
        return Attached(validations=validations)
    if asked.validated is not None:
        parts = list(_inside(found.area, results.properties(asked.validated)))[:_MOST]
        validations = await _validations(host, found.area, parts)
    return Attached(
        tuple(_rules(found.area, asked, results)),
        validations,
        tuple(
            AreaNote(areas, text)
            for text, handle in asked.comments
            if (areas := tuple(_inside(found.area, results.properties(handle))))
        ),
        tuple(
            area
            for handle in asked.spills
            for area in _inside(found.area, results.properties(handle))
            if area.size > 1
        ),
    )


def _ask_rule(
    item: WireObject, kind: str
) -> tuple[str, ResultHandle, ResultHandle | None, tuple[ResultHandle, ...]]:
    where = item.method("GetRanges").load("Address")
    if kind not in _PARTS:
        return kind, where, None, ()
    name, properties = _PARTS[kind]
    part = item.child(name)
    rule = part.child("Rule").load("Formula") if kind == "Custom" else part.load(*properties)
    if kind not in _WITH_FORMAT:
        return kind, where, rule, ()
    look = part.child("Format")
    return (
        kind,
        where,
        rule,
        (look.child("Fill").load("Color"), look.child("Font").load("Color", "Bold")),
    )


def _rules(area: Address, asked: _Asked, results: Results) -> Iterator[AreaNote]:
    for kind, where, rule, looks in asked.rules:
        areas = tuple(_inside(area, results.properties(where)))
        properties: JsonObject = {} if rule is None else results.properties(rule)
        inner = properties.get("Rule")
        given = dict(inner if isinstance(inner, dict) else properties)
        words: list[str] = []
        if looks:
            fill = results.properties(looks[0]).get("Color")
            font = results.properties(looks[1])
            words.extend(f"fill {fill}" for _ in range(1 if fill else 0))
            words.extend(f"color {font['Color']}" for _ in range(1 if font.get("Color") else 0))
            words.extend("bold" for _ in range(1 if font.get("Bold") is True else 0))
        if areas:
            yield AreaNote(areas, _short(conditional_text(kind, given, ", ".join(words))))


async def _validations(
    host: ExcelHost, area: Address, parts: Sequence[Address]
) -> tuple[AreaNote, ...]:
    """Rules of areas that differ; an area that is mixed in itself is looked at by column."""
    builder = BatchBuilder()
    sheet = builder.worksheet(area.sheet)
    handles = [
        sheet.range(part.local).child("DataValidation").load("Type", "Rule") for part in parts
    ]
    results = Results(await host.send(builder.build()))
    notes: dict[str, list[Address]] = {}
    mixed: list[Address] = []
    for part, handle in zip(parts, handles, strict=True):
        properties = results.properties(handle)
        kind = properties.get("Type")
        if kind in _MIXED:
            mixed.append(part)
        elif kind not in ("None", None):
            notes.setdefault(_short(validation_text(properties.get("Rule"))), []).append(part)
    columns = [column for part in mixed for column in _columns(part)][:_MOST]
    found = [AreaNote(tuple(areas), text) for text, areas in notes.items()]
    if columns and mixed != list(columns):
        found.extend(await _validations(host, area, columns))
    elif mixed:
        found.append(AreaNote(tuple(mixed), "rules that differ from cell to cell"))
    return tuple(found)


def _columns(part: Address) -> Iterator[Address]:
    for column in range(part.left, part.right + 1):
        yield Address(part.sheet, part.top, column, part.bottom, column)


def _formula_cells(cells: RangeSnapshot) -> Iterator[Address]:
    """Cells whose formula may spill: beside or above a value that isn't a formula's."""
    left = _MOST
    for row, column in cells.filled():
        if not cells.content(row, column)[1]:
            continue
        beside = (cells.content(row + 1, column), cells.content(row, column + 1))
        if any(value is not None and not formula for value, formula in beside):
            yield Address.cell(cells.address.sheet, row, column)
            left -= 1
            if not left:
                return


def _inside(area: Address, properties: JsonObject) -> Iterator[Address]:
    """The parts of the answered areas that lie in the range, on its own sheet."""
    text = properties.get("Address")
    if not isinstance(text, str):
        return
    sheets = {match.strip("'").replace("''", "'") for match in _QUOTED.findall(text)}
    if sheets and area.sheet.casefold() not in {name.casefold() for name in sheets}:
        return
    for part in _QUOTED.sub("", text).split(","):
        sheet, _, local = part.rpartition("!")
        if sheet and sheet.casefold() != area.sheet.casefold():
            continue
        try:
            shared = intersection(area, Address.parse(local))
        except InvalidAddress:
            continue
        if shared is not None:
            yield shared


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= _LONGEST else f"{flat[:_LONGEST]}… ({len(flat)} characters)"
