"""What every family of the engine's methods stands on: access to the open book."""

import weakref
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, contextmanager

from formulon.workbook import FormulonError

from embedded_excel.calc.engine import EngineFailed, EngineRefused
from embedded_excel.calc.formulon.book import Book
from embedded_excel.calc.formulon.library import Library


class Opened:
    """An open book in its instance. A family of methods is a class on top of this one."""

    def __init__(self, library: Library, book: Book) -> None:
        self._library = library
        self._book: Book | None = book

    @contextmanager
    def _open(self) -> Generator[Book]:
        if self._book is None:
            raise EngineFailed("The workbook is closed.")
        with at_work(self._library):
            yield self._book

    def _opener(self) -> Callable[[], AbstractContextManager[Book]]:
        """`_open` for what this engine holds, which must not keep it and its memory alive."""
        known = weakref.WeakMethod(self._open)

        def opened() -> AbstractContextManager[Book]:
            open_book = known()
            if open_book is None:
                raise EngineFailed("The workbook is closed.")
            return open_book()

        return opened

    @contextmanager
    def _changing(self) -> Generator[Book]:
        with self._open() as book:
            try:
                yield book
            finally:
                book.changed()


@contextmanager
def at_work(library: Library) -> Generator[None]:
    """Calls into the instance, with the engine's errors as the seam's.

    Raises:
        EngineRefused: With the engine's reason.
        EngineFailed: The instance broke.
    """
    with library.active():
        try:
            yield
        except FormulonError as error:
            reason = error.message.split(": ", 1)[-1] or error.status_name
            raise EngineRefused(f"{reason[:1].upper()}{reason[1:]}.") from error
        except ValueError as error:
            raise EngineRefused(str(error)) from error
