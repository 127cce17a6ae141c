"""Threaded comments and notes."""

from collections.abc import Sequence

from formulon.workbook import Person, ThreadedComment

from embedded_excel.calc.formulon.book import Book
from embedded_excel.calc.formulon.parts import Opened
from embedded_excel.calc.sheet_parts import Comment, Note


class Comments:
    """Comments and notes of sheets."""

    def __init__(self, opened: Opened) -> None:
        self._opened = opened

    def comments(self, sheet: int) -> Sequence[Comment]:
        """Comments, each followed by its replies."""
        with self._opened() as book:
            authors = {person.id: person.display_name for person in book.wheel.get_persons()}
            return [
                Comment(
                    found.id,
                    found.row,
                    found.col,
                    authors.get(found.person_id, ""),
                    found.text,
                    found.created,
                    found.parent_id,
                    found.done,
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
                ),
            )

    def edit_comment(self, sheet: int, comment: str, text: str) -> None:
        """Change a text."""
        with self._opened() as book:
            book.wheel.edit_threaded_comment(sheet, comment, text)

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
    taken = {person.id for person in persons}
    number = len(persons) + 1
    while (fresh := f"{{00000000-0000-4000-8000-{number:012X}}}") in taken:
        number += 1
    book.wheel.add_person(Person(fresh, author, author, "None"))
    return fresh
