"""Threaded comments: finding, adding and changing them."""

from embedded_excel.calc.cells import Rect
from embedded_excel.calc.sheet_parts import Comment, Mention
from embedded_excel.errors import ExcelApiError, item_not_found
from embedded_excel.model.events import (
    COMMENT_ADDED,
    COMMENT_CHANGED,
    COMMENT_DELETED,
    comment_event,
)
from embedded_excel.model.protecting import deny_unless
from embedded_excel.model.workbook import Area, OpenWorkbook, SheetId

AUTHOR = "User"
"""Whose comments new ones are."""


def comments_on(workbook: OpenWorkbook, sheet: SheetId) -> list[Comment]:
    """Comments and replies of a sheet."""
    return list(workbook.engine.sheet_parts.comments.comments(workbook.sheet_index(sheet)))


def placed(workbook: OpenWorkbook) -> list[tuple[SheetId, Comment]]:
    """Comments and replies of all sheets, with their sheet."""
    return [(sheet, one) for sheet in workbook.sheet_ids for one in comments_on(workbook, sheet)]


def comment_with(workbook: OpenWorkbook, comment: str) -> tuple[SheetId, Comment]:
    """A comment or reply by its id.

    Raises:
        ExcelApiError: ItemNotFound.
    """
    for sheet, found in placed(workbook):
        if found.id == comment:
            return sheet, found
    raise item_not_found()


def area_of(sheet: SheetId, comment: Comment) -> Area:
    """The cell of a comment."""
    return Area(sheet, Rect(comment.row, comment.column, comment.row, comment.column))


def add(workbook: OpenWorkbook, area: Area, text: str, mentions: tuple[Mention, ...] = ()) -> str:
    """Add a comment to a cell that has none; its id.

    Raises:
        ExcelApiError: InvalidOperation when it has one or a note, AccessDenied.
    """
    deny_unless(workbook, area.sheet, "allowEditObjects")
    sheet = workbook.sheet_index(area.sheet)
    parts = workbook.engine.sheet_parts.comments
    place = (area.rect.top, area.rect.left)
    taken = [(one.row, one.column) for one in parts.comments(sheet)]
    taken += [(one.row, one.column) for one in parts.notes(sheet)]
    if place in taken:
        raise ExcelApiError("InvalidOperation", "The cell already has a comment or a note.", 400)
    comment = Comment(_fresh_id(workbook), *place, AUTHOR, text, _now(workbook), mentions=mentions)
    parts.add_comment(sheet, comment)
    workbook.changed = True
    comment_event(workbook, COMMENT_ADDED, area.sheet, (comment.id, []))
    return comment.id


def reply(
    workbook: OpenWorkbook, comment: str, text: str, mentions: tuple[Mention, ...] = ()
) -> str:
    """Reply to a comment; the reply's id.

    Raises:
        ExcelApiError: ItemNotFound, AccessDenied.
    """
    sheet, opener = comment_with(workbook, comment)
    deny_unless(workbook, sheet, "allowEditObjects")
    new = Comment(
        _fresh_id(workbook),
        opener.row,
        opener.column,
        AUTHOR,
        text,
        _now(workbook),
        parent=opener.id,
        mentions=mentions,
    )
    workbook.engine.sheet_parts.comments.add_comment(workbook.sheet_index(sheet), new)
    workbook.changed = True
    _tell_changed(workbook, sheet, opener.id, "ReplyAdded")
    return new.id


def edit(
    workbook: OpenWorkbook, comment: str, text: str, mentions: tuple[Mention, ...] = ()
) -> None:
    """Change a text, and whom it mentions.

    Raises:
        ExcelApiError: ItemNotFound, AccessDenied.
    """
    sheet, found = comment_with(workbook, comment)
    deny_unless(workbook, sheet, "allowEditObjects")
    parts = workbook.engine.sheet_parts.comments
    parts.edit_comment(workbook.sheet_index(sheet), comment, text, mentions)
    workbook.changed = True
    change = "ReplyEdited" if found.parent else "CommentEdited"
    _tell_changed(workbook, sheet, found.parent or comment, change)


def resolve(workbook: OpenWorkbook, comment: str, *, resolved: bool) -> None:
    """Resolve or reopen a thread.

    Raises:
        ExcelApiError: ItemNotFound, AccessDenied.
    """
    sheet, _ = comment_with(workbook, comment)
    deny_unless(workbook, sheet, "allowEditObjects")
    parts = workbook.engine.sheet_parts.comments
    parts.resolve_comment(workbook.sheet_index(sheet), comment, resolved)
    workbook.changed = True
    change = "CommentResolved" if resolved else "CommentReopened"
    _tell_changed(workbook, sheet, comment, change)


def remove(workbook: OpenWorkbook, comment: str) -> None:
    """Remove a comment with its replies, or a reply.

    Raises:
        ExcelApiError: ItemNotFound, AccessDenied.
    """
    sheet, found = comment_with(workbook, comment)
    deny_unless(workbook, sheet, "allowEditObjects")
    replies = _replies(workbook, sheet, comment)
    workbook.engine.sheet_parts.comments.remove_comment(workbook.sheet_index(sheet), comment)
    workbook.changed = True
    if found.parent:
        _tell_changed(workbook, sheet, found.parent, "ReplyDeleted")
    else:
        comment_event(workbook, COMMENT_DELETED, sheet, (comment, replies))


def _replies(workbook: OpenWorkbook, sheet: SheetId, comment: str) -> list[str]:
    return [one.id for one in comments_on(workbook, sheet) if one.parent == comment]


def _tell_changed(workbook: OpenWorkbook, sheet: SheetId, comment: str, change: str) -> None:
    replies = _replies(workbook, sheet, comment)
    comment_event(workbook, COMMENT_CHANGED, sheet, (comment, replies), change)


def _fresh_id(workbook: OpenWorkbook) -> str:
    taken = {comment.id for _, comment in placed(workbook)}
    number = len(taken) + 1
    while (fresh := f"{{00000000-0000-4000-9000-{number:012X}}}") in taken:
        number += 1
    return fresh


def _now(workbook: OpenWorkbook) -> str:
    return f"{workbook.today().isoformat()}T00:00:00.00"
