"""What `general.getAPIInfo(name)` answers: a class or a member of Excel's API, from its facts."""

import difflib
import re

from tieout.office_wire.facts import ClassFacts, MethodFacts, WireFacts, wire_facts
from tieout.reference.cards import cards

_MOST_NEAREST = 5
_FIRST_SET = "ExcelApi 1.1"


def describe(name: str) -> str:
    """Text about a class, an enum, or `Class.member`; the nearest names when there is none.

    Case doesn't matter, and `Excel.` may stand in front. A bare member name such as `autofitColumns`
    lists the classes that have it; a word such as `sparkline` or `log scale` gets what the
    reference says about it.
    """
    facts = wire_facts()
    wanted = re.sub(r"^excel\.", "", name.strip(), flags=re.IGNORECASE).rstrip("()")
    class_name, _, member = wanted.partition(".")
    found = _key(facts.classes, class_name)
    if found is not None and member:
        text = _member(found, facts.classes[found], member, facts)
        return "\n".join((text, *cards().about(f"Excel.{found}.{member}")))
    if found is not None:
        return _class(found, facts.classes[found])
    enum = _key(facts.enums, class_name)
    if enum is not None:
        return f"Excel.{enum} (enum): " + ", ".join(facts.enums[enum])
    owners = [
        f"{owner}.{js}"
        for owner, entry in facts.classes.items()
        for js in member_names(entry)
        if js.lower() == wanted.lower()
    ]
    if owners:
        return f"{wanted} is a member of: " + ", ".join(f"Excel.{owner}" for owner in owners)
    known = cards().about(wanted) or cards().about_word(wanted)
    return "\n".join(known) or _unknown(wanted, facts)


def member_names(entry: ClassFacts) -> list[str]:
    """Public members of a class by their JavaScript names."""
    names = [scalar.js for scalar in entry.scalars.values()]
    names += [navigation.js for navigation in entry.navigations.values()]
    names += [method.js for method in entry.methods.values()]
    if entry.indexer is not None:
        names.append(entry.indexer.js)
    names += [event.js for event in entry.events]
    return [name for name in dict.fromkeys(names) if not name.startswith("_")]


_HABITS = {
    "setvalue": ("range.values = [[…]]", "sheet.setCell(address, value)"),
    "setvalues": ("range.values = [[…]]", "sheet.setRange(address, rows)"),
    "getvalue": ('range.load("values") and context.sync()', "sheet.getCellRange(address)"),
    "getvalues": ('range.load("values") and context.sync()', "sheet.getCellRange(address)"),
    "setformula": ("range.formulas = [[…]]", "sheet.setCell(address, formula)"),
    "setformulas": ("range.formulas = [[…]]",),
    "getformula": ('range.load("formulas") and context.sync()',),
    "setbackground": ('range.format.fill.color = "#…"',),
    "setfontweight": ("range.format.font.bold = true",),
    "setnumberformat": ("range.numberFormat = [[…]]",),
    "getsheetbyname": ("context.workbook.worksheets.getItem(name)",),
    "getactivesheet": ("context.workbook.worksheets.getActiveWorksheet()",),
    "insertsheet": ("context.workbook.worksheets.add(name)", "general.addSheet(name)"),
    "autofit": ("range.format.autofitColumns()",),
    "merge_cells": ("range.merge()",),
    "rowfields": ("pivot.rowHierarchies.add(pivot.hierarchies.getItem(name))",),
    "columnfields": ("pivot.columnHierarchies.add(pivot.hierarchies.getItem(name))",),
    "datafields": ("pivot.dataHierarchies.add(pivot.hierarchies.getItem(name))",),
    "pagefields": ("pivot.filterHierarchies.add(pivot.hierarchies.getItem(name))",),
    "usesecondaryaxis": ('series.axisGroup = "Secondary"',),
    "secondaryvalueaxis": ('chart.axes.getItem("Value", "Secondary")',),
    "setlist": ("range.dataValidation.rule = { list: { inCellDropDown: true, source } }",),
}
"""Members people know from other spreadsheet APIs, and what does it here."""


def nearest_members(member: str, limit: int = _MOST_NEAREST) -> tuple[str, ...]:
    """What to use instead of a member that doesn't exist: usual ways first, then like names."""
    if habit := usual_ways(member):
        return habit
    facts = wire_facts()
    owners: dict[str, list[str]] = {}
    for owner, entry in facts.classes.items():
        for js in member_names(entry):
            owners.setdefault(js, []).append(owner)
    close = difflib.get_close_matches(member, owners, n=limit, cutoff=0.7)
    return tuple(f"{_main_owner(owners[js])}.{js}" for js in close)


def usual_ways(member: str) -> tuple[str, ...]:
    """What does here what a member of another spreadsheet's API does; () when it is none."""
    return _HABITS.get(member.lower(), ())


def _main_owner(owners: list[str]) -> str:
    for usual in ("Range", "Worksheet", "Table", "Chart", "RangeFormat", "Workbook"):
        if usual in owners:
            return usual
    return owners[0]


def _key(table: dict[str, ClassFacts] | dict[str, tuple[str, ...]], name: str) -> str | None:
    lowered = name.lower()
    return next((key for key in table if key.lower() == lowered), None)


def _class(name: str, entry: ClassFacts) -> str:
    lines = [f"Excel.{name}" + (f" (collection of {entry.item})" if entry.item else "")]
    properties = [
        scalar.js + ("" if scalar.writable else " (read-only)") + _since(scalar.api)
        for scalar in entry.scalars.values()
        if not scalar.js.startswith("_")
    ]
    objects = [
        f"{navigation.js}: {navigation.type}" + _since(navigation.api)
        for navigation in entry.navigations.values()
        if not navigation.js.startswith("_")
    ]
    methods = [
        _signature(method) + _since(method.api)
        for method in entry.methods.values()
        if not method.js.startswith("_")
    ]
    if entry.indexer is not None and not entry.indexer.js.startswith("_"):
        arguments = ", ".join(entry.indexer.args)
        methods.insert(0, f"{entry.indexer.js}({arguments}): {entry.indexer.type}")
    for title, found in (("properties", properties), ("objects", objects), ("methods", methods)):
        if found:
            lines.append(f"{title}: " + "; ".join(found))
    if entry.events:
        lines.append("events: " + "; ".join(event.js for event in entry.events))
    return "\n".join(lines)


def _member(class_name: str, entry: ClassFacts, member: str, facts: WireFacts) -> str:
    wanted = member.lower()
    full = f"Excel.{class_name}"
    for scalar in entry.scalars.values():
        if scalar.js.lower() == wanted:
            access = "read and write" if scalar.writable else "read-only"
            text = f"{full}.{scalar.js}: property, {access}, {scalar.api or _FIRST_SET}"
            return text + _enum_of(class_name, scalar.js, facts)
    for navigation in entry.navigations.values():
        if navigation.js.lower() == wanted:
            since = navigation.api or _FIRST_SET
            return f"{full}.{navigation.js}: object of type Excel.{navigation.type}, {since}"
    for method in entry.methods.values():
        if method.js.lower() == wanted:
            return f"{full}.{_signature(method)}, {method.api or _FIRST_SET}" + "".join(
                _enum_of(class_name, argument, facts) for argument in method.args
            )
    if entry.indexer is not None and entry.indexer.js.lower() == wanted:
        arguments = ", ".join(entry.indexer.args)
        return f"{full}.{entry.indexer.js}({arguments}): returns Excel.{entry.indexer.type}"
    for event in entry.events:
        if event.js.lower() == wanted:
            return f"{full}.{event.js}: event; handlers can't be registered from execute_code"
    close = difflib.get_close_matches(member, member_names(entry), n=_MOST_NEAREST, cutoff=0.4)
    nearest = f" Nearest: {', '.join(close)}." if close else ""
    return f"Excel.{class_name} has no member {member!r}.{nearest}"


def _enum_of(class_name: str, member: str, facts: WireFacts) -> str:
    """Values of the enum a member takes, found by its name; "" when none fits."""
    title = member[:1].upper() + member[1:]
    for candidate in (title, class_name + title, "Range" + title, f"Sheet{title}", f"{title}Type"):
        if candidate in facts.enums:
            return f"\n{member}: {' | '.join(facts.enums[candidate])}"
    return ""


def _signature(method: MethodFacts) -> str:
    returns = {"void": "", "scalar": ": value after sync", "object": f": {method.type}"}
    return f"{method.js}({', '.join(method.args)}){returns[method.kind]}"


def _since(api: str) -> str:
    return f" [{api.removeprefix('ExcelApi ')}]" if api else ""


def _unknown(wanted: str, facts: WireFacts) -> str:
    by_lower = {key.lower(): key for key in (*facts.classes, *facts.enums)}
    close = difflib.get_close_matches(wanted.lower(), by_lower, n=_MOST_NEAREST, cutoff=0.5)
    holding = [key for lower, key in by_lower.items() if wanted and wanted.lower() in lower]
    names = list(dict.fromkeys([*(by_lower[lower] for lower in close), *holding]))[:8]
    members = nearest_members(wanted)
    nearest = [f"Excel.{name}" for name in (*names, *members)]
    tail = f" Nearest: {', '.join(nearest)}." if nearest else ""
    return f"Excel's API has no {wanted!r}.{tail}"
