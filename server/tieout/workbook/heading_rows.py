"""Which rows above some cells hold the headings of their columns, by scores over content and look.

A heading stands over cells of another kind, in a row that holds headings and no measures; it is
often bold, filled, first in its block or above the split of frozen panes.
Years, dates and periods in steps are headings although they are numbers. From the nearest row that
is likely enough, the lines of names, groups and units next to it are collected.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from tieout.workbook.address import Address
from tieout.workbook.label_columns import Block
from tieout.workbook.sheet_look import Kind, SheetLook, is_series

_BLANK_BAND = 4
_LEAST, _UNSURE, _SURE = 1.15, 1.6, 2.0
_BELOW = 20
_NEAR = 400
_TOP = 60
_MOST_LINES = 5
_LONG, _NOTE = 70, 100
_SET_OFF = 0.5
_CORNER = 6
_COUNT = 4
_PERIODS = frozenset(
    [
        "period",
        "periods",
        "year",
        "years",
        "month",
        "months",
        "quarter",
        "quarters",
        "week",
        "day",
        "no",
        "no.",
        "#",
    ]
)


def heading_rows(look: SheetLook, area: Address, block: Block) -> tuple[int, ...]:
    """Rows of column headings above `area`, top first; empty when none is likely enough."""
    return _Search(look, area, block).rows()


def heading_place(look: SheetLook, row: int, column: int) -> tuple[int, int] | None:
    """Where the text that heads a cell's column in a row stands: there, or in a merged cell."""
    if look.kind(row, column) != "empty":
        return row, column
    merged = look.merge(row, column)
    if merged is None or look.kind(merged.top, merged.left) == "empty":
        return None
    return merged.top, merged.left


def heading_text(look: SheetLook, row: int, column: int) -> str:
    """What is displayed in a cell, or in the merged area it belongs to."""
    place = heading_place(look, row, column)
    return "" if place is None else look.text(*place)


@dataclass(slots=True)
class _Search:
    look: SheetLook
    area: Address
    block: Block
    _body: dict[int, Kind] = field(default_factory=dict[int, Kind])

    def rows(self) -> tuple[int, ...]:
        first = self._first()
        return () if first is None else tuple(sorted(self._stack(first)))

    def _first(self) -> int | None:
        """The nearest sure row of headings, else the likeliest before a blank band."""
        best: tuple[float, int] | None = None
        blank = 0
        for row in self._candidates():
            if self._is_blank(row):
                blank += 1
                continue
            frozen = row <= self.look.frozen_rows
            if blank >= _BLANK_BAND and not frozen:
                if not self.look.frozen_rows:
                    break
                continue
            blank = 0
            score = self._score(row)
            if score >= _SURE:
                return row
            if score >= _LEAST and (best is None or score > best[0]):
                best = score, row
        return None if best is None else best[1]

    def _candidates(self) -> Sequence[int]:
        above = list(self.look.rows_above(self.area.top))
        return above if len(above) <= _NEAR + _TOP else above[:_NEAR] + above[-_TOP:]

    def _is_blank(self, row: int) -> bool:
        return all(self.look.kind(row, column) == "empty" for column in self.block.columns)

    def heads(self, row: int, column: int) -> tuple[int, int] | None:
        """Where the text that heads a column stands in a row: its own cell, or a merged one."""
        place = heading_place(self.look, row, column)
        return place if place is not None and place[0] == row else None

    def _is_title(self, row: int, column: int) -> bool:
        """Whether a merged text covers the labels too, or a whole block without labels."""
        merged = self.look.merge(row, column)
        if merged is None or merged.columns == 1 or merged.right < self.area.left:
            return False
        if self.block.labels:
            return merged.left <= self.block.labels[-1]
        left, right = self.block.columns[0], self.block.columns[-1]
        return merged.left <= left and merged.right >= right and len(self.block.columns) > 1

    def _score(self, row: int) -> float:
        own = range(self.area.left, self.area.right + 1)
        placed = {column: self.heads(row, column) for column in own}
        places = {column: place for column, place in placed.items() if place is not None}
        places = {c: p for c, p in places.items() if not self._is_title(*p)}
        if not places:
            return 0.0
        filled = [c for c in self.block.columns if self.look.kind(row, c) != "empty"]
        run = self._run(row, filled)
        headings = [c for c in places if self._is_heading(places[c], run)]
        if len(headings) * 2 < len(places) or not headings:
            return 0.0
        measures = [c for c in filled if c not in self.block.labels]
        named = [c for c in measures if self.look.kind(row, c) == "text" or c in run]
        share = len(named) / len(measures) if measures else 1.0
        contrast = [c for c in headings if self._contrasts(row, c, run)]
        score = 2.0 * share - 1.0 + 1.2 * len(contrast) / len(places)
        look = self._looks(row, headings)
        score += look + self._place(row)
        said = any(self.look.kind(*places[c]) == "text" for c in headings)
        if not said and look < _SET_OFF and row > self.look.frozen_rows:
            score = min(score, _UNSURE)
        return score - self._doubts(row, filled, [places[c] for c in headings])

    def _doubts(self, row: int, filled: Sequence[int], places: Sequence[tuple[int, int]]) -> float:
        """What speaks against headings: a text alone, one of a pair, a note, a category."""
        look = self.look
        doubt = 1.2 * self._repeats(row, [column for _, column in places])
        if len(filled) == 1 and not any(look.merge(*place) for place in places):
            doubt += 0.6 + (1.0 if self.block.labels else 0.6) * self._is_blank(row + 1)
        texts = [look.text(*place) for place in places]
        doubt += 0.5 * any(len(text) > _LONG for text in texts)
        doubt += 1.0 * any(text.endswith(":") for text in texts)
        labels = [c for c in self.block.labels if look.kind(row, c) == "text"]
        measures = [c for c in filled if c not in self.block.labels]
        if labels and len(measures) == 1:
            bold = any(look.is_bold(*place) for place in places)
            alone = any(look.is_bold(row, c) for c in labels) and not bold
            if alone or self._looks(row, measures) < _SET_OFF:
                doubt += 1.2
            doubt += 0.4 * self._is_blank(row + 1)
        return doubt

    def _is_heading(self, place: tuple[int, int], run: frozenset[int]) -> bool:
        return self.look.kind(*place) == "text" or place[1] in run

    def _contrasts(self, row: int, column: int, run: frozenset[int]) -> bool:
        """Whether a heading stands over cells of another kind."""
        body = self._usual(row, column)
        if column in run and self.look.kind(row, column) == "time":
            return body in ("number", "text")
        return body in ("number", "time", "logical")

    def _usual(self, row: int, column: int) -> Kind:
        if column not in self._body:
            last = min(self.area.bottom, self.area.top + _BELOW, self.look.bottom)
            kinds = Counter[Kind](
                self.look.kind(at, column) for at in range(self.area.top, last + 1)
            )
            del kinds["empty"]
            self._body[column] = kinds.most_common(1)[0][0] if kinds else "empty"
        if self._body[column] == "empty":
            kinds = Counter[Kind](self.look.kind(at, column) for at in range(row + 1, row + _BELOW))
            del kinds["empty"]
            return kinds.most_common(1)[0][0] if kinds else "empty"
        return self._body[column]

    def _run(self, row: int, filled: Sequence[int]) -> frozenset[int]:
        """Columns of a row whose years, dates, periods or chosen steps are headings."""
        times = [
            c for c in filled if self.look.kind(row, c) == "time" and c not in self.block.labels
        ]
        others = [
            c for c in filled if self.look.kind(row, c) == "number" and c not in self.block.labels
        ]
        if times and len(times) >= len(others):
            over = [c for c in times if self._usual(row, c) != "time" or self._differs(row, c)]
            if len(over) * 2 >= len(times) and (len(times) > 1 or self._is_marked(row, times[0])):
                return frozenset(times)
        numbers = [n for c in others if (n := self.look.number(row, c)) is not None]
        if not times and len(numbers) == len(others) and is_series(numbers):
            left = range(max(1, others[0] - _CORNER), others[0])
            corner = any(self.look.kind(row, c) in ("text", "time") for c in left)
            set_off = row <= self.look.frozen_rows or self._looks(row, others) > _SET_OFF
            if (corner and set_off) or self._counts(row, numbers):
                return frozenset(others)
        return frozenset()

    def _differs(self, row: int, column: int) -> bool:
        """Whether a frozen row shows its dates in another way than the range does."""
        shown = self.look.format(row, column), self.look.format(self.area.top, column)
        return row <= self.look.frozen_rows and shown[0] != shown[1]

    def _is_marked(self, row: int, column: int) -> bool:
        """Whether a date alone in its row looks like a heading."""
        bold = self.look.is_bold(row, column) and not self.look.is_bold(self.area.top, column)
        return bold or row <= self.look.frozen_rows

    def _counts(self, row: int, numbers: Sequence[float]) -> bool:
        """Whether a row counts periods by ones: the one below doesn't, and the label says so or not."""
        if len(numbers) < _COUNT or numbers[0] not in (0.0, 1.0) or numbers[1] - numbers[0] != 1:
            return False
        words = {word for c in self.block.labels for word in self.look.text(row, c).lower().split()}
        return bool(words & _PERIODS)

    def _looks(self, row: int, columns: Sequence[int]) -> float:
        """How much the look of a row sets it off from the cells below."""
        below = self.area.top
        bold = sum(self.look.is_bold(row, c) and not self.look.is_bold(below, c) for c in columns)
        fill = sum(self.look.fill(row, c) not in ("", self.look.fill(below, c)) for c in columns)
        count = max(1, len(columns))
        return 0.8 * bold / count + 0.6 * fill / count

    def _place(self, row: int) -> float:
        """Above the split of frozen panes, or first below a blank row or a title."""
        score = 0.0
        if row <= self.look.frozen_rows:
            score += 0.8
        above = [c for c in self.block.columns if self.look.kind(row - 1, c) != "empty"]
        if row == 1 or len(above) <= 1:
            score += 0.4
        return score

    def _repeats(self, row: int, columns: Sequence[int]) -> float:
        """Share of texts that occur again in the rows below: categories, not headings."""
        last = row
        while last < min(self.look.bottom, row + _BELOW) and not self._is_blank(last + 1):
            last += 1
        again = 0
        for column in columns:
            text = self.look.text(row, column)
            below = (self.look.text(at, column) for at in range(row + 1, last + 1))
            again += bool(text) and text in below
        return again / len(columns)

    def _stack(self, first: int) -> list[int]:
        """The lines of names, groups and units that belong to a row of headings."""
        lines = [first]
        row, gap = first - 1, 0
        while row >= 1 and len(lines) < _MOST_LINES:
            if self._is_blank(row):
                gap += 1
                if gap > 1:
                    break
            elif self._joins(row, adjacent=not gap):
                lines.append(row)
                gap = 0
            elif not self._is_aside(row):
                break
            row -= 1
        for below in range(first + 1, self.area.top):
            if len(lines) >= _MOST_LINES or not self._joins(below) or self._score(below) < _LEAST:
                break
            lines.append(below)
        return lines

    def _joins(self, row: int, *, adjacent: bool = False) -> bool:
        own = range(self.area.left, self.area.right + 1)
        places = [place for c in own if (place := self.heads(row, c)) is not None]
        places = [place for place in places if not self._is_title(*place)]
        if not places:
            return False
        filled = [c for c in self.block.columns if self.look.kind(row, c) != "empty"]
        run = self._run(row, filled)
        if not all(self._is_heading(place, run) for place in places):
            return False
        if any(len(self.look.text(*place)) > _NOTE for place in places):
            return False
        numbers = [c for c in filled if self.look.kind(row, c) == "number" and c not in run]
        if len(numbers) * 2 >= len(filled):
            return False
        merged = any((m := self.look.merge(*place)) and m.columns > 1 for place in places)
        alone = len(filled) == 1 and not adjacent and len(self.block.columns) > 1
        return merged or not alone

    def _is_aside(self, row: int) -> bool:
        """A line of the headings that says nothing about these columns, but about their neighbours."""
        filled = [c for c in self.block.columns if self.look.kind(row, c) != "empty"]
        return len(filled) > 1 and all(self.look.kind(row, c) in ("text", "time") for c in filled)
