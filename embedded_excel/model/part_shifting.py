"""What lies over cells when a part of rows or columns moves: links, rules, comments, filters."""

from collections.abc import Sequence
from dataclasses import replace

from embedded_excel.calc.cells import Rect, Table
from embedded_excel.calc.row_filters import ColumnFilter
from embedded_excel.calc.sheet_parts import Comment, Hyperlink, Note
from embedded_excel.errors import not_implemented
from embedded_excel.model import conditional
from embedded_excel.model.areas import contains, intersection
from embedded_excel.model.references import relocated
from embedded_excel.model.rule_areas import minus, shifted
from embedded_excel.model.workbook import OpenWorkbook, SheetId, Shift


def check_parts(workbook: OpenWorkbook, sheet: SheetId, band: Rect) -> None:
    """Refuse to tear an AutoFilter before anything moves.

    Raises:
        ExcelApiError: NotImplemented.
    """
    found = workbook.engine.sheet_parts.filters.filter(workbook.sheet_index(sheet), None)
    if found is None or intersection(found.rect, band) is None:
        return
    if not contains(band, found.rect):
        raise not_implemented("moving a part of the cells of an AutoFilter")


def move_parts(workbook: OpenWorkbook, sheet: SheetId, band: Rect, shift: Shift) -> None:
    """Move what lies over the cells of a band, and what refers to them.

    Args:
        workbook: The workbook; its cells have moved already.
        sheet: The sheet they are on.
        band: The cells that moved or went, from the first to the end of the sheet.
        shift: How they moved.
    """
    index = workbook.sheet_index(sheet)
    _move_links(workbook, index, band, shift)
    _move_rules(workbook, sheet, band, shift)
    _move_comments(workbook, index, band, shift)
    filters = workbook.engine.sheet_parts.filters
    found = filters.filter(index, None)
    if found is not None and contains(band, found.rect):
        after = shift.apply(found.rect)
        if after is None:
            filters.remove_filter(index, None)
        elif after != found.rect:
            filters.set_filter(index, None, replace(found, rect=after))


def _move_links(workbook: OpenWorkbook, sheet: int, band: Rect, shift: Shift) -> None:
    parts = workbook.engine.sheet_parts.hyperlinks
    moved: list[Hyperlink] = []
    for link in parts.links(sheet):
        shared = intersection(link.rect, band)
        pieces = [link.rect] if shared is None else [*minus((link.rect,), band), shared]
        if shift.apply(link.rect) != link.rect:
            pieces = [link.rect]
        for piece in pieces:
            after = shift.apply(piece)
            if after is not None:
                moved.append(replace(link, rect=after))
    parts.set_links(sheet, moved)


def _move_rules(workbook: OpenWorkbook, sheet: SheetId, band: Rect, shift: Shift) -> None:
    parts = workbook.engine.sheet_parts
    name = workbook.sheet_name(sheet)
    nowhere = Rect(-1, -1, -1, -1)
    for index, home in enumerate(workbook.engine.sheet_names()):
        here = workbook.sheet_ids[index] == sheet
        area = band if here else nowhere

        def move(rect: Rect, *, here: bool = here) -> Rect | None:
            return shift.apply(rect) if here else rect

        def rewrite(formula: str, home: str = home) -> str:
            return relocated(formula, home, name, shift.apply)

        before = parts.validation.validations(index)
        after = [one for rule in before for one in shifted(rule, area, move, rewrite)]
        if list(before) != after:
            parts.validation.set_validations(index, after)
        pieces = {
            rule.id: moved
            for rule in parts.conditional.rules(index)
            if (moved := shifted(rule, area, move, rewrite)) != [rule]
        }
        if pieces:
            conditional.exchange(workbook, index, pieces)


def _move_comments(workbook: OpenWorkbook, sheet: int, band: Rect, shift: Shift) -> None:
    parts = workbook.engine.sheet_parts.comments

    def target(row: int, column: int) -> Rect | None:
        cell = Rect(row, column, row, column)
        return shift.apply(cell) if contains(band, cell) else cell

    threads: list[tuple[Comment, Rect | None]] = [
        (comment, target(comment.row, comment.column)) for comment in parts.comments(sheet)
    ]
    if any(after != Rect(c.row, c.column, c.row, c.column) for c, after in threads):
        for comment, _ in threads:
            if not comment.parent:
                parts.remove_comment(sheet, comment.id)
        for comment, after in threads:
            if after is not None:
                parts.add_comment(sheet, replace(comment, row=after.top, column=after.left))
    notes = [(note, target(note.row, note.column)) for note in parts.notes(sheet)]
    moving = [(n, after) for n, after in notes if after != Rect(n.row, n.column, n.row, n.column)]
    for note, _ in moving:
        parts.set_note(sheet, Note(note.row, note.column, "", ""))
    for note, after in moving:
        if after is not None:
            parts.set_note(sheet, replace(note, row=after.top, column=after.left))


def criteria_of_tables(
    workbook: OpenWorkbook, tables: Sequence[Table]
) -> dict[int, dict[str, ColumnFilter]]:
    """What tables filter by: table → column name → criterion. Asked before header cells move."""
    filters = workbook.engine.sheet_parts.filters
    known = {table.id: table for table in workbook.engine.tables()}
    kept: dict[int, dict[str, ColumnFilter]] = {}
    for table in tables:
        found = filters.filter(table.sheet, table.id)
        if found is not None and found.columns:
            names = [column.name for column in known[table.id].columns]
            kept[table.id] = {names[one.column]: one for one in found.columns}
    return kept


def restore_criteria(workbook: OpenWorkbook, kept: dict[int, dict[str, ColumnFilter]]) -> None:
    """Let tables that moved or got other columns filter by what they did."""
    filters = workbook.engine.sheet_parts.filters
    for table in workbook.engine.tables():
        now = filters.filter(table.sheet, table.id) if table.id in kept else None
        if now is None:
            continue
        columns = [
            replace(kept[table.id][column.name], column=index)
            for index, column in enumerate(table.columns)
            if column.name in kept[table.id]
        ]
        filters.set_filter(table.sheet, table.id, replace(now, columns=tuple(columns)))
