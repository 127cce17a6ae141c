"""How conditional formats change the look of a cell."""

from dataclasses import replace

from embedded_excel.calc.cells import CellStyle
from embedded_excel.calc.conditional_rules import RuleFormat


def with_rule(style: CellStyle, look: RuleFormat) -> CellStyle:
    """A cell's style with what a rule sets in place of its own; number formats are left alone."""
    font = style.font
    font = replace(
        font,
        color=font.color if look.color is None else look.color,
        bold=font.bold if look.bold is None else look.bold,
        italic=font.italic if look.italic is None else look.italic,
        underline=font.underline if look.underline is None else look.underline,
        strikethrough=font.strikethrough if look.strikethrough is None else look.strikethrough,
    )
    return replace(
        style,
        font=font,
        fill=style.fill if look.fill is None else look.fill,
        edge_top=look.top or style.edge_top,
        edge_bottom=look.bottom or style.edge_bottom,
        edge_left=look.left or style.edge_left,
        edge_right=look.right or style.edge_right,
    )
