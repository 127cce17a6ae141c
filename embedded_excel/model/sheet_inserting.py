"""Inserting sheets of another workbook: cells, looks, layout and rules come along.

As in Excel on the web, sheets with charts, comments, PivotTables or slicers aren't inserted.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from embedded_excel.calc.cell_styles import NORMAL, NamedStyle
from embedded_excel.calc.cells import MAX_COLUMNS, MAX_ROWS, CellInput, Formula, Rect
from embedded_excel.calc.engine import Engine
from embedded_excel.errors import invalid_argument, not_implemented, standard_error
from embedded_excel.model import events, sheets
from embedded_excel.model.a1 import sheet_prefix
from embedded_excel.model.cell_writing import contents_of
from embedded_excel.model.documents import deny_if_structure_locked
from embedded_excel.model.references import REF_ERROR, Reference, rewrite
from embedded_excel.model.workbook import Area, OpenWorkbook, SheetId

_BUILT_IN_NAME: Final = "_xlnm."
"""How names begin that say what is printed and filtered; those come with the sheet."""
_EVERYTHING: Final = Rect(0, 0, MAX_ROWS - 1, MAX_COLUMNS - 1)


def insert_sheets(
    workbook: OpenWorkbook, source: Engine, names: Sequence[str], to: int
) -> list[SheetId]:
    """Insert sheets before a tab position; their identities, in order.

    Args:
        workbook: Where to.
        source: The other workbook, open.
        names: Which of its sheets; all of them when empty.
        to: 0-based position of the first one.

    Raises:
        ExcelApiError: InvalidArgument for a sheet it doesn't have, UnsupportedFeature for one that
            can't be inserted, AccessDenied while the structure is locked.
    """
    deny_if_structure_locked(workbook)
    chosen = _chosen(source, names)
    for sheet in chosen:
        _refuse_unsupported(source, sheet)
    engine, other = workbook.engine, OpenWorkbook(source)
    active = workbook.sheet_ids[engine.active_sheet()]
    renamed: dict[str, str] = {}
    added: list[tuple[int, SheetId]] = []
    for number, sheet in enumerate(chosen):
        name = _free(workbook, source.sheet_names()[sheet])
        engine.add_sheet(name)
        identity = workbook.new_sheet_id()
        workbook.sheet_ids.append(identity)
        last = len(workbook.sheet_ids) - 1
        engine.move_sheet(last, to + number)
        workbook.sheet_ids.insert(to + number, workbook.sheet_ids.pop())
        renamed[source.sheet_names()[sheet].casefold()] = name
        added.append((sheet, identity))
    transfer = _Transfer(workbook, other, renamed)
    for sheet, identity in added:
        transfer.sheet(sheet, identity)
    transfer.names([sheet for sheet, _ in added], [identity for _, identity in added])
    engine.set_active_sheet(workbook.sheet_index(active))
    workbook.recalculate_if_automatic()
    for _, identity in added:
        events.worksheet_added(workbook, identity)
    return [identity for _, identity in added]


def _chosen(source: Engine, names: Sequence[str]) -> list[int]:
    known = {name.casefold(): number for number, name in enumerate(source.sheet_names())}
    if not names:
        return list(known.values())
    if any(name.casefold() not in known for name in names):
        raise invalid_argument()
    return [known[name.casefold()] for name in names]


def _refuse_unsupported(source: Engine, sheet: int) -> None:
    parts = source.sheet_parts
    pivots = any(pivot.sheet == sheet for pivot in source.pivots.pivots())
    drawn = source.charts.charts(sheet) or source.shapes.slicers.slicers(sheet)
    if drawn or pivots or parts.comments.comments(sheet):
        raise standard_error("UnsupportedFeature")
    if source.shapes.shapes(sheet):
        raise not_implemented("Workbook.insertWorksheetsFromBase64 of sheets with shapes")


def _free(workbook: OpenWorkbook, name: str) -> str:
    taken = {one.casefold() for one in workbook.engine.sheet_names()}
    return sheets.free_name(workbook, name, " ({})", 2) if name.casefold() in taken else name


class _Transfer:
    """From one open workbook to another.

    Args:
        renamed: Name of an inserted sheet, in small letters → its name here.
    """

    def __init__(
        self, workbook: OpenWorkbook, source: OpenWorkbook, renamed: Mapping[str, str]
    ) -> None:
        self._workbook = workbook
        self._source = source
        self._renamed = renamed
        self._tables = self._table_names()

    def _table_names(self) -> dict[str, str]:
        """Names of the source's tables that others have here → free ones."""
        engine = self._workbook.engine
        taken = {table.name.casefold() for table in engine.tables()}
        taken |= {name.name.casefold() for name in engine.names()}
        found: dict[str, str] = {}
        for table in self._source.engine.tables():
            name, number = table.name, 1
            while name.casefold() in taken:
                number += 1
                name = f"{table.name}{number}"
            taken.add(name.casefold())
            if name != table.name:
                found[table.name] = name
        return found

    # -- formulas ----------------------------------------------------------------------------
    def formula(self, text: str) -> str:
        """A formula with the sheets and tables it names called as they are here."""
        for old, new in self._tables.items():
            pattern = rf'"(?:[^"]|"")*"|(?<![\w.]){re.escape(old)}(?=\[)'
            text = re.sub(
                pattern,
                lambda match, new=new: match[0] if match[0].startswith('"') else new,
                text,
                flags=re.IGNORECASE,
            )
        return rewrite(text, self._called)

    def _called(self, reference: Reference) -> str | None:
        name = reference.sheet_name()
        if name is None:
            return None
        new = self._renamed.get(name.casefold())
        # Excel would link to the other workbook, which has no place one could link to.
        return (
            REF_ERROR if new is None else replace(reference, prefix=f"{sheet_prefix(new)}!").text()
        )

    # -- sheets ------------------------------------------------------------------------------
    def sheet(self, sheet: int, identity: SheetId) -> None:
        """All of a sheet."""
        target = self._workbook.sheet_index(identity)
        self._looks(sheet, target)
        self._layout(sheet, target)
        self._cells(sheet, target)
        self._rules(sheet, target)
        self._page(sheet, target)

    def _cells(self, sheet: int, target: int) -> None:
        engine, source = self._workbook.engine, self._source
        for table in source.engine.tables():
            if table.sheet == sheet:
                name = self._tables.get(table.name, table.name)
                engine.add_table(replace(table, name=name, sheet=target, columns=table.columns))
        found = contents_of(source, Area(source.sheet_ids[sheet], _EVERYTHING))
        cells: list[tuple[int, int, CellInput]] = [
            (row, column, Formula(self.formula(one.text)) if isinstance(one, Formula) else one)
            for (row, column), one in found.items()
        ]
        engine.write(target, cells)

    def _looks(self, sheet: int, target: int) -> None:
        source, engine = self._source.engine, self._workbook.engine
        for rect, style in _styled(source, sheet):
            name = source.documents.styles.name_of(style)
            if name != NORMAL:
                self._know(source.documents.styles.style(name))
                engine.documents.styles.apply(target, rect, name)
            look = source.style(style)
            engine.restyle(target, rect, lambda _, look=look: look)

    def _know(self, style: NamedStyle) -> None:
        styles = self._workbook.engine.documents.styles
        known = {one.name.casefold() for one in styles.listed()}
        if style.built_in is None and style.name.casefold() not in known:
            styles.add(style.name)
            styles.change(
                style.name, lambda new: replace(new, look=style.look, groups=style.groups)
            )

    def _layout(self, sheet: int, target: int) -> None:
        source, engine = self._source.engine, self._workbook.engine
        rows, columns = source.row_axis(sheet), source.column_axis(sheet)
        for row, points in rows.sizes.items():
            engine.set_row_height(target, row, row, points)
        for column, points in columns.sizes.items():
            engine.set_column_width(target, column, column, points)
        for row in rows.hidden:
            engine.set_rows_hidden(target, row, row, True)
        for column in columns.hidden:
            engine.set_columns_hidden(target, column, column, True)
        for rect in source.merges(sheet):
            engine.merge(target, rect)
        view = source.sheet_view(sheet)
        engine.set_frozen(target, view.frozen_rows, view.frozen_columns)
        engine.set_gridlines(target, view.show_gridlines)
        engine.set_headings(target, view.show_headings)
        engine.set_tab_color(target, view.tab_color)
        engine.set_visibility(target, view.visibility)
        outlines, ours = source.sheet_parts.outlines, engine.sheet_parts.outlines
        for is_row in (True, False):
            ours.set_outline(target, outlines.outline(sheet, rows=is_row).levels, rows=is_row)

    def _rules(self, sheet: int, target: int) -> None:
        source, ours = self._source.engine.sheet_parts, self._workbook.engine.sheet_parts
        for rule in source.conditional.rules(sheet):
            formulas = (self.formula(rule.formula1), self.formula(rule.formula2))
            moved = replace(rule, id="", formula1=formulas[0], formula2=formulas[1])
            ours.conditional.add_rule(target, moved)
        ours.validation.set_validations(
            target,
            [
                replace(
                    one, formula1=self.formula(one.formula1), formula2=self.formula(one.formula2)
                )
                for one in source.validation.validations(sheet)
            ],
        )
        ours.hyperlinks.set_links(target, source.hyperlinks.links(sheet))
        for note in source.comments.notes(sheet):
            ours.comments.set_note(target, note)
        found = source.filters.filter(sheet, None)
        if found is not None:
            ours.filters.set_filter(target, None, found)
        protection = source.protection.protection(sheet)
        if protection.on:
            ours.protection.set_protection(target, protection)

    def _page(self, sheet: int, target: int) -> None:
        source, ours = (
            self._source.engine.sheet_parts.pages,
            self._workbook.engine.sheet_parts.pages,
        )
        ours.set_page(target, source.page(sheet))
        ours.set_headers(target, source.headers(sheet))
        ours.set_print_area(target, source.print_area(sheet))
        ours.set_print_titles(target, *source.print_titles(sheet))
        for is_row in (True, False):
            for before in source.breaks(sheet, rows=is_row):
                ours.add_break(target, before, rows=is_row)

    # -- names -------------------------------------------------------------------------------
    def names(self, inserted: Sequence[int], identities: Sequence[SheetId]) -> None:
        """Names of the inserted sheets, and those of the workbook that nobody has here."""
        engine = self._workbook.engine
        places = dict(zip(inserted, map(self._workbook.sheet_index, identities), strict=True))
        taken = {name.name.casefold() for name in engine.names() if name.sheet is None}
        for name in self._source.engine.names():
            if name.name.casefold().startswith(_BUILT_IN_NAME):
                continue
            formula = self.formula(name.formula)
            if name.sheet in places:
                engine.set_name(replace(name, sheet=places[name.sheet], formula=formula))
            elif (
                name.sheet is None
                and name.name.casefold() not in taken
                and REF_ERROR not in formula
            ):
                engine.set_name(replace(name, formula=formula))


def _styled(source: Engine, sheet: int) -> Iterator[tuple[Rect, int]]:
    """Rectangles of cells with a style of their own: whole columns and rows first."""
    used = source.used_rect(sheet, values_only=False)
    if used is None:
        return
    below = min(used.bottom + 1, MAX_ROWS - 1)
    for column, style in enumerate(source.style_ids(sheet, Rect(below, 0, below, used.right))[0]):
        if style:
            yield Rect(0, column, MAX_ROWS - 1, column), style
    for row, ids in enumerate(source.style_ids(sheet, used), used.top):
        start = 0
        for place in range(1, len(ids) + 1):
            if place == len(ids) or ids[place] != ids[start]:
                yield Rect(row, used.left + start, row, used.left + place - 1), ids[start]
                start = place
