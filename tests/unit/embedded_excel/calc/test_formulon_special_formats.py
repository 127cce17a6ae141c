"""Number formats 14 and 22 show the year with four digits, as Excel for the United States does; what
doesn't meet the condition of a format's only section is shown as General.
"""

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
    assert shown(code, value) == text


@pytest.mark.parametrize(
    ("code", "value", "text"),
    [
        ('[<10]#" Wow"', 10.0, "10"),
        ('[<10]#" Wow"', 9.0, "9 Wow"),
        ("[Red][>=1.5]0.00", 0.25, "0.25"),
        ("[>100]0;0.0", 5.25, "5.3"),
        ('0" [<1]"', 5.25, "5 [<1]"),
    ],
)
def test_one_section_with_a_condition_leaves_the_rest_to_general(code, value, text):
    assert shown(code, value) == text


def shown(code, value):
    engine = FormulonEngine.new()
    cell = Rect(0, 0, 0, 0)
    engine.write(0, [(0, 0, value)])
    engine.restyle(0, cell, lambda style: replace(style, number_format=code))
    texts = engine.texts(0, cell)
    engine.close()
    return texts[0][0]
