"""Rules over cells (validation, conditional formats): their areas, cut and moved with formulas.

A rule's formulas are written for the first cell of its first rectangle and mean the cell beside
each other one; so a rule whose first cell changes needs other texts, and one that falls into pieces
may have to become several.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from embedded_excel.calc.cells import Rect
from embedded_excel.calc.conditional_rules import Rule
from embedded_excel.calc.sheet_parts import Validation
from embedded_excel.model.areas import intersection
from embedded_excel.model.references import Point, copied, spans

Ruled = TypeVar("Ruled", Validation, Rule)


def minus(rects: Iterable[Rect], hole: Rect) -> tuple[Rect, ...]:
    """What is left of rectangles outside another one."""
    left: list[Rect] = []
    for rect in rects:
        shared = intersection(rect, hole)
        if shared is None:
            left.append(rect)
            continue
        parts = (
            replace(rect, bottom=shared.top - 1),
            replace(rect, top=shared.top, bottom=shared.bottom, right=shared.left - 1),
            replace(rect, top=shared.top, bottom=shared.bottom, left=shared.right + 1),
            replace(rect, top=shared.bottom + 1),
        )
        left += [part for part in parts if part.rows > 0 and part.columns > 0]
    return tuple(left)


def cell_count(rects: Iterable[Rect]) -> int:
    """Cells of rectangles that don't overlap."""
    return sum(rect.rows * rect.columns for rect in rects)


def touches(rects: Iterable[Rect], area: Rect) -> bool:
    """Whether any rectangle shares a cell with an area."""
    return any(intersection(rect, area) is not None for rect in rects)


def _is_relative(formula: str) -> bool:
    def relative(point: Point) -> bool:
        return (point.row is not None and not point.row_fixed) or (
            point.column is not None and not point.column_fixed
        )

    return any(
        relative(reference.first) or (reference.last is not None and relative(reference.last))
        for _, _, reference in spans(formula)
    )


def on_areas(rule: Ruled, rects: Sequence[Rect]) -> list[Ruled]:
    """The rule for other cells: one rule, or one for each rectangle where its formulas need it."""
    if not rects:
        return []
    if not (_is_relative(rule.formula1) or _is_relative(rule.formula2)):
        return [replace(rule, rects=tuple(rects))]
    first = rule.rects[0]
    rules: list[Ruled] = []
    for rect in rects:
        rows, columns = rect.top - first.top, rect.left - first.left
        rules.append(
            replace(
                rule,
                rects=(rect,),
                formula1=copied(rule.formula1, rows, columns),
                formula2=copied(rule.formula2, rows, columns),
            )
        )
    if all((one.formula1, one.formula2) == (rule.formula1, rule.formula2) for one in rules):
        return [replace(rule, rects=tuple(rects))]
    return rules


def without(rule: Ruled, hole: Rect) -> list[Ruled]:
    """The rule for its cells outside an area."""
    if not touches(rule.rects, hole):
        return [rule]
    return on_areas(rule, minus(rule.rects, hole))


def shifted(
    rule: Ruled,
    band: Rect,
    move: Callable[[Rect], Rect | None],
    rewrite: Callable[[str], str],
) -> list[Ruled]:
    """The rule after cells moved.

    Args:
        rule: The rule before.
        band: The cells that move or go.
        move: Where a rectangle, wholly across the band or outside it, is afterwards.
        rewrite: A formula after the move.
    """
    pieces: list[Rect] = []
    for rect in rule.rects:
        if intersection(rect, band) is None or move(rect) != rect:
            pieces.append(rect)
            continue
        shared = intersection(rect, band)
        assert shared is not None
        # A rectangle wider than the band tears; one that the move leaves alone stays whole.
        pieces += [rect] if move(shared) == shared else [*minus((rect,), shared), shared]
    moved: list[Ruled] = []
    for piece in pieces:
        after = move(piece)
        if after is None:
            continue
        one = on_areas(rule, (piece,))[0]
        moved.append(
            replace(
                one,
                rects=(after,),
                formula1=rewrite(one.formula1),
                formula2=rewrite(one.formula2),
            )
        )
    return _joined(moved)


def _joined(rules: list[Ruled]) -> list[Ruled]:
    """Rules that mean the same of their own cells, as one rule again."""
    joined: list[Ruled] = []
    for rule in rules:
        for index, other in enumerate(joined):
            seen = on_areas(other, rule.rects)
            if seen == [rule]:
                joined[index] = replace(other, rects=(*other.rects, *rule.rects))
                break
        else:
            joined.append(rule)
    return joined
