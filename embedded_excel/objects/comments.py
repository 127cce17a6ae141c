"""Comments and their replies. Old-style notes have no class in this API version."""

from pydantic import JsonValue
from typing_extensions import override

from embedded_excel.calc.sheet_parts import Comment as StoredComment
from embedded_excel.errors import invalid_argument, item_not_found, not_implemented
from embedded_excel.model import commenting
from embedded_excel.model.a1 import split_sheet
from embedded_excel.model.areas import flag, resolve
from embedded_excel.model.workbook import Area, OpenWorkbook, SheetId
from embedded_excel.objects.base import (
    ExcelObject,
    excel_class,
    method,
    navigation,
    scalar,
)
from embedded_excel.objects.listed_collection import ListedCollection
from embedded_excel.objects.tracked import TrackedRange, new_range
from embedded_excel.wire.members import enum_value

_MAX_TEXT = 32_767


def _plain_text(content: object, kind: JsonValue) -> str:
    if kind is not None and enum_value("ContentType", kind) == "Mention":
        raise not_implemented("comments with mentions")
    if isinstance(content, dict):
        raise not_implemented("comments with mentions")
    if not isinstance(content, str) or not content or len(content) > _MAX_TEXT:
        raise invalid_argument()
    return content


class _CommentBase(ExcelObject):
    """What comments and replies have in common."""

    def __init__(self, workbook: OpenWorkbook, comment: str) -> None:
        super().__init__(workbook)
        self.comment = comment

    @property
    def stored(self) -> StoredComment:
        """What it is now.

        Raises:
            ExcelApiError: ItemNotFound when it was removed.
        """
        return commenting.comment_with(self.workbook, self.comment)[1]

    @override
    def identity(self) -> dict[str, JsonValue]:
        return {"Id": self.comment}

    @scalar("Id")
    def id(self) -> JsonValue:
        """A GUID."""
        return self.stored.id

    @scalar("Content")
    def content(self) -> JsonValue:
        """The text."""
        return self.stored.text

    @content.setter
    def set_content(self, value: JsonValue) -> None:
        """Change the text."""
        commenting.edit(self.workbook, self.comment, _plain_text(value, None))

    @scalar("AuthorName")
    def author_name(self) -> JsonValue:
        """Whose it is."""
        return self.stored.author

    @scalar("AuthorEmail")
    def author_email(self) -> JsonValue:
        """Always empty: the file keeps names only."""
        self.stored  # noqa: B018 - raises when it was removed
        return ""

    @scalar("CreationDate")
    def creation_date(self) -> JsonValue:
        """When it was written, UTC; null when unknown."""
        created = self.stored.created
        return f"{created.removesuffix('Z')}Z" if created else None

    @scalar("RichContent")
    def rich_content(self) -> JsonValue:
        """The text, as there are no mentions."""
        return self.stored.text

    @scalar("Mentions")
    def mentions(self) -> JsonValue:
        """Nobody."""
        return []

    @scalar("ContentType")
    def content_type(self) -> JsonValue:
        """Always Plain."""
        return "Plain"

    @method("Delete")
    def delete(self) -> None:
        """Remove it; a comment takes its replies along."""
        commenting.remove(self.workbook, self.comment)

    @method("GetLocation")
    def get_location(self) -> TrackedRange:
        """Its cell."""
        sheet, found = commenting.comment_with(self.workbook, self.comment)
        return new_range(self.workbook, commenting.area_of(sheet, found))


@excel_class("Comment")
class Comment(_CommentBase):
    """A comment that opens a thread."""

    @scalar("Resolved")
    def resolved(self) -> JsonValue:
        """Whether the thread is done."""
        return self.stored.resolved

    @resolved.setter
    def set_resolved(self, value: JsonValue) -> None:
        """Resolve or reopen the thread."""
        commenting.resolve(self.workbook, self.comment, resolved=flag(value))

    @navigation("Replies")
    def replies(self) -> "CommentReplyCollection":
        """Its replies."""
        return CommentReplyCollection(self.workbook, self.comment)


@excel_class("CommentReply")
class CommentReply(_CommentBase):
    """A reply."""

    @scalar("Resolved")
    def resolved(self) -> JsonValue:
        """Whether the thread is done."""
        parent = self.stored.parent
        return commenting.comment_with(self.workbook, parent)[1].resolved

    @method("GetParentComment")
    def get_parent_comment(self) -> Comment:
        """The comment it replies to."""
        return Comment(self.workbook, self.stored.parent)


@excel_class("CommentReplyCollection")
class CommentReplyCollection(ListedCollection[CommentReply]):
    """The replies to a comment, the oldest first."""

    def __init__(self, workbook: OpenWorkbook, comment: str) -> None:
        super().__init__(workbook)
        self.comment = comment

    @override
    def listed(self) -> list[CommentReply]:
        sheet, _ = commenting.comment_with(self.workbook, self.comment)
        return [
            CommentReply(self.workbook, found.id)
            for found in commenting.comments_on(self.workbook, sheet)
            if found.parent == self.comment
        ]

    @override
    def answers_to(self, item: CommentReply, key: JsonValue) -> bool:
        return item.comment == key

    @method("Add")
    def add(self, content: JsonValue, kind: JsonValue) -> CommentReply:
        """Reply."""
        text = _plain_text(content, kind)
        return CommentReply(self.workbook, commenting.reply(self.workbook, self.comment, text))


@excel_class("CommentCollection")
class CommentCollection(ListedCollection[Comment]):
    """The comments of a sheet, or of the workbook."""

    def __init__(self, workbook: OpenWorkbook, sheet: SheetId | None) -> None:
        super().__init__(workbook)
        self.sheet = sheet

    def _placed(self) -> list[tuple[SheetId, StoredComment]]:
        if self.sheet is None:
            return commenting.placed(self.workbook)
        return [(self.sheet, one) for one in commenting.comments_on(self.workbook, self.sheet)]

    @override
    def listed(self) -> list[Comment]:
        return [Comment(self.workbook, found.id) for _, found in self._placed() if not found.parent]

    @override
    def answers_to(self, item: Comment, key: JsonValue) -> bool:
        return item.comment == key

    @method("GetItemByCell")
    def get_item_by_cell(self, cell: object) -> Comment:
        """The comment of a cell."""
        area = self._cell(cell)
        for sheet, found in self._placed():
            if commenting.area_of(sheet, found) == area and not found.parent:
                return Comment(self.workbook, found.id)
        raise item_not_found()

    @method("GetItemByReplyId")
    def get_item_by_reply_id(self, reply: JsonValue) -> Comment:
        """The comment a reply belongs to."""
        for _, found in self._placed():
            if found.id == reply and found.parent:
                return Comment(self.workbook, found.parent)
        raise item_not_found()

    @method("Add")
    def add(self, cell: object, content: JsonValue, kind: JsonValue) -> Comment:
        """Comment on a cell."""
        area = self._cell(cell)
        text = _plain_text(content, kind)
        return Comment(self.workbook, commenting.add(self.workbook, area, text))

    def _cell(self, cell: object) -> Area:
        if isinstance(cell, TrackedRange):
            area = cell.area
        elif isinstance(cell, str) and cell:
            home = self.sheet
            if home is None:
                if split_sheet(cell)[0] is None:
                    raise invalid_argument()
                home = self.workbook.sheet_ids[0]
            area = resolve(self.workbook, cell, home)
        else:
            raise invalid_argument()
        if (area.rect.rows, area.rect.columns) != (1, 1):
            raise invalid_argument()
        if self.sheet not in (None, area.sheet):
            raise invalid_argument()
        return area
