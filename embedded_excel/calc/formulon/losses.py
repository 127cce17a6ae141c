"""What a save can't carry over, in sentences for the person whose workbook it is."""

from embedded_excel.calc.formulon.book import Book
from embedded_excel.xlsx.rich_text import RichTexts


def losses(book: Book, rich: RichTexts) -> tuple[str, ...]:
    """One sentence each; empty when everything is kept."""
    found: list[str] = []
    if rich.lost:
        found.append(
            f"{_count(rich.lost, 'text')} with several fonts in one cell will have one font."
        )
    diagnostics = book.wheel.read_diagnostics()
    for number, what in (
        (diagnostics.undecoded_formula_count, "formula"),
        (diagnostics.undecoded_defined_name_count, "defined name"),
        (diagnostics.undecoded_part_count, "part"),
        (diagnostics.skipped_feature_count, "feature"),
    ):
        if number:
            found.append(f"{_count(number, what)} of the file couldn't be read and won't be saved.")
    return (*found, *book.notes)


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
