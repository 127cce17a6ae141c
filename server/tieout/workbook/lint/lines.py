"""Runs of formulas along a row or a column, and which of them are not filled like the rest.

In a filled run every coordinate of a reference moves along (relative), stays (fixed) or moves by a
constant step; so a run is described by its commonest shape and, for each coordinate, a step.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, TypeAlias

from tieout.workbook.lint.formula import Formula
from tieout.workbook.lint.view import SheetView

Axis: TypeAlias = Literal["row", "column"]
"""Along which line: `row` reads from left to right, `column` from top to bottom."""
AXES: tuple[Axis, Axis] = ("row", "column")
_MOST = 0.6
_LEAST_STEPPED = 4
_LEAST_ALIKE = 2
LEAST_RUN = 3


@dataclass(frozen=True, slots=True)
class Run:
    """A line of formulas side by side, with those that are filled like most and those that aren't.

    Attributes:
        steps: For each coordinate of the regular ones, how far it moves from cell to cell and where
            it would be at position 0; empty when they read the same in R1C1.
    """

    axis: Axis
    line: tuple[Formula, ...]
    regular: tuple[Formula, ...]
    odd: tuple[Formula, ...]
    steps: tuple[tuple[float, float], ...] = ()

    def refers_like_regular(self, formula: Formula) -> bool:
        """Whether a formula refers to the cells that a regular one would refer to in its place."""
        if not self.steps:
            return formula.pattern[1] == self.regular[0].pattern[1]
        at = position(self.axis, formula)
        return len(formula.coordinates) == len(self.steps) and all(
            number == start + step * at
            for (number, _, _), (step, start) in zip(formula.coordinates, self.steps, strict=True)
        )


def position(axis: Axis, formula: Formula) -> int:
    """Where a formula stands along a line."""
    return formula.column if axis == "row" else formula.row


def lines(sheet: SheetView, axis: Axis) -> Mapping[int, tuple[Formula, ...]]:
    """Formulas of each row or column."""
    return sheet.rows if axis == "row" else sheet.columns


def runs(sheet: SheetView, axis: Axis) -> Iterator[tuple[Formula, ...]]:
    """Formulas that stand side by side, at least three."""
    for line in lines(sheet, axis).values():
        for run in split_at_gaps(line, axis, 1):
            if len(run) >= LEAST_RUN:
                yield run


def split_at_gaps(line: Sequence[Formula], axis: Axis, reach: int) -> Iterator[tuple[Formula, ...]]:
    """Parts of a line whose members are at most `reach` cells apart."""
    start = 0
    for number, (one, other) in enumerate(pairwise(line), 1):
        if position(axis, other) - position(axis, one) > reach:
            yield tuple(line[start:number])
            start = number
    if line:
        yield tuple(line[start:])


def compare_run(axis: Axis, line: tuple[Formula, ...]) -> Run | None:
    """Regular and odd formulas of a run; None when all are alike, or too few are."""
    meanings = Counter(formula.meaning for formula in line)
    if len(meanings) == 1:
        return None
    meaning, count = meanings.most_common(1)[0]
    if count >= _LEAST_ALIKE and count >= _MOST * len(line):
        return _run(axis, line, [formula for formula in line if formula.meaning == meaning])
    return _stepped(axis, line)


def _stepped(axis: Axis, line: tuple[Formula, ...]) -> Run | None:
    shape, count = Counter(formula.shape for formula in line).most_common(1)[0]
    if count < _LEAST_STEPPED or count < _MOST * len(line):
        return None
    alike = [formula for formula in line if formula.shape == shape]
    at = [position(axis, formula) for formula in alike]
    regular, model = list(range(len(alike))), list[tuple[float, float]]()
    for index in range(len(alike[0].coordinates)):
        numbers = [formula.coordinates[index][0] for formula in alike]
        steps = Counter(
            (other - one) / (there - here)
            for (one, here), (other, there) in pairwise(zip(numbers, at, strict=True))
        )
        step, times = steps.most_common(1)[0]
        starts = Counter(number - step * here for number, here in zip(numbers, at, strict=True))
        start, agreeing = starts.most_common(1)[0]
        if times < _LEAST_ALIKE or agreeing < _LEAST_STEPPED - 1:
            return None
        regular = [n for n in regular if numbers[n] - step * at[n] == start]
        model.append((step, start))
    if len(regular) < LEAST_RUN or len(regular) < _MOST * len(line):
        return None
    return _run(axis, line, [alike[n] for n in regular], tuple(model))


def _run(
    axis: Axis,
    line: tuple[Formula, ...],
    regular: Sequence[Formula],
    steps: tuple[tuple[float, float], ...] = (),
) -> Run | None:
    kept = {id(formula) for formula in regular}
    odd = tuple(formula for formula in line if id(formula) not in kept)
    return Run(axis, line, tuple(regular), odd, steps) if odd else None
