"""What belongs to the file: its properties, its parts, iteration, protection."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Final

from formulon.workbook import ExternalLinkKind, WorkbookProtection

from embedded_excel.calc.documents import (
    DocumentParts,
    Iteration,
    StructureLock,
    views_of_sheet,
    with_sheet,
    without_sheet,
)
from embedded_excel.calc.formulon.book import Book
from embedded_excel.calc.formulon.cell_styles import FormulonStyles
from embedded_excel.calc.formulon.table_styles import FormulonTableStyles
from embedded_excel.xlsx.document_parts import write_document


class FormulonDocuments:
    """Document parts are kept beside the engine, which carries them from load to save as bytes;
    what was changed is written over its package.
    """

    def __init__(
        self, open_book: Callable[[], AbstractContextManager[Book]], loaded: DocumentParts
    ) -> None:
        self._open = open_book
        self._loaded = loaded
        self._document = loaded
        self.styles: Final = FormulonStyles(open_book, loaded.groups_left_alone)
        self.table_styles: Final = FormulonTableStyles(open_book)

    def document(self) -> DocumentParts:
        """Properties and parts as they are now."""
        with self._open() as book:
            count = book.wheel.sheet_count()
        if len(self._document.sheets) != count:
            # Sheets the engine doesn't count alike: theirs stay in the file, and aren't told.
            nothing: tuple[tuple[tuple[str, str], ...], ...] = ((),) * count
            self._loaded = replace(self._loaded, sheets=nothing, views=())
            self._document = replace(self._document, sheets=nothing, views=())
        return self._document

    def set_document(self, parts: DocumentParts) -> None:
        """Replace them."""
        self._document = parts

    def write(self, package: bytes) -> bytes:
        """A saved package with what was changed here."""
        return self.styles.write(write_document(package, self._loaded, self._document))

    def sheet_came(self, sheet: int | None = None, copy_of: int | None = None) -> None:
        """A sheet was added at the end, or at a position as a copy of another."""
        place = len(self._document.sheets) if sheet is None else sheet
        known = self._document.sheets
        carried = known[copy_of] if copy_of is not None and copy_of < len(known) else ()
        self._document = with_sheet(self._document, place, carried)

    def sheet_went(self, sheet: int) -> None:
        """A sheet was deleted."""
        self._document = without_sheet(self._document, sheet)

    def sheet_moved(self, sheet: int, to: int) -> None:
        """A tab was moved."""
        carried = self._document.sheets[sheet : sheet + 1]
        views = views_of_sheet(self._document, sheet)
        self.sheet_went(sheet)
        self._document = with_sheet(self._document, to, carried[0] if carried else (), views)

    def linked_workbooks(self) -> Sequence[str]:
        """Where the workbooks are that formulas refer to."""
        with self._open() as book:
            links = book.wheel.get_external_links()
        books = (link.target for link in links if link.kind == ExternalLinkKind.EXTERNAL_BOOK)
        return tuple(dict.fromkeys(target for target in books if target))

    def iteration(self) -> Iteration:
        """Iterative calculation."""
        with self._open() as book:
            found = book.wheel.get_iterative()
            return Iteration(found.enabled, found.max_iterations, found.max_change)

    def set_iteration(self, iteration: Iteration) -> None:
        """Set it."""
        with self._open() as book:
            book.wheel.set_iterative(iteration.enabled, iteration.most, iteration.change)

    def full_precision(self) -> bool:
        """Whether numbers count as they are stored."""
        with self._open() as book:
            return book.wheel.full_precision()

    def set_full_precision(self) -> None:
        """Let them."""
        with self._open() as book:
            book.wheel.set_full_precision(True)

    def structure_lock(self) -> StructureLock:
        """Whether the structure is locked."""
        with self._open() as book:
            found = book.wheel.get_workbook_protection()
            return StructureLock(
                found.lock_structure,
                found.workbook_password,
                found.workbook_algorithm_name,
                found.workbook_hash_value,
                found.workbook_salt_value,
                found.workbook_spin_count,
            )

    def set_structure_lock(self, lock: StructureLock) -> None:
        """Lock or unlock; what else is protected stays."""
        with self._open() as book:
            found: WorkbookProtection = book.wheel.get_workbook_protection()
            book.wheel.set_workbook_protection(
                replace(
                    found,
                    lock_structure=lock.locked,
                    workbook_password=lock.legacy,
                    workbook_algorithm_name=lock.algorithm,
                    workbook_hash_value=lock.digest,
                    workbook_salt_value=lock.salt,
                    workbook_spin_count=lock.spins,
                )
            )
