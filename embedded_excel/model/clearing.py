"""Clearing what lies over cells: links, rules, comments and notes."""

from dataclasses import replace

from embedded_excel.calc.cells import CellStyle
from embedded_excel.calc.sheet_parts import Note
from embedded_excel.model import conditional, validating
from embedded_excel.model.areas import deny_if_locked
from embedded_excel.model.events import format_changed
from embedded_excel.model.links import linked_parts, set_link
from embedded_excel.model.protecting import deny_unless
from embedded_excel.model.rule_areas import touches
from embedded_excel.model.workbook import Area, OpenWorkbook


def clear_formats_over(workbook: OpenWorkbook, area: Area) -> None:
    """Conditional formats, which go with formats."""
    conditional.clear(workbook, area)


def clear_everything_over(workbook: OpenWorkbook, area: Area) -> None:
    """All that lies over cells.

    Raises:
        ExcelApiError: AccessDenied.
    """
    conditional.clear(workbook, area)
    sheet = workbook.sheet_index(area.sheet)
    parts = workbook.engine.sheet_parts
    if any(touches(rule.rects, area.rect) for rule in parts.validation.validations(sheet)):
        validating.assign(workbook, (area,), None)
    set_link(workbook, area, None)
    rect = area.rect
    for comment in parts.comments.comments(sheet):
        inside = rect.top <= comment.row <= rect.bottom and (
            rect.left <= comment.column <= rect.right
        )
        if inside and not comment.parent:
            parts.comments.remove_comment(sheet, comment.id)
            workbook.changed = True
    for note in parts.comments.notes(sheet):
        if rect.top <= note.row <= rect.bottom and rect.left <= note.column <= rect.right:
            parts.comments.set_note(sheet, Note(note.row, note.column, "", ""))
            workbook.changed = True


def clear_links(workbook: OpenWorkbook, area: Area, *, formats: bool) -> None:
    """Links alone, or with the look of their cells.

    Raises:
        ExcelApiError: AccessDenied.
    """
    deny_unless(workbook, area.sheet, "allowInsertHyperlinks")
    deny_if_locked(workbook, area)
    parts = linked_parts(workbook, area) if formats else []
    set_link(workbook, area, None)
    for part in parts:
        workbook.engine.restyle(workbook.sheet_index(area.sheet), part, _plain)
        format_changed(workbook, replace(area, rect=part))


def _plain(_: CellStyle) -> CellStyle:
    return CellStyle()
