"""Number formats 14 and 22 show the year with four digits, as Excel for the United States does."""

from dataclasses import replace

import pytest

from embedded_excel.calc.cells import Rect
from embedded_excel.calc.formulon_engine import FormulonEngine


@pytest.mark.parametrize(
    ("code", "value", "text"),
    [
        ("m/d/yyyy", 45293.0, "1/2/2024"),
        ("m/d/yyyy h:mm", 45293.5, "1/2/2024 12:00"),
        ("m/d/yyyy", "text", "text"),
        ("d-mmm-yy", 45293.0, "2-Jan-24"),
    ],
)
def test_a_short_date_has_a_whole_year(code, value, text):
    engine = FormulonEngine.new()
    cell = Rect(0, 0, 0, 0)
    engine.write(0, [(0, 0, value)])
    engine.restyle(0, cell, lambda style: replace(style, number_format=code))
    assert engine.texts(0, cell) == [[text]]
    engine.close()
