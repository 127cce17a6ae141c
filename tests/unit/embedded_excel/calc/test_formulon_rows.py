"""Rows with a record of their own, read one by one from the engine's memory."""

from embedded_excel.calc.formulon.book import Book
from embedded_excel.calc.formulon.library import Library
from embedded_excel.calc.formulon.opened import Working
from embedded_excel.calc.formulon.rows import row_records


def test_records_say_what_the_wheels_own_reader_says():
    library = Library()
    with Working(library, library):
        book = Book.new(library)
        wheel = book.wheel
        style = wheel.add_cell_xf(wheel.get_cell_xf(0))
        wheel.set_row_height(0, 3, 31.5)
        wheel.set_row_hidden(0, 7, hidden=True)
        wheel.set_row_style(0, 9, 11, style)
        wheel.set_row_outline(0, 1_048_575, 2)
        wheel.set_row_collapsed(0, 1_048_575, collapsed=True)
        records = list(row_records(book, 0))
        expected = [
            (
                row.row,
                row.height,
                row.hidden,
                row.outline_level,
                row.collapsed,
                row.has_style,
                row.style_xf,
                row.has_height,
                row.custom_height,
            )
            for row in wheel.get_sheet_row_overrides(0)
        ]
        assert [tuple(record) for record in records] == expected
        assert [record.row for record in records] == [3, 7, 9, 10, 11, 1_048_575]
    library.close()
