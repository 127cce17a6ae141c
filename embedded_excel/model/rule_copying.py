"""Copying what lies over cells together with them: links, validation, conditional formats."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from embedded_excel.calc.cells import Rect
from embedded_excel.calc.conditional_rules import Rule
from embedded_excel.calc.sheet_parts import Hyperlink, Validation
from embedded_excel.model import conditional
from embedded_excel.model.areas import Position, intersection
from embedded_excel.model.links import set_link
from embedded_excel.model.rule_areas import on_areas, touches, without
from embedded_excel.model.workbook import Area, OpenWorkbook


def carries(workbook: OpenWorkbook, area: Area) -> bool:
    """Whether links, rules, comments or notes lie over cells of an area."""
    sheet, parts = workbook.sheet_index(area.sheet), workbook.engine.sheet_parts
    covered = [link.rect for link in parts.hyperlinks.links(sheet)]
    covered += [rect for rule in parts.validation.validations(sheet) for rect in rule.rects]
    covered += [rect for rule in parts.conditional.rules(sheet) for rect in rule.rects]
    for one in (*parts.comments.comments(sheet), *parts.comments.notes(sheet)):
        covered.append(Rect(one.row, one.column, one.row, one.column))
    return touches(covered, area.rect)


def copy_rules(
    workbook: OpenWorkbook, source: Area, target: Area, places: Sequence[Position], *, all_: bool
) -> None:
    """Copy conditional formats, and with `all_` validation and links, over copied cells.

    Args:
        workbook: The workbook.
        source: The cells that were copied.
        target: All cells they were copied to.
        places: First cell of each copy.
        all_: Whether more than formats is copied.
    """
    parts, rect = workbook.engine.sheet_parts, source.rect

    def copies(rects: Iterable[Rect]) -> list[Rect]:
        shared = [part for one in rects if (part := intersection(one, rect)) is not None]
        return [
            Rect(
                part.top - rect.top + top,
                part.left - rect.left + left,
                part.bottom - rect.top + top,
                part.right - rect.left + left,
            )
            for top, left in places
            for part in shared
        ]

    rules = conditional.rules_on(workbook, source)
    conditional.clear(workbook, target)
    _add_rules(workbook, source, target, [(rule, copies(rule.rects)) for rule in rules])
    if not all_:
        return
    home, sheet = workbook.sheet_index(source.sheet), workbook.sheet_index(target.sheet)
    added: list[Validation] = []
    for rule in parts.validation.validations(home):
        added += on_areas(rule, copies(rule.rects))
    kept = [
        left for now in parts.validation.validations(sheet) for left in without(now, target.rect)
    ]
    parts.validation.set_validations(sheet, [*kept, *added])
    links: list[Hyperlink] = []
    for link in parts.hyperlinks.links(home):
        links += [replace(link, rect=place) for place in copies((link.rect,))]
    set_link(workbook, target, None)
    if links:
        parts.hyperlinks.set_links(sheet, [*parts.hyperlinks.links(sheet), *links])


def _add_rules(
    workbook: OpenWorkbook, source: Area, target: Area, copies: list[tuple[Rule, list[Rect]]]
) -> None:
    """On its own sheet a rule gets more cells, of which it means the same; else it is added."""
    parts, sheet = workbook.engine.sheet_parts.conditional, workbook.sheet_index(target.sheet)
    for rule, rects in copies:
        known = {found.id: found for found in parts.rules(sheet)}
        now: Rule | None = known.get(rule.id) if source.sheet == target.sheet else None
        if now is not None:
            parts.replace_rule(sheet, replace(now, rects=(*now.rects, *rects)))
            continue
        for one in on_areas(rule, rects):
            parts.add_rule(sheet, replace(one, id=""))
