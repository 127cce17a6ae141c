"""What every family of the engine's methods stands on: access to the open book."""

import weakref
from collections.abc import Callable
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Generic, TypeVar

from formulon.workbook import FormulonError
from typing_extensions import override

from embedded_excel.calc.engine import EngineFailed, EngineRefused
from embedded_excel.calc.formulon.book import Book
from embedded_excel.calc.formulon.library import CURRENT, Library

T = TypeVar("T")


class Working(Generic[T]):
    """Calls into an instance, with the engine's errors as the seam's; gives what it was made with.

    A class, as every call of the engine passes here and a generator costs three times as much.

    Raises:
        EngineRefused: With the engine's reason.
        EngineFailed: The instance broke.
    """

    __slots__ = ("_before", "_given", "_library")

    def __init__(self, library: Library, given: T) -> None:
        self._library = library
        self._given = given
        self._before: Library | None = None

    def __enter__(self) -> T:
        self._before = CURRENT.library
        CURRENT.library = self._library
        return self._given

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        CURRENT.library = self._before
        if error is None:
            return
        if isinstance(error, FormulonError):
            reason = error.message.split(": ", 1)[-1] or error.status_name
            raise EngineRefused(f"{reason[:1].upper()}{reason[1:]}.") from error
        if isinstance(error, ValueError):
            raise EngineRefused(str(error)) from error


class Changing(Working[Book]):
    """The same, for calls after which nothing found out about the book holds."""

    __slots__ = ()

    @override
    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._given.changed()
        super().__exit__(kind, error, trace)


class Opened:
    """An open book in its instance. A family of methods is a class on top of this one."""

    def __init__(self, library: Library, book: Book) -> None:
        self._library = library
        self._book: Book | None = book

    def _open(self) -> Working[Book]:
        if self._book is None:
            raise EngineFailed("The workbook is closed.")
        return Working(self._library, self._book)

    def _opener(self) -> Callable[[], AbstractContextManager[Book]]:
        """`_open` for what this engine holds, which must not keep it and its memory alive."""
        known = weakref.WeakMethod(self._open)

        def opened() -> AbstractContextManager[Book]:
            open_book = known()
            if open_book is None:
                raise EngineFailed("The workbook is closed.")
            return open_book()

        return opened

    def _changing(self) -> Changing:
        if self._book is None:
            raise EngineFailed("The workbook is closed.")
        return Changing(self._library, self._book)
