"""Data validation of cells: which rules they have, and giving them one."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from embedded_excel.calc.cells import Rect
from embedded_excel.calc.sheet_parts import Validation
from embedded_excel.model.areas import intersection
from embedded_excel.model.protecting import deny_if_protected
from embedded_excel.model.r1c1 import to_r1c1
from embedded_excel.model.rule_areas import cell_count, minus, on_areas, without
from embedded_excel.model.workbook import Area, OpenWorkbook


def rules_of(workbook: OpenWorkbook, area: Area) -> list[Validation]:
    """The rules of an area's cells, each for its part of the area alone."""
    found: list[Validation] = []
    for rule in workbook.engine.sheet_parts.validation.validations(
        workbook.sheet_index(area.sheet)
    ):
        shared = [part for rect in rule.rects if (part := intersection(rect, area.rect))]
        found += on_areas(rule, shared)
    return found


def bare(rule: Validation) -> Validation:
    """A rule without its cells, its formulas as seen from each of them: to compare rules."""
    if not rule.rects:
        return rule
    row, column = rule.rects[0].top, rule.rects[0].left
    return replace(
        rule,
        rects=(),
        formula1=to_r1c1(rule.formula1, row, column),
        formula2=to_r1c1(rule.formula2, row, column),
    )


def covered(rules: list[Validation], areas: Sequence[Area]) -> bool:
    """Whether every cell of areas that don't overlap has one of the rules."""
    parts = [rect for rule in rules for rect in rule.rects]
    return cell_count(parts) == cell_count([area.rect for area in areas])


def assign(workbook: OpenWorkbook, areas: Sequence[Area], rule: Validation | None) -> None:
    """Give cells of a sheet a rule in place of those they have; None takes them away. Its formulas
    are as seen from the first cell of the first area.

    Raises:
        ExcelApiError: AccessDenied.
    """
    deny_if_protected(workbook, areas[0].sheet)
    parts, sheet = workbook.engine.sheet_parts.validation, workbook.sheet_index(areas[0].sheet)
    rules = list(parts.validations(sheet))
    for area in areas:
        rules = [left for now in rules for left in without(now, area.rect)]
    if rule is not None:
        rules.append(replace(rule, rects=tuple(area.rect for area in areas)))
    parts.set_validations(sheet, rules)
    workbook.changed = True


def change(workbook: OpenWorkbook, area: Area, changed: Callable[[Validation], Validation]) -> None:
    """Change something about the rules of cells; those without one get it alone.

    Raises:
        ExcelApiError: AccessDenied.
    """
    deny_if_protected(workbook, area.sheet)
    parts, sheet = workbook.engine.sheet_parts.validation, workbook.sheet_index(area.sheet)
    inside = rules_of(workbook, area)
    rest: tuple[Rect, ...] = (area.rect,)
    for rule in inside:
        for rect in rule.rects:
            rest = minus(rest, rect)
    rules = [left for now in parts.validations(sheet) for left in without(now, area.rect)]
    rules += [changed(rule) for rule in inside]
    if rest:
        rules.append(changed(Validation(rest)))
    parts.set_validations(sheet, rules)
    workbook.changed = True


def invalid_in(workbook: OpenWorkbook, area: Area) -> list[Rect]:
    """Cells of an area whose value their rule refuses, as rectangles down the columns."""
    workbook.settle()
    sheet = workbook.sheet_index(area.sheet)
    rect = area.rect
    columns: dict[int, list[int]] = {}
    for row, column in workbook.engine.sheet_parts.validation.invalid_cells(sheet):
        if rect.top <= row <= rect.bottom and rect.left <= column <= rect.right:
            columns.setdefault(column, []).append(row)
    found: list[Rect] = []
    for column, rows in sorted(columns.items()):
        for row in rows:
            if found and found[-1].left == column and found[-1].bottom == row - 1:
                found[-1] = replace(found[-1], bottom=row)
            else:
                found.append(Rect(row, column, row, column))
    return found
