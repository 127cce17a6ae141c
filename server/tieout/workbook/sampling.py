"""Which of many things to show: fixed rules, so that the same change always reads the same."""

from collections.abc import Iterable, Sequence

from tieout.workbook.address import Address, column_letters

_ENDS = ("first", "last")


def sample_indices(count: int, limit: int) -> tuple[int, ...]:
    """Up to `limit` of `count` positions, ascending: the first half, the last, some between.

    The ends of a filled range are where fills go wrong, hence both are always shown.
    """
    if count <= limit:
        return tuple(range(count))
    if limit <= len(_ENDS):
        return (0, count - 1)[:limit]
    head = (limit + 1) // 2
    rest = limit - head - 1
    step = (count - 1 - head) / (rest + 1)
    between = [head - 1 + round(step * (number + 1)) for number in range(rest)]
    return tuple(sorted({*range(head), *between, count - 1}))


def number_runs(numbers: Iterable[int]) -> list[tuple[int, int]]:
    """Inclusive runs of ascending numbers: 1, 2, 3, 7 → (1, 3), (7, 7)."""
    runs: list[tuple[int, int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    return runs


def column_runs(columns: Iterable[int]) -> str:
    """Columns as people list them: `A-C, F`."""
    return ", ".join(
        column_letters(first)
        if first == last
        else f"{column_letters(first)}-{column_letters(last)}"
        for first, last in number_runs(sorted(columns))
    )


def areas(cells: Iterable[tuple[int, int]], sheet: str) -> tuple[Address, ...]:
    """The rectangles that cover these (row, column) cells exactly.

    Cells are joined along rows first, then equal runs of adjoining rows are joined downwards.
    """
    by_row: dict[int, list[int]] = {}
    for row, column in cells:
        by_row.setdefault(row, []).append(column)
    open_runs: dict[tuple[int, int], Address] = {}
    done: list[Address] = []
    for row in sorted(by_row):
        runs = number_runs(sorted(by_row[row]))
        still: dict[tuple[int, int], Address] = {}
        for left, right in runs:
            above = open_runs.pop((left, right), None)
            if above is not None and above.bottom == row - 1:
                still[left, right] = Address(sheet, above.top, left, row, right)
            else:
                if above is not None:
                    done.append(above)
                still[left, right] = Address(sheet, row, left, row, right)
        done.extend(open_runs.values())
        open_runs = still
    done.extend(open_runs.values())
    return tuple(sorted(done))


def list_some(names: Sequence[str], limit: int, noun: str) -> str:
    """`a, b, c and 4 more areas`."""
    shown = ", ".join(names[:limit])
    left = len(names) - limit
    return shown if left <= 0 else f"{shown} and {left:,} more {noun}"


def list_areas(cells: Iterable[Address], limit: int) -> str:
    """The areas that cells make up, sheet by sheet, as `list_some`."""
    by_sheet: dict[str, list[tuple[int, int]]] = {}
    for cell in cells:
        by_sheet.setdefault(cell.sheet, []).append((cell.top, cell.left))
    found = [str(area) for sheet, places in by_sheet.items() for area in areas(places, sheet)]
    return list_some(found, limit, "areas")
