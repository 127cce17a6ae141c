"""Threaded comments and notes."""

from collections.abc import Mapping, Sequence
from typing import Final

from formulon.workbook import Mention as WheelMention
from formulon.workbook import Person, ThreadedComment

from embedded_excel.calc.formulon.book import Book
from embedded_excel.calc.formulon.parts import Opened
from embedded_excel.calc.sheet_parts import Comment, Mention, Note

_PICKED: Final = "PeoplePicker"
"""Who says who a mentioned person is: Excel's list of people, by their address."""
_NOBODY: Final = Person("", "")


class Comments:
    """Comments and notes of sheets."""

    def __init__(self, opened: Opened) -> None:
        self._opened = opened

    def comments(self, sheet: int) -> Sequence[Comment]:
        """Comments, each followed by its replies."""
        with self._opened() as book:
            persons = {person.id: person for person in book.wheel.get_persons()}
            return [
                Comment(
                    found.id,
                    found.row,
                    found.col,
                    persons.get(found.person_id, _NOBODY).display_name,
                    found.text,
                    found.created,
                    found.parent_id,
                    found.done,
                    tuple(_mention(found.text, one, persons) for one in found.mentions),
                )
                for found in book.wheel.get_threaded_comments(sheet)
            ]

    def add_comment(self, sheet: int, comment: Comment) -> None:
        """Add a comment or a reply."""
        with self._opened() as book:
            book.wheel.add_threaded_comment(
                sheet,
                ThreadedComment(
                    comment.id,
                    comment.row,
                    comment.column,
                    _person(book, comment.author),
                    comment.created,
                    comment.text,
                    comment.parent,
                    comment.resolved,
                    _stored(book, comment.text, comment.mentions),
                ),
            )

    def edit_comment(
        self, sheet: int, comment: str, text: str, mentions: Sequence[Mention]
    ) -> None:
        """Change a text and whom it mentions."""
        with self._opened() as book:
            stored = _stored(book, text, mentions)
            book.wheel.edit_threaded_comment(sheet, comment, text, stored)

    def resolve_comment(self, sheet: int, comment: str, resolved: bool) -> None:
        """Resolve or reopen a thread."""
        with self._opened() as book:
            book.wheel.set_thread_resolved(sheet, comment, resolved)

    def remove_comment(self, sheet: int, comment: str) -> None:
        """Remove a reply, or a comment with its replies."""
        with self._opened() as book:
            book.wheel.remove_threaded_comment(sheet, comment)

    def notes(self, sheet: int) -> Sequence[Note]:
        """Every note."""
        with self._opened() as book:
            threads = {(c.row, c.col) for c in book.wheel.get_threaded_comments(sheet)}
            return [
                Note(found.row, found.col, found.author, found.text)
                for found in book.wheel.get_comments(sheet)
                if (found.row, found.col) not in threads
            ]

    def set_note(self, sheet: int, note: Note) -> None:
        """Set, replace or remove a note."""
        with self._opened() as book:
            book.wheel.set_comment(sheet, note.row, note.column, note.author, note.text)


def _person(book: Book, author: str) -> str:
    persons = book.wheel.get_persons()
    for person in persons:
        if person.display_name == author:
            return person.id
    return _new_person(book, author, author, "None")


def _mentioned(book: Book, mention: Mention) -> str:
    for person in book.wheel.get_persons():
        if person.provider_id == _PICKED and person.user_id == mention.email:
            return person.id
    return _new_person(book, mention.name, mention.email, _PICKED)


def _new_person(book: Book, name: str, user: str, provider: str) -> str:
    persons = book.wheel.get_persons()
    taken = {person.id for person in persons}
    number = len(persons) + 1
    while (fresh := f"{{00000000-0000-4000-8000-{number:012X}}}") in taken:
        number += 1
    book.wheel.add_person(Person(fresh, name, user, provider))
    return fresh


def _mention(text: str, stored: WheelMention, persons: Mapping[str, Person]) -> Mention:
    person = persons.get(stored.person_id, _NOBODY)
    start = _characters(text, stored.start)
    length = _characters(text, stored.start + stored.length) - start
    return Mention(person.display_name, person.user_id, start, length)


def _stored(book: Book, text: str, mentions: Sequence[Mention]) -> list[WheelMention]:
    return [
        WheelMention(
            _mentioned(book, one),
            f"{{00000000-0000-4000-A000-{number:012X}}}",
            _units(text[: one.start]),
            _units(text[one.start : one.start + one.length]),
        )
        for number, one in enumerate(mentions, 1)
    ]


def _units(text: str) -> int:
    """Length in UTF-16, in which places in comments are counted."""
    return len(text.encode("utf-16-le")) // 2


def _characters(text: str, units: int) -> int:
    return len(text.encode("utf-16-le")[: 2 * units].decode("utf-16-le", "ignore"))
