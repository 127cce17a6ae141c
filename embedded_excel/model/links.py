"""Hyperlinks over cells."""

from dataclasses import replace

from embedded_excel.calc.cells import Rect
from embedded_excel.calc.sheet_parts import Hyperlink
from embedded_excel.model.areas import contains, intersection
from embedded_excel.model.rule_areas import minus
from embedded_excel.model.workbook import Area, OpenWorkbook

LINK_COLOR = "#0563C1"


def link_of(workbook: OpenWorkbook, area: Area) -> Hyperlink | None:
    """The link all cells of an area lie under, None when there is none."""
    sheet = workbook.sheet_index(area.sheet)
    for link in reversed(workbook.engine.sheet_parts.hyperlinks.links(sheet)):
        if contains(link.rect, area.rect):
            return link
        if intersection(link.rect, area.rect) is not None:
            return None
    return None


def set_link(workbook: OpenWorkbook, area: Area, link: Hyperlink | None) -> bool:
    """Give cells a link in place of those they have; whether any of them had one."""
    sheet = workbook.sheet_index(area.sheet)
    parts = workbook.engine.sheet_parts.hyperlinks
    before = parts.links(sheet)
    kept: list[Hyperlink] = []
    had = False
    for one in before:
        if intersection(one.rect, area.rect) is None:
            kept.append(one)
            continue
        had = True
        kept += [replace(one, rect=rect) for rect in minus((one.rect,), area.rect)]
    if link is not None:
        kept.append(replace(link, rect=area.rect))
    if had or link is not None:
        parts.set_links(sheet, kept)
        workbook.changed = True
    return had


def linked_parts(workbook: OpenWorkbook, area: Area) -> list[Rect]:
    """The parts of an area that lie under links."""
    sheet = workbook.sheet_index(area.sheet)
    shared = (
        intersection(link.rect, area.rect)
        for link in workbook.engine.sheet_parts.hyperlinks.links(sheet)
    )
    return [part for part in shared if part is not None]
