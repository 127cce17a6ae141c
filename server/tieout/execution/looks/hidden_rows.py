"""Which rows of a workbook are hidden, asked for by halves: most sheets are answered at once."""

from collections.abc import Sequence

from tieout.execution.ports import ExcelHost
from tieout.office_wire.build import BatchBuilder
from tieout.office_wire.response import Results
from tieout.workbook.address import Address
from tieout.workbook.snapshot import WorkbookSnapshot

_MOST_AT_ONCE = 1_000


async def hidden_rows(host: ExcelHost, workbook: WorkbookSnapshot) -> dict[str, frozenset[int]]:
    """Hidden rows among the used ones of each sheet that has some, by sheet name.

    Raises:
        ExcelError: Excel refused.
        PaneLost: The host went away.
    """
    used = [sheet.used for sheet in workbook.sheets if sheet.used is not None]
    return await hidden_rows_in(host, used)


async def hidden_rows_in(host: ExcelHost, areas: Sequence[Address]) -> dict[str, frozenset[int]]:
    """Hidden rows of some areas, by sheet name; sheets without any are left out.

    Excel says of a range whether all, none or some of its rows are hidden; ranges with some are
    halved and asked again.

    Raises:
        ExcelError: Excel refused.
        PaneLost: The host went away.
    """
    found: dict[str, set[int]] = {}
    open_ranges = list(areas)
    while open_ranges:
        some: list[Address] = []
        for start in range(0, len(open_ranges), _MOST_AT_ONCE):
            part = open_ranges[start : start + _MOST_AT_ONCE]
            for area, hidden in zip(part, await _ask(host, part), strict=True):
                if hidden is True:
                    found.setdefault(area.sheet, set()).update(range(area.top, area.bottom + 1))
                elif hidden is None and area.rows > 1:
                    some.extend(_halves(area))
        open_ranges = some
    return {name: frozenset(rows) for name, rows in found.items()}


async def _ask(host: ExcelHost, areas: Sequence[Address]) -> list[bool | None]:
    builder = BatchBuilder()
    handles = [builder.worksheet(area.sheet).range(area.local).load("RowHidden") for area in areas]
    results = Results(await host.send(builder.build()))
    answers = [results.properties(handle).get("RowHidden") for handle in handles]
    return [answer if isinstance(answer, bool) else None for answer in answers]


def _halves(area: Address) -> tuple[Address, Address]:
    middle = (area.top + area.bottom) // 2
    return (
        Address(area.sheet, area.top, area.left, middle, area.left),
        Address(area.sheet, middle + 1, area.left, area.bottom, area.left),
    )
