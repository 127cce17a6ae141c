"""Comments and their replies. Old-style notes have no class in this API version."""

import re

from pydantic import BaseModel, Field, JsonValue, ValidationError
from typing_extensions import override

from embedded_excel.calc.sheet_parts import Comment as StoredComment
from embedded_excel.calc.sheet_parts import Mention
from embedded_excel.errors import invalid_argument, item_not_found
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
_AT = re.compile(r'<at id="(\d+)">(.*?)</at>', re.DOTALL)


class _Person(BaseModel):
    email: str
    id: int
    name: str


class _RichContent(BaseModel):
    mentions: list[_Person] = []
    rich_content: str = Field(alias="richContent")


def _text(content: object, kind: JsonValue = None) -> tuple[str, tuple[Mention, ...]]:
    """The text of a comment as it is shown, and whom it mentions."""
    with_mentions = kind is not None and enum_value("ContentType", kind) == "Mention"
    if with_mentions:
        return _mentioning(content)
    if not isinstance(content, str) or not content or len(content) > _MAX_TEXT:
        raise invalid_argument()
    return content, ()


def _mentioning(content: object) -> tuple[str, tuple[Mention, ...]]:
    """A `CommentRichContent`: `<at id="0">Name</at>` is shown as `@Name`."""
    try:
        rich = _RichContent.model_validate(content)
    except ValidationError:
        raise invalid_argument() from None
    people = {person.id: person for person in rich.mentions}
    text, found, at = "", list[Mention](), 0
    for match in _AT.finditer(rich.rich_content):
        person = people.get(int(match[1]))
        if person is None:
            raise invalid_argument()
        text += rich.rich_content[at : match.start()]
        shown = f"@{match[2].removeprefix('@')}"
        found.append(Mention(person.name, person.email, len(text), len(shown)))
        text += shown
        at = match.end()
    text += rich.rich_content[at:]
    if not text or len(text) > _MAX_TEXT:
        raise invalid_argument()
    return text, tuple(found)


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
        commenting.edit(self.workbook, self.comment, *_text(value))

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
        """The text with mentions marked."""
        found = self.stored
        people, text = self._people(), found.text
        for one in sorted(found.mentions, key=lambda one: -one.start):
            end = one.start + one.length
            name = text[one.start : end].removeprefix("@")
            mark = f'<at id="{people.index((one.name, one.email))}">{name}</at>'
            text = text[: one.start] + mark + text[end:]
        return text

    @scalar("Mentions")
    def mentions(self) -> JsonValue:
        """Whom it mentions."""
        people = enumerate(self._people())
        return [{"email": email, "id": number, "name": name} for number, (name, email) in people]

    def _people(self) -> list[tuple[str, str]]:
        return [*dict.fromkeys((one.name, one.email) for one in self.stored.mentions)]

    @scalar("ContentType")
    def content_type(self) -> JsonValue:
        """Whether it mentions somebody."""
        return "Mention" if self.stored.mentions else "Plain"

    @method("UpdateMentions")
    def update_mentions(self, content: JsonValue) -> None:
        """Change the text to one that mentions people."""
        commenting.edit(self.workbook, self.comment, *_mentioning(content))

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
        text = _text(content, kind)
        return CommentReply(self.workbook, commenting.reply(self.workbook, self.comment, *text))


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
        text = _text(content, kind)
        return Comment(self.workbook, commenting.add(self.workbook, area, *text))

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
