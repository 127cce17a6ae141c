"""Conditional formats of cells: which there are, adding, changing and taking them away."""

from dataclasses import replace

from embedded_excel.calc.conditional_rules import Rule
from embedded_excel.calc.engine import EngineRefused
from embedded_excel.errors import ExcelApiError, item_not_found
from embedded_excel.model.rule_areas import touches, without
from embedded_excel.model.workbook import Area, OpenWorkbook, SheetId


def rules_on(workbook: OpenWorkbook, area: Area) -> list[Rule]:
    """Rules that touch an area, the one that wins first."""
    rules = workbook.engine.sheet_parts.conditional.rules(workbook.sheet_index(area.sheet))
    return [rule for rule in rules if touches(rule.rects, area.rect)]


def rule_with(workbook: OpenWorkbook, sheet: SheetId, rule: str) -> Rule:
    """A rule by its id.

    Raises:
        ExcelApiError: ItemNotFound.
    """
    for found in workbook.engine.sheet_parts.conditional.rules(workbook.sheet_index(sheet)):
        if found.id == rule:
            return found
    raise item_not_found()


def add(workbook: OpenWorkbook, areas: tuple[Area, ...], rule: Rule) -> str:
    """Add a rule for areas of a sheet behind all others; its id."""
    workbook.changed = True
    return workbook.engine.sheet_parts.conditional.add_rule(
        workbook.sheet_index(areas[0].sheet),
        replace(rule, rects=tuple(area.rect for area in areas)),
    )


def change(workbook: OpenWorkbook, sheet: SheetId, rule: Rule) -> None:
    """Store a changed rule.

    Raises:
        ExcelApiError: InvalidArgument when it can't be stored.
    """
    workbook.changed = True
    try:
        workbook.engine.sheet_parts.conditional.replace_rule(workbook.sheet_index(sheet), rule)
    except EngineRefused as error:
        raise ExcelApiError("InvalidArgument", str(error), 400) from error


def remove(workbook: OpenWorkbook, sheet: SheetId, rule: str) -> None:
    """Take a rule away everywhere."""
    rule_with(workbook, sheet, rule)
    workbook.changed = True
    workbook.engine.sheet_parts.conditional.remove_rule(workbook.sheet_index(sheet), rule)


def clear(workbook: OpenWorkbook, area: Area) -> None:
    """Take the rules of an area away; cells outside it keep theirs."""
    sheet = workbook.sheet_index(area.sheet)
    pieces = {rule.id: without(rule, area.rect) for rule in rules_on(workbook, area)}
    if pieces:
        exchange(workbook, sheet, pieces)
        workbook.changed = True


def exchange(workbook: OpenWorkbook, sheet: int, pieces: dict[str, list[Rule]]) -> None:
    """Put other rules, or none, in the place of some."""
    parts = workbook.engine.sheet_parts.conditional
    order: list[str] = []
    for rule in parts.rules(sheet):
        if rule.id not in pieces:
            order.append(rule.id)
            continue
        left = pieces[rule.id]
        if not left:
            parts.remove_rule(sheet, rule.id)
            continue
        first, *rest = left
        if first != rule:
            parts.replace_rule(sheet, first)
        order.append(rule.id)
        order += [parts.add_rule(sheet, replace(one, id="")) for one in rest]
    parts.order_rules(sheet, order)


def place(workbook: OpenWorkbook, sheet: SheetId, rule: str, priority: int) -> None:
    """Move a rule to a 0-based place; a negative one counts from the end."""
    parts, index = workbook.engine.sheet_parts.conditional, workbook.sheet_index(sheet)
    order = [found.id for found in parts.rules(index)]
    order.remove(rule)
    at = priority if priority >= 0 else len(order) + 1 + priority
    order.insert(max(0, min(at, len(order))), rule)
    parts.order_rules(index, order)
    workbook.changed = True


def place_of(workbook: OpenWorkbook, sheet: SheetId, rule: str) -> int:
    """0-based place of a rule among those of its sheet."""
    rules = workbook.engine.sheet_parts.conditional.rules(workbook.sheet_index(sheet))
    return [found.id for found in rules].index(rule)
