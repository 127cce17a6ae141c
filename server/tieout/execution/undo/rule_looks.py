"""Read conditional formats, validation and comments of whole sheets, so that they can be set again.

One batch for what there is on all sheets, a second one for what it looks like and where, and
further ones only where validation differs inside a rectangle.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tieout.errors import ExcelError
from tieout.execution.looks.look_batches import local_areas
from tieout.execution.ports import ExcelHost
from tieout.execution.undo.rule_texts import conditional_text, validation_text
from tieout.office_wire.batch import JsonObject
from tieout.office_wire.build import BatchBuilder, ResultHandle, WireObject
from tieout.office_wire.response import Results
from tieout.workbook.address import Address
from tieout.workbook.rule_image import (
    Comment,
    ConditionalFormat,
    Setting,
    SheetRules,
    Validation,
)

_MOST = 500
"""Rules, validated rectangles or comments of a sheet; more of them aren't read."""
_LONGEST = 120
_MIXED = ("Inconsistent", "MixedCriteria")
VALIDATION = ("Type", "Rule", "IgnoreBlanks", "ErrorAlert", "Prompt")
_BORDERS = ("Top", "Bottom", "Left", "Right")
_FORMATTED = {
    "CellValue": "CellValue",
    "ContainsText": "TextComparison",
    "TopBottom": "TopBottom",
    "PresetCriteria": "Preset",
}
_Part = tuple[tuple[str, ...], tuple[str, ...]]


def _looks(part: str) -> tuple[_Part, ...]:
    look = (part, "Format")
    return (
        (look, ("NumberFormat",)),
        ((*look, "Fill"), ("Color",)),
        ((*look, "Font"), ("Color", "Bold", "Italic", "Strikethrough", "Underline")),
        *(((*look, "Borders", side), ("Style", "Color")) for side in _BORDERS),
    )


_PARTS: dict[str, tuple[_Part, ...]] = {
    "Custom": ((("Custom", "Rule"), ("Formula",)), *_looks("Custom")),
    **{
        kind: (((part,), ("Rule",)), *_looks(part)) for kind, part in _FORMATTED.items()
    },
    "ColorScale": ((("ColorScale",), ("Criteria",)),),
    "DataBar": (
        (
            ("DataBar",),
            (
                "LowerBoundRule", "UpperBoundRule", "BarDirection", "ShowDataBarOnly",
                "AxisFormat", "AxisColor",
            ),
        ),
        (("DataBar", "PositiveFormat"), ("FillColor", "GradientFill", "BorderColor")),
        (
            ("DataBar", "NegativeFormat"),
            ("MatchPositiveFillColor", "FillColor", "MatchPositiveBorderColor", "BorderColor"),
        ),
    ),
    "IconSet": ((("IconSet",), ("Style", "Criteria", "ReverseIconOrder", "ShowIconOnly")),),
}  # fmt: skip
"""What of a kind is read and set again, in the order it must be set."""


@dataclass(slots=True)
class _Sheet:
    """Handles of one sheet."""

    id: str
    rules: ResultHandle
    validated: ResultHandle
    comments: ResultHandle
    parts: list[tuple[JsonObject, ResultHandle, list[tuple[_Part, ResultHandle]]]] = field(
        default_factory=list[tuple[JsonObject, ResultHandle, list[tuple[_Part, ResultHandle]]]]
    )
    threads: list[tuple[JsonObject, ResultHandle, ResultHandle]] = field(
        default_factory=list[tuple[JsonObject, ResultHandle, ResultHandle]]
    )
    areas: list[Address] = field(default_factory=list[Address])
    validations: list[Validation] = field(default_factory=list[Validation])


async def read_rules(host: ExcelHost, sheet_ids: Sequence[str]) -> dict[str, SheetRules]:
    """What lies over the cells of these sheets.

    Raises:
        ExcelError: Excel refused, doesn't know one of the members, or there is too much.
        PaneLost: The host went away.
    """
    builder = BatchBuilder()
    sheets = [_ask(builder, sheet_id) for sheet_id in sheet_ids]
    results = Results(await host.send(builder.build()))
    builder = BatchBuilder()
    for sheet in sheets:
        _ask_details(builder, sheet, results)
    details = results if builder.is_empty else Results(await host.send(builder.build()))
    await _read_validations(host, sheets)
    return {
        sheet.id: SheetRules(
            tuple(_conditional(sheet, details)),
            tuple(sorted(sheet.validations, key=lambda one: (one.area.top, one.area.left))),
            tuple(_comments(sheet, details)),
        )
        for sheet in sheets
    }


def _ask(builder: BatchBuilder, sheet_id: str) -> _Sheet:
    sheet = builder.worksheet(sheet_id)
    whole = sheet.method("GetRange", None)
    validated = whole.method("GetSpecialCellsOrNullObject", "DataValidations")
    return _Sheet(
        sheet_id,
        whole.child("ConditionalFormats").load("Id", "Type", "Priority", "StopIfTrue"),
        validated.load("Address"),
        sheet.child("Comments").load("Id", "Content", "Resolved"),
    )


def _ask_details(builder: BatchBuilder, sheet: _Sheet, results: Results) -> None:
    rules, comments = results.items(sheet.rules), results.items(sheet.comments)
    sheet.areas = local_areas(results.properties(sheet.validated).get("Address"))
    if max(len(rules), len(comments), len(sheet.areas)) > _MOST:
        raise ExcelError("RangeExceedsLimit", f"there are more than {_MOST} of a kind")
    item = builder.worksheet(sheet.id)
    formats = item.method("GetRange", None).child("ConditionalFormats") if rules else item
    for entry in sorted(rules, key=lambda entry: _number(entry.get("Priority"))):
        rule = formats.item(str(entry.get("Id")))
        parts = [
            (part, descend(rule, part[0]).load(*part[1]))
            for part in _PARTS.get(str(entry.get("Type")), ())
        ]
        sheet.parts.append((entry, rule.method("GetRanges").load("Address"), parts))
    for entry in comments:
        thread = item.child("Comments").item(str(entry.get("Id")))
        where = thread.method("GetLocation").load("Address")
        sheet.threads.append((entry, where, thread.child("Replies").load("Content")))


def descend(target: WireObject, path: Sequence[str]) -> WireObject:
    """The object at a path of navigation properties."""
    for name in path:
        target = target.child(name)
    return target


def _conditional(sheet: _Sheet, results: Results) -> Iterator[ConditionalFormat]:
    for entry, where, parts in sheet.parts:
        found = {part: results.properties(handle) for part, handle in parts}
        settings = [Setting((), "StopIfTrue", json.dumps(entry.get("StopIfTrue")))]
        for (path, names), properties in found.items():
            settings.extend(
                Setting(path, name, json.dumps(properties.get(name), sort_keys=True))
                for name in names
            )
        kind = str(entry.get("Type"))
        given = dict(results.properties(parts[0][1])) if parts else {}
        rule = given.get("Rule")
        words = conditional_text(kind, rule if isinstance(rule, dict) else given, "")
        areas = tuple(local_areas(results.properties(where).get("Address")))
        yield ConditionalFormat(str(entry.get("Id")), kind, areas, tuple(settings), _short(words))


def _comments(sheet: _Sheet, results: Results) -> Iterator[Comment]:
    for entry, where, replies in sheet.threads:
        cells = local_areas(results.properties(where).get("Address"))
        if cells:
            yield Comment(
                str(entry.get("Id")),
                cells[0],
                str(entry.get("Content")),
                entry.get("Resolved") is True,
                tuple(str(reply.get("Content")) for reply in results.items(replies)),
            )


async def _read_validations(host: ExcelHost, sheets: Sequence[_Sheet]) -> None:
    """Rectangles with one validation each; one that holds several is cut in two."""
    while any(sheet.areas for sheet in sheets):
        builder = BatchBuilder()
        asked = [
            (
                sheet,
                area,
                builder.worksheet(sheet.id)
                .range(area.local)
                .child("DataValidation")
                .load(*VALIDATION),
            )
            for sheet in sheets
            for area in sheet.areas
        ]
        results = Results(await host.send(builder.build()))
        for sheet in sheets:
            sheet.areas = []
        for sheet, area, handle in asked:
            properties = results.properties(handle)
            if properties.get("Type") in _MIXED and area.size > 1:
                sheet.areas.extend(_halves(area))
            elif properties.get("Type") is not None:
                sheet.validations.append(_validation(area, properties))
            if len(sheet.areas) + len(sheet.validations) > _MOST:
                raise ExcelError("RangeExceedsLimit", "validation differs from cell to cell")


def _validation(area: Address, properties: JsonObject) -> Validation:
    settings = tuple(
        Setting((), name, json.dumps(properties.get(name), sort_keys=True))
        for name in VALIDATION[1:]
    )
    rule = properties.get("Rule")
    return Validation(area, settings, _short(validation_text(rule)) if rule else "")


def _halves(area: Address) -> Iterator[Address]:
    if area.columns > 1:
        middle = (area.left + area.right) // 2
        yield Address("", area.top, area.left, area.bottom, middle)
        yield Address("", area.top, middle + 1, area.bottom, area.right)
    else:
        middle = (area.top + area.bottom) // 2
        yield Address("", area.top, area.left, middle, area.right)
        yield Address("", middle + 1, area.left, area.bottom, area.right)


def _number(value: object) -> float:
    return value if isinstance(value, int | float) else 0


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= _LONGEST else f"{flat[:_LONGEST]}…"
