"""Nodes of what isn't cells: names, tables, charts."""

import re
from collections.abc import Iterator

from tieout.workbook.address import Address
from tieout.workbook.index.nodes import Node
from tieout.workbook.references.meaning import Meanings, Reads, Target, name_id, table_id
from tieout.workbook.references.spans import Span
from tieout.workbook.snapshot import ChartSnapshot, NameSnapshot, TableSnapshot, WorkbookSnapshot

_MOST_HEADINGS = 60
_OF_EXCEL = re.compile(
    r"_xlnm|_xlfn|_xleta|\.wvu\.|(?:.*_)?(?:FilterDatabase|Print_?Area|Print_?Titles)\Z",
    re.IGNORECASE,
)
"""Names Excel keeps for itself: they stand for much and mean nothing."""


def object_nodes(workbook: WorkbookSnapshot, meanings: Meanings) -> Iterator[Node]:
    """Names, tables and charts, each kind in the workbook's order."""
    for name in workbook.names:
        if _OF_EXCEL.search(name.name) is None:
            yield _of_name(name, meanings)
    for table in workbook.tables:
        yield _of_table(table, workbook)
    for chart in workbook.charts:
        yield _of_chart(chart, meanings)


def _of_name(name: NameSnapshot, meanings: Meanings) -> Node:
    reads = meanings.name(name)
    home = name.sheet or (reads.targets[0].sheet if reads.targets else "")
    return Node(
        name_id(name),
        "name",
        home,
        name.area,
        name.formula,
        label=name.name,
        body=home,
        reads=reads,
    )


def _of_table(table: TableSnapshot, workbook: WorkbookSnapshot) -> Node:
    area = table.address
    sheet = workbook.sheet(area.sheet)
    headings = ""
    if sheet is not None and table.show_header:
        right = min(area.right, area.left + _MOST_HEADINGS - 1)
        states = sheet.states([(area.top, column) for column in range(area.left, right + 1)])
        headings = " · ".join(state.text for state in states if state.text)
    whole = Target(area.sheet, Span.fixed(area.top, area.bottom), Span.fixed(area.left, area.right))
    return Node(
        table_id(table),
        "table",
        area.sheet,
        area,
        label=table.name,
        heading=headings,
        body=area.sheet,
        reads=Reads((whole,)),
    )


def _of_chart(chart: ChartSnapshot, meanings: Meanings) -> Node:
    at = Address.cell(chart.sheet, 1, 1)
    found = [
        meanings.read("=" + series.values.removeprefix("="), at, still=True)
        for series in chart.series
        if series.values
    ]
    series = " · ".join(series.name for series in chart.series if series.name)
    return Node(
        f"chart:{chart.sheet}/{chart.name}",
        "chart",
        chart.sheet,
        None,
        label=chart.title or chart.name,
        heading=series,
        body=f"{chart.sheet} · chart · {chart.type}",
        reads=Reads(
            tuple(target for reads in found for target in reads.targets),
            tuple(dict.fromkeys(name for reads in found for name in reads.named)),
        ),
    )
