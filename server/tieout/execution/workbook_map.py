"""The workbook in a few lines, for the first request to the model."""

from collections.abc import Iterator
from dataclasses import dataclass

from tieout.execution.ports import EMBEDDED, HostCapabilities
from tieout.workbook.address import quote_sheet
from tieout.workbook.cell_text import value_text
from tieout.workbook.snapshot import SheetSnapshot, WorkbookSnapshot
from tieout.workbook.tokens import clip, estimate_tokens

MAP_BUDGET = 600
_HEADER_ROWS = 10
_LEAST_TEXTS = 2


@dataclass(frozen=True, slots=True)
class _Detail:
    headers: int
    sheets: int
    names: int
    tables: int


_DETAILS = (
    _Detail(12, 40, 20, 20),
    _Detail(6, 40, 10, 10),
    _Detail(3, 30, 5, 8),
    _Detail(0, 25, 3, 5),
    _Detail(0, 12, 0, 2),
)


def excel_line(capabilities: HostCapabilities) -> str:
    """Which Excel this is, where its API ends before the newest; "" for the embedded one."""
    version = capabilities.requirement_sets.get("ExcelApi", "")
    if capabilities.name == EMBEDDED or not version:
        return ""
    return (
        f"This Excel has ExcelApi {version}; what later versions brought isn't there and is refused "
        "before it runs."
    )


def workbook_map(workbook: WorkbookSnapshot, budget: int = MAP_BUDGET) -> str:
    """Sheets with used ranges and headings, tables, names; thinned to the budget."""
    text = ""
    for detail in _DETAILS:
        text = "\n".join(_lines(workbook, detail))
        if estimate_tokens(text) <= budget:
            return text
    return clip(text, budget)


def _lines(workbook: WorkbookSnapshot, detail: _Detail) -> Iterator[str]:
    count = len(workbook.sheets)
    yield f"{count} sheet{'' if count == 1 else 's'}, {workbook.used_cells:,} cells in used ranges"
    for sheet in workbook.sheets[: detail.sheets]:
        yield _sheet(sheet, sheet.name == workbook.active_sheet, detail)
    if count > detail.sheets:
        yield f"... and {count - detail.sheets} more sheets"
    tables = [f"{table.name} {table.address}" for table in workbook.tables]
    yield from _some("tables", tables, detail.tables)
    broken = sum("#REF!" in name.formula for name in workbook.names)
    names = [
        f"{quote_sheet(name.sheet) + '!' if name.sheet else ''}{name.name} {clip(name.formula, 30)}"
        for name in workbook.names
        if name.visible and "#REF!" not in name.formula
    ]
    yield from _some("names", names, detail.names)
    if broken:
        yield f"names that point nowhere (#REF!): {broken}"
    if workbook.calculation_mode != "Automatic":
        yield f"calculation: {workbook.calculation_mode}"


def _sheet(sheet: SheetSnapshot, active: bool, detail: _Detail) -> str:
    marks = [mark for mark, on in (("active", active),) if on]
    if sheet.visibility != "Visible":
        marks.append("hidden" if sheet.visibility == "Hidden" else "very hidden")
    name = quote_sheet(sheet.name) + (f" ({', '.join(marks)})" if marks else "")
    if sheet.used is None:
        return f"- {name}: empty"
    headers = _headers(sheet, detail.headers)
    return f"- {name}: {sheet.used.local}{headers}"


def _headers(sheet: SheetSnapshot, most: int) -> str:
    cells = sheet.cells
    if cells is None or not most:
        return ""
    for down, row in enumerate(cells.values[:_HEADER_ROWS]):
        texts = [value for value in row if isinstance(value, str) and value.strip()]
        if len(texts) >= min(_LEAST_TEXTS, cells.address.columns):
            shown = " | ".join(value_text(text[:40], text) for text in texts[:most])
            more = f" | ... {len(texts) - most} more" if len(texts) > most else ""
            return f" · row {cells.address.top + down}: {shown}{more}"
    return ""


def _some(title: str, entries: list[str], most: int) -> Iterator[str]:
    if not entries:
        return
    if not most:
        yield f"{title}: {len(entries)}"
        return
    more = f"; ... and {len(entries) - most} more" if len(entries) > most else ""
    yield f"{title}: {'; '.join(entries[:most])}{more}"
