"""Which columns left of some cells name their rows, and how far the block around them reaches."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, TypeAlias

from tieout.workbook.address import Address
from tieout.workbook.sheet_look import SheetLook

ColumnRole: TypeAlias = Literal["label", "key", "measure", "sparse"]

MOST_LABELS = 3
_AROUND = 12
"""Rows looked at above and below the range to tell what a column holds."""
_MOST_ROWS = 24
_MOST_COLUMNS = 400
_LEFT_EDGE = 12
_GAP_BEFORE_LABELS, _GAP_AFTER_LABELS, _GAP_TO_MEASURE = 7, 2, 2
_RIGHT = 8
_FURTHEST = 60
_UNIT = 12
_SPARSE = 0.4
_STEADY = 0.7
_LEAST_SERIES = 3
_FIRST_KEYS = frozenset(
    ("nr", "no", "no.", "ref", "ref.", "reference", "item", "pos", "line", "index", "time")
)
_KEYS = frozenset(("#", "id", "code", "key", "sku", "zip", "year", "quarter", "month", "week"))
_COMPOUND_KEY = re.compile(r"[a-z](ID|Id|No|Nr)\Z")


@dataclass(frozen=True, slots=True)
class Block:
    """The columns a range belongs to.

    Attributes:
        columns: Filled columns around the range and its own, in order.
        labels: Those of them, left of the range, that name its rows.
    """

    columns: tuple[int, ...]
    labels: tuple[int, ...]


def block_around(look: SheetLook, area: Address) -> Block:
    """The block of a range: how far its columns reach, and which of them are labels."""
    own, window = _rows(look, area)
    roles: dict[int, ColumnRole] = {}
    gap = 0
    for column in _leftwards(look, area.left):
        if not _is_filled(look, window, column):
            gap += 1
            limit = _GAP_AFTER_LABELS if "label" in roles.values() else _GAP_BEFORE_LABELS
            if gap > limit:
                break
            continue
        role = _role(look, own, window, column)
        if not _is_filled(look, own, column) and (gap or role != "measure"):
            continue
        if gap and role != "label" and ("label" in roles.values() or gap > _GAP_TO_MEASURE):
            break
        if gap and "label" in roles.values() and not _holds_units(look, own, roles):
            break
        roles[column] = role
        gap = 0
    roles = {column: _settled(look, own, window, roles, column) for column in roles}
    return Block(
        tuple(sorted({*roles, *range(area.left, area.right + 1), *_right(look, area, window)})),
        _leading(roles),
    )


def _holds_units(look: SheetLook, own: Sequence[int], roles: dict[int, ColumnRole]) -> bool:
    """Whether the outermost label column holds short words such as units: its labels come further left."""
    column = min(column for column, role in roles.items() if role == "label")
    texts = [text for row in own if (text := look.text(row, column))]
    return all(len(text) <= _UNIT for text in texts)


def _leading(roles: dict[int, ColumnRole]) -> tuple[int, ...]:
    """Labels from the left edge up to the first measure."""
    labels: list[int] = []
    for column in sorted(roles):
        if roles[column] == "measure":
            break
        if roles[column] == "label":
            labels.append(column)
    return tuple(labels[:MOST_LABELS])


def _leftwards(look: SheetLook, left: int) -> Sequence[int]:
    near = range(left - 1, max(look.left, left - _MOST_COLUMNS) - 1, -1)
    edge = range(min(look.left + _LEFT_EDGE, near.stop), look.left - 1, -1) if near else ()
    return (*near, *(column for column in edge if column < near.stop + 1))


def _right(look: SheetLook, area: Address, window: Sequence[int]) -> Sequence[int]:
    found: list[int] = []
    for column in range(area.right + 1, min(look.right, area.right + _RIGHT) + 1):
        if not _is_filled(look, window, column):
            break
        found.append(column)
    return found


def _rows(look: SheetLook, area: Address) -> tuple[Sequence[int], Sequence[int]]:
    """Rows of the range, and those with what is around them; at most a few dozen."""
    bottom = min(area.bottom, look.bottom)
    own = range(area.top, min(bottom, area.top + _MOST_ROWS) + 1)
    below = range(own.stop, min(look.bottom, own.stop + _AROUND) + 1)
    return own, (*range(max(1, area.top - _AROUND), area.top), *own, *below)


def _is_filled(look: SheetLook, rows: Sequence[int], column: int) -> bool:
    return any(look.kind(row, column) != "empty" for row in rows)


def _role(look: SheetLook, own: Sequence[int], window: Sequence[int], column: int) -> ColumnRole:
    kinds = Counter(look.label_kind(row, column) for row in window)
    filled = sum(kinds.values()) - kinds["empty"]
    here = Counter(look.label_kind(row, column) for row in own)
    if 2 * (here["text"] + here["time"]) > here.total() - here["empty"] and (
        here["text"] or (2 * (kinds["text"] + kinds["time"]) > filled and kinds["time"] > 1)
    ):
        return "label"
    if not here.total() - here["empty"] and 2 * (kinds["text"] + kinds["time"]) > filled:
        return "label"
    if _runs(look, window, column) or _is_headed(look, own, column, _KEYS | _FIRST_KEYS):
        return "key"
    neighbours = range(column + 1, column + 5)
    busy = max(sum(look.kind(row, at) != "empty" for row in window) for at in neighbours)
    return "sparse" if filled < _SPARSE * max(1, busy) else "measure"


def _settled(
    look: SheetLook,
    own: Sequence[int],
    window: Sequence[int],
    roles: dict[int, ColumnRole],
    column: int,
) -> ColumnRole:
    """Numbers are labels when they count by ones, are said to be keys, or come first in the block."""
    role = roles[column]
    if role != "key":
        return role
    first = not any(roles[left] in ("label", "key") for left in roles if left < column)
    counts = _runs(look, window, column, by_one=True)
    if first or counts or _is_headed(look, own, column, _KEYS):
        return "label"
    return "measure"


def _runs(look: SheetLook, rows: Sequence[int], column: int, *, by_one: bool = False) -> bool:
    """Whether most numbers follow each other in the same step."""
    numbers = [
        number
        for row in rows
        if (number := look.number(row, column)) is not None
        and not (by_one and look.has_formula(row, column))
    ]
    if len(numbers) < _LEAST_SERIES:
        return False
    steps = [later - earlier for earlier, later in pairwise(numbers)]
    step, often = Counter(round(step, 9) for step in steps).most_common(1)[0]
    if by_one and abs(step) != 1:
        return False
    return bool(step) and often >= _STEADY * len(steps)


def _is_headed(look: SheetLook, own: Sequence[int], column: int, words: frozenset[str]) -> bool:
    """Whether a heading above whole numbers says that they are keys."""
    numbers = [number for row in own if (number := look.number(row, column)) is not None]
    distinct = len(set(numbers)) * 2 > len(numbers)
    if not numbers or not distinct or not all(number.is_integer() for number in numbers):
        return False
    above = (look.text(row, column) for row in _up(look, own[0]))
    nearest = next((text for text in above if text and not text[0].isdigit()), "")
    said = nearest.lower().split()
    return bool(words & set(said[-1:])) or bool(said and _COMPOUND_KEY.search(nearest))


def _up(look: SheetLook, row: int) -> Sequence[int]:
    return [above for above, _ in zip(look.rows_above(row), range(_FURTHEST), strict=False)]
