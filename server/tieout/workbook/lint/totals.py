"""What is a total, and over which cells: shared by the rules about formulas that add up."""

from collections.abc import Iterator, Sequence

from tieout.workbook.lint.formula import Formula, Place, Reference
from tieout.workbook.lint.lines import Axis

AGGREGATES = frozenset(
    {"SUM", "AVERAGE", "SUBTOTAL", "COUNT", "COUNTA", "MIN", "MAX", "PRODUCT", "MEDIAN"}
)
ADDING = frozenset({"SUM", "AVERAGE", "SUBTOTAL"})
_OVER_ALL = ADDING | {"MAX", "MIN", "PRODUCT"}


def is_total(formula: Formula, axis: Axis) -> bool:
    """Whether a formula adds up cells of its own line only, such as a subtotal within a column."""
    added = [r for r in formula.references if r.function in AGGREGATES]
    return bool(added) and all(_is_in_line(reference, formula, axis) for reference in added)


def _is_in_line(reference: Reference, formula: Formula, axis: Axis) -> bool:
    if reference.sheet != "":
        return False
    if axis == "column":
        inside = reference.left <= formula.column <= reference.right
        return inside and not reference.top <= formula.row <= reference.bottom
    inside = reference.top <= formula.row <= reference.bottom
    return inside and not reference.left <= formula.column <= reference.right


def is_strip(reference: Reference, formula: Formula, axis: Axis) -> bool:
    """Whether it is one column of cells above or below (`row`: totals standing in a row), or one row."""
    if reference.sheet != "" or reference.whole:
        return False
    if axis == "row":
        inside = reference.top <= formula.row <= reference.bottom
        return reference.left == reference.right and not inside
    inside = reference.left <= formula.column <= reference.right
    return reference.top == reference.bottom and not inside


def own_column_ranges(formulas: Sequence[Formula]) -> Iterator[tuple[Formula, Reference]]:
    """Totals with a range of their own column that ends above them."""
    for formula in formulas:
        for reference in formula.references:
            if (
                reference.function in ADDING
                and reference.alone
                and is_strip(reference, formula, "row")
                and reference.left == formula.column
                and reference.top < reference.bottom < formula.row
            ):
                yield formula, reference


def own_ranges(formulas: Sequence[Formula]) -> Iterator[tuple[Formula, Reference]]:
    """Formulas over a range of their own row or column."""
    for formula in formulas:
        for reference in formula.references:
            takes = reference.function in _OVER_ALL and reference.alone and not reference.is_cell
            strip = is_strip(reference, formula, "row") or is_strip(reference, formula, "column")
            if takes and strip:
                yield formula, reference


def gap_to_range(formula: Formula, reference: Reference) -> tuple[tuple[Place, ...], Place]:
    """Cells between a total and its range in the same row or column, and the range's cell next to them.

    No cells when the range isn't straight above, to the left or to the right.
    """
    row, column = formula.row, formula.column
    if reference.left == reference.right == column and reference.bottom < row:
        between = tuple((at, column) for at in range(reference.bottom + 1, row))
        return between, (reference.bottom, column)
    if reference.top == reference.bottom == row and reference.right < column:
        between = tuple((row, at) for at in range(reference.right + 1, column))
        return between, (row, reference.right)
    if reference.top == reference.bottom == row and reference.left > column:
        between = tuple((row, at) for at in range(column + 1, reference.left))
        return between, (row, reference.left)
    return (), (reference.top, reference.left)
