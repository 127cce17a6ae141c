"""Sparklines: kept by the engine, moved and copied here where it doesn't."""

from collections.abc import Callable
from dataclasses import replace

from formulon.workbook import Sparkline, SparklineGroup

from embedded_excel.calc.formulon.book import Book
from embedded_excel.calc.formulon.parts import Opened


class Sparklines:
    """The sparklines of sheets."""

    def __init__(self, opened: Opened) -> None:
        self._opened = opened

    def follow(
        self, sheet: int, cell: Callable[[str], str | None], rewrite: Callable[[str], str]
    ) -> None:
        """Move those of a sheet with their cells and rewrite where their data is."""
        with self._opened() as book:
            groups = book.wheel.list_sparkline_groups(sheet)
            for index in reversed(range(len(groups))):
                before = groups[index].sparklines
                after = [
                    Sparkline(rewrite(one.formula), place)
                    for one in before
                    if (place := cell(one.location)) is not None
                ]
                if not after:
                    book.wheel.remove_sparkline_group(sheet, index)
                elif after != list(before):
                    book.wheel.set_sparkline_group_sparklines(sheet, index, after)
            if groups:
                book.changed()


def copy_sparklines(book: Book, sheet: int, target: int, rename: Callable[[str], str]) -> None:
    """Give a copied sheet the sparklines of its model; `rename` points a formula at the copy."""
    for group in book.wheel.list_sparkline_groups(sheet):
        copied: SparklineGroup = replace(
            group,
            sparklines=[Sparkline(rename(one.formula), one.location) for one in group.sparklines],
            date_axis_ref=rename(group.date_axis_ref),
        )
        book.wheel.add_sparkline_group(target, copied)
