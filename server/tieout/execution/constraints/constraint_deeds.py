"""What a batch, a scope comment or a finished run does, in the terms that constraints speak of."""

from collections.abc import Collection, Iterator, Sequence
from typing import Literal

from tieout.office_wire.touch import Write
from tieout.workbook.address import MAX_COLUMNS, MAX_ROWS, Address, quote_sheet
from tieout.workbook.changes import CellChange, ChangeSet, ObjectChange
from tieout.workbook.constraints.rules import Deed, Kind, Noun
from tieout.workbook.scope import Scope
from tieout.workbook.snapshot import WorkbookSnapshot

_LOOKS = ("RangeFormat", "RangeFont", "RangeFill", "RangeBorder", "ConditionalFormat", "CellValue")
_SETTINGS = ("PageLayout", "HeaderFooter", "WorksheetFreezePanes", "FormatProtection", "Style")
_FILTERS = ("AutoFilter", "Filter", "NamedSheetView")
_NOTHING = frozenset(
    {"Application.calculate", "Worksheet.calculate", "Range.calculate", "Worksheet.copy"}
)
_OBJECTS: tuple[tuple[str, Noun], ...] = (
    ("TableRow", "rows"),
    ("TableColumn", "columns"),
    ("Table", "table"),
    ("NamedItem", "name"),
    ("Chart", "chart"),
    ("Pivot", "pivot"),
    ("Comment", "comment"),
    ("Note", "comment"),
)
_FORMATTED: frozenset[Kind] = frozenset({"formats"})
_WRITTEN: frozenset[Kind] = frozenset({"contents", "formulas"})
_CLEARED: dict[str, frozenset[Kind]] = {
    "Contents": frozenset({"contents", "formulas", "delete"}),
    "Formats": frozenset({"formats"}),
    "Hyperlinks": frozenset({"formats"}),
    "RemoveHyperlinks": frozenset({"formats"}),
}
_RANGE: dict[str, frozenset[Kind]] = {
    "values": _WRITTEN,
    "formulas": _WRITTEN,
    "formulasR1C1": _WRITTEN,
    "valuesAsJson": _WRITTEN,
    "autoFill": _WRITTEN,
    "flashFill": _WRITTEN,
    "replaceAll": _WRITTEN,
    "setDirty": frozenset(),
    "hyperlink": frozenset({"contents"}),
    "removeDuplicates": frozenset({"contents", "formulas", "delete"}),
    "delete": frozenset({"contents", "formulas", "delete"}),
    "insert": frozenset({"insert"}),
    "moveTo": frozenset({"contents", "formulas", "move"}),
    "rowHidden": frozenset({"visibility"}),
    "columnHidden": frozenset({"visibility"}),
}
_SHEET: dict[str, frozenset[Kind]] = {
    "delete": frozenset({"delete", "contents", "formulas"}),
    "name": frozenset({"rename"}),
    "visibility": frozenset({"visibility"}),
    "position": frozenset({"move"}),
    "replaceAll": _WRITTEN,
}


def deeds_of_writes(writes: Sequence[Write], before: WorkbookSnapshot) -> Iterator[Deed]:
    """What a batch does."""
    tables = {table.address: table.name for table in before.tables}
    names = {area: name.name for name in before.names if (area := name.area) is not None}
    for write in writes:
        if write.member in _NOTHING or write.member.startswith("Application."):
            continue
        noun, kinds = _done(write)
        area = write.area or write.origin
        named = {"table": tables, "name": names}.get(noun, {})
        name = "" if area is None else named.get(area, "")
        sheet = "" if write.member == "WorksheetCollection.add" else write.sheet
        if kinds:
            yield Deed(kinds, noun, sheet, area, name, _phrase(kinds, noun, sheet, area, name))


def _done(write: Write) -> tuple[Noun, frozenset[Kind]]:
    """To what, and what."""
    class_name, _, member = write.member.partition(".")
    if class_name == "Range":
        return _on_range(write, member)
    if class_name in ("RangeSort", "TableSort"):
        return "cells", _RANGE["moveTo"]
    if class_name == "Worksheet":
        return "sheet", _SHEET.get(member, _FORMATTED)
    if class_name == "WorksheetCollection":
        return "sheet", frozenset[Kind]({"insert"})
    if class_name.startswith((*_LOOKS, *_SETTINGS)):
        return "cells", _FORMATTED
    if class_name.startswith(_FILTERS):
        return "other", frozenset[Kind]({"visibility"})
    nouns: list[Noun] = [noun for prefix, noun in _OBJECTS if class_name.startswith(prefix)]
    noun: Noun = nouns[0] if nouns else "other"
    return noun, _object_kinds(member)


def _on_range(write: Write, member: str) -> tuple[Noun, frozenset[Kind]]:
    if member in ("delete", "insert"):
        return _shape(write.area or write.origin), _RANGE[member]
    if member == "clear":
        everything = _CLEARED["Contents"] | _FORMATTED
        return "cells", _CLEARED.get(write.how, everything)
    if member == "copyFrom":
        return "cells", _FORMATTED if write.how == "Formats" else _WRITTEN
    return "cells", _RANGE.get(member, _FORMATTED)


def _object_kinds(member: str) -> frozenset[Kind]:
    if member.startswith(("delete", "clear", "convertToRange")):
        return frozenset({"delete", "objects"})
    if member.startswith("add"):
        return frozenset({"insert", "objects"})
    if member == "name":
        return frozenset({"rename", "objects"})
    if member in ("values", "formula", "resize"):
        return frozenset({"contents", "objects"})
    return frozenset({"objects"})


def _shape(area: Address | None) -> Literal["rows", "columns", "cells"]:
    if area is None or (area.rows < MAX_ROWS and area.columns < MAX_COLUMNS):
        return "cells"
    return "rows" if area.columns == MAX_COLUMNS else "columns"


def deeds_of_scope(scope: Scope) -> Iterator[Deed]:
    """What the code says it means to change: contents, of which no formula is known yet."""
    contents: frozenset[Kind] = frozenset({"contents"})
    for area in scope.areas:
        yield Deed(contents, "cells", area.sheet, area, "", f"change {area}", formula=False)
    for sheet in scope.sheets:
        yield Deed(contents, "sheet", sheet, None, "", f"change {quote_sheet(sheet)}", False)


def deeds_of_changes(changes: ChangeSet, sheets: Collection[str] | None = None) -> Iterator[Deed]:
    """What a finished run did itself: cells it set, and sheets, tables and names.

    Args:
        changes: By looks before and after.
        sheets: In lower case: of other sheets no cells are looked at; None for all.
    """
    for change in changes.cells:
        if sheets is not None and change.address.sheet.casefold() not in sheets:
            continue
        if change.is_own and (kinds := _cell_kinds(change)):
            formula = bool(change.before.formula)
            address = change.address
            yield Deed(kinds, "cells", address.sheet, address, "", f"change {address}", formula)
    for change in changes.objects:
        yield from _object(change)


def _cell_kinds(change: CellChange) -> frozenset[Kind]:
    before, after = change.before, change.after
    kinds: set[Kind] = set()
    if (before.value, before.formula) != (after.value, after.formula):
        kinds.add("contents")
        if before.formula and before.formula != after.formula:
            kinds.add("formulas")
        if after.is_empty:
            kinds.add("delete")
    if before.number_format != after.number_format:
        kinds.add("formats")
    return frozenset(kinds)


def _object(change: ObjectChange) -> Iterator[Deed]:
    verb = _KIND_OF[change.verb]
    text = f"{_VERBS[verb]} the {change.noun} {change.name}"
    kinds: frozenset[Kind] = frozenset({verb})
    match change.noun:
        case "sheet":
            sheet = "" if verb == "insert" else change.name
            yield Deed(kinds, "sheet", sheet, None, "", text)
        case "table":
            yield Deed(kinds, "table", "", None, change.name, text)
        case "name":
            yield Deed(kinds, "name", "", None, change.name.rpartition("!")[2], text)
        case _:
            return


_KIND_OF: dict[Literal["added", "changed", "removed"], Kind] = {
    "added": "insert",
    "changed": "objects",
    "removed": "delete",
}
_VERBS: dict[Kind, str] = {
    "delete": "delete",
    "insert": "insert",
    "rename": "rename",
    "move": "move",
    "visibility": "hide or show",
    "contents": "change",
    "formulas": "change",
    "formats": "format",
    "objects": "change",
}
_PLURAL: dict[Noun, str] = {
    "cells": "cells",
    "rows": "rows",
    "columns": "columns",
    "sheet": "a sheet",
    "table": "a table",
    "name": "a name",
    "chart": "a chart",
    "pivot": "a pivot table",
    "comment": "a comment",
    "other": "something",
}


def _phrase(kinds: frozenset[Kind], noun: Noun, sheet: str, area: Address | None, name: str) -> str:
    verb = next(text for kind, text in _VERBS.items() if kind in kinds)
    if noun == "cells" and verb == "delete" and "contents" in kinds:
        verb = "empty or delete"
    if noun in ("table", "name") and name:
        return f"{verb} the {noun} {name}"
    if area is not None and noun in ("cells", "rows", "columns"):
        return f"{verb} {area}" if verb != "insert" else f"insert {_PLURAL[noun]} at {area}"
    if noun == "sheet" and sheet:
        return f"{verb} the sheet {sheet}"
    return f"{verb} {_PLURAL[noun]}" + (f" on {quote_sheet(sheet)}" if sheet else "")
