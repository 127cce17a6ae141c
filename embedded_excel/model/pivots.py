"""PivotTables on their sheets: where the data comes from, and writing what they show into cells."""

from contextlib import suppress
from dataclasses import replace

from embedded_excel.calc.cells import CellStyle, Rect
from embedded_excel.calc.engine import EngineRefused
from embedded_excel.calc.pivots import Pivot, PivotData, PivotOptions, PivotReport, PivotSource
from embedded_excel.errors import ExcelApiError, invalid_argument, item_not_found, not_implemented
from embedded_excel.model.a1 import parse_rect, rect_text
from embedded_excel.model.areas import clipped, intersection, resolve, sheet_named
from embedded_excel.model.cell_copying import clear_cells
from embedded_excel.model.number_categories import category
from embedded_excel.model.sheets import already_exists
from embedded_excel.model.workbook import Area, OpenWorkbook, SheetId

MAX_NAME = 255
_GENERAL = "General"


def pivots_on(workbook: OpenWorkbook, sheet: SheetId | None) -> list[Pivot]:
    """The pivots of a sheet, or of all."""
    found = workbook.engine.pivots.pivots()
    if sheet is None:
        return list(found)
    index = workbook.sheet_index(sheet)
    return [pivot for pivot in found if pivot.sheet == index]


def id_of(workbook: OpenWorkbook, pivot: Pivot) -> str:
    """The identity of a pivot while the workbook is open."""
    key = (workbook.sheet_ids[pivot.sheet], pivot.name)
    for identity, known in workbook.pivot_ids.items():
        if known == key:
            return identity
    identity = f"{{00000000-0000-0000-0001-{len(workbook.pivot_ids) + 1:012X}}}"
    workbook.pivot_ids[identity] = key
    return identity


def pivot_by_id(workbook: OpenWorkbook, identity: str) -> Pivot:
    """A pivot as it is now.

    Raises:
        ExcelApiError: ItemNotFound when it was deleted.
    """
    sheet, name = workbook.pivot_ids.get(identity, ("", ""))
    if sheet in workbook.sheet_ids:
        for pivot in pivots_on(workbook, sheet):
            if pivot.name == name:
                return pivot
    raise item_not_found()


def checked_name(workbook: OpenWorkbook, sheet: SheetId, name: object) -> str:
    """A name no pivot of the sheet has.

    Raises:
        ExcelApiError: InvalidArgument, ItemAlreadyExists.
    """
    if not isinstance(name, str) or not 0 < len(name) <= MAX_NAME:
        raise invalid_argument()
    if any(pivot.name.casefold() == name.casefold() for pivot in pivots_on(workbook, sheet)):
        raise already_exists()
    return name


def source_of(workbook: OpenWorkbook, area: Area) -> PivotSource:
    """A range as a source."""
    return PivotSource(sheet=workbook.sheet_name(area.sheet), ref=rect_text(area.rect))


def source_area(workbook: OpenWorkbook, source: PivotSource) -> Area:
    """Where the data is now, headings included.

    Raises:
        ExcelApiError: InvalidReference when it is gone, or outside of the workbook.
    """
    try:
        if source.name:
            for table in workbook.engine.tables():
                if table.name.casefold() == source.name.casefold():
                    rect = replace(table.rect, bottom=table.rect.bottom - table.totals)
                    return Area(workbook.sheet_ids[table.sheet], rect)
            return resolve(workbook, source.name, workbook.sheet_ids[0])
        rect = parse_rect(source.ref)
        if rect is not None:
            return Area(sheet_named(workbook, source.sheet), rect)
    except ExcelApiError:
        pass
    raise ExcelApiError(
        "InvalidReference", "This reference is not valid for the current operation.", 400
    )


def read_source(workbook: OpenWorkbook, source: PivotSource) -> PivotData:
    """The rows of a source.

    Raises:
        ExcelApiError: InvalidArgument when a column has no heading or there is no row under them.
    """
    workbook.settle()
    area = source_area(workbook, source)
    used = clipped(workbook, area)
    if used is None or used.top > area.rect.top or used.rows < 2:  # noqa: PLR2004
        raise invalid_argument()
    rect = used if area.rect.columns > used.columns and source.name == "" else area.rect
    rect = replace(rect, top=area.rect.top, bottom=min(area.rect.bottom, used.bottom))
    index = workbook.sheet_index(area.sheet)
    block = workbook.engine.read(index, rect)
    names: list[str] = []
    for text in workbook.engine.texts(index, replace(rect, bottom=rect.top))[0]:
        if not text:
            raise invalid_argument("A PivotTable's source needs a heading in every column.")
        name, number = text, 2
        while name.casefold() in (taken.casefold() for taken in names):
            name, number = f"{text}{number}", number + 1
        names.append(name)
    rows = block.values[1:]
    return PivotData(tuple(names), tuple(zip(*rows, strict=True)))


def label_format(workbook: OpenWorkbook, source: PivotSource, field: int) -> str:
    """The number format labels of a field are shown with: dates as in the source, else none."""
    try:
        area = source_area(workbook, source)
    except ExcelApiError:
        return ""
    row, column = area.rect.top + 1, area.rect.left + field
    styles = workbook.engine.style_ids(
        workbook.sheet_index(area.sheet), Rect(row, column, row, column)
    )
    code = workbook.engine.style(styles[0][0]).number_format
    return code if category(code) in ("Date", "Time") else ""


def report_of(workbook: OpenWorkbook, pivot: Pivot) -> PivotReport:
    """What a pivot shows.

    Raises:
        ExcelApiError: NotImplemented for one with grouped fields.
    """
    if pivot.top < 0:
        raise not_implemented("PivotTables with grouped fields")
    return workbook.engine.pivots.report(pivot)


def add(workbook: OpenWorkbook, name: str, source: PivotSource, place: Area) -> Pivot:
    """Make an empty pivot; Excel reserves some cells for it and writes none.

    Raises:
        ExcelApiError: As `read_source`; PivotTableRangeConflict where another one is.
    """
    data = read_source(workbook, source)
    sheet = workbook.sheet_index(place.sheet)
    _deny_conflicts(
        workbook,
        sheet,
        Rect(place.rect.top, place.rect.left, place.rect.top, place.rect.left),
        None,
    )
    corner = (place.rect.top, place.rect.left)
    pivot = workbook.engine.pivots.add(sheet, name, corner, source, data)
    workbook.changed = True
    return pivot


def change(workbook: OpenWorkbook, pivot: Pivot) -> None:
    """Let a pivot become another one, and show it.

    Raises:
        ExcelApiError: PivotTableRangeConflict when it would grow over another pivot or a table.
    """
    parts = workbook.engine.pivots
    before = next(
        known
        for known in parts.pivots()
        if (known.sheet, known.index) == (pivot.sheet, pivot.index)
    )
    shown = report_of(workbook, before)
    above = len(pivot.filters) + 1 if pivot.filters else 0
    pivot = replace(pivot, top=max(pivot.top, above))
    _refusing(workbook, pivot)
    report = parts.report(pivot)
    try:
        _deny_conflicts(workbook, pivot.sheet, report.body, pivot)
    except ExcelApiError:
        parts.update(before)
        raise
    if before.name != pivot.name:
        sheet = workbook.sheet_ids[pivot.sheet]
        workbook.pivot_ids[id_of(workbook, before)] = (sheet, pivot.name)
    _show(workbook, pivot.sheet, shown, report)


def _refusing(workbook: OpenWorkbook, pivot: Pivot) -> None:
    try:
        workbook.engine.pivots.update(pivot)
    except EngineRefused as error:
        raise invalid_argument(str(error)) from error


def set_options(workbook: OpenWorkbook, pivot: Pivot, options: PivotOptions) -> None:
    """Show a pivot otherwise."""
    parts = workbook.engine.pivots
    shown = report_of(workbook, pivot)
    parts.set_options(pivot, options)
    workbook.changed = True
    _show(workbook, pivot.sheet, shown, parts.report(pivot))


def refresh(workbook: OpenWorkbook, pivot: Pivot) -> None:
    """Take over the data the source has now, in every pivot that shares it.

    Raises:
        ExcelApiError: InvalidReference, InvalidArgument; PivotTableRangeConflict.
    """
    parts = workbook.engine.pivots
    report_of(workbook, pivot)
    data = read_source(workbook, pivot.source)
    together = [found for found in parts.sharing(pivot) if found.top >= 0]
    shown = [report_of(workbook, found) for found in together]
    try:
        parts.refresh(pivot, data)
    except EngineRefused as error:
        raise ExcelApiError("InvalidOperation", str(error), 400) from error
    for found, before in zip(together, shown, strict=True):
        now = next(
            known
            for known in parts.pivots()
            if (known.sheet, known.index) == (found.sheet, found.index)
        )
        report = parts.report(now)
        _deny_conflicts(workbook, now.sheet, report.body, now)
        _show(workbook, now.sheet, before, report)


def refresh_on_opening(workbook: OpenWorkbook) -> None:
    """Take over the data of sources that have changed since, where a pivot asks for it.

    As in Excel, what can't be refreshed stays as it was saved.
    """
    for pivot in workbook.engine.pivots.pivots():
        if pivot.top < 0 or not workbook.engine.pivots.options(pivot).refresh_on_open:
            continue
        with suppress(ExcelApiError, EngineRefused):
            now = read_source(workbook, pivot.source)
            before = workbook.engine.pivots.data(pivot)
            new = dict(zip(now.names, now.columns, strict=True))
            old = dict(zip(before.names, before.columns, strict=True))
            if any(new.get(name) != column for name, column in old.items()):
                refresh(workbook, pivot)
    workbook.changed = False


def delete(workbook: OpenWorkbook, pivot: Pivot) -> None:
    """Delete a pivot and its cells; `delete_with_pivot` of slicers comes first."""
    _clear(workbook, pivot.sheet, report_of(workbook, pivot), formats=True)
    workbook.pivot_ids.pop(id_of(workbook, pivot), None)
    workbook.engine.pivots.remove(pivot)
    workbook.recalculate_if_automatic()


def _clear(
    workbook: OpenWorkbook, sheet: int, report: PivotReport, *, formats: bool = False
) -> None:
    if not report.cells:
        return
    for rect in (report.body, report.filters):
        if rect is not None:
            area = Area(workbook.sheet_ids[sheet], rect)
            clear_cells(workbook, area, contents=True, formats=formats)


def _show(workbook: OpenWorkbook, sheet: int, before: PivotReport, after: PivotReport) -> None:
    _clear(workbook, sheet, before)
    workbook.engine.write(
        sheet,
        [(cell.row, cell.column, cell.value) for cell in after.cells if cell.value is not None],
    )
    formats = {(cell.row, cell.column): _GENERAL for cell in before.cells if cell.number_format}
    old = {(cell.row, cell.column): cell.number_format for cell in before.cells}
    for cell in after.cells:
        if cell.number_format:
            formats[cell.row, cell.column] = cell.number_format
    for (row, column), code in formats.items():
        if old.get((row, column)) != code:
            workbook.engine.restyle(sheet, Rect(row, column, row, column), _Formatted(code))
    workbook.recalculate_if_automatic()


class _Formatted:
    """Changes the number format of a style."""

    def __init__(self, code: str) -> None:
        self._code = code

    def __call__(self, style: CellStyle) -> CellStyle:
        return replace(style, number_format=self._code)


def _deny_conflicts(workbook: OpenWorkbook, sheet: int, rect: Rect, own: Pivot | None) -> None:
    for table in workbook.engine.tables():
        if table.sheet == sheet and intersection(table.rect, rect) is not None:
            raise _conflict()
    for other in workbook.engine.pivots.pivots():
        mine = own is not None and (own.sheet, own.index) == (other.sheet, other.index)
        if other.sheet == sheet and other.top >= 0 and not mine:
            report = workbook.engine.pivots.report(other)
            if intersection(report.body, rect) is not None:
                raise _conflict()


def _conflict() -> ExcelApiError:
    return ExcelApiError(
        "PivotTableRangeConflict",
        "The operation attempted causes a conflict with a PivotTable range.",
        400,
    )
