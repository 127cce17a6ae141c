"""The workbook in a few lines, for the first request to the model: what is where, and what is dangerous."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from tieout.execution.looks.workbook_state import SheetState, WorkbookState
from tieout.execution.ports import EMBEDDED, HostCapabilities
from tieout.workbook.address import quote_sheet
from tieout.workbook.cell_text import value_text
from tieout.workbook.formula_tokens import tokenize
from tieout.workbook.sheet_regions import HeadedRegion, headed_regions
from tieout.workbook.snapshot import RangeSnapshot, SheetSnapshot, WorkbookSnapshot
from tieout.workbook.tokens import clip, estimate_tokens

MAP_BUDGET = 1_500
_HEADER_ROWS = 10
_LEAST_TEXTS = 2
_VERY_LARGE = 200_000
_MOST_SELECTION = 120
_CLIPPED = 14
"""Tokens of the words that say how much was left out."""


@dataclass(frozen=True, slots=True)
class _Detail:
    headers: int
    sheets: int
    regions: int
    names: int
    tables: int
    hazards: int = 40


_DETAILS = (
    _Detail(12, 40, 8, 20, 20),
    _Detail(8, 40, 5, 15, 15),
    _Detail(6, 40, 3, 10, 10),
    _Detail(3, 30, 2, 5, 8),
    _Detail(0, 25, 0, 3, 5),
    _Detail(0, 12, 0, 0, 2, 20),
    _Detail(0, 4, 0, 0, 0, 10),
)
"""Headings fall first, then regions, names and tables, then sheets; hazards last."""


def excel_line(capabilities: HostCapabilities) -> str:
    """Which Excel this is, where its API ends before the newest; "" for the embedded one."""
    version = capabilities.requirement_sets.get("ExcelApi", "")
    if capabilities.name == EMBEDDED or not version:
        return ""
    return (
        f"This Excel has ExcelApi {version}; what later versions brought isn't there and is refused "
        "before it runs."
    )


def workbook_map(
    workbook: WorkbookSnapshot, budget: int = MAP_BUDGET, state: WorkbookState | None = None
) -> str:
    """Sheets with used ranges, regions and headings, tables, names, hazards; thinned to the budget.

    Args:
        workbook: As it was last seen.
        budget: Most estimated tokens.
        state: What the cells don't tell.
    """
    told = state or WorkbookState()
    regions = {sheet.id: headed_regions(sheet, workbook.tables) for sheet in workbook.sheets}
    hazards = tuple(_hazards(workbook, told))
    write = partial(_lines, workbook, told, regions, hazards)
    text = ""
    for detail in _DETAILS:
        text = "\n".join(write(detail))
        if estimate_tokens(text) <= budget:
            return text
    return clip(text, max(1, budget - _CLIPPED))


def _lines(
    workbook: WorkbookSnapshot,
    state: WorkbookState,
    regions: Mapping[str, Sequence[HeadedRegion]],
    hazards: Sequence[str],
    detail: _Detail,
) -> Iterator[str]:
    count = len(workbook.sheets)
    yield f"{count} sheet{'' if count == 1 else 's'}, {workbook.used_cells:,} cells in used ranges"
    if state.selection:
        yield f"selected by the user: {clip(state.selection, _MOST_SELECTION)}"
    yield from (f"hazard: {hazard}" for hazard in hazards[: detail.hazards])
    if len(hazards) > detail.hazards:
        yield f"... and {len(hazards) - detail.hazards} more hazards"
    for sheet in workbook.sheets[: detail.sheets]:
        active = sheet.name == workbook.active_sheet
        top = sheet.cells or state.tops.get(sheet.id)
        yield from _sheet(sheet, top, regions[sheet.id], active, detail)
    if count > detail.sheets:
        yield f"... and {count - detail.sheets} more sheets"
    tables = [f"{table.name} {table.address}" for table in workbook.tables]
    yield from _some("tables", tables, detail.tables)
    names = [
        f"{quote_sheet(name.sheet) + '!' if name.sheet else ''}{name.name} {clip(name.formula, 30)}"
        for name in workbook.names
        if name.visible and "#REF!" not in name.formula
    ]
    yield from _some("names", names, detail.names)


def _hazards(workbook: WorkbookSnapshot, state: WorkbookState) -> Iterator[str]:
    """What makes work on this workbook dangerous, the gravest first."""
    if workbook.calculation_mode != "Automatic":
        manual = workbook.calculation_mode == "Manual"
        mode = "manual" if manual else "automatic except for tables"
        yield f"calculation is {mode}: values may be old"
    if state.protected:
        yield "the workbook's structure is protected: sheets can't be added, moved or deleted"
    for sheet in workbook.sheets:
        found = "; ".join(_sheet_hazards(sheet, state.sheets.get(sheet.id, SheetState())))
        if found:
            yield f"{quote_sheet(sheet.name)}: {found}"
    external = sum(_is_external(name.formula) for name in workbook.names)
    if external:
        yield f"{external} name{'' if external == 1 else 's'} of other workbooks' cells"
    broken = sum("#REF!" in name.formula for name in workbook.names)
    if broken:
        yield f"names that point nowhere (#REF!): {broken}"


def _sheet_hazards(sheet: SheetSnapshot, state: SheetState) -> Iterator[str]:
    if sheet.visibility != "Visible":
        yield "hidden" if sheet.visibility == "Hidden" else "very hidden"
    if state.protected:
        yield "protected"
    if state.filtered:
        yield "rows filtered"
    elif state.filter_on:
        yield "autofilter on"
    if sheet.cells is not None and (links := _external_links(sheet.cells)):
        yield f"{links:,} formula{'' if links == 1 else 's'} linked to other workbooks"
    if sheet.used is not None and sheet.used.size >= _VERY_LARGE:
        yield f"very large ({sheet.used.size:,} cells)"
    if not sheet.was_read:
        yield "its cells were not read yet"


def _external_links(cells: RangeSnapshot) -> int:
    columns = cells.columns
    if columns is None:
        return sum(_is_external(text) for row in cells.formulas for text in row)
    codes, counts = np.unique(columns.formulas, return_counts=True)
    return sum(
        count
        for code, count in zip(codes.tolist(), counts.tolist(), strict=True)
        if _is_external(columns.pool.text(code))
    )


def _is_external(formula: str) -> bool:
    return "[" in formula and any(token.is_external for token in tokenize(formula))


def _sheet(
    sheet: SheetSnapshot,
    top: RangeSnapshot | None,
    regions: Sequence[HeadedRegion],
    active: bool,
    detail: _Detail,
) -> Iterator[str]:
    marks = ["active"] if active else []
    if sheet.visibility != "Visible":
        marks.append("hidden" if sheet.visibility == "Hidden" else "very hidden")
    name = quote_sheet(sheet.name) + (f" ({', '.join(marks)})" if marks else "")
    if sheet.used is None:
        yield f"- {name}: empty"
        return
    if len(regions) <= 1 or not detail.regions:
        yield f"- {name}: {sheet.used.local}{_headers(top, detail.headers)}"
        return
    yield f"- {name}: {sheet.used.local}, {len(regions):,} regions"
    for headed in regions[: detail.regions]:
        yield f"  {_region(headed, detail.headers)}"
    if len(regions) > detail.regions:
        yield f"  ... and {len(regions) - detail.regions:,} smaller regions"


def _region(headed: HeadedRegion, most: int) -> str:
    region = headed.region
    kind = f" table {region.table}" if region.table else ""
    if not headed.headings or not most:
        title = f" · {value_text(headed.title, headed.title)}" if headed.title and most else ""
        return f"{region.address.local}{kind}{title}"
    return f"{region.address.local}{kind} · row {headed.row}: {_texts(headed.headings, most)}"


def _texts(texts: Sequence[str], most: int) -> str:
    shown = " | ".join(value_text(text[:40], text) for text in texts[:most])
    return shown + (f" | ... {len(texts) - most} more" if len(texts) > most else "")


def _headers(cells: RangeSnapshot | None, most: int) -> str:
    if cells is None or not most:
        return ""
    rows = min(_HEADER_ROWS, cells.address.rows)
    area = replace(cells.address, bottom=cells.address.top + rows - 1)
    for down, row in enumerate(cells.part(area).values):
        texts = [value for value in row if isinstance(value, str) and value.strip()]
        if len(texts) >= min(_LEAST_TEXTS, cells.address.columns):
            return f" · row {cells.address.top + down}: {_texts(texts, most)}"
    return ""


def _some(title: str, entries: list[str], most: int) -> Iterator[str]:
    if not entries:
        return
    if not most:
        yield f"{title}: {len(entries)}"
        return
    more = f"; ... and {len(entries) - most} more" if len(entries) > most else ""
    yield f"{title}: {'; '.join(entries[:most])}{more}"
