"""AutoFill: going on with the cells of a range as Excel's fill handle does."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise

from embedded_excel.calc.cells import CellInput, CellStyle, Formula, Rect
from embedded_excel.errors import invalid_argument, not_implemented
from embedded_excel.model.areas import Position, contains, deny_if_locked, is_unbounded
from embedded_excel.model.cell_writing import contents_of, store
from embedded_excel.model.events import format_changed
from embedded_excel.model.number_categories import category
from embedded_excel.model.references import copied
from embedded_excel.model.typed_input import TypedInput
from embedded_excel.model.workbook import Area, OpenWorkbook

_ENDING = re.compile(r"(.*?)([0-9]+)", re.DOTALL)
_LISTS = (
    ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"),
    (
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ),
    ("Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"),
    ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"),
)
_QUARTERS = 4


@dataclass(frozen=True, slots=True)
class Fill:
    """What to go on with."""

    series: bool = True
    contents: bool = True
    formats: bool = True
    forced: bool = False


KINDS = {
    "FillDefault": Fill(),
    "FillSeries": Fill(forced=True),
    "FillCopy": Fill(series=False),
    "FillValues": Fill(formats=False),
    "FillFormats": Fill(contents=False),
}


def auto_fill(workbook: OpenWorkbook, source: Area, target: Area, how: Fill) -> None:
    """Fill a target that extends the source in one direction.

    Raises:
        ExcelApiError: InvalidArgument when the target doesn't extend the source, AccessDenied,
            NotImplemented for whole rows and columns.
    """
    rect, whole = source.rect, target.rect
    if source.sheet != target.sheet or not contains(whole, rect):
        raise invalid_argument()
    if is_unbounded(whole):
        raise not_implemented("Range.autoFill of entire rows or columns")
    down = (whole.left, whole.right) == (rect.left, rect.right)
    across = (whole.top, whole.bottom) == (rect.top, rect.bottom)
    if down and across:
        return
    if not down and not across:
        raise invalid_argument()
    deny_if_locked(workbook, target)
    workbook.settle()
    filler = _Filler(workbook, source, target, how, down=down)
    for line in range(whole.left, whole.right + 1) if down else range(whole.top, whole.bottom + 1):
        filler.line(line)
    if how.contents:
        store(workbook, target, filler.cells)
    if how.formats:
        filler.restyle()
        workbook.changed = True
        format_changed(workbook, target)


class _Filler:
    def __init__(
        self, workbook: OpenWorkbook, source: Area, target: Area, how: Fill, *, down: bool
    ) -> None:
        self.cells: dict[Position, TypedInput] = {}
        self._workbook = workbook
        self._source = source
        self._target = target
        self._how = how
        self._down = down
        self._contents = contents_of(workbook, source)
        engine, sheet = workbook.engine, workbook.sheet_index(source.sheet)
        self._styles = {
            (row, column): engine.style(style)
            for row, ids in enumerate(engine.style_ids(sheet, source.rect), source.rect.top)
            for column, style in enumerate(ids, source.rect.left)
        }
        self._restyled: list[tuple[Position, CellStyle]] = []

    def _ends(self, rect: Rect) -> tuple[int, int]:
        return (rect.top, rect.bottom) if self._down else (rect.left, rect.right)

    def _place(self, along: int, line: int) -> Position:
        return (along, line) if self._down else (line, along)

    def line(self, line: int) -> None:
        """Fill one column (or row)."""
        first, last = self._ends(self._source.rect)
        start, end = self._ends(self._target.rect)
        places = [self._place(along, line) for along in range(first, last + 1)]
        seeds = [self._contents.get(place) for place in places]
        dated = any(category(self._styles[place].number_format) == "Date" for place in places)
        for along in [*range(start, first), *range(last + 1, end + 1)]:
            offset = along - first
            origin = places[offset % len(places)]
            seed = seeds[offset % len(places)]
            place = self._place(along, line)
            content: CellInput
            if isinstance(seed, Formula):
                content = Formula(copied(seed.text, place[0] - origin[0], place[1] - origin[1]))
            elif self._how.series:
                content = continued(seeds, offset, dated=dated, forced=self._how.forced)
            else:
                content = seed
            self.cells[place] = TypedInput(content)
            self._restyled.append((place, self._styles[origin]))

    def restyle(self) -> None:
        """Give filled cells the style of the cell they go on from."""
        engine = self._workbook.engine
        sheet = self._workbook.sheet_index(self._source.sheet)
        runs: list[tuple[Rect, CellStyle]] = []
        for (row, column), style in self._restyled:
            if runs:
                rect, known = runs[-1]
                below = rect.left == rect.right == column and rect.bottom == row - 1
                beside = rect.top == rect.bottom == row and rect.right == column - 1
                if known == style and (below or beside):
                    runs[-1] = (replace(rect, bottom=row, right=column), style)
                    continue
            runs.append((Rect(row, column, row, column), style))
        for rect, style in runs:
            engine.restyle(sheet, rect, partial(_instead, style))


def _instead(style: CellStyle, _: CellStyle) -> CellStyle:
    return style


def continued(
    seeds: Sequence[CellInput], offset: int, *, dated: bool = False, forced: bool = False
) -> CellInput:
    """The content at an offset from the first of some cells when their pattern goes on.

    Two numbers or more go on along their best straight line; a single number is copied unless it is
    a date or a series is asked for. Texts count up at their end, months and weekdays go round.
    Anything else repeats.
    """
    numbers = [seed for seed in seeds if isinstance(seed, float)]
    if len(numbers) == len(seeds):
        if len(numbers) > 1:
            return _on_line(numbers, offset)
        if dated or forced:
            return numbers[0] + offset
    texts = [seed for seed in seeds if isinstance(seed, str)]
    if len(texts) == len(seeds):
        found = _from_list(texts, offset)
        if found is None:
            found = _counted(texts, offset)
        if found is not None:
            return found
    return seeds[offset % len(seeds)]


def _on_line(numbers: Sequence[float], offset: int) -> float:
    count = len(numbers)
    steps = {round(after - before, 12) for before, after in pairwise(numbers)}
    if len(steps) == 1:
        return numbers[0] + (numbers[1] - numbers[0]) * offset
    middle, mean = (count - 1) / 2, sum(numbers) / count
    slope = sum((at - middle) * (value - mean) for at, value in enumerate(numbers)) / sum(
        (at - middle) ** 2 for at in range(count)
    )
    return mean + slope * (offset - middle)


def _from_list(texts: Sequence[str], offset: int) -> str | None:
    for names in _LISTS:
        folded = [name.casefold() for name in names]
        try:
            places = [folded.index(text.casefold()) for text in texts]
        except ValueError:
            continue
        step = 1 if len(places) == 1 else (places[1] - places[0]) % len(names)
        if any((after - before) % len(names) != step for before, after in pairwise(places)):
            continue
        return names[(places[0] + step * offset) % len(names)]
    return None


def _counted(texts: Sequence[str], offset: int) -> str | None:
    matches = [_ENDING.fullmatch(text) for text in texts]
    found = [match for match in matches if match is not None]
    if len(found) != len(texts) or len({match[1] for match in found}) != 1:
        return None
    numbers = [int(match[2]) for match in found]
    steps = {after - before for before, after in pairwise(numbers)}
    if len(steps) > 1:
        return None
    number = numbers[0] + (steps.pop() if steps else 1) * offset
    stem, digits = found[0][1], found[0][2]
    if stem.strip().casefold() in ("q", "qtr", "quarter") and 1 <= numbers[0] <= _QUARTERS:
        number = (number - 1) % _QUARTERS + 1
    return f"{stem}{str(abs(number)).zfill(len(digits) if digits.startswith('0') else 1)}"
